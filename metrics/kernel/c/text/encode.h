/* Text as numbers: the tokens of lines, and lists of strings, which are scattered over memory. */

#ifndef TALLYSTICK_ENCODE_H
#define TALLYSTICK_ENCODE_H

#include "binding/binding.h"
#include "tokenizing/tokenize.h"
#include "words/vocabulary.h"

/* A growing array of ids. */
typedef struct {
    uint32_t *ids;
    size_t count, capacity;
} Ids;

/* Append the ids of the tokens of lines of UTF-8, which are added to a vocabulary; `offsets` become
 * the bounds of the lines. */
Status encode_lines(Tokens *tokens, const Tokenizer *tokenizer, Folding folding, Lines lines,
                    size_t count, Ids *ids, int64_t *offsets, Watch *watch);

/* Strings of several lists; they are borrowed. */
typedef struct {
    PyObject **items;
    size_t count, capacity;
} Strings;

/* Collect the strings of lists, and write where each list ends; returns the number of lists, which
 * is all of them unless the next one is no list, or -1 with an exception set. */
Py_ssize_t collect_strings(PyObject *const *segments, size_t number, Strings *strings,
                           int64_t *ends);

/* Number strings, adding new tokens to a vocabulary; if `exact`, those of a subclass are not
 * strings. Returns how many were numbered, which is all of them unless the next one is not a
 * string; or -1 with an exception set. */
Py_ssize_t number_strings(Tokens *tokens, PyObject *const *strings, Py_ssize_t count, int exact,
                          uint32_t *ids);

#endif

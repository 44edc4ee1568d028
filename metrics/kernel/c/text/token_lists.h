/* Numbering strings, which are scattered over memory. */

#ifndef TALLYSTICK_TOKEN_LISTS_H
#define TALLYSTICK_TOKEN_LISTS_H

#include "binding/binding.h"
#include "words/vocabulary.h"

/* Number strings, adding new tokens to a vocabulary; if `exact`, those of a subclass are not
 * strings. Returns how many were numbered, which is all of them unless the next one is not a
 * string; or -1 with an exception set. */
Py_ssize_t number_strings(Tokens *tokens, PyObject *const *strings, Py_ssize_t count, int exact,
                          uint32_t *ids);

#endif

/* The Python type Vocabulary. */

#ifndef TALLYSTICK_VOCABULARY_TYPE_H
#define TALLYSTICK_VOCABULARY_TYPE_H

#include "binding/binding.h"
#include "words/vocabulary.h"

typedef struct {
    Shared shared;
    Memory *memory;
    Tokens tokens;
} Vocabulary;

static inline Tokens *tokens_of(PyObject *vocabulary)
{
    return &((Vocabulary *)vocabulary)->tokens;
}

#endif

/* The Python functions ngram_keys and key_counts. */

#include "binding/binding.h"
#include "ngrams/ngram_keys.h"

static int check_options(const KeysInput *input)
{
    int classes = input->class_count;
    if (input->max_order >= input->min_order && classes >= 2 && classes <= MOST_CLASSES &&
        !(classes & (classes - 1)))
        return 1;
    PyErr_Format(PyExc_ValueError,
                 "orders %d to %d and %d classes; expected orders from 1 on and a power of two "
                 "from 2 to 65,536", input->min_order, input->max_order, classes);
    return 0;
}

static PyObject *python_ngram_keys(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, WORDS, MIN_ORDER, MAX_ORDER, CLASSES, REPEATS };
    KeysInput input = {
        .ids = given[IDS].items,
        .offsets = given[OFFSETS].items,
        .segments = given[OFFSETS].count,
        .words = given[WORDS].items,
        .word_count = given[WORDS].count,
        .min_order = (int)given[MIN_ORDER].whole,
        .max_order = (int)given[MAX_ORDER].whole,
        .class_count = (int)given[CLASSES].whole,
        .repeats = given[REPEATS].items,
    };
    size_t places;
    if (!check_options(&input)) return NULL;
    if (number_of_ngrams(&input, &places) > UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "there are more than 4,294,967,295 n-grams");
        return NULL;
    }
    CountedKeys found = {
        .keys = output(call, 0, places, 1, sizeof(uint64_t)),
        .counts = output(call, 1, places, 1, sizeof(uint32_t)),
        .bounds = output(call, 2, given[CLASSES].count + 1, 1, sizeof(int64_t)),
    };
    if (!found.keys || !found.counts || !found.bounds) return NULL;
    WITHOUT_GIL(call, write_keys(&input, places, &found, &call->watch));
    if (call->status == FINE && (!shorten(call, 0, found.number * sizeof(uint64_t)) ||
                           !shorten(call, 1, found.number * sizeof(uint32_t))))
        return NULL;
    return finish(call);
}

FUNCTION(ngram_keys, {"ids", IDS_BELOW, 2}, {"offsets", OFFSETS_IN, 0}, {"word_keys", WORD_KEYS},
         {"min_order", POSITIVE}, {"max_order", POSITIVE}, {"classes", POSITIVE},
         {"repeats", UINT32, AS_MANY_AS(0), OPTIONAL})

static PyObject *python_key_counts(Call *call, const Value *given)
{
    enum { KEYS, COUNTS, WANTED, WANTED_COUNTS, BOUNDS };
    size_t groups = given[BOUNDS].count, number = 0;
    if (groups > MOST_GROUPS) {
        PyErr_Format(PyExc_ValueError, "there are %zu groups; expected at most 8,388,608", groups);
        return NULL;
    }
    /* they are only read */
    CountedKeys keys = {
        .keys = (uint64_t *)given[KEYS].items,
        .counts = (uint32_t *)given[COUNTS].items,
        .number = given[KEYS].count,
    };
    CountedKeys wanted = {
        .keys = (uint64_t *)given[WANTED].items,
        .counts = (uint32_t *)given[WANTED_COUNTS].items,
        .bounds = (int64_t *)given[BOUNDS].items,
    };
    uint64_t sum = 0;
    for (size_t i = 0; i < keys.number; i++) sum += keys.counts[i];
    if (sum >> 40) {
        PyErr_SetString(PyExc_ValueError, "the counts add up to 2^40 or more");
        return NULL;
    }
    CountOfKeys *found = NULL;
    WITHOUT_GIL(call, count_keys(&keys, &wanted, groups, &found, &number, &call->watch));
    return finish_with(call, found, number * sizeof(CountOfKeys));
}

FUNCTION(key_counts, {"keys", UINT64}, {"counts", UINT32, AS_MANY_AS(0)}, {"wanted", UINT64},
         {"wanted_counts", UINT32, AS_MANY_AS(2)}, {"bounds", OFFSETS_IN, 2})

PyMethodDef key_functions[] = {DEFINITION(ngram_keys), DEFINITION(key_counts), {0}};

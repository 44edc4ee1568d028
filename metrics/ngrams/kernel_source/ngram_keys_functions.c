/* The Python functions ngram_keys and key_counts. */

#include "binding.h"
#include "ngram_keys.h"

const char ngram_keys_doc[] =
    "ngram_keys(ids, offsets, word_keys, min_order, max_order, classes, repeats=None)\n--\n\n"
    "Return the keys of n-grams with their counts, class by class, and the bounds of the classes.";

static int check_options(const KeysInput *input)
{
    int classes = input->class_count;
    if (input->min_order >= 1 && input->max_order >= input->min_order && classes >= 2 &&
        classes <= MOST_CLASSES && !(classes & (classes - 1)))
        return 1;
    PyErr_Format(PyExc_ValueError,
                 "orders %d to %d and %d classes; expected orders from 1 on and a power of two "
                 "from 2 to 65,536", input->min_order, input->max_order, classes);
    return 0;
}

PyObject *ngram_keys(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { IDS, OFFSETS, WORDS, REPEATS, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    KeysInput input = {0};
    PyObject *repeats = Py_None, *keys = NULL, *counts = NULL, *bounds = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*iii|O:ngram_keys", &buffers[IDS], &buffers[OFFSETS],
                          &buffers[WORDS], &input.min_order, &input.max_order, &input.class_count,
                          &repeats))
        return NULL;
    if (!check_options(&input) ||
        (repeats != Py_None && PyObject_GetBuffer(repeats, &buffers[REPEATS], PyBUF_SIMPLE)))
        goto done;
    for (int i = 0; i < BUFFERS; i++)
        if (buffers[i].obj && !hold_still(&buffers[i])) goto done;
    input.word_count = (size_t)number_of(&buffers[WORDS], sizeof(WordKey));
    if (!check_ids(&buffers[IDS], input.word_count, "ids") ||
        !check_offsets(&buffers[OFFSETS], number_of(&buffers[IDS], sizeof(uint32_t)), "offsets"))
        goto done;
    if (buffers[WORDS].len % (Py_ssize_t)sizeof(WordKey) ||
        (repeats != Py_None && buffers[REPEATS].len != buffers[IDS].len)) {
        PyErr_SetString(PyExc_ValueError, "word_keys or repeats do not fit the ids");
        goto done;
    }
    input.ids = buffers[IDS].buf;
    input.offsets = buffers[OFFSETS].buf;
    input.segments = (size_t)number_of(&buffers[OFFSETS], sizeof(int64_t)) - 1;
    input.words = buffers[WORDS].buf;
    input.repeats = buffers[REPEATS].buf;
    size_t places;
    if (number_of_ngrams(&input, &places) > UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "there are more than 4,294,967,295 n-grams");
        goto done;
    }
    keys = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)places * (Py_ssize_t)sizeof(uint64_t));
    counts = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)places * (Py_ssize_t)sizeof(uint32_t));
    bounds = PyBytes_FromStringAndSize(
        NULL, ((Py_ssize_t)input.class_count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!keys || !counts || !bounds) goto done;
    CountedKeys out = {
        .keys = (uint64_t *)(void *)PyBytes_AS_STRING(keys),
        .counts = (uint32_t *)(void *)PyBytes_AS_STRING(counts),
        .bounds = (int64_t *)(void *)PyBytes_AS_STRING(bounds),
    };
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = write_keys(&input, places, &out, &watch);
    PyEval_RestoreThread(thread);
    if (status != FINE) {
        raise_status(status);
        goto done;
    }
    Py_ssize_t distinct = (Py_ssize_t)out.number;
    if (_PyBytes_Resize(&keys, distinct * (Py_ssize_t)sizeof(uint64_t)) ||
        _PyBytes_Resize(&counts, distinct * (Py_ssize_t)sizeof(uint32_t)))
        goto done;
    result = PyTuple_Pack(3, keys, counts, bounds);
done:
    Py_XDECREF(keys);
    Py_XDECREF(counts);
    Py_XDECREF(bounds);
    release_all(buffers, BUFFERS);
    return result;
}

const char key_counts_doc[] =
    "key_counts(keys, counts, wanted, wanted_counts, bounds)\n--\n\n"
    "Add up the counts of keys; return how many of the wanted keys of each group have which sum.";

/* Whether a buffer has a uint32 for every uint64 of another; if not, an exception is set. */
static int check_counts(const Py_buffer *keys, const Py_buffer *counts)
{
    if (keys->len % (Py_ssize_t)sizeof(uint64_t) == 0 && counts->len * 2 == keys->len) return 1;
    PyErr_SetString(PyExc_ValueError, "keys are not uint64, or have not as many counts, uint32");
    return 0;
}

PyObject *key_counts(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { KEYS, COUNTS, WANTED, WANTED_COUNTS, BOUNDS, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    PyObject *result = NULL;
    CountOfKeys *found = NULL;
    size_t number = 0;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*:key_counts", &buffers[KEYS], &buffers[COUNTS],
                          &buffers[WANTED], &buffers[WANTED_COUNTS], &buffers[BOUNDS]))
        return NULL;
    for (int i = 0; i < BUFFERS; i++)
        if (!hold_still(&buffers[i])) goto done;
    if (!check_counts(&buffers[KEYS], &buffers[COUNTS]) ||
        !check_counts(&buffers[WANTED], &buffers[WANTED_COUNTS]) ||
        !check_offsets(&buffers[BOUNDS], number_of(&buffers[WANTED], sizeof(uint64_t)), "bounds"))
        goto done;
    Py_ssize_t groups = number_of(&buffers[BOUNDS], sizeof(int64_t)) - 1;
    if (groups > MOST_GROUPS) {
        PyErr_Format(PyExc_ValueError, "there are %zd groups; expected at most 8,388,608", groups);
        goto done;
    }
    CountedKeys keys = {
        .keys = buffers[KEYS].buf,
        .counts = buffers[COUNTS].buf,
        .number = (size_t)number_of(&buffers[KEYS], sizeof(uint64_t)),
    };
    CountedKeys wanted = {
        .keys = buffers[WANTED].buf,
        .counts = buffers[WANTED_COUNTS].buf,
        .bounds = buffers[BOUNDS].buf,
    };
    uint64_t sum = 0;
    for (size_t i = 0; i < keys.number; i++) sum += keys.counts[i];
    if (sum >> 40) {
        PyErr_SetString(PyExc_ValueError, "the counts add up to 2^40 or more");
        goto done;
    }
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_keys(&keys, &wanted, (size_t)groups, &found, &number, &watch);
    PyEval_RestoreThread(thread);
    result = status == FINE
                 ? PyBytes_FromStringAndSize((const char *)found,
                                             (Py_ssize_t)(number * sizeof(CountOfKeys)))
                 : raise_status(status);
done:
    free(found);
    release_all(buffers, BUFFERS);
    return result;
}

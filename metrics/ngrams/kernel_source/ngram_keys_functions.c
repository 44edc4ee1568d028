/* The Python functions ngram_keys and key_counts. */

#include "binding.h"
#include "ngram_keys.h"

const char ngram_keys_doc[] =
    "ngram_keys(ids, offsets, word_keys, min_order, max_order, classes, repeats=None)\n--\n\n"
    "Return the keys of n-grams, class by class, and the bounds of the classes.";

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
    PyObject *repeats = Py_None, *keys = NULL, *bounds = NULL, *result = NULL;
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
    uint64_t number = number_of_keys(&input);
    if (number > PY_SSIZE_T_MAX / sizeof(uint64_t)) {
        PyErr_NoMemory();
        goto done;
    }
    keys = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(number * sizeof(uint64_t)));
    bounds = PyBytes_FromStringAndSize(
        NULL, ((Py_ssize_t)input.class_count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!keys || !bounds) goto done;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = write_keys(&input, (size_t)number, (uint64_t *)(void *)PyBytes_AS_STRING(keys),
                               (int64_t *)(void *)PyBytes_AS_STRING(bounds), &watch);
    PyEval_RestoreThread(thread);
    result = status == FINE ? PyTuple_Pack(2, keys, bounds) : raise_status(status);
done:
    Py_XDECREF(keys);
    Py_XDECREF(bounds);
    release_all(buffers, BUFFERS);
    return result;
}

const char key_counts_doc[] =
    "key_counts(keys, wanted, bounds)\n--\n\n"
    "Return how many of the wanted keys of each group are among the keys how often.";

PyObject *key_counts(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { KEYS, WANTED, BOUNDS, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    PyObject *result = NULL;
    CountOfKeys *found = NULL;
    size_t number = 0;
    if (!PyArg_ParseTuple(arguments, "y*y*y*:key_counts", &buffers[KEYS], &buffers[WANTED],
                          &buffers[BOUNDS]))
        return NULL;
    for (int i = 0; i < BUFFERS; i++)
        if (!hold_still(&buffers[i])) goto done;
    if (buffers[KEYS].len % (Py_ssize_t)sizeof(uint64_t) ||
        buffers[WANTED].len % (Py_ssize_t)sizeof(uint64_t)) {
        PyErr_SetString(PyExc_ValueError, "keys are not uint64");
        goto done;
    }
    if (!check_offsets(&buffers[BOUNDS], number_of(&buffers[WANTED], sizeof(uint64_t)), "bounds"))
        goto done;
    Py_ssize_t groups = number_of(&buffers[BOUNDS], sizeof(int64_t)) - 1;
    if (groups > MOST_GROUPS) {
        PyErr_Format(PyExc_ValueError, "there are %zd groups; expected at most 8,388,608", groups);
        goto done;
    }
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_keys(
        buffers[KEYS].buf, (size_t)number_of(&buffers[KEYS], sizeof(uint64_t)),
        buffers[WANTED].buf, buffers[BOUNDS].buf, (size_t)groups, &found, &number, &watch);
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

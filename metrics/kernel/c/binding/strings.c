/* Functions on lists of strings: the types in them, whether they are text, and their bytes. */

#include "binding/binding.h"
#include "text/utf8.h"

static PyObject *types(PyObject *Py_UNUSED(module), PyObject *objects)
{
    PyObject *sequence = still_sequence(objects, "types() needs a sequence");
    PyObject *found = PySet_New(NULL), *last = NULL;
    if (!sequence || !found) goto failed;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); i++) {
        if (i + 2 * OBJECTS_AHEAD < PySequence_Fast_GET_SIZE(sequence))
            PREFETCH(PySequence_Fast_GET_ITEM(sequence, i + 2 * OBJECTS_AHEAD));
        PyObject *type = (PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(sequence, i));
        if (type == last) continue;
        Py_INCREF(type); /* a type can have a __hash__ that drops the object */
        int added = PySet_Add(found, type);
        Py_DECREF(type);
        if (added < 0) goto failed;
        last = type;
    }
    Py_DECREF(sequence);
    return found;
failed:
    Py_XDECREF(sequence);
    Py_XDECREF(found);
    return NULL;
}

static PyObject *index_and_type(Py_ssize_t index, PyObject *value)
{
    PyObject *arguments = Py_BuildValue("(ns)", index, Py_TYPE(value)->tp_name);
    if (arguments) PyErr_SetObject(PyExc_TypeError, arguments);
    Py_XDECREF(arguments);
    return NULL;
}

static PyObject *pack(PyObject *Py_UNUSED(module), PyObject *lines)
{
    size_t capacity = 0, length = 0;
    PyObject *result = NULL, *text = NULL, *offsets = NULL;
    PyObject *sequence = PySequence_Tuple(lines); /* a copy that other code cannot change */
    if (!sequence) return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *line = PyTuple_GET_ITEM(sequence, i);
        if (i + OBJECTS_AHEAD < count) PREFETCH(PyTuple_GET_ITEM(sequence, i + OBJECTS_AHEAD));
        if (!PyUnicode_Check(line)) {
            index_and_type(i, line);
            goto done;
        }
        capacity += most_utf8(line);
    }
    text = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)capacity);
    offsets = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int64_t));
    if (!text || !offsets) goto done;
    int64_t *ends = (int64_t *)PyBytes_AS_STRING(offsets);
    ends[0] = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *line = PyTuple_GET_ITEM(sequence, i);
        CHECK(length + most_utf8(line) <= capacity);
        Py_ssize_t size = write_utf8(line, (uint8_t *)PyBytes_AS_STRING(text) + length);
        if (size < 0) goto done;
        length += (size_t)size;
        ends[i + 1] = (int64_t)length;
    }
    if (_PyBytes_Resize(&text, (Py_ssize_t)length) == 0) result = PyTuple_Pack(2, text, offsets);
done:
    Py_XDECREF(text);
    Py_XDECREF(offsets);
    Py_DECREF(sequence);
    return result;
}

/* Bits that are set if any of four characters is a surrogate: then a lane is 0 without its last bits,
 * and the lowest such lane borrows. */
static inline uint64_t surrogates_in(const uint16_t *characters)
{
    const uint64_t each = UINT64_C(0x0001000100010001);
    uint64_t others = (load_8((const uint8_t *)characters) & each * 0xF800) ^ each * 0xD800;
    return (others - each) & ~others & each * 0x8000;
}

static int has_surrogate(PyObject *string)
{
    int kind = PyUnicode_KIND(string);
    const void *data = PyUnicode_DATA(string);
    Py_ssize_t length = PyUnicode_GET_LENGTH(string), i = 0;
    uint64_t found = 0;
    if (kind == PyUnicode_1BYTE_KIND) return 0;
    if (kind == PyUnicode_2BYTE_KIND && length >= 4) {
        for (; i + 4 <= length; i += 4) found |= surrogates_in((const uint16_t *)data + i);
        return (found | surrogates_in((const uint16_t *)data + length - 4)) != 0;
    }
    for (; i < length; i++) found |= PyUnicode_READ(kind, data, i) - 0xD800 < 0x800;
    return found != 0;
}

static PyObject *exact_strings(PyObject *Py_UNUSED(module), PyObject *lines)
{
    PyObject *copy = PySequence_Tuple(lines); /* which other code cannot change */
    if (!copy) return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(copy);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *line = PyTuple_GET_ITEM(copy, i);
        if (i + OBJECTS_AHEAD < count) {
            const char *ahead = (const char *)PyTuple_GET_ITEM(copy, i + OBJECTS_AHEAD);
            for (int b = 0; b < 192; b += 64) PREFETCH(ahead + b);
        }
        if (PyUnicode_CheckExact(line) && !has_surrogate(line)) continue;
        Py_DECREF(copy);
        Py_RETURN_NONE;
    }
    return copy;
}

PyMethodDef string_functions[] = {
    {"types", types, METH_O, "types(objects)\n--\n\nReturn the set of the types of objects."},
    {"pack", pack, METH_O, "pack(lines)\n--\n\nEncode lines as UTF-8, concatenated."},
    {"exact_strings", exact_strings, METH_O,
     "exact_strings(lines)\n--\n\n"
     "Return a tuple of lines if all are strings of class str without lone surrogates, else None."},
    {NULL, NULL, 0, NULL},
};

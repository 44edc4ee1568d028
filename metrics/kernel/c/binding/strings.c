/* Functions on lists of strings: the types in them, whether they are text, and their bytes. */

#include "binding/binding.h"
#include "text/utf8.h"

static PyObject *python_types(Call *Py_UNUSED(call), const Value *given)
{
    PyObject *const *objects = given->items, *types = PySet_New(NULL), *last = NULL;
    for (size_t i = 0; types && i < given->count; i++) {
        PyObject *type = (PyObject *)Py_TYPE(objects[i]);
        if (type == last) continue;
        Py_INCREF(type); /* a type can have a __hash__ that drops the object */
        if (PySet_Add(types, type) < 0) Py_CLEAR(types);
        Py_DECREF(type);
        last = type;
    }
    return types;
}

static PyObject *python_pack(Call *call, const Value *given)
{
    PyObject *const *lines = given->items;
    size_t capacity = 0, length = 0;
    for (size_t i = 0; i < given->count; i++) {
        if (i + OBJECTS_AHEAD < given->count) PREFETCH(lines[i + OBJECTS_AHEAD]);
        if (!PyUnicode_Check(lines[i]))
            refuse_type(call, Py_BuildValue("(ns)", (Py_ssize_t)i, Py_TYPE(lines[i])->tp_name));
        capacity += most_utf8(lines[i]);
    }
    uint8_t *text = output(call, 0, capacity, 1, 1);
    int64_t *offsets = output(call, 1, given->count + 1, 1, sizeof(int64_t));
    offsets[0] = 0;
    for (size_t i = 0; i < given->count; i++) {
        CHECK(length + most_utf8(lines[i]) <= capacity);
        Py_ssize_t size = write_utf8(lines[i], text + length);
        if (size < 0) return NULL;
        length += (size_t)size;
        offsets[i + 1] = (int64_t)length;
    }
    shorten(call, 0, length);
    return finish(call);
}

static int has_surrogate(PyObject *string)
{
    int kind = PyUnicode_KIND(string);
    const void *data = PyUnicode_DATA(string);
    const uint16_t *characters = data;
    Py_ssize_t length = PyUnicode_GET_LENGTH(string);
    uint16_t found = 0;
    if (kind == PyUnicode_1BYTE_KIND) return 0;
    if (kind == PyUnicode_2BYTE_KIND) /* several at once */
        for (Py_ssize_t i = 0; i < length; i++) found |= (uint16_t)(characters[i] - 0xD800) < 0x800;
    else
        for (Py_ssize_t i = 0; i < length; i++)
            found |= PyUnicode_READ(kind, data, i) - 0xD800 < 0x800;
    return found;
}

static PyObject *python_exact_strings(Call *Py_UNUSED(call), const Value *given)
{
    PyObject *const *lines = given->items;
    for (size_t i = 0; i < given->count; i++) {
        if (i + OBJECTS_AHEAD < given->count)
            for (int b = 0; b < 192; b += 64) PREFETCH((char *)lines[i + OBJECTS_AHEAD] + b);
        if (!PyUnicode_CheckExact(lines[i]) || has_surrogate(lines[i])) Py_RETURN_NONE;
    }
    return Py_NewRef(given->copy);
}

FUNCTION(types, {"objects", SEQUENCE})
FUNCTION(pack, {"lines", SEQUENCE})
FUNCTION(exact_strings, {"lines", SEQUENCE})

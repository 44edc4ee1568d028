/* The Python type NgramTable. */

#include "binding.h"

static PyObject *table_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"vocabulary_size", "branches", NULL};
    Py_ssize_t size;
    int branches = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "n|i", names, &size, &branches))
        return NULL;
    if (size < 0 || branches < 1) {
        PyErr_Format(PyExc_ValueError, "vocabulary_size is %zd and branches %d; expected 0 and 1 "
                     "or more", size, branches);
        return NULL;
    }
    NgramTable *self = (NgramTable *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Status status = nodes_init(&self->nodes, (size_t)size, (uint32_t)branches);
    if (status != FINE) {
        Py_DECREF(self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void table_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    nodes_free(&((NgramTable *)self)->nodes);
    type->tp_free(self);
    Py_DECREF(type);
}

static Py_ssize_t table_length(PyObject *self)
{
    Py_ssize_t size;
    Py_BEGIN_CRITICAL_SECTION(self);
    size = (Py_ssize_t)nodes_size(&((NgramTable *)self)->nodes);
    Py_END_CRITICAL_SECTION();
    return size;
}

PyDoc_STRVAR(count_doc,
             "count(ids, offsets, max_order, prune=False, empty=UNKNOWN, branch=0, nodes=None)\n"
             "--\n\nAdd the n-grams of one branch of every segment, order by order.");

static PyObject *table_count(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"ids", "offsets", "max_order", "prune", "empty", "branch", "nodes",
                            NULL};
    NgramTable *table = (NgramTable *)self;
    Py_buffer buffers[3] = {{0}};
    int max_order, prune = 0;
    long long empty = UNKNOWN, number = 0;
    PyObject *nodes = Py_None, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "y*y*i|pLLO", names, &buffers[0],
                                     &buffers[1], &max_order, &prune, &empty, &number, &nodes))
        return NULL;
    if (!hold_still(&buffers[0]) || !hold_still(&buffers[1]) ||
        !check_ids(&buffers[0], table->nodes.vocabulary_size, "ids") ||
        !check_offsets(&buffers[1], number_of(&buffers[0], sizeof(uint32_t)), "offsets"))
        goto done;
    if (empty < 0 || empty > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "no token has the id %lld", empty);
        goto done;
    }
    if (nodes != Py_None && PyObject_GetBuffer(nodes, &buffers[2], PyBUF_WRITABLE)) goto done;
    /* Getting the buffer may have run Python code, so check for use only now. */
    if (refuse_busy(table->readers)) goto done;
    if (max_order < 1 || number < 0 || number >= table->nodes.branch_count ||
        table->nodes.branches[number].counted) {
        PyErr_SetString(PyExc_ValueError,
                        "every branch of an n-gram table counts once, with max_order 1 or more");
        goto done;
    }
    if (nodes != Py_None && buffers[2].len / max_order != buffers[0].len) {
        PyErr_SetString(PyExc_ValueError, "nodes does not hold one uint32 for every order and id");
        goto done;
    }
    Branch *branch = &table->nodes.branches[number];
    branch->busy = branch->counted = 1;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = nodes_count(&table->nodes, (uint32_t)number, buffers[0].buf, buffers[1].buf,
                                (size_t)number_of(&buffers[1], sizeof(int64_t)) - 1, max_order,
                                prune, (uint32_t)empty, buffers[2].buf,
                                (size_t)number_of(&buffers[0], sizeof(uint32_t)), &watch);
    PyEval_RestoreThread(thread);
    branch->busy = 0;
    if (status == FINE) result = Py_NewRef(Py_None);
    else raise_status(status);
done:
    release_all(buffers, 3);
    return result;
}

PyDoc_STRVAR(number_doc,
             "number(nodes, max_order)\n--\n\n"
             "Replace the nodes that all branches have counted by their global numbers.");

static PyObject *table_number(PyObject *self, PyObject *arguments)
{
    NgramTable *table = (NgramTable *)self;
    Py_buffer nodes;
    int max_order;
    if (!PyArg_ParseTuple(arguments, "w*i:number", &nodes, &max_order)) return NULL;
    PyObject *result = NULL;
    if (refuse_busy_table(table)) goto done;
    if (max_order < 1 || nodes.len % (max_order * (Py_ssize_t)sizeof(uint32_t))) {
        PyErr_SetString(PyExc_ValueError, "nodes does not hold one uint32 for every order and id");
        goto done;
    }
    table->readers++;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = nodes_globalize(&table->nodes, nodes.buf,
                                    (size_t)number_of(&nodes, 4) / (size_t)max_order,
                                    (size_t)max_order, &watch);
    PyEval_RestoreThread(thread);
    table->readers--;
    result = status == FINE ? Py_NewRef(Py_None) : raise_status(status);
done:
    PyBuffer_Release(&nodes);
    return result;
}

PyDoc_STRVAR(locate_doc,
             "locate(ids, offsets, max_order, mapping)\n--\n\n"
             "Return the node of the n-gram of every order that starts at each token.");

static PyObject *table_locate(PyObject *self, PyObject *arguments)
{
    NgramTable *table = (NgramTable *)self;
    Py_buffer buffers[3] = {{0}};
    int max_order;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*iy*:locate", &buffers[0], &buffers[1], &max_order,
                          &buffers[2]))
        return NULL;
    for (int i = 0; i < 3; i++)
        if (!hold_still(&buffers[i])) goto done;
    Py_ssize_t tokens = number_of(&buffers[0], sizeof(uint32_t));
    const uint32_t *mapping = buffers[2].buf;
    Py_ssize_t size = number_of(&buffers[2], sizeof(uint32_t));
    int fine = max_order >= 1;
    for (Py_ssize_t i = 0; fine && i < size; i++)
        fine = mapping[i] == UNKNOWN || mapping[i] < table->nodes.vocabulary_size;
    if (!fine) {
        PyErr_SetString(PyExc_ValueError, "max_order is below 1, or mapping does not fit the table");
        goto done;
    }
    if (!check_ids(&buffers[0], (size_t)size, "ids") ||
        !check_offsets(&buffers[1], tokens, "offsets") || refuse_busy_table(table))
        goto done;
    if (tokens && max_order > PY_SSIZE_T_MAX / 4 / tokens) {
        PyErr_NoMemory();
        goto done;
    }
    result = PyBytes_FromStringAndSize(NULL, tokens * max_order * (Py_ssize_t)sizeof(uint32_t));
    if (!result) goto done;
    size_t orders;
    table->readers++;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = nodes_locate(&table->nodes, buffers[0].buf, buffers[1].buf,
                                 (size_t)number_of(&buffers[1], sizeof(int64_t)) - 1, max_order,
                                 mapping, (uint32_t *)PyBytes_AS_STRING(result), (size_t)tokens,
                                 &orders, &watch);
    PyEval_RestoreThread(thread);
    table->readers--;
    if (status != FINE) {
        Py_CLEAR(result);
        raise_status(status);
        goto done;
    }
    _PyBytes_Resize(&result, (Py_ssize_t)(orders * (size_t)tokens * sizeof(uint32_t)));
done:
    release_all(buffers, 3);
    return result;
}

/* The token ids of an n-gram, UNKNOWN for those that are not in the table, in malloc'ed memory;
 * NULL with an exception set if one is not an id or, with `known`, not in the table. */
static uint32_t *token_ids(const NodeTable *nodes, PyObject *ngram, int known, Py_ssize_t *order)
{
    PyObject *sequence = PySequence_Tuple(ngram);
    if (!sequence) return NULL;
    *order = PyTuple_GET_SIZE(sequence);
    uint32_t *ids = malloc((size_t)*order * sizeof(uint32_t) + 1);
    if (!ids) PyErr_NoMemory();
    else if (!*order) PyErr_SetString(PyExc_ValueError, "an n-gram has at least one token");
    for (Py_ssize_t i = 0; i < *order && !PyErr_Occurred(); i++) {
        int overflow;
        PyObject *item = PyTuple_GET_ITEM(sequence, i);
        long long id = PyLong_AsLongLongAndOverflow(item, &overflow);
        if (PyErr_Occurred()) break;
        int negative = overflow ? overflow < 0 : id < 0;
        int found = !overflow && !negative && (size_t)id < nodes->vocabulary_size;
        if (negative || (known && !found))
            PyErr_Format(PyExc_ValueError, "no token has the id %S", item);
        ids[i] = found ? (uint32_t)id : UNKNOWN;
    }
    Py_DECREF(sequence);
    if (!PyErr_Occurred()) return ids;
    free(ids);
    return NULL;
}

/* Walk along an n-gram; returns the number of its node, UNKNOWN, or -1 with an exception set. */
static int64_t walk(NgramTable *table, PyObject *ngram, int add)
{
    NodeTable *nodes = &table->nodes;
    Py_ssize_t order;
    uint32_t *ids = token_ids(nodes, ngram, add, &order);
    if (!ids) return -1;
    /* Reading the n-gram may have run Python code, so check for use only now. */
    if (refuse_busy_table(table) || (add && refuse_busy(table->readers))) {
        free(ids);
        return -1;
    }
    uint32_t node = ids[0], branch = node == UNKNOWN ? 0 : branch_of(nodes, node);
    Status status = FINE;
    for (Py_ssize_t i = 1; i < order && node != UNKNOWN && status == FINE; i++) {
        if (add) status = nodes_extend(nodes, branch, node, ids[i], &node);
        else node = ids[i] == UNKNOWN ? UNKNOWN : nodes_find(nodes, branch, node, ids[i]);
    }
    free(ids);
    if (status != FINE) {
        raise_status(status);
        return -1;
    }
    return node == UNKNOWN ? UNKNOWN : nodes_number(nodes, branch, node);
}

static PyObject *table_insert(PyObject *self, PyObject *ngram)
{
    if (((NgramTable *)self)->nodes.branch_count > 1) {
        PyErr_SetString(PyExc_ValueError, "only a table of one branch takes single n-grams");
        return NULL;
    }
    int64_t node = walk((NgramTable *)self, ngram, 1);
    return node < 0 ? NULL : PyLong_FromLongLong(node);
}

static PyObject *table_find(PyObject *self, PyObject *ngram)
{
    int64_t node = walk((NgramTable *)self, ngram, 0);
    return node < 0 ? NULL : PyLong_FromLongLong(node);
}

static PyObject *table_nodes(PyObject *self, PyObject *Py_UNUSED(nothing))
{
    NgramTable *table = (NgramTable *)self;
    if (refuse_busy_table(table)) return NULL;
    Py_ssize_t bytes = (Py_ssize_t)(nodes_size(&table->nodes) * sizeof(uint32_t));
    PyObject *prefixes = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *tokens = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *counts = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *result = NULL;
    if (prefixes && tokens && counts) {
        nodes_write(&table->nodes, (uint32_t *)PyBytes_AS_STRING(prefixes),
                    (uint32_t *)PyBytes_AS_STRING(tokens),
                    (uint32_t *)PyBytes_AS_STRING(counts));
        result = PyTuple_Pack(3, prefixes, tokens, counts);
    }
    Py_XDECREF(prefixes);
    Py_XDECREF(tokens);
    Py_XDECREF(counts);
    return result;
}

PyDoc_STRVAR(set_counts_doc,
             "set_counts(counts)\n--\n\n"
             "Replace the count of every node; `counts` is uint32, in the order of `nodes`.");

static PyObject *table_set_counts(PyObject *self, PyObject *arguments)
{
    NgramTable *table = (NgramTable *)self;
    Py_buffer counts = {0};
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*:set_counts", &counts)) return NULL;
    if (!hold_still(&counts)) goto done;
    if ((size_t)counts.len != nodes_size(&table->nodes) * sizeof(uint32_t)) {
        PyErr_SetString(PyExc_ValueError, "counts does not hold one uint32 for every node");
        goto done;
    }
    if (refuse_busy_table(table) || refuse_busy(table->readers)) goto done;
    nodes_set_counts(&table->nodes, counts.buf);
    result = Py_NewRef(Py_None);
done:
    release_all(&counts, 1);
    return result;
}

/* An array of a number for every node, which `write` fills. */
static PyObject *for_nodes(PyObject *self, PyObject *arguments,
                           void (*write)(const NodeTable *, double, uint32_t, double *))
{
    NgramTable *table = (NgramTable *)self;
    double total;
    unsigned long empty;
    if (!PyArg_ParseTuple(arguments, "dk", &total, &empty)) return NULL;
    if (empty > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "%lu is not a node", empty);
        return NULL;
    }
    if (refuse_busy_table(table)) return NULL;
    size_t bytes = nodes_size(&table->nodes) * sizeof(double);
    PyObject *numbers = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)bytes);
    if (numbers)
        write(&table->nodes, total, (uint32_t)empty,
              (double *)(void *)PyBytes_AS_STRING(numbers));
    return numbers;
}

PyDoc_STRVAR(information_doc,
             "information(total, empty)\n--\n\n"
             "Return log2 of the ratio of the count of every node's prefix to its own, float64.");

static PyObject *table_information(PyObject *self, PyObject *arguments)
{
    return for_nodes(self, arguments, nodes_information);
}

PyDoc_STRVAR(logarithms_doc,
             "logarithms(total, empty)\n--\n\n"
             "Return log2 of the same ratios, rounded as in math.log(ratio, 2), float64.");

static PyObject *table_logarithms(PyObject *self, PyObject *arguments)
{
    return for_nodes(self, arguments, nodes_logarithms);
}

static PyObject *locked_table_count(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    PyObject *result;
    Py_BEGIN_CRITICAL_SECTION(self);
    result = table_count(self, arguments, keywords);
    Py_END_CRITICAL_SECTION();
    return result;
}

LOCKED(table_insert)
LOCKED(table_find)
LOCKED(table_number)
LOCKED(table_locate)
LOCKED(table_information)
LOCKED(table_logarithms)
LOCKED(table_nodes)
LOCKED(table_set_counts)

static PyMethodDef table_methods[] = {
    {"count", (PyCFunction)(void (*)(void))locked_table_count, METH_VARARGS | METH_KEYWORDS, count_doc},
    {"insert", locked_table_insert, METH_O,
     "insert(ngram)\n--\n\nReturn the node of an n-gram, adding it and its missing prefixes."},
    {"find", locked_table_find, METH_O, "find(ngram)\n--\n\nReturn the node of an n-gram, or UNKNOWN."},
    {"number", locked_table_number, METH_VARARGS, number_doc},
    {"locate", locked_table_locate, METH_VARARGS, locate_doc},
    {"information", locked_table_information, METH_VARARGS, information_doc},
    {"logarithms", locked_table_logarithms, METH_VARARGS, logarithms_doc},
    {"nodes", locked_table_nodes, METH_NOARGS,
     "nodes()\n--\n\nReturn prefix nodes, last tokens and counts of all nodes, uint32 each."},
    {"set_counts", locked_table_set_counts, METH_VARARGS, set_counts_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc, "NgramTable(vocabulary_size, branches=1)\n--\n\nN-grams numbered as nodes."},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {Py_sq_length, table_length},
    {0, NULL},
};

PyType_Spec table_spec = {
    .name = "tallystick.metrics.ngrams._kernel.NgramTable",
    .basicsize = sizeof(NgramTable),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = table_slots,
};

/* The Python type NgramTable. */

#include "binding/binding.h"

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

static PyObject *python_count(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, ORDER, PRUNE, EMPTY, BRANCH, WRITTEN };
    NgramTable *table = (NgramTable *)call->self;
    int64_t empty = given[EMPTY].object ? given[EMPTY].whole : UNKNOWN;
    int64_t number = given[BRANCH].whole;
    if (!check_ids(&given[IDS], table->nodes.vocabulary_size, "ids")) return NULL;
    if (empty < 0 || empty > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "no token has the id %lld", (long long)empty);
        return NULL;
    }
    if (refuse_busy(table->readers)) return NULL;
    if (number < 0 || number >= table->nodes.branch_count ||
        table->nodes.branches[number].counted) {
        PyErr_SetString(PyExc_ValueError, "every branch of an n-gram table counts once");
        return NULL;
    }
    if (given[WRITTEN].object &&
        given[WRITTEN].count / given[ORDER].count != given[IDS].count * sizeof(uint32_t)) {
        PyErr_SetString(PyExc_ValueError, "nodes does not hold one uint32 for every order and id");
        return NULL;
    }
    Branch *branch = &table->nodes.branches[number];
    branch->busy = branch->counted = 1;
    WITHOUT_GIL(call, nodes_count(&table->nodes, (uint32_t)number, given[IDS].items,
                                  given[OFFSETS].items, given[OFFSETS].count,
                                  (int)given[ORDER].whole, (int)given[PRUNE].whole,
                                  (uint32_t)empty, given[WRITTEN].buffer.buf,
                                  given[IDS].count, &call->watch));
    branch->busy = 0;
    return finish(call);
}

METHOD(count, {"ids", UINT32}, {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE},
       {"prune", BOOLEAN, OPTIONAL}, {"empty", WHOLE, OPTIONAL}, {"branch", WHOLE, OPTIONAL},
       {"nodes", WRITABLE, OPTIONAL})

static PyObject *python_number(Call *call, const Value *given)
{
    NgramTable *table = (NgramTable *)call->self;
    const Value *nodes = &given[0];
    size_t orders = given[1].count, tokens = nodes->count / sizeof(uint32_t) / orders;
    if (refuse_busy_table(table)) return NULL;
    if (tokens * orders * sizeof(uint32_t) != nodes->count) {
        PyErr_SetString(PyExc_ValueError, "nodes does not hold one uint32 for every order and id");
        return NULL;
    }
    table->readers++;
    WITHOUT_GIL(call, nodes_globalize(&table->nodes, nodes->buffer.buf, tokens, orders,
                                      &call->watch));
    table->readers--;
    return finish(call);
}

METHOD(number, {"nodes", WRITABLE}, {"max_order", POSITIVE})

static PyObject *python_locate(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, ORDER, MAPPING };
    NgramTable *table = (NgramTable *)call->self;
    const uint32_t *mapping = given[MAPPING].items;
    size_t tokens = given[IDS].count, orders;
    for (size_t i = 0; i < given[MAPPING].count; i++) {
        if (mapping[i] == UNKNOWN || mapping[i] < table->nodes.vocabulary_size) continue;
        PyErr_SetString(PyExc_ValueError, "mapping does not fit the table");
        return NULL;
    }
    if (refuse_busy_table(table)) return NULL;
    uint32_t *located = output(call, 0, given[ORDER].count, tokens, sizeof(uint32_t));
    if (!located) return NULL;
    table->readers++;
    WITHOUT_GIL(call, nodes_locate(&table->nodes, given[IDS].items, given[OFFSETS].items,
                                   given[OFFSETS].count, (int)given[ORDER].whole, mapping,
                                   located, tokens, &orders, &call->watch));
    table->readers--;
    if (call->status == FINE && !shorten(call, 0, orders * tokens * sizeof(uint32_t))) return NULL;
    return finish(call);
}

METHOD(locate, {"ids", IDS_BELOW, 3}, {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE},
       {"mapping", UINT32})

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

LOCKED(table_insert)
LOCKED(table_find)

static PyObject *python_nodes(Call *call, const Value *Py_UNUSED(given))
{
    NgramTable *table = (NgramTable *)call->self;
    if (refuse_busy_table(table)) return NULL;
    size_t size = nodes_size(&table->nodes);
    uint32_t *prefixes = output(call, 0, size, 1, sizeof(uint32_t));
    uint32_t *tokens = output(call, 1, size, 1, sizeof(uint32_t));
    uint32_t *counts = output(call, 2, size, 1, sizeof(uint32_t));
    if (!prefixes || !tokens || !counts) return NULL;
    nodes_write(&table->nodes, prefixes, tokens, counts);
    return finish(call);
}

METHOD(nodes, {NULL})

static PyObject *python_set_counts(Call *call, const Value *given)
{
    NgramTable *table = (NgramTable *)call->self;
    if (given->count != nodes_size(&table->nodes) * sizeof(uint32_t)) {
        PyErr_SetString(PyExc_ValueError, "counts does not hold one uint32 for every node");
        return NULL;
    }
    if (refuse_busy_table(table) || refuse_busy(table->readers)) return NULL;
    nodes_set_counts(&table->nodes, given->items);
    return finish(call);
}

METHOD(set_counts, {"counts", BYTES})

/* An array of a number for every node, which `write` fills. */
static PyObject *for_nodes(Call *call, const Value *given,
                           void (*write)(const NodeTable *, double, uint32_t, double *))
{
    NgramTable *table = (NgramTable *)call->self;
    int64_t empty = given[1].whole;
    if (empty < 0 || empty > UNKNOWN) {
        PyErr_Format(PyExc_ValueError, "%lld is not a node", (long long)empty);
        return NULL;
    }
    if (refuse_busy_table(table)) return NULL;
    double *numbers = output(call, 0, nodes_size(&table->nodes), 1, sizeof(double));
    if (!numbers) return NULL;
    write(&table->nodes, given[0].real, (uint32_t)empty, numbers);
    return finish(call);
}

static PyObject *python_information(Call *call, const Value *given)
{
    return for_nodes(call, given, nodes_information);
}

static PyObject *python_logarithms(Call *call, const Value *given)
{
    return for_nodes(call, given, nodes_logarithms);
}

METHOD(information, {"total", REAL}, {"empty", WHOLE})
METHOD(logarithms, {"total", REAL}, {"empty", WHOLE})

static PyMethodDef table_methods[] = {
    DEFINITION(count, "count(ids, offsets, max_order, prune=False, empty=UNKNOWN, branch=0, "
                      "nodes=None)\n--\n\n"
                      "Add the n-grams of one branch of every segment, order by order."),
    {"insert", locked_table_insert, METH_O,
     "insert(ngram)\n--\n\nReturn the node of an n-gram, adding it and its missing prefixes."},
    {"find", locked_table_find, METH_O,
     "find(ngram)\n--\n\nReturn the node of an n-gram, or UNKNOWN."},
    DEFINITION(number, "number(nodes, max_order)\n--\n\n"
                       "Replace the nodes that all branches have counted by their global numbers."),
    DEFINITION(locate, "locate(ids, offsets, max_order, mapping)\n--\n\n"
                       "Return the node of the n-gram of every order that starts at each token."),
    DEFINITION(information,
               "information(total, empty)\n--\n\n"
               "Return log2 of the ratio of the count of every node's prefix to its own, float64."),
    DEFINITION(logarithms,
               "logarithms(total, empty)\n--\n\n"
               "Return log2 of the same ratios, rounded as in math.log(ratio, 2), float64."),
    DEFINITION(nodes, "nodes()\n--\n\n"
                      "Return prefix nodes, last tokens and counts of all nodes, uint32 each."),
    DEFINITION(set_counts,
               "set_counts(counts)\n--\n\n"
               "Replace the count of every node; `counts` is uint32, in the order of `nodes`."),
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
    .name = "tallystick.metrics.kernel._kernel.NgramTable",
    .basicsize = sizeof(NgramTable),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = table_slots,
};

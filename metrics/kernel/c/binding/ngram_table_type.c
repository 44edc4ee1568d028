/* The Python type NgramTable. */

#include "binding/binding.h"
#include "ngrams/ngram_table.h"

typedef struct {
    Shared shared;
    NodeTable nodes;
} NgramTable;

static NodeTable *nodes_of(const Call *call)
{
    return &((NgramTable *)call->self)->nodes;
}

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

SHARED_TYPE(table, NgramTable, nodes_free(&((NgramTable *)self)->nodes),
            nodes_size(&((NgramTable *)self)->nodes))

#define WRONG_NODES "nodes does not hold one uint32 for every order and id"

static PyObject *python_count(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, ORDER, PRUNE, EMPTY, BRANCH, WRITTEN };
    NodeTable *nodes = nodes_of(call);
    const Value *ids = &given[IDS], *written = &given[WRITTEN];
    int64_t branch = given[BRANCH].whole;
    uint32_t empty = given[EMPTY].object ? (uint32_t)given[EMPTY].whole : UNKNOWN;
    if (!check_ids(ids, nodes->vocabulary_size, "ids")) return NULL;
    if (branch < 0 || branch >= nodes->branch_count || nodes->branches[branch].counted)
        return raise_value_error("every branch of an n-gram table counts once");
    if (written->object && written->count / given[ORDER].count != ids->count * sizeof(uint32_t))
        return raise_value_error(WRONG_NODES);
    nodes->branches[branch].counted = 1;
    WITHOUT_GIL(call, nodes_count(nodes, (uint32_t)branch, ids->items, given[OFFSETS].items,
                                  given[OFFSETS].count, (int)given[ORDER].whole,
                                  (int)given[PRUNE].whole, empty, (uint32_t *)written->items,
                                  ids->count, &call->watch));
    return finish(call);
}

METHOD(count, CHANGES_PART, {"ids", UINT32}, {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE},
       {"prune", BOOLEAN, OPTIONAL}, {"empty", NODE, OPTIONAL}, {"branch", WHOLE, OPTIONAL},
       {"nodes", WRITABLE, OPTIONAL})

static Status number_task(Call *call, const Value *given)
{
    size_t orders = given[1].count, tokens = given[0].bytes / sizeof(uint32_t) / orders;
    if (tokens * orders * sizeof(uint32_t) != given[0].bytes) return refuse(call, WRONG_NODES);
    return nodes_globalize(nodes_of(call), given[0].buffer.buf, tokens, orders, &call->watch);
}

TASK(number, READS, OUTPUTS({NO_ROWS}), {"nodes", WRITABLE}, {"max_order", POSITIVE})

static Status locate_task(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, ORDER, MAPPING };
    const uint32_t *mapping = given[MAPPING].items;
    size_t tokens = given[IDS].count, orders;
    for (size_t i = 0; i < given[MAPPING].count; i++)
        if (mapping[i] != UNKNOWN && mapping[i] >= nodes_of(call)->vocabulary_size)
            return refuse(call, "mapping does not fit the table");
    Status status = nodes_locate(nodes_of(call), given[IDS].items, given[OFFSETS].items,
                                 given[OFFSETS].count, (int)given[ORDER].whole, mapping,
                                 call->found[0], tokens, &orders, &call->watch);
    call->bytes = status == FINE ? orders * tokens * sizeof(uint32_t) : 0;
    return status;
}

TASK(locate, READS, OUTPUTS({ITEMS, 0, COUNT_OF(2), sizeof(uint32_t)}), {"ids", IDS_BELOW, 3},
     {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE}, {"mapping", UINT32})

/* The token ids of an n-gram, UNKNOWN for those that are not in the table, in malloc'ed memory;
 * NULL with an exception set if one is not an id or, with `known`, not in the table. */
static uint32_t *token_ids(const NodeTable *nodes, const Value *ngram, int known)
{
    PyObject *const *tokens = ngram->items;
    uint32_t *ids = malloc(ngram->count * sizeof(uint32_t) + 1);
    if (!ids) PyErr_NoMemory();
    else if (!ngram->count) raise_value_error("an n-gram has at least one token");
    for (size_t i = 0; i < ngram->count && !PyErr_Occurred(); i++) {
        int overflow;
        long long id = PyLong_AsLongLongAndOverflow(tokens[i], &overflow);
        int is_negative = overflow ? overflow < 0 : id < 0;
        int is_there = !overflow && !is_negative && (size_t)id < nodes->vocabulary_size;
        ids[i] = is_there ? (uint32_t)id : UNKNOWN;
        if ((is_negative || (known && !is_there)) && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "no token has the id %S", tokens[i]);
    }
    if (!PyErr_Occurred()) return ids;
    free(ids);
    return NULL;
}

/* Walk along an n-gram; returns its node, which is added if it is missing, or UNKNOWN. */
static PyObject *walk(Call *call, const Value *ngram, int add)
{
    NodeTable *nodes = nodes_of(call);
    uint32_t *ids = token_ids(nodes, ngram, add);
    if (!ids) return NULL;
    uint32_t node = ids[0], branch = node == UNKNOWN ? 0 : branch_of(nodes, node);
    Status status = FINE;
    for (size_t i = 1; i < ngram->count && node != UNKNOWN && status == FINE; i++) {
        if (add) status = nodes_extend(nodes, branch, node, ids[i], &node);
        else node = ids[i] == UNKNOWN ? UNKNOWN : nodes_find(nodes, branch, node, ids[i]);
    }
    free(ids);
    if (status != FINE) return raise_status(status);
    return PyLong_FromUnsignedLong(node == UNKNOWN ? UNKNOWN : nodes_number(nodes, branch, node));
}

static PyObject *python_insert(Call *call, const Value *given)
{
    return nodes_of(call)->branch_count > 1
               ? raise_value_error("only a table of one branch takes single n-grams")
               : walk(call, given, 1);
}

static PyObject *python_find(Call *call, const Value *given)
{
    return walk(call, given, 0);
}

METHOD(insert, CHANGES, {"ngram", SEQUENCE})
METHOD(find, READS, {"ngram", SEQUENCE})

static Status nodes_task(Call *call, const Value *Py_UNUSED(given))
{
    nodes_write(nodes_of(call), call->found[0], call->found[1], call->found[2]);
    return FINE;
}

#define NODES(type) {OF_SELF, 0, 1, sizeof(type)}
TASK(nodes, READS, OUTPUTS(NODES(uint32_t), NODES(uint32_t), NODES(uint32_t)), {NULL})

static Status set_counts_task(Call *call, const Value *given)
{
    if (given->bytes != nodes_size(nodes_of(call)) * sizeof(uint32_t))
        return refuse(call, "counts does not hold one uint32 for every node");
    nodes_set_counts(nodes_of(call), given->items);
    return FINE;
}

TASK(set_counts, CHANGES, OUTPUTS({NO_ROWS}), {"counts", BYTES})

static Status write_logarithms(Call *call, const Value *given, int as_quotients)
{
    nodes_logarithms(nodes_of(call), given[0].real, (uint32_t)given[1].whole, as_quotients,
                     call->found[0]);
    return FINE;
}

static Status information_task(Call *call, const Value *given)
{
    return write_logarithms(call, given, 0);
}

static Status logarithms_task(Call *call, const Value *given)
{
    return write_logarithms(call, given, 1);
}

TASK(information, READS, OUTPUTS(NODES(double)), {"total", REAL}, {"empty", NODE})
TASK(logarithms, READS, OUTPUTS(NODES(double)), {"total", REAL}, {"empty", NODE})

PyMethodDef table_methods[] = {
    DEFINITION(count), DEFINITION(find), DEFINITION(information), DEFINITION(insert),
    DEFINITION(locate), DEFINITION(logarithms), DEFINITION(nodes), DEFINITION(number),
    DEFINITION(set_counts), {0},
};

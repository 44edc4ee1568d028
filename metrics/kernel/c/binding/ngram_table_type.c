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
    Call call = {.self = type->tp_alloc(type, 0)};
    if (!call.self) return NULL;
    if (setjmp(call.work.on_failure)) {
        Py_DECREF(call.self);
        return raise_failure(&call);
    }
    nodes_init(nodes_of(&call), (size_t)size, (uint32_t)branches, &call.work);
    return call.self;
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
        refuse(call, "every branch of an n-gram table counts once");
    if (written->object && written->count / given[ORDER].count != ids->count * sizeof(uint32_t))
        refuse(call, WRONG_NODES);
    nodes->branches[branch].counted = 1;
    WITHOUT_GIL(call, nodes_count(nodes, (uint32_t)branch, ids->items, given[OFFSETS].items,
                                  given[OFFSETS].count, (int)given[ORDER].whole,
                                  (int)given[PRUNE].whole, empty, (uint32_t *)written->items,
                                  ids->count, &call->work));
    return finish(call);
}

METHOD(count, CHANGES_PART, {"ids", UINT32}, {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE},
       {"prune", BOOLEAN, OPTIONAL}, {"empty", NODE, OPTIONAL}, {"branch", WHOLE, OPTIONAL},
       {"nodes", WRITABLE, OPTIONAL})

static void number_task(Call *call, const Value *given)
{
    size_t orders = given[1].count, tokens = given[0].bytes / sizeof(uint32_t) / orders;
    if (tokens * orders * sizeof(uint32_t) != given[0].bytes) refuse(call, WRONG_NODES);
    nodes_globalize(nodes_of(call), given[0].buffer.buf, tokens, orders, &call->work);
}

TASK(number, READS, OUTPUTS({NO_ROWS}), {"nodes", WRITABLE}, {"max_order", POSITIVE})

static void locate_task(Call *call, const Value *given)
{
    enum { IDS, OFFSETS, ORDER, MAPPING };
    const uint32_t *mapping = given[MAPPING].items;
    size_t tokens = given[IDS].count;
    for (size_t i = 0; i < given[MAPPING].count; i++)
        if (mapping[i] != UNKNOWN && mapping[i] >= nodes_of(call)->vocabulary_size)
            refuse(call, "mapping does not fit the table");
    size_t orders = nodes_locate(nodes_of(call), given[IDS].items, given[OFFSETS].items,
                                 given[OFFSETS].count, (int)given[ORDER].whole, mapping,
                                 call->found[0], tokens, &call->work);
    call->bytes = orders * tokens * sizeof(uint32_t);
}

TASK(locate, READS, OUTPUTS({ITEMS, 0, COUNT_OF(2), sizeof(uint32_t)}), {"ids", IDS_BELOW, 3},
     {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE}, {"mapping", UINT32})

/* The token ids of an n-gram, UNKNOWN for those that are not in the table; with `known`, all must be
 * there. */
static uint32_t *token_ids(Call *call, const Value *ngram, int known)
{
    uint32_t *ids;
    PyObject *const *tokens = ngram->items;
    ALLOCATE(&call->work, ids, ngram->count);
    if (!ngram->count) refuse(call, "an n-gram has at least one token");
    for (size_t i = 0; i < ngram->count; i++) {
        int overflow;
        long long id = PyLong_AsLongLongAndOverflow(tokens[i], &overflow);
        int is_negative = overflow ? overflow < 0 : id < 0;
        int is_there = !overflow && !is_negative && (size_t)id < nodes_of(call)->vocabulary_size;
        ids[i] = is_there ? (uint32_t)id : UNKNOWN;
        if ((is_negative || (known && !is_there)) && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "no token has the id %S", tokens[i]);
        if (PyErr_Occurred()) fail(&call->work, ENDED);
    }
    return ids;
}

/* Walk along an n-gram; returns its node, which is added if it is missing, or UNKNOWN. */
static PyObject *walk(Call *call, const Value *ngram, int add)
{
    NodeTable *nodes = nodes_of(call);
    const uint32_t *ids = token_ids(call, ngram, add);
    uint32_t node = ids[0], branch = node == UNKNOWN ? 0 : branch_of(nodes, node);
    for (size_t i = 1; i < ngram->count && node != UNKNOWN; i++)
        if (add) node = nodes_extend(nodes, branch, node, ids[i], &call->work);
        else node = ids[i] == UNKNOWN ? UNKNOWN : nodes_find(nodes, branch, node, ids[i]);
    return PyLong_FromUnsignedLong(node == UNKNOWN ? UNKNOWN : nodes_number(nodes, branch, node));
}

static PyObject *python_insert(Call *call, const Value *given)
{
    if (nodes_of(call)->branch_count > 1)
        refuse(call, "only a table of one branch takes single n-grams");
    return walk(call, given, 1);
}

static PyObject *python_find(Call *call, const Value *given)
{
    return walk(call, given, 0);
}

METHOD(insert, CHANGES, {"ngram", SEQUENCE})
METHOD(find, READS, {"ngram", SEQUENCE})

static void nodes_task(Call *call, const Value *Py_UNUSED(given))
{
    nodes_write(nodes_of(call), call->found[0], call->found[1], call->found[2]);
}

#define NODES(type) {OF_SELF, 0, 1, sizeof(type)}
TASK(nodes, READS, OUTPUTS(NODES(uint32_t), NODES(uint32_t), NODES(uint32_t)), {NULL})

static void set_counts_task(Call *call, const Value *given)
{
    if (given->bytes != nodes_size(nodes_of(call)) * sizeof(uint32_t))
        refuse(call, "counts does not hold one uint32 for every node");
    nodes_set_counts(nodes_of(call), given->items);
}

TASK(set_counts, CHANGES, OUTPUTS({NO_ROWS}), {"counts", BYTES})

static void write_logarithms(Call *call, const Value *given, int as_quotients)
{
    nodes_logarithms(nodes_of(call), given[0].real, (uint32_t)given[1].whole, as_quotients,
                     call->found[0]);
}

static void information_task(Call *call, const Value *given)
{
    write_logarithms(call, given, 0);
}

static void logarithms_task(Call *call, const Value *given)
{
    write_logarithms(call, given, 1);
}

TASK(information, READS, OUTPUTS(NODES(double)), {"total", REAL}, {"empty", NODE})
TASK(logarithms, READS, OUTPUTS(NODES(double)), {"total", REAL}, {"empty", NODE})

PyMethodDef table_methods[] = {
    DEFINITION(count), DEFINITION(find), DEFINITION(information), DEFINITION(insert),
    DEFINITION(locate), DEFINITION(logarithms), DEFINITION(nodes), DEFINITION(number),
    DEFINITION(set_counts), {0},
};

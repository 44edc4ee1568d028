/* The Python type NgramTable: n-grams numbered as nodes of a tree. A node consists of a prefix node
 * and one more token.
 *
 * N-grams that start with different tokens are never compared. The table therefore has one or
 * more branches, among which the tokens are distributed, and each branch can be counted by a
 * separate thread. Inside a branch a token is its own node, and the longer n-grams follow. */

#include <math.h>

#include "binding/binding.h"

/* The n-gram of a slot has the prefix of its node: slots of 8 bytes fit the caches better. */
typedef struct {
    uint32_t token;
    uint32_t node; /* UNKNOWN: the slot is free */
} NodeSlot;

typedef struct {
    uint32_t prefix, count;
} Node;

typedef struct {
    NodeSlot *slots;
    size_t slot_count; /* below 2^32 */
    Node *nodes;       /* the longer n-grams */
    Memory *memory;    /* of these */
    size_t nodes_capacity;
    size_t size; /* longer n-grams */
    int counted;
} Branch;

typedef struct {
    Shared shared;
    uint32_t *token_counts;
    size_t vocabulary_size;
    Branch *branches;
    uint32_t branch_count;
} NgramTable;

static NgramTable *table_of(const Call *call)
{
    return (NgramTable *)call->self;
}

/* The first slot to try, for any number of slots below 2^32. */
static inline size_t node_home(const Branch *branch, uint32_t prefix, uint32_t token)
{
    return (size_t)(pair_hash(pair_of(prefix, token)) * branch->slot_count >> 32);
}

static inline uint32_t branch_of(const NgramTable *table, uint32_t first_token)
{
    return first_token % table->branch_count;
}

static inline Node *longer_node(const NgramTable *table, const Branch *branch, uint32_t node)
{
    CHECK(table->vocabulary_size <= node && node < table->vocabulary_size + branch->size);
    return &branch->nodes[node - table->vocabulary_size];
}

/* The slot that holds a prefix and a token, or the free slot for them. */
static inline NodeSlot *node_slot(const NgramTable *table, const Branch *branch, uint32_t prefix,
                                  uint32_t token)
{
    size_t at = node_home(branch, prefix, token);
    for (;;) {
        CHECK(at < branch->slot_count);
        NodeSlot *slot = &branch->slots[at];
        if (slot->node == UNKNOWN) return slot;
        if (slot->token == token && longer_node(table, branch, slot->node)->prefix == prefix)
            return slot;
        if (++at == branch->slot_count) at = 0;
    }
}

/* The node of a prefix and a token, or UNKNOWN. */
static inline uint32_t nodes_find(const NgramTable *table, uint32_t branch, uint32_t prefix,
                                  uint32_t token)
{
    CHECK(branch < table->branch_count);
    return node_slot(table, &table->branches[branch], prefix, token)->node;
}

enum { LARGE_TABLE = 1 << 20 }; /* slots; larger tables grow by less, as memory is scarcer */

static void allocate_slots(Branch *branch, size_t slot_count, Work *work)
{
    if (slot_count > SIZE_MAX / sizeof(NodeSlot) || slot_count > UINT32_MAX)
        fail(work, OUT_OF_MEMORY);
    NodeSlot *slots = malloc(slot_count * sizeof(NodeSlot));
    if (!slots) fail(work, OUT_OF_MEMORY);
    memset(slots, 0xFF, slot_count * sizeof(NodeSlot));
    branch->slots = slots;
    branch->slot_count = slot_count;
}

static void make_room(const NgramTable *table, Branch *branch, size_t more, Work *work)
{
    size_t old_count = branch->slot_count;
    size_t needed = (branch->size + more) / 7 * 10 + 16;
    if (needed < LARGE_TABLE) needed = power_of_two_from(needed);
    if (needed <= old_count) return;
    NodeSlot *old = branch->slots;
    allocate_slots(branch, needed, work);
    for (size_t i = 0; i < old_count; i++) {
        if (old[i].node == UNKNOWN) continue;
        uint32_t prefix = longer_node(table, branch, old[i].node)->prefix;
        *node_slot(table, branch, prefix, old[i].token) = old[i];
    }
    free(old);
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
    NgramTable *table = table_of(&call);
    if ((size_t)size > MOST_TOKENS) fail(&call.work, MANY_TOKENS);
    table->vocabulary_size = (size_t)size;
    table->token_counts = calloc((size_t)size + 1, sizeof(uint32_t));
    table->branches = calloc((size_t)branches, sizeof(Branch));
    if (!table->token_counts || !table->branches) fail(&call.work, OUT_OF_MEMORY);
    table->branch_count = (uint32_t)branches;
    for (int i = 0; i < branches; i++) allocate_slots(&table->branches[i], 16, &call.work);
    return call.self;
}

static void free_table(NgramTable *table)
{
    for (uint32_t i = 0; i < table->branch_count; i++) {
        free(table->branches[i].slots);
        free_memory(table->branches[i].memory);
    }
    free(table->branches);
    free(table->token_counts);
}

/* The number of tokens and longer n-grams of all branches. */
static size_t table_size(const NgramTable *table)
{
    size_t size = table->vocabulary_size;
    for (uint32_t i = 0; i < table->branch_count; i++) size += table->branches[i].size;
    return size;
}

SHARED_TYPE(table, NgramTable, free_table((NgramTable *)self), table_size((NgramTable *)self))

static uint32_t *count_of(const NgramTable *table, const Branch *branch, uint32_t node)
{
    return node < table->vocabulary_size ? &table->token_counts[node]
                                         : &longer_node(table, branch, node)->count;
}

/* The node of a prefix and a token, which is added if it is new. */
static uint32_t nodes_extend(NgramTable *table, uint32_t branch_number, uint32_t prefix,
                             uint32_t token, Work *work)
{
    Branch *branch = &table->branches[branch_number];
    NodeSlot *slot = node_slot(table, branch, prefix, token);
    if (slot->node != UNKNOWN) return slot->node;
    /* The total over all branches must stay below UNKNOWN. */
    if (branch->size >= (UNKNOWN - table->vocabulary_size) / table->branch_count)
        fail(work, MANY_NGRAMS);
    RESERVE_IN(&branch->memory, work, branch->nodes, branch->nodes_capacity, branch->size + 1);
    branch->nodes[branch->size] = (Node){prefix, 0};
    uint32_t node = (uint32_t)(table->vocabulary_size + branch->size++);
    *slot = (NodeSlot){token, node};
    if (branch->size * 10 > branch->slot_count * 7)
        make_room(table, branch, branch->size / (branch->slot_count < LARGE_TABLE ? 1 : 4), work);
    return node;
}

enum {
    ROOM_FOR_ALL = 1 << 20,
    AHEAD = 12, /* slots to prefetch before they are read */
};

/* A position in the text where an n-gram of the current order starts. */
typedef struct {
    uint32_t node;
    uint32_t position;
} Start;

/* Add the n-grams that are one token longer than those of the starts. Their last tokens are at the
 * positions of the starts in `last_ids`. */
static void extend_starts(NgramTable *table, uint32_t branch_number, Start *starts, size_t filled,
                          const uint32_t *last_ids, uint32_t *nodes, Work *work)
{
    Branch *branch = &table->branches[branch_number];
    for (size_t i = 0; i < filled; i++) {
        if (i + AHEAD < filled) {
            Start next = starts[i + AHEAD];
            PREFETCH(&branch->slots[node_home(branch, next.node, last_ids[next.position])]);
        }
        if ((i + 1) % WORK_BETWEEN_CHECKS == 0) watch(work, WORK_BETWEEN_CHECKS);
        uint32_t token = last_ids[starts[i].position];
        CHECK(token < table->vocabulary_size);
        starts[i].node = nodes_extend(table, branch_number, starts[i].node, token, work);
        ++*count_of(table, branch, starts[i].node);
        if (nodes) nodes[starts[i].position] = starts[i].node;
    }
    watch(work, filled % WORK_BETWEEN_CHECKS);
}

enum { IDS, OFFSETS, ORDER, PRUNE, EMPTY, BRANCH, WRITTEN };

/* Add the n-grams of a branch, order by order, and write their nodes in the branch. */
static void count_branch(NgramTable *table, const Value *given, Work *work)
{
    uint32_t number = (uint32_t)given[BRANCH].whole;
    uint32_t empty = given[EMPTY].object ? (uint32_t)given[EMPTY].whole : UNKNOWN;
    uint32_t *nodes = (uint32_t *)given[WRITTEN].items; /* or NULL */
    const uint32_t *ids = given[IDS].items;
    const int64_t *offsets = given[OFFSETS].items;
    Branch *branch = &table->branches[number];
    size_t begin = (size_t)offsets[0], end = (size_t)offsets[given[OFFSETS].count], filled = 0;
    int keeps_all = !given[PRUNE].whole;
    Start *starts;
    if (end > UINT32_MAX) fail(work, LONG_TEXT);
    ALLOCATE(work, starts, end - begin);
    for (size_t at = begin; at < end; at++) {
        watch(work, 1);
        CHECK(ids[at] < table->vocabulary_size);
        if (branch_of(table, ids[at]) != number) continue;
        table->token_counts[ids[at]]++;
        if (nodes) nodes[at] = ids[at];
        starts[filled++] = (Start){ids[at], (uint32_t)at};
    }
    for (size_t order = 2; order <= given[ORDER].count && filled; order++) {
        size_t kept = 0, segment = 0;
        for (size_t i = 0; i < filled; i++) {
            Start start = starts[i];
            uint32_t node = start.node;
            while (offsets[segment + 1] <= (int64_t)start.position) segment++;
            starts[kept] = start;
            kept += (keeps_all | (*count_of(table, branch, node) != 1) | (node == empty)) &
                    ((int64_t)(start.position + order) <= offsets[segment + 1]);
        }
        filled = kept;
        /* In a small text most n-grams occur once or twice: reserving space for all of them avoids
         * moving them later. In a large text most of that space would be unused. */
        if (filled < ROOM_FOR_ALL)
            make_room(table, branch, order == 2 ? filled : filled / 4 * 3, work);
        if (nodes) nodes += given[IDS].count;
        extend_starts(table, number, starts, filled, ids + order - 1, nodes, work);
    }
}

#define WRONG_NODES "nodes does not hold one uint32 for every order and id"

static PyObject *python_count(Call *call, const Value *given)
{
    NgramTable *table = table_of(call);
    const Value *ids = &given[IDS], *written = &given[WRITTEN];
    int64_t branch = given[BRANCH].whole;
    if (!check_ids(ids, table->vocabulary_size, "ids")) return NULL;
    if (branch < 0 || branch >= table->branch_count || table->branches[branch].counted)
        refuse(call, "every branch of an n-gram table counts once");
    if (written->object && written->count / given[ORDER].count != ids->count * sizeof(uint32_t))
        refuse(call, WRONG_NODES);
    table->branches[branch].counted = 1;
    WITHOUT_GIL(call, count_branch(table, given, &call->work));
    return finish(call);
}

METHOD(count, CHANGES_PART, {"ids", UINT32}, {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE},
       {"prune", BOOLEAN, OPTIONAL}, {"empty", NODE, OPTIONAL}, {"branch", WHOLE, OPTIONAL},
       {"nodes", WRITABLE, OPTIONAL})

/* Replace nodes of branches by their numbers in the whole table. */
static void nodes_globalize(const NgramTable *table, uint32_t *nodes, size_t tokens, size_t orders,
                     Work *work)
{
    if (table->branch_count == 1) return;
    uint32_t *before, count = 0; /* longer n-grams */
    ALLOCATE(work, before, table->branch_count);
    for (uint32_t b = 0; b < table->branch_count; b++) {
        before[b] = count;
        count += (uint32_t)table->branches[b].size;
    }
    for (size_t at = 0; at < tokens; at++) {
        uint32_t more = before[branch_of(table, nodes[at])];
        for (size_t order = 1; order < orders; order++) {
            uint32_t *node = &nodes[order * tokens + at];
            if (*node == UNKNOWN) break;
            *node += more;
        }
        watch(work, orders);
    }
}

static void number_task(Call *call, const Value *given)
{
    size_t orders = given[1].count, tokens = given[0].bytes / sizeof(uint32_t) / orders;
    if (tokens * orders * sizeof(uint32_t) != given[0].bytes) refuse(call, WRONG_NODES);
    nodes_globalize(table_of(call), given[0].buffer.buf, tokens, orders, &call->work);
}

TASK(number, READS, OUTPUTS({NO_ROWS}), {"nodes", WRITABLE}, {"max_order", POSITIVE})

static void locate_task(Call *call, const Value *given)
{
    enum { MAPPING = PRUNE };
    const NgramTable *table = table_of(call);
    const uint32_t *ids = given[IDS].items, *mapping = given[MAPPING].items;
    const int64_t *bounds = given[OFFSETS].items;
    uint32_t *nodes = call->found[0];
    size_t tokens = given[IDS].count, order = 1, end = (size_t)bounds[given[OFFSETS].count];
    for (size_t i = 0; i < given[MAPPING].count; i++)
        if (mapping[i] != UNKNOWN && mapping[i] >= table->vocabulary_size)
            refuse(call, "mapping does not fit the table");
    for (size_t at = 0; at < tokens; at++) nodes[at] = mapping[ids[at]];
    /* the n-grams of each order from those of the order below, until none is known */
    for (int known = 1; known && order < given[ORDER].count; order++) {
        const uint32_t *shorter = nodes + (order - 1) * tokens, *last_ids = ids + order;
        const int64_t *segment_end = bounds;
        uint32_t *longer = nodes + order * tokens;
        memset(longer, 0xFF, tokens * sizeof(uint32_t)); /* UNKNOWN */
        known = 0;
        for (size_t at = (size_t)bounds[0]; at + order < end; at++) {
            size_t ahead = at + AHEAD;
            if (ahead + order < end && shorter[ahead] != UNKNOWN) {
                const Branch *branch = &table->branches[branch_of(table, nodes[ahead])];
                PREFETCH(&branch->slots[node_home(branch, shorter[ahead],
                                                  mapping[last_ids[ahead]])]);
            }
            while (*segment_end <= (int64_t)at) segment_end++;
            uint32_t token = mapping[last_ids[at]];
            if ((int64_t)(at + order) >= *segment_end || shorter[at] == UNKNOWN || token == UNKNOWN)
                continue;
            longer[at] = nodes_find(table, branch_of(table, nodes[at]), shorter[at], token);
            known |= longer[at] != UNKNOWN;
        }
        watch(&call->work, tokens);
    }
    nodes_globalize(table, nodes, tokens, order, &call->work);
    call->bytes = order * tokens * sizeof(uint32_t);
}

TASK(locate, READS, OUTPUTS({ITEMS, 0, COUNT_OF(2), sizeof(uint32_t)}), {"ids", IDS_BELOW, 3},
     {"offsets", OFFSETS_IN, 0}, {"max_order", POSITIVE}, {"mapping", UINT32})

/* The token ids of an n-gram, UNKNOWN for those that are not in the table; with `known`, all
 * must be there. */
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
        int is_there = !overflow && !is_negative && (size_t)id < table_of(call)->vocabulary_size;
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
    NgramTable *nodes = table_of(call);
    const uint32_t *ids = token_ids(call, ngram, add);
    uint32_t node = ids[0], branch = node == UNKNOWN ? 0 : branch_of(nodes, node);
    for (size_t i = 1; i < ngram->count && node != UNKNOWN; i++)
        if (add) node = nodes_extend(nodes, branch, node, ids[i], &call->work);
        else node = ids[i] == UNKNOWN ? UNKNOWN : nodes_find(nodes, branch, node, ids[i]);
    if (node != UNKNOWN && node >= nodes->vocabulary_size) /* branches are numbered one by one */
        for (uint32_t i = 0; i < branch; i++) node += (uint32_t)nodes->branches[i].size;
    return PyLong_FromUnsignedLong(node);
}

static PyObject *python_insert(Call *call, const Value *given)
{
    if (table_of(call)->branch_count > 1)
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
    const NgramTable *table = table_of(call);
    uint32_t *prefixes = call->found[0], *tokens = call->found[1], *counts = call->found[2];
    for (size_t token = 0; token < table->vocabulary_size; token++) {
        prefixes[token] = UNKNOWN;
        tokens[token] = (uint32_t)token;
        counts[token] = table->token_counts[token];
    }
    size_t begin = table->vocabulary_size; /* where the numbers of the branch start */
    for (uint32_t b = 0; b < table->branch_count; b++) {
        const Branch *branch = &table->branches[b];
        size_t moved = begin - table->vocabulary_size;
        for (size_t i = 0; i < branch->size; i++) {
            Node node = branch->nodes[i];
            int single = node.prefix < table->vocabulary_size;
            prefixes[begin + i] = node.prefix + (single ? 0 : (uint32_t)moved);
            counts[begin + i] = node.count;
        }
        for (size_t at = 0; at < branch->slot_count; at++)
            if (branch->slots[at].node != UNKNOWN)
                tokens[moved + branch->slots[at].node] = branch->slots[at].token;
        begin += branch->size;
    }
}

#define NODES(type) {OF_SELF, 0, 1, sizeof(type)}
TASK(nodes, READS, OUTPUTS(NODES(uint32_t), NODES(uint32_t), NODES(uint32_t)), {NULL})

static void set_counts_task(Call *call, const Value *given)
{
    NgramTable *table = table_of(call);
    const uint32_t *counts = given->items;
    if (given->bytes != table_size(table) * sizeof(uint32_t))
        refuse(call, "counts does not hold one uint32 for every node");
    for (size_t token = 0; token < table->vocabulary_size; token++)
        table->token_counts[token] = *counts++;
    for (uint32_t b = 0; b < table->branch_count; b++) {
        Branch *branch = &table->branches[b];
        for (size_t i = 0; i < branch->size; i++) branch->nodes[i].count = *counts++;
    }
}

TASK(set_counts, CHANGES, OUTPUTS({NO_ROWS}), {"counts", BYTES})

typedef struct {
    double of, value;
} Logarithm;

/* Most counts are small, so that few ratios are frequent: their logarithms are kept. */
enum { KNOWN_BITS = 8 };

/* log2 of the ratio of a count to another, which is 1 if that is 0. As quotients of two natural
 * logarithms, they are what Python's math.log(ratio, 2) computes. */
static inline double logarithm(Logarithm *known, double whole, uint32_t count, int as_quotients)
{
    uint64_t bits;
    double ratio = count ? whole / count : 1.0;
    memcpy(&bits, &ratio, sizeof bits);
    Logarithm *one = &known[bits * UINT64_C(0x9E3779B97F4A7C15) >> (64 - KNOWN_BITS)];
    if (one->of != ratio)
        *one = (Logarithm){ratio, as_quotients ? log(ratio) / log(2.0) : log2(ratio)};
    return one->value;
}

/* Write for every node log2 of the ratio of the count of its prefix to its own count. The prefix of
 * a token is the empty n-gram, which occurs `total` times; the token `empty` is treated as the empty
 * n-gram if it is a prefix. */
static void information_task(Call *call, const Value *given)
{
    int as_quotients = (int)given[2].whole;
    const NgramTable *table = table_of(call);
    double *logarithms = call->found[0], total = given[0].real;
    uint32_t empty = (uint32_t)given[1].whole;
    Logarithm known[1 << KNOWN_BITS];
    for (size_t i = 0; i < LENGTH_OF(known); i++) known[i] = (Logarithm){1.0, 0.0};
    for (size_t token = 0; token < table->vocabulary_size; token++)
        *logarithms++ = logarithm(known, total, table->token_counts[token], as_quotients);
    for (uint32_t b = 0; b < table->branch_count; b++) {
        const Branch *branch = &table->branches[b];
        for (size_t i = 0; i < branch->size; i++) {
            Node node = branch->nodes[i];
            double whole = node.prefix == empty ? total : *count_of(table, branch, node.prefix);
            *logarithms++ = logarithm(known, whole, node.count, as_quotients);
        }
    }
}

TASK(information, READS, OUTPUTS(NODES(double)), {"total", REAL}, {"empty", NODE},
     {"as_quotients", BOOLEAN, OPTIONAL})

PyMethodDef table_methods[] = {
    DEFINITION(count), DEFINITION(find), DEFINITION(information), DEFINITION(insert),
    DEFINITION(locate), DEFINITION(nodes), DEFINITION(number), DEFINITION(set_counts), {0},
};

/* Between Python and the counting functions: what reads and checks arguments, allocates results and
 * releases the GIL. */

#ifndef TALLYSTICK_BINDING_H
#define TALLYSTICK_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "common.h"
#include "tokenizing/tokenizer.h"

/* Without the GIL, a method has the lock of its object. Before Python 3.13, there is always the
 * GIL. */
#ifndef Py_BEGIN_CRITICAL_SECTION
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(one, other) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* Strings are scattered over memory: this many are prefetched before they are read. */
enum { OBJECTS_AHEAD = 8 };

/* A vocabulary or table. A method that releases the GIL also releases the lock, so it is counted. */
typedef struct {
    PyObject_HEAD
    int readers, writers; /* methods that run */
} Shared;

/* How a method uses its object. */
typedef enum {
    NOT_A_METHOD,
    READS,        /* while others read it, too */
    CHANGES_PART, /* while others change other parts */
    CHANGES,
} Use;

/* Define the type PREFIX_spec, whose objects PREFIX_new makes and which has PREFIX_methods. */
#define SHARED_TYPE(prefix, type, free_memory, size)                                       \
    static void prefix##_dealloc(PyObject *self)                                           \
    {                                                                                      \
        PyTypeObject *own = Py_TYPE(self);                                                 \
        free_memory;                                                                       \
        own->tp_free(self);                                                                \
        Py_DECREF(own);                                                                    \
    }                                                                                      \
    static Py_ssize_t prefix##_length(PyObject *self)                                      \
    {                                                                                      \
        Py_ssize_t length;                                                                 \
        Py_BEGIN_CRITICAL_SECTION(self);                                                   \
        length = (Py_ssize_t)(size);                                                       \
        Py_END_CRITICAL_SECTION();                                                         \
        return length;                                                                     \
    }                                                                                      \
    extern PyMethodDef prefix##_methods[];                                                 \
    static PyType_Slot prefix##_slots[] = {                                                \
        {Py_tp_new, prefix##_new},         {Py_tp_dealloc, prefix##_dealloc},              \
        {Py_tp_methods, prefix##_methods}, {Py_sq_length, prefix##_length}, {0, NULL},     \
    };                                                                                     \
    PyType_Spec prefix##_spec = {.name = "tallystick.metrics.kernel._kernel." #type,       \
                                 .basicsize = sizeof(type),                                \
                                 .flags = Py_TPFLAGS_DEFAULT,                              \
                                 .slots = prefix##_slots};

extern PyType_Spec vocabulary_spec, table_spec;

/* What an argument must be. Buffers are made readable without the GIL: a writable one is copied. */
typedef enum {
    SEQUENCE,  /* it becomes a tuple, which other code cannot change */
    STRINGS,   /* a tuple of them */
    LIKE_SELF, /* of the type of the object whose method is called, and read */
    TOKENIZER, /* the name of one */
    CHOICE,    /* one of several names */
    BOOLEAN,
    REAL,
    WHOLE,
    LIMIT,    /* up to MOST_SEGMENT_TOKENS */
    POSITIVE, /* up to INT_MAX */
    VOCABULARY_SIZE,
    NODE,     /* or the number of nodes, or UNKNOWN */
    BYTES,    /* a buffer, as all that follow */
    UINT32,
    FLOAT64,
    NODE_WEIGHTS, /* float64, of nodes */
    IDS_BELOW,    /* uint32 below the count of another argument */
    OFFSETS_IN,   /* int64 which never fall and stay within 0 and the count of another argument */
    LINE_STARTS,  /* int64, after the text in which they are */
    LINE_ENDS,    /* int64, after the starts */
    NODE_ROWS,    /* uint32 of the shape (orders, tokens), in rows without gaps. They may change
                   * during the call: each is checked when it is used. */
    WRITABLE,     /* bytes that are written to */
} Kind;

typedef struct {
    const char *name;
    Kind kind;
    int of;       /* the number of the other argument */
    int like;     /* if not 0, the argument before this number counts as many items */
    int optional; /* it may be left out, and a buffer be None: then it is empty, 0 or false */
    const char *const *choices; /* ends with NULL */
} Parameter;

#define AS_MANY_AS(parameter) .like = (parameter) + 1
#define OPTIONAL .optional = 1

typedef struct {
    PyObject *object;  /* NULL if it is left out */
    PyObject *copy;    /* NULL, or what is read in its place */
    const void *items; /* of a buffer or tuple; a tokenizer */
    size_t count;      /* of items, of spans between offsets, or of tokens of nodes; or `whole` */
    size_t bytes;
    size_t orders, stride; /* of nodes: the rows, and the distance from one to the next */
    int64_t whole;         /* also a truth value, or the number of a choice */
    double real;
    int is_buffer;
    Py_buffer buffer;
} Value;

enum { MOST_PARAMETERS = 14, MOST_OUTPUTS = 4 };

/* An array of the result, as bytes. */
typedef struct {
    enum {
        NO_ROWS,
        ITEMS,      /* a row for each item of an argument */
        REFERENCES, /* for each reference of an argument, offsets of segments */
        OF_SELF,    /* for each item of the object */
        GROWING,    /* the memory that the task leaves in the call */
    } rows;
    int of;
    int columns; /* a number, or COUNT_OF another argument */
    size_t item_size;
    int and_end, zeroed; /* one more row; filled with zeros */
} Output;

#define COUNT_OF(parameter) (-1 - (parameter))

/* A call in progress; what it has is released when it ends. */
typedef struct {
    PyObject *self;
    PyObject *outputs[MOST_OUTPUTS];
    void *found[MOST_OUTPUTS]; /* the arrays of a task */
    void *grown;               /* the output that grows, in the memory of the call */
    size_t bytes;              /* of that; or, if not 0, what is kept of the first output */
    size_t capacity;           /* of what grows by `append_items` */
    PyObject *kept;            /* an object that is needed until then */
    const char *refusal;
    PyThreadState *thread; /* NULL with the GIL */
    Work work;
} Call;

/* A function either runs with the GIL and returns an object, or is a task without the GIL, for which
 * outputs are allocated. */
typedef struct {
    const char *name;
    PyObject *(*run)(Call *call, const Value *given);
    void (*task)(Call *call, const Value *given);
    Use use;
    Output outputs[MOST_OUTPUTS];
    Parameter parameters[MOST_PARAMETERS + 1]; /* the last has no name */
} Function;

PyObject *call_function(const Function *function, PyObject *self, PyObject *const *arguments,
                        Py_ssize_t count, PyObject *keywords);

/* Declare the parameters of a function or method that `python_NAME` runs, or `NAME_task`. What they
 * do is said in the twin. */
#define FUNCTION(name, ...) DECLARED(name, .run = python_##name, .parameters = {__VA_ARGS__})
#define METHOD(name, uses, ...) \
    DECLARED(name, .run = python_##name, .use = uses, .parameters = {__VA_ARGS__})
#define TASK(name, uses, results, ...) \
    DECLARED(name, .task = name##_task, .use = uses, .outputs = results, .parameters = {__VA_ARGS__})
#define OUTPUTS(...) {__VA_ARGS__}
#define CALLED(name)                                                         \
    PyObject *call_##name(PyObject *self, PyObject *const *arguments, Py_ssize_t count, \
                          PyObject *keywords)
#define DECLARED(name, ...)                                                \
    CALLED(name);                                                          \
    CALLED(name)                                                           \
    {                                                                      \
        static const Function function = {#name, __VA_ARGS__};             \
        return call_function(&function, self, arguments, count, keywords); \
    }
#define DEFINITION(name) \
    {#name, (PyCFunction)(void (*)(void))call_##name, METH_FASTCALL | METH_KEYWORDS, NULL}

/* Allocate an array of the result; `zeros` fills it. */
void *output(Call *call, int number, size_t rows, size_t columns, size_t item_size);
void *zeros(Call *call, int number, size_t rows, size_t columns, size_t item_size);

/* Make an output smaller. */
void shorten(Call *call, int number, size_t bytes);

/* Work, which can fail. */
#define WITHOUT_GIL(call, ...)                \
    do {                                      \
        (call)->thread = PyEval_SaveThread(); \
        __VA_ARGS__;                          \
        PyEval_RestoreThread((call)->thread); \
        (call)->thread = NULL;                \
    } while (0)

/* End the call by a ValueError. */
static inline _Noreturn void refuse(Call *call, const char *message)
{
    call->refusal = message;
    fail(&call->work, ENDED);
}

/* Return the outputs: None, bytes or a tuple. */
PyObject *finish(Call *call);

/* End the call by a TypeError with these arguments, which are released. */
_Noreturn void refuse_type(Call *call, PyObject *arguments);

/* Raise the exception of the failure; returns NULL. */
PyObject *raise_failure(const Call *call);

/* Whether ids are below `bound`; if not, an exception is set. */
int check_ids(const Value *ids, size_t bound, const char *name);

/* Names for CHOICE. */
extern const char *const folding_names[];

/* The arrays of encoded pairs, in the order in which functions take them. */
enum { HYPOTHESIS_IDS, HYPOTHESIS_OFFSETS, REFERENCE_IDS, REFERENCE_OFFSETS, SEGMENT_OFFSETS,
       SEGMENT_BUFFERS };

#define PAIRS(vocabulary_size)                                                       \
    {"hypothesis_ids", IDS_BELOW, vocabulary_size},                                  \
        {"hypothesis_offsets", OFFSETS_IN, HYPOTHESIS_IDS},                          \
        {"reference_ids", IDS_BELOW, vocabulary_size},                               \
        {"reference_offsets", OFFSETS_IN, REFERENCE_IDS},                            \
        {"segment_offsets", OFFSETS_IN, REFERENCE_OFFSETS, AS_MANY_AS(HYPOTHESIS_OFFSETS)}
#define SIZED_PAIRS PAIRS(SEGMENT_BUFFERS), {"vocabulary_size", VOCABULARY_SIZE}
#define PAIRS_AND_ORDER \
    PAIRS(VOCABULARY), {"max_order", POSITIVE}, {"vocabulary_size", VOCABULARY_SIZE}

/* The arguments after encoded pairs. */
enum { MAX_ORDER = SEGMENT_BUFFERS, VOCABULARY, MORE };

/* Zeros for each order of each item or reference of an argument. */
#define BY_ORDER(rows, of, type) {rows, of, COUNT_OF(MAX_ORDER), sizeof(type), .zeroed = 1}

/* Texts as ids. */
typedef struct {
    const uint32_t *ids;
    const int64_t *offsets; /* where each begins, and the end of the last */
} Texts;

static inline Texts texts_in(const Value *ids) { return (Texts){ids[0].items, ids[1].items}; }

static inline size_t length_of(const Texts *texts, int64_t from, int64_t to)
{
    return (size_t)(texts->offsets[to] - texts->offsets[from]);
}

/* The encoded pairs of a call. */
typedef struct {
    Texts hypotheses, references;
    const int64_t *offsets; /* the first reference of each segment, and the end of the last */
    size_t segments;
} Segments;

static inline Segments segments_in(const Value *given)
{
    return (Segments){texts_in(&given[HYPOTHESIS_IDS]), texts_in(&given[REFERENCE_IDS]),
                      given[SEGMENT_OFFSETS].items, given[SEGMENT_OFFSETS].count};
}

/* The tokens of a hypothesis, and of all references of a segment. */
static inline size_t hypothesis_length(const Segments *all, size_t segment)
{
    return length_of(&all->hypotheses, (int64_t)segment, (int64_t)segment + 1);
}

static inline size_t references_length(const Segments *all, size_t segment)
{
    return length_of(&all->references, all->offsets[segment], all->offsets[segment + 1]);
}

static inline Pair pair_in(const Segments *all, size_t segment, int64_t reference)
{
    const Texts *hypotheses = &all->hypotheses, *references = &all->references;
    return (Pair){references->ids + references->offsets[reference],
                  hypotheses->ids + hypotheses->offsets[segment],
                  length_of(references, reference, reference + 1), hypothesis_length(all, segment)};
}

/* Where a loop over every reference of every segment is. `number` counts the references. */
typedef struct {
    size_t segment, number;
    int64_t reference;
} Place;

#define FOR_EACH_REFERENCE(at, offsets, segments)                                           \
    for (Place at = {0, 0, (offsets)[0]}; at.segment < (segments); at.segment++)            \
        for (; at.reference < (offsets)[at.segment + 1]; at.reference++, at.number++)

/* The longest hypothesis and the longest reference, of which neither may be too long. */
static inline Pair longest_pair(const Segments *all, Work *work)
{
    Pair longest = {0};
    FOR_EACH_REFERENCE(at, all->offsets, all->segments) {
        Pair pair = pair_in(all, at.segment, at.reference);
        longest.hypothesis_length = GREATER(longest.hypothesis_length, pair.hypothesis_length);
        longest.reference_length = GREATER(longest.reference_length, pair.reference_length);
    }
    if (GREATER(longest.hypothesis_length, longest.reference_length) > MOST_SEGMENT_TOKENS)
        fail(work, LONG_SEGMENT);
    return longest;
}

/* The number of references, from the first of the first segment to the last of the last. */
static inline size_t references_in(const Value *segments)
{
    const int64_t *offsets = segments->items;
    return (size_t)(offsets[segments->count] - offsets[0]);
}

/* Lines of UTF-8 in `memory`, of which the bounds are offsets; or strings, unless these are NULL. */
typedef struct {
    Span memory;
    const int64_t *starts, *ends;
    PyObject *const *strings;
} Lines;

/* The lines of a text, which is followed by their starts and ends. */
static inline Lines lines_in(const Value *text)
{
    const uint8_t *bytes = text[0].items;
    return (Lines){{bytes, bytes + text[0].count}, text[1].items, text[2].items, NULL};
}

/* The outputs of functions that append items for each reference. */
#define ITEMS_AND_BOUNDS \
    OUTPUTS({GROWING}, {REFERENCES, SEGMENT_OFFSETS, 1, sizeof(int64_t), .and_end = 1, .zeroed = 1})

/* Append those of a reference. */
void append_items(Call *call, const void *items, size_t count, size_t item_size, size_t number);

#endif

/* Between Python and the counting functions: what reads and checks arguments, allocates results and
 * releases the GIL. */

#ifndef TALLYSTICK_BINDING_H
#define TALLYSTICK_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "alignments/alignment.h"
#include "common.h"
#include "text/lowercase.h"
#include "ngrams/ngram_table.h"
#include "tokenizing/tokenizer.h"

/* Without the GIL, a method has the lock of its object, except while it has released its thread; then
 * the object is marked as busy, as with the GIL. Before Python 3.13, there is always the GIL. */
#ifndef Py_BEGIN_CRITICAL_SECTION
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION() }
#define Py_BEGIN_CRITICAL_SECTION2(one, other) {
#define Py_END_CRITICAL_SECTION2() }
#endif

/* Define a method of the same parameters that has the lock of its object. */
#define LOCKED(method)                                                     \
    static PyObject *locked_##method(PyObject *self, PyObject *arguments)  \
    {                                                                      \
        PyObject *result;                                                  \
        Py_BEGIN_CRITICAL_SECTION(self);                                   \
        result = method(self, arguments);                                  \
        Py_END_CRITICAL_SECTION();                                         \
        return result;                                                     \
    }

/* A sequence whose items can be read in place: without the GIL, other threads could change a list. */
static inline PyObject *still_sequence(PyObject *objects, const char *message)
{
#ifdef Py_GIL_DISABLED
    (void)message;
    return PySequence_Tuple(objects);
#else
    return PySequence_Fast(objects, message);
#endif
}

/* Strings are scattered over memory: this many are prefetched before they are read. */
enum { OBJECTS_AHEAD = 8 };

typedef struct {
    PyObject_HEAD
    NodeTable nodes;
    int readers; /* threads that read the table without the GIL */
} NgramTable;

typedef struct {
    PyTypeObject *vocabulary_type, *table_type;
    Tokenizer tokenizers[TOKENIZERS];
} ModuleState;

extern PyType_Spec vocabulary_spec, table_spec;
extern PyMethodDef edit_functions[], match_functions[], number_functions[], pair_functions[],
    string_functions[];

/* What an argument must be. Buffers are made readable without the GIL: a writable one is copied. */
typedef enum {
    OBJECT,
    TUPLE,
    LIKE_SELF, /* of the type of the object whose method is called */
    NAME,
    CHOICE, /* one of several names */
    BOOLEAN,
    REAL,
    WHOLE,
    POSITIVE, /* up to INT_MAX */
    VOCABULARY_SIZE,
    BYTES, /* a buffer, as all that follow */
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
    const void *items; /* of a buffer or tuple; the text of a name */
    size_t count;      /* of items, of spans between offsets, or of tokens of nodes; or `whole` */
    int64_t whole;     /* also a truth value, or the number of a choice */
    double real;
    Py_buffer buffer;
} Value;

enum { MOST_PARAMETERS = 12, MOST_OUTPUTS = 3 };

/* A call in progress; its arguments and outputs are released when it ends. */
typedef struct {
    PyObject *self;
    PyObject *outputs[MOST_OUTPUTS];
    Status status;
    PyThreadState *thread;
    Watch watch; /* for work without the GIL, which it reacquires to check for signals */
} Call;

typedef struct {
    const char *name;
    PyObject *(*run)(Call *call, const Value *given);
    int locks; /* it is a method, and has the lock of its object */
    Parameter parameters[MOST_PARAMETERS + 1]; /* the last has no name */
} Function;

PyObject *call_function(const Function *function, PyObject *self, PyObject *const *arguments,
                        Py_ssize_t count, PyObject *keywords);

/* Declare the parameters of a function, which `python_NAME` runs. */
#define FUNCTION(name, ...) DECLARED(name, 0, __VA_ARGS__)
#define METHOD(name, ...) DECLARED(name, 1, __VA_ARGS__)
#define DECLARED(name, locks, ...)                                                          \
    static PyObject *call_##name(PyObject *self, PyObject *const *arguments,                \
                                 Py_ssize_t count, PyObject *keywords)                      \
    {                                                                                       \
        static const Function function = {#name, python_##name, locks, {__VA_ARGS__}};      \
        return call_function(&function, self, arguments, count, keywords);                  \
    }
#define DEFINITION(name, doc) \
    {#name, (PyCFunction)(void (*)(void))call_##name, METH_FASTCALL | METH_KEYWORDS, doc}

/* Read and check arguments, here of a tuple within them. Release the values even if this fails. */
int read_arguments(const Function *function, PyObject *self, PyObject *const *arguments,
                   Py_ssize_t count, PyObject *keywords, Value *values);
void release_values(const Function *function, Value *values);

/* Allocate an array of the result, as bytes; `zeros` fills it. NULL with an exception set if memory
 * is exhausted. */
void *output(Call *call, int number, size_t rows, size_t columns, size_t item_size);
void *zeros(Call *call, int number, size_t rows, size_t columns, size_t item_size);

/* Whether a smaller output could be made of one; if not, an exception is set. */
int shorten(Call *call, int number, size_t bytes);

/* Work, of which the result is the status of the call. */
#define WITHOUT_GIL(call, ...)                     \
    do {                                           \
        (call)->thread = PyEval_SaveThread();      \
        (call)->status = (__VA_ARGS__);            \
        PyEval_RestoreThread((call)->thread);      \
    } while (0)

/* Return the outputs: None, bytes or a tuple; or raise the exception of the status. */
PyObject *finish(Call *call);

/* The same with malloc'ed memory, which is freed, as output 0. */
PyObject *finish_with(Call *call, void *memory, size_t bytes);

/* Names for CHOICE. */
extern const char *const rule_names[], *const folding_names[];

/* The names of the compiled tokenizers, as a frozenset. */
PyObject *tokenizer_names(const ModuleState *state);

/* The tokenizer with a name; NULL with an exception set if there is none. */
const Tokenizer *tokenizer_named(const ModuleState *state, const char *name);

/* Raise the exception of a status that is not FINE; returns NULL. */
PyObject *raise_status(Status status);

/* Whether a vocabulary or table is in use by another thread; if it is, an exception is set. */
int refuse_busy(int busy);

/* Whether any branch of a table is in use by another thread. */
int refuse_busy_table(const NgramTable *table);

/* Whether ids are below `bound`. */
int check_ids(const Value *ids, size_t bound, const char *name);

/* The arrays of encoded pairs, in the order in which functions take them. */
enum { HYPOTHESIS_IDS, HYPOTHESIS_OFFSETS, REFERENCE_IDS, REFERENCE_OFFSETS, SEGMENT_OFFSETS,
       SEGMENT_BUFFERS };

#define PAIRS(vocabulary_size)                                                       \
    {"hypothesis_ids", IDS_BELOW, vocabulary_size},                                  \
        {"hypothesis_offsets", OFFSETS_IN, HYPOTHESIS_IDS},                          \
        {"reference_ids", IDS_BELOW, vocabulary_size},                               \
        {"reference_offsets", OFFSETS_IN, REFERENCE_IDS},                            \
        {"segment_offsets", OFFSETS_IN, REFERENCE_OFFSETS, AS_MANY_AS(HYPOTHESIS_OFFSETS)}

/* The number of references, from the first of the first segment to the last of the last. */
static inline size_t references_in(const Value *segments)
{
    const int64_t *offsets = segments->items;
    return (size_t)(offsets[segments->count] - offsets[0]);
}

#endif

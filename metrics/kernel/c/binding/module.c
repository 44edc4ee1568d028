/* The Python module: its functions, types and names. */

#include "binding/binding.h"
#include "text/characters.h"

#define FUNCTIONS(do_with)                                                                         \
    do_with(align) do_with(align_by_context) do_with(align_in_stages) do_with(ascending_pairs)    \
    do_with(count_changes) do_with(count_hits) do_with(count_segments)                            \
    do_with(count_string_edits) do_with(count_text_edits) do_with(draw) do_with(evaluate)         \
    do_with(exact_strings) do_with(match) do_with(match_strings) do_with(match_subsequences)      \
    do_with(multiply_counts) do_with(pack) do_with(shift_edits) do_with(shift_path)           \
    do_with(types) do_with(weighted_sums)

#define DECLARATION(name) CALLED(name);
FUNCTIONS(DECLARATION)

#define ITEM(name) DEFINITION(name),
static PyMethodDef functions[] = {FUNCTIONS(ITEM) {0}};

/* Add an object, unless it is NULL, and release it; returns 0, or -1 with an exception set. */
static int add_object(PyObject *module, const char *name, PyObject *object)
{
    int failed = object ? PyModule_AddObjectRef(module, name, object) : -1;
    Py_XDECREF(object);
    return failed;
}

static PyObject *tokenizer_names(void)
{
    PyObject *names = PyFrozenSet_New(NULL);
    for (size_t i = 0; names && i < TOKENIZERS; i++) {
        PyObject *name = PyUnicode_FromString(tokenizer_name(i));
        if (!name || PySet_Add(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

/* glibc returns freed memory to the system until a large block has been freed once. A scoring run
 * then spends a quarter of its time on requesting the same pages again. Allocating and freeing one
 * large block, which is never touched, makes glibc keep the memory. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    void *volatile block = malloc((size_t)16 << 20); /* volatile: the compiler may not skip it */
    free(block);
#endif
}

/* Take the seed of the hashes from TALLYSTICK_HASH_SEED, else at random. The seed must not change
 * within a process, because tables rely on it; a process can create this module several times. */
static int seed_hashes(void)
{
    static int seeded = 0;
    if (seeded) return 1;
    const char *given = getenv("TALLYSTICK_HASH_SEED");
    if (given && *given) {
        char *end;
        errno = 0;
        hash_seed = strtoull(given, &end, 10);
        if (errno || *end || *given < '0' || *given > '9') {
            PyErr_Format(PyExc_ImportError, "TALLYSTICK_HASH_SEED is '%s'; expected a whole number "
                         "below 2^64", given);
            return 0;
        }
    } else {
        PyObject *os = PyImport_ImportModule("os");
        PyObject *bytes = os ? PyObject_CallMethod(os, "urandom", "n", sizeof hash_seed) : NULL;
        if (bytes) memcpy(&hash_seed, PyBytes_AS_STRING(bytes), sizeof hash_seed);
        Py_XDECREF(bytes);
        Py_XDECREF(os);
        if (!bytes) return 0;
    }
    seeded = 1;
    return 1;
}

static int execute(PyObject *module)
{
    if (!seed_hashes()) return -1;
    keep_freed_memory();
    const char *vectors = getenv("TALLYSTICK_VECTORS");
    if (!vectors || strcmp(vectors, "0")) use_vectors();
    prepare_lowercase();
    prepare_tokenizers();
    int failed = PyModule_AddFunctions(module, functions);
    failed |= add_object(module, "Vocabulary", PyType_FromSpec(&vocabulary_spec));
    failed |= add_object(module, "NgramTable", PyType_FromSpec(&table_spec));
    failed |= add_object(module, "COMPILED_TOKENIZERS", tokenizer_names());
    return failed;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tallystick.metrics.kernel._kernel",
    .m_doc = "The compiled kernel; its twin, `tallystick.metrics.kernel.python`, documents it.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}

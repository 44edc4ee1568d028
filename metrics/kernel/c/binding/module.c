/* The Python module: its functions, types and names. */

#include "tokenizing/ascii_words.h"
#include "binding/binding.h"
#include "edits/edit_counter.h"
#include "text/lowercase.h"
#include "text/utf8.h"

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec, const char *name)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type || PyModule_AddObjectRef(module, name, type) < 0) Py_CLEAR(type);
    return (PyTypeObject *)type;
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
    ModuleState *state = PyModule_GetState(module);
    state->vocabulary_type = add_type(module, &vocabulary_spec, "Vocabulary");
    state->table_type = add_type(module, &table_spec, "NgramTable");
    if (!state->vocabulary_type || !state->table_type) return -1;
    PyMethodDef *const functions_of[] = {edit_functions, match_functions, number_functions,
                                         pair_functions, string_functions};
    for (size_t i = 0; i < sizeof functions_of / sizeof functions_of[0]; i++)
        if (PyModule_AddFunctions(module, functions_of[i]) < 0) return -1;
    const char *vectors = getenv("TALLYSTICK_VECTORS");
    int portably = vectors && !strcmp(vectors, "0");
    if (!portably) use_vectors_for_utf8();
    if (!portably) use_vectors_for_edits();
    prepare_lowercase();
    prepare_tokenizers(state->tokenizers, portably ? classify_portably : fastest_classify(),
                       portably ? find_words_portably : fastest_find_words());
    PyObject *names = tokenizer_names(state);
    int added = names ? PyModule_AddObjectRef(module, "COMPILED_TOKENIZERS", names) : -1;
    Py_XDECREF(names);
    return added;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->vocabulary_type);
    Py_VISIT(state->table_type);
    return 0;
}

static int clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->vocabulary_type);
    Py_CLEAR(state->table_type);
    return 0;
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
    .m_doc = "The compiled n-gram kernel; `tallystick.metrics.kernel.python` is its twin.",
    .m_size = sizeof(ModuleState),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}

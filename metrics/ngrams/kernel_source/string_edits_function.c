/* The Python function count_string_edits. */

#include "character_edits.h"

const char count_string_edits_doc[] =
    "count_string_edits(hypotheses, references, segment_offsets, tokenizer, lowercase, rule)\n--\n\n"
    "Return edits, hits, tokens of the hypothesis and of the reference for every reference.";

/* Whether the items of a tuple from `first` to before `end` are strings; if not, an exception is set. */
static int are_strings(PyObject *tuple, Py_ssize_t first, Py_ssize_t end)
{
    for (Py_ssize_t i = first; i < end; i++) {
        if (PyUnicode_Check(PyTuple_GET_ITEM(tuple, i))) continue;
        PyErr_SetString(PyExc_TypeError, "hypotheses and references are not tuples of strings");
        return 0;
    }
    return 1;
}

/* Whether the tokens of strings are their characters as they are. */
static int keeps_characters(const TextEdits *texts)
{
    const Rules *rules = texts->tokenizer->rules;
    return rules->every_character && rules->spaces == NO_SPACES && texts->folding == FOLD_NOTHING;
}

PyObject *string_edits(PyObject *module, PyObject *arguments)
{
    PyObject *hypotheses, *references, *found = NULL, *result = NULL;
    Py_buffer offsets = {0};
    const char *tokenizer, *lowercase, *rule;
    TextEdits texts = {0};
    if (!PyArg_ParseTuple(arguments, "O!O!y*sss:count_string_edits", &PyTuple_Type, &hypotheses,
                          &PyTuple_Type, &references, &offsets, &tokenizer, &lowercase, &rule))
        return NULL;
    texts.tokenizer = tokenizer_named(PyModule_GetState(module), tokenizer);
    if (!texts.tokenizer || !folding_named(lowercase, &texts.folding) ||
        !alignment_rule_named(rule, &texts.rule) || !hold_still(&offsets) ||
        !check_offsets(&offsets, PyTuple_GET_SIZE(references), "segment_offsets"))
        goto done;
    texts.segments = offsets.buf;
    texts.segment_count = (size_t)PyTuple_GET_SIZE(hypotheses);
    if (number_of(&offsets, sizeof(int64_t)) != PyTuple_GET_SIZE(hypotheses) + 1) {
        PyErr_SetString(PyExc_ValueError, "segment_offsets and hypotheses differ in length");
        goto done;
    }
    Py_ssize_t first = (Py_ssize_t)texts.segments[0];
    Py_ssize_t end = (Py_ssize_t)texts.segments[texts.segment_count];
    if (!are_strings(hypotheses, 0, PyTuple_GET_SIZE(hypotheses)) ||
        !are_strings(references, first, end))
        goto done;
    texts.hypotheses.strings = ((PyTupleObject *)hypotheses)->ob_item;
    texts.references.strings = ((PyTupleObject *)references)->ob_item;
    found = PyBytes_FromStringAndSize(NULL, (end - first) * 4 * (Py_ssize_t)sizeof(int64_t));
    if (!found) goto done;
    int64_t(*rows)[4] = (int64_t(*)[4])PyBytes_AS_STRING(found);
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = keeps_characters(&texts) ? count_character_edits(&texts, rows, &watch)
                                             : count_text_edits(&texts, rows, &watch);
    PyEval_RestoreThread(thread);
    if (status == FINE) result = Py_NewRef(found);
    else raise_status(status);
done:
    Py_XDECREF(found);
    PyBuffer_Release(&offsets);
    return result;
}

/* The Python function count_text_edits. */

#include "binding.h"
#include "text_edits.h"

const char count_text_edits_doc[] =
    "count_text_edits(hypothesis_text, hypothesis_starts, hypothesis_ends, reference_text, "
    "reference_starts, reference_ends, segment_offsets, tokenizer, lowercase, rule)\n--\n\n"
    "Return edits, hits, tokens of the hypothesis and of the reference for every reference.";

enum { HYPOTHESES, REFERENCES = HYPOTHESES + LINE_BUFFERS, SEGMENTS = REFERENCES + LINE_BUFFERS,
       BUFFERS };

static Lines lines_in(const Py_buffer *buffers)
{
    const uint8_t *text = buffers[0].buf;
    return (Lines){{text, text + buffers[0].len}, buffers[1].buf, buffers[2].buf, NULL};
}

PyObject *text_edits(PyObject *module, PyObject *arguments)
{
    Py_buffer b[BUFFERS] = {{0}};
    const char *tokenizer, *lowercase, *rule;
    PyObject *found = NULL, *result = NULL;
    TextEdits texts;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*y*y*sss:count_text_edits", &b[0], &b[1], &b[2],
                          &b[3], &b[4], &b[5], &b[6], &tokenizer, &lowercase, &rule))
        return NULL;
    texts.tokenizer = tokenizer_named(PyModule_GetState(module), tokenizer);
    if (!texts.tokenizer || !folding_named(lowercase, &texts.folding) ||
        !alignment_rule_named(rule, &texts.rule) || !hold_lines(b + HYPOTHESES) ||
        !hold_lines(b + REFERENCES) || !hold_still(b + SEGMENTS) ||
        !check_offsets(b + SEGMENTS, number_of(b + REFERENCES + 1, sizeof(int64_t)),
                       "segment_offsets"))
        goto done;
    texts.hypotheses = lines_in(b + HYPOTHESES);
    texts.references = lines_in(b + REFERENCES);
    texts.segments = b[SEGMENTS].buf;
    texts.segment_count = (size_t)number_of(b + HYPOTHESES + 1, sizeof(int64_t));
    if (number_of(b + SEGMENTS, sizeof(int64_t)) != (Py_ssize_t)texts.segment_count + 1) {
        PyErr_SetString(PyExc_ValueError, "segment_offsets and hypothesis_starts differ in length");
        goto done;
    }
    Py_ssize_t rows = (Py_ssize_t)(texts.segments[texts.segment_count] - texts.segments[0]);
    found = PyBytes_FromStringAndSize(NULL, rows * 4 * (Py_ssize_t)sizeof(int64_t));
    if (!found) goto done;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = count_text_edits(&texts, (int64_t(*)[4])PyBytes_AS_STRING(found), &watch);
    PyEval_RestoreThread(thread);
    if (status == FINE) result = Py_NewRef(found);
    else raise_status(status);
done:
    Py_XDECREF(found);
    release_all(b, BUFFERS);
    return result;
}

/* The Python function match_subsequences. */

#include "binding.h"
#include "subsequences.h"

/* Each side has three buffers: ids, sentences and texts. */
enum { HYPOTHESES = 0, REFERENCES = 3, REFERENCE_TEXTS = 5, SEGMENTS = 6, BUFFERS };

const char subsequences_doc[] =
    "match_subsequences(hypothesis_ids, hypothesis_sentences, hypothesis_texts, reference_ids, "
    "reference_sentences, reference_texts, segment_offsets, vocabulary_size)\n--\n\n"
    "Count the tokens of every reference in longest common subsequences with the hypothesis.";

/* Whether ids, sentences and texts of one side fit one another; if not, an exception is set. */
static int check_side(const Py_buffer *side, Py_ssize_t vocabulary_size)
{
    return check_ids(&side[0], (size_t)vocabulary_size, "ids") &&
           check_offsets(&side[1], number_of(&side[0], sizeof(uint32_t)), "sentences") &&
           check_offsets(&side[2], number_of(&side[1], sizeof(int64_t)) - 1, "texts");
}

static Sentences sentences_of(const Py_buffer *side)
{
    return (Sentences){.ids = side[0].buf, .sentences = side[1].buf, .texts = side[2].buf};
}

PyObject *subsequences(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer buffers[BUFFERS] = {{0}};
    Py_ssize_t vocabulary_size;
    PyObject *found = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*y*y*n:match_subsequences", &buffers[0],
                          &buffers[1], &buffers[2], &buffers[3], &buffers[4], &buffers[5],
                          &buffers[6], &vocabulary_size))
        return NULL;
    if (!check_vocabulary_size(vocabulary_size)) goto done;
    for (int i = 0; i < BUFFERS; i++)
        if (!hold_still(&buffers[i])) goto done;
    if (!check_side(&buffers[HYPOTHESES], vocabulary_size) ||
        !check_side(&buffers[REFERENCES], vocabulary_size) ||
        !check_offsets(&buffers[SEGMENTS],
                       number_of(&buffers[REFERENCE_TEXTS], sizeof(int64_t)) - 1,
                       "segment_offsets"))
        goto done;
    if (buffers[SEGMENTS].len != buffers[HYPOTHESES + 2].len) {
        PyErr_SetString(PyExc_ValueError, "segment_offsets and hypothesis_texts differ in length");
        goto done;
    }
    SubsequenceInput input = {
        .hypotheses = sentences_of(&buffers[HYPOTHESES]),
        .references = sentences_of(&buffers[REFERENCES]),
        .segment_offsets = buffers[SEGMENTS].buf,
        .segments = (size_t)number_of(&buffers[SEGMENTS], sizeof(int64_t)) - 1,
        .vocabulary_size = (size_t)vocabulary_size,
    };
    int64_t rows = input.segment_offsets[input.segments] - input.segment_offsets[0];
    found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows * (Py_ssize_t)sizeof(int64_t));
    if (!found) goto done;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = match_subsequences(&input, &watch, (int64_t *)PyBytes_AS_STRING(found));
    PyEval_RestoreThread(thread);
    result = status == FINE ? Py_NewRef(found) : raise_status(status);
done:
    Py_XDECREF(found);
    release_all(buffers, BUFFERS);
    return result;
}

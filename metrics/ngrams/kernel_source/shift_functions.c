/* The functions of the module that search for shifts. */

#include "binding.h"
#include "shift_search.h"

const char shift_edits_doc[] =
    "shift_edits(hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, "
    "segment_offsets, vocabulary_size, blocks, beam, block_words, distance, candidates, "
    "references_move)\n--\n\n"
    "Count the shifts and edits between every reference and its hypothesis.";

const char shift_path_doc[] =
    "shift_path(moving_ids, fixed_ids, vocabulary_size, blocks, beam, block_words, distance, "
    "candidates)\n--\n\n"
    "Return the shifts of one sequence, and the edits that remain.";

/* The rule of blocks with a name; BLOCK_RULES and an exception if there is none. */
static BlockRule rule_named(const char *name)
{
    static const char *const names[] = {"position", "alignment", "whole_matches"};
    int rule = 0;
    while (rule < BLOCK_RULES && strcmp(names[rule], name)) rule++;
    if (rule == BLOCK_RULES)
        PyErr_Format(PyExc_ValueError, "blocks is '%s'; expected position, alignment or "
                     "whole_matches", name);
    return (BlockRule)rule;
}

/* The rules that arguments describe; if they are invalid, an exception is set and the rule of blocks
 * is BLOCK_RULES. */
static ShiftRules rules_of(const char *blocks, const Py_ssize_t limits[4])
{
    ShiftRules rules = {rule_named(blocks), (size_t)limits[0], (size_t)limits[1],
                        (size_t)limits[2], (size_t)limits[3]};
    for (int i = 0; i < 4; i++) {
        if (limits[i] >= 0 && limits[i] <= (Py_ssize_t)MOST_SEGMENT_TOKENS) continue;
        PyErr_SetString(PyExc_ValueError, "a limit is below 0 or too high");
        rules.blocks = BLOCK_RULES;
    }
    return rules;
}

typedef struct {
    const uint32_t *ids;
    size_t length;
} Words;

static Words words_at(const Py_buffer *ids, const Py_buffer *offsets, int64_t number)
{
    const int64_t *bounds = (const int64_t *)offsets->buf + number;
    return (Words){(const uint32_t *)ids->buf + bounds[0], (size_t)(bounds[1] - bounds[0])};
}

static Status count_edits(ShiftSearch *search, const Py_buffer *buffers, int references_move,
                          Watch *watch, int64_t *edits)
{
    const int64_t *segments = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t count = number_of(&buffers[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    Status status = FINE;
    for (Py_ssize_t segment = 0; segment < count; segment++) {
        Words hypothesis = words_at(&buffers[HYPOTHESIS_IDS], &buffers[HYPOTHESIS_OFFSETS], segment);
        for (int64_t r = segments[segment]; r < segments[segment + 1] && status == FINE; r++) {
            Words reference = words_at(&buffers[REFERENCE_IDS], &buffers[REFERENCE_OFFSETS], r);
            Words moved = references_move ? reference : hypothesis;
            Words fixed = references_move ? hypothesis : reference;
            status = search_shifts(search, moved.ids, moved.length, fixed.ids, fixed.length, watch,
                                   &edits[r - segments[0]]);
        }
    }
    return status;
}

PyObject *shift_edits(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer buffers[SEGMENT_BUFFERS] = {{0}};
    Py_ssize_t vocabulary_size, limits[4];
    const char *blocks;
    int references_move;
    PyObject *edits = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*y*y*y*nsnnnnp", &buffers[HYPOTHESIS_IDS],
                          &buffers[HYPOTHESIS_OFFSETS], &buffers[REFERENCE_IDS],
                          &buffers[REFERENCE_OFFSETS], &buffers[SEGMENT_OFFSETS],
                          &vocabulary_size, &blocks, &limits[0], &limits[1], &limits[2],
                          &limits[3], &references_move))
        return NULL;
    ShiftRules rules = rules_of(blocks, limits);
    if (rules.blocks == BLOCK_RULES || !hold_segments(buffers, vocabulary_size)) goto done;
    const int64_t *segments = buffers[SEGMENT_OFFSETS].buf;
    Py_ssize_t count = number_of(&buffers[SEGMENT_OFFSETS], sizeof(int64_t)) - 1;
    edits = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(segments[count] - segments[0]) * 8);
    if (!edits) goto done;
    ShiftSearch search;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = shift_search_init(&search, rules, (size_t)vocabulary_size);
    if (status == FINE)
        status = count_edits(&search, buffers, references_move, &watch,
                             (int64_t *)PyBytes_AS_STRING(edits));
    shift_search_free(&search);
    PyEval_RestoreThread(thread);
    if (status != FINE) {
        Py_CLEAR(edits);
        raise_status(status);
    }
done:
    release_all(buffers, SEGMENT_BUFFERS);
    return edits;
}

/* The shifts of the last pair, as tuples of numbers. */
static PyObject *list_of_shifts(const ShiftSearch *search)
{
    PyObject *shifts = PyList_New((Py_ssize_t)search->shift_count);
    for (size_t i = 0; shifts && i < search->shift_count; i++) {
        const Shift *shift = &search->shifts[i];
        PyObject *numbers = Py_BuildValue("LLL", (long long)shift->from, (long long)shift->words,
                                          (long long)shift->to);
        if (numbers)
            PyList_SET_ITEM(shifts, (Py_ssize_t)i, numbers);
        else
            Py_CLEAR(shifts);
    }
    return shifts;
}

PyObject *shift_path(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    enum { MOVING, FIXED, BUFFERS };
    Py_buffer buffers[BUFFERS] = {{0}};
    Py_ssize_t vocabulary_size, limits[4];
    const char *blocks;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(arguments, "y*y*nsnnnn", &buffers[MOVING], &buffers[FIXED],
                          &vocabulary_size, &blocks, &limits[0], &limits[1], &limits[2],
                          &limits[3]))
        return NULL;
    ShiftRules rules = rules_of(blocks, limits);
    if (rules.blocks == BLOCK_RULES || !check_vocabulary_size(vocabulary_size)) goto done;
    if (!hold_still(&buffers[MOVING]) || !hold_still(&buffers[FIXED]) ||
        !check_ids(&buffers[MOVING], (size_t)vocabulary_size, "moving_ids") ||
        !check_ids(&buffers[FIXED], (size_t)vocabulary_size, "fixed_ids"))
        goto done;
    ShiftSearch search;
    int64_t edits;
    size_t steps = 0;
    PyThreadState *thread = PyEval_SaveThread();
    Watch watch = watch_of(&thread);
    Status status = shift_search_init(&search, rules, (size_t)vocabulary_size);
    if (status == FINE)
        status = search_shifts(&search, buffers[MOVING].buf,
                               (size_t)number_of(&buffers[MOVING], sizeof(uint32_t)),
                               buffers[FIXED].buf,
                               (size_t)number_of(&buffers[FIXED], sizeof(uint32_t)), &watch, &edits);
    if (status == FINE) status = shifted_path(&search, &steps);
    PyEval_RestoreThread(thread);
    if (status == FINE) {
        PyObject *shifts = list_of_shifts(&search);
        result = shifts ? Py_BuildValue("Ny#", shifts, (const char *)search.path.operations,
                                        (Py_ssize_t)steps)
                        : NULL;
    } else {
        raise_status(status);
    }
    shift_search_free(&search);
done:
    release_all(buffers, BUFFERS);
    return result;
}

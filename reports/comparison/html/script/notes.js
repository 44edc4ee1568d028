// Notes of the reader on segments. The browser keeps them by the first reference, so that the next report on
// the same test set shows them; exported, they can be given to `tallystick compare --notes`.

const NOTES = "tallystick-notes";

// All notes that the browser keeps, of this test set and of others.
function keptNotes() {
  try {
    return JSON.parse(localStorage.getItem(NOTES)) ?? {};
  } catch {
    return {};
  }
}

const allNotes = () => ({ ...report.segments.notes, ...keptNotes() });

// The notes of this report; an empty one was deleted.
function notesHere() {
  const references = new Set(report.segments.rows.map(([, [reference]]) => reference));
  return Object.fromEntries(Object.entries(allNotes()).filter(([reference, note]) => note && references.has(reference)));
}

function keepNote(reference, note) {
  report.segments.notes[reference] = note;
  try {
    localStorage.setItem(NOTES, JSON.stringify({ ...keptNotes(), [reference]: note }));
  } catch {}  // the note can still be exported
  showNotes();
}

function showNotes() {
  const number = Object.keys(notesHere()).length;
  byId("export-notes").hidden = number === 0;
  byId("export-notes").textContent = "Export " + plural(number, "note");
}

function noteOf(segment) {
  const [, [reference]] = report.segments.rows[segment];
  if (reference === undefined) return null;
  const note = allNotes()[reference] ?? "";
  const text = element("textarea", { rows: 2, "aria-label": "Note on segment " + counted(segment + 1), dir: "auto" });
  text.value = note;
  text.addEventListener("change", () => keepNote(reference, text.value.trim()));
  return element("details", { class: "note", ...(note ? { open: "" } : {}) }, element("summary", {}, "Note"), text);
}

function exportNotes() {
  save(JSON.stringify(notesHere(), null, 1) + "\n", "application/json", "notes.json");
}

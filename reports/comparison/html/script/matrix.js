// The matrix of differences: arrow keys move between cells, a click shows the numbers.

function startMatrix() {
  for (const table of document.querySelectorAll(".matrix, .pairs")) {
    const cells = [...table.querySelectorAll(".cell")];
    cells.forEach((cell, place) => {
      cell.setAttribute("aria-pressed", "false");
      cell.setAttribute("aria-controls", "pair-detail");
      if (table.matches(".matrix")) cell.tabIndex = place === 0 ? 0 : -1;
      cell.addEventListener("click", () => choosePair(cell));
    });
    if (table.matches(".matrix")) table.addEventListener("keydown", (event) => moveInMatrix(event, cells));
  }
  for (const select of document.querySelectorAll(".row-choice select")) {
    const table = select.closest(".of-metric").querySelector(".matrix");
    const choose = () => {
      for (const row of table.tBodies[0].rows) row.classList.toggle("chosen", row.sectionRowIndex === Number(select.value));
    };
    table.classList.add("choosable");
    select.addEventListener("change", choose);
    choose();
  }
  const detail = byId("pair-detail");
  detail.addEventListener("toggle", (event) => {
    if (event.newState === "closed") pressed(null);
  });
  detail.addEventListener("click", (event) => {
    if (event.target.closest("a")) detail.hidePopover();
  });
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function moveInMatrix(event, cells) {
  const step = STEPS[event.key];
  const from = event.target.closest("td");
  if (!step || !from) return;
  event.preventDefault();
  const rows = from.closest("tbody").rows;
  let row = from.parentElement.sectionRowIndex + step[0];
  let column = from.cellIndex + step[1];
  while (rows[row] && column > 0 && column < rows[row].cells.length) {
    const cell = rows[row].cells[column].querySelector(".cell");
    if (cell) {
      for (const other of cells) other.tabIndex = -1;
      cell.tabIndex = 0;
      cell.focus();
      return;
    }
    row += step[0];
    column += step[1];
  }
}

function pressed(cell) {
  for (const other of document.querySelectorAll('.cell[aria-pressed="true"]')) other.setAttribute("aria-pressed", "false");
  if (cell) cell.setAttribute("aria-pressed", "true");
}

// The details are below the cell, or above it if the screen ends there.
function choosePair(cell) {
  const detail = byId("pair-detail");
  if (detail.matches(":popover-open")) detail.hidePopover();
  showDifference(report.differences[Number(cell.dataset.difference)], cell.dataset.turned === "yes");
  detail.showPopover({ source: cell });
  pressed(cell);
  const place = cell.getBoundingClientRect();
  const { width, height } = detail.getBoundingClientRect();
  const left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - width - 8));
  const below = place.bottom + 6 + height <= innerHeight || place.top - 6 - height < 0;
  detail.style.left = left + scrollX + "px";
  detail.style.top = (below ? place.bottom + 6 : place.top - 6 - height) + scrollY + "px";
  detail.scrollIntoView({ block: "nearest" });
}

function showDifference(entry, turned) {
  const digits = report.metrics[report.metricPlaces.get(entry.metric)].digits;
  const [row, column] = turned ? [entry.other, entry.system] : [entry.system, entry.other];
  const turn = turned ? -1 : 1;
  const difference = entry.difference === null ? null : turn * entry.difference;
  const bounds = entry.interval && [turn * entry.interval.low, turn * entry.interval.high];
  if (bounds && turned) bounds.reverse();
  const verdict = entry.better !== null && entry.significant
    ? [nameElement(entry.better), " is significantly better."]
    : [entry.identical_output ? "Their output is identical." : "No significant difference."];
  const numbers = [
    ["Difference", signed(difference, digits)],
    ["Interval", bounds ? interval(...bounds, digits) : ABSENT],
    ["p", entry.p_value + (entry.exact ? " (exact)" : "")],
    ...(entry.adjusted_p_value === entry.p_value ? [] : [["Adjusted p", entry.adjusted_p_value]]),
    ...(entry.differing_segments === null ? [] : [["Differing segments", counted(entry.differing_segments)]]),
    ["Detectable difference (80% power)", decimals((entry.corrected_visible_difference ?? entry.smallest_visible_difference) || null, digits)],
    ["Segments to detect this difference", entry.segments_needed === null ? ABSENT : "about " + counted(entry.segments_needed)],
  ];
  const pair = [report.places.get(row), report.places.get(column)];
  const metric = report.metricPlaces.get(entry.metric);
  byId("pair-detail").replaceChildren(
    element("p", {}, nameElement(row), " \u2212 ", nameElement(column), ": ", ...verdict),
    element("dl", {}, ...numbers.map(([name, text]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, text)))),
    element("p", { class: "actions" },
      report.segments
        ? segmentsLink({ ...pairAddress(...pair), metric, marking: "differences", show: pair },
          "Segments where their texts differ")
        : null,
      byId("ngram-tables") ? ngramLink(pair) : null),
  );
}

function ngramLink(pair) {
  const button = element("a", { href: "#ngrams-title" }, "N-grams that distinguish them");
  button.addEventListener("click", () => {
    state.pair = pair;
    changed();
  });
  return button;
}

function showMetric() {
  for (const part of document.querySelectorAll(".of-metric")) {
    part.hidden = Number(part.dataset.metric) !== state.metric;
  }
}

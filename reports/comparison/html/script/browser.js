// The segment browser: controls, active filters, and a page of cards.

function startBrowser() {
  const within = { query: "input", least: "input", within: "change", sort: "change", marking: "change" };
  for (const [name, event] of Object.entries(within)) {
    let waiting = 0;
    byId(name).addEventListener(event, () => {
      clearTimeout(waiting);
      typed = { ...typed, [name]: READERS[name](byId(name).value) ?? state[name], page: 1, segment: 0 };
      waiting = setTimeout(() => choose({}), event === "input" ? 120 : 0);
    });
  }
  byId("regex").addEventListener("change", () => choose({ regex: byId("regex").checked, page: 1, segment: 0 }));
  byId("marking").append(...Object.entries(MARKINGS).map(([value, { name }]) => option(value, name)));
  byId("export").addEventListener("click", exportShown);
  byId("export-notes").addEventListener("click", exportNotes);
  byId("more-filters").open = !matchMedia("(max-width: 40rem)").matches;
  byId("browse").addEventListener("submit", (event) => event.preventDefault());
  byId("direction").addEventListener("change", () => choose({ down: byId("direction").value === "down", page: 1 }));
  startPair("system", "other");
  byId("field").append(option("", "any"),
    ...report.segments.fields.map((field, place) => option("f" + place, field.name)),
    ...report.breakdowns.map((field, place) => option("b" + place, field.field + " (groups)")));
  byId("field").addEventListener("change", () => choose({ field: byId("field").value, value: 0, page: 1, segment: 0 }));
  byId("value").addEventListener("change", () => choose({ value: Number(byId("value").value), page: 1, segment: 0 }));
  byId("size").addEventListener("change", () => choose({ size: Number(byId("size").value), page: 1 }));
  byId("page").addEventListener("change", () => choose({ page: READERS.page(byId("page").value), segment: 0 }));
  byId("previous").addEventListener("click", () => turnPage(-1));
  byId("next").addEventListener("click", () => turnPage(1));
  startShown();
}

// Fills the two boxes that choose the pair.
function startPair(...names) {
  names.forEach((name, place) => {
    const select = byId(name);
    select.append(...report.systems.map((name, system) => option(system, name)));
    select.addEventListener("change", () =>
      choose({ pair: state.pair.map((system, n) => (n === place ? Number(select.value) : system)), page: 1, segment: 0 }));
  });
}

function startShown() {
  const order = report.metrics[0].ranking;
  const boxes = order.map((system) => {
    const box = element("input", { type: "checkbox", value: system });
    box.addEventListener("change", () => {
      const checked = [...byId("shown").querySelectorAll(":checked")].map((box) => Number(box.value));
      choose({ show: order.filter((system) => checked.includes(system)) });
    });
    return element("label", {}, box, nameElement(report.systems[system]));
  });
  const buttons = [
    ["All", () => [...order]],
    ["Chosen pair", () => [...new Set(state.pair)]],
    ["None", () => []],
  ].map(([name, places]) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => choose({ show: places() }));
    return button;
  });
  byId("shown").append(...boxes, ...buttons);
}

function turnPage(step) {
  choose({ page: state.page + step, segment: 0 });
  byId("count").scrollIntoView();
}

function choose(changes) {
  Object.assign(state, typed, changes);
  typed = {};
  changed();
}

function fillSort() {
  const sort = byId("sort");
  const [system, other] = state.pair.map((place) => report.systems[place]);
  sort.replaceChildren(
    option("size", "size of contribution to " + system + " \u2212 " + other),
    option("contribution", "contribution to " + system + " \u2212 " + other),
    option("number", "number"),
    option("difference", "difference " + system + " \u2212 " + other),
    option("spread", "spread over systems shown"),
    ...ranking().map((place) => option("score." + place, "score of " + report.systems[place])));
  sort.value = state.sort;
}

function fillValues() {
  const field = fieldValues();
  byId("value").disabled = !field;
  const wanted = field ? state.field : "";
  if (byId("value").dataset.field !== wanted) {
    byId("value").dataset.field = wanted;
    byId("value").replaceChildren(...(field ? field.values.map((value, place) => option(place, value)) : [option("", "any")]));
  }
  if (field) byId("value").value = state.value;
}

function showControls() {
  for (const name of ["within", "marking", "field", "size"]) byId(name).value = state[name];
  if (byId("query") !== document.activeElement) byId("query").value = state.query;
  if (byId("least") !== document.activeElement) byId("least").value = state.least || "";
  byId("regex").checked = state.regex;
  byId("direction").value = state.down ? "down" : "up";
  byId("system").value = state.pair[0];
  byId("other").value = state.pair[1];
  const shown = shownSystems();
  for (const box of byId("shown").querySelectorAll("input")) box.checked = shown.includes(Number(box.value));
  fillSort();
  fillValues();
}

function showChips(filters) {
  const chips = filters.map((filter) => {
    const name = visible(filter.name);
    const button = element("button", { type: "button", title: name, "aria-label": "Clear the filter " + name },
      element("bdi", {}, name), " ✕");
    button.addEventListener("click", () => {
      choose({ ...filter.clear, page: 1, segment: 0 });
      byId("segments-title").focus({ preventScroll: true });
    });
    return element("li", {}, button);
  });
  if (filters.length > 1) {
    const button = element("button", { type: "button" }, "Clear all");
    button.addEventListener("click", () => choose({ ...NO_FILTER }));
    chips.push(element("li", {}, button));
  }
  byId("chips").replaceChildren(...chips);
  byId("chips").hidden = chips.length === 0;
}

function showLegend() {
  const parts = MARKINGS[state.marking].legend(state.pair.map((place) => report.systems[place]));
  if (framedNgram()) parts.push(swatch("framed", "the n-gram of the filter"));
  byId("legend").replaceChildren(...parts.map((part) => element("span", {}, part)));
}

// Scores of the segments found, and the difference of the pair.
function showScores(segments) {
  const { title } = report.metrics[state.metric];
  const digits = metricDigits();
  const scores = shownSystems().map((system) => {
    const score = scoreOf(system, segments);
    return element("li", {}, nameElement(report.systems[system]), " ",
      element("b", { "data-value": score }, decimals(score, digits)));
  });
  byId("scores-here").replaceChildren(
    scores.length ? element("p", {}, visible(title) + (statisticsOf(state.metric).isMean ? " (mean of segment scores)" : "")
      + " of " + plural(segments.length, "segment") + ":") : "",
    element("ul", {}, ...scores),
    showsPair() ? pairScores(segments, digits) : "");
}

// The difference of the pair on the segments found, with its interval or why it has none.
function pairScores(segments, digits) {
  const [system, other] = state.pair;
  const { difference, bounds, units } = differenceOn(segments);
  const over = plural(units, visible(report.unit));
  const how = bounds
    ? (100 * report.confidence) + "% jackknife over " + over
    : units < 2 && difference !== null ? "no interval: " + over : "";
  return element("p", {}, nameElement(report.systems[system]), " \u2212 ", nameElement(report.systems[other]), ": ",
    element("b", { "data-value": difference }, signed(difference, digits)), " ",
    bounds ? element("span", { "data-value": bounds.join(" ") }, interval(...bounds, digits)) : "", " ",
    element("span", { class: "soft" }, how));
}

function showProblem(search) {
  const problem = search ? search.problem : "";
  byId("query").setAttribute("aria-invalid", String(Boolean(problem)));
  byId("problem").textContent = problem ? "Not a regular expression, so nothing is searched: " + problem + "." : "";
}

// All segments of the filter as tab-separated values, in the order shown.
function exportShown() {
  const shown = shownSystems();
  const { title } = report.metrics[state.metric];
  const { rows, fields } = report.segments;
  const references = Math.max(...rows.map((row) => row[1].length));
  const header = [
    "segment", ...fields.map((field) => field.name), "source",
    ...Array.from({ length: references }, (_, place) => "reference " + (place + 1)),
    ...shown.flatMap((system) => [report.systems[system], report.systems[system] + " " + title]),
  ];
  const lines = foundSegments(activeFilters(currentSearch())).map((segment) => {
    const [source, ofSegment, hypotheses] = rows[segment];
    return [
      segment + 1, ...fields.map((field) => field.values[field.places[segment]]), source ?? "",
      ...Array.from({ length: references }, (_, place) => ofSegment[place] ?? ""),
      ...shown.flatMap((system) => [hypotheses[system], segmentScore(system, segment) ?? ""]),
    ];
  });
  const text = [header, ...lines].map((line) => line.map((cell) => visible(String(cell))).join("\t") + "\n").join("");
  save(text, "text/tab-separated-values", "segments.tsv");
}

function save(text, type, name) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function showSegments() {
  showControls();
  const search = currentSearch();
  const filters = activeFilters(search);
  const segments = foundSegments(filters);
  const pages = Math.max(1, Math.ceil(segments.length / state.size));
  if (state.segment) {
    const place = segments.indexOf(state.segment - 1);
    if (place >= 0) state.page = Math.floor(place / state.size) + 1;
    else state.segment = 0;
  }
  state.page = Math.min(state.page, pages);
  const start = (state.page - 1) * state.size;
  const whole = report.segments.rows.length;
  byId("count").textContent =
    (filters.length ? counted(segments.length) + " of " : "") + plural(whole, "segment") +
    (pages > 1 ? ", page " + counted(state.page) + " of " + counted(pages) : "");
  showChips(filters);
  showScores(segments);
  showProblem(search);
  showLegend();
  showNotes();
  byId("view-link").href = address({});
  byId("export").disabled = segments.length === 0;
  const view = { pair: state.pair, show: shownSystems(), marking: state.marking, search: search && !search.problem ? search : null, frame: framedNgram() };
  byId("cards").replaceChildren(...segments.slice(start, start + state.size).map((segment) => card(segment, view)));
  byId("page").value = state.page;
  byId("page").max = pages;
  byId("pages").textContent = "of " + counted(pages);
  byId("previous").disabled = state.page <= 1;
  byId("next").disabled = state.page >= pages;
}

function goToSegments() {
  const target = state.segment ? byId("segment-" + state.segment) : byId("segments-title");
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

// The n-grams that distinguish the two systems of the pair.

const LISTED = 10;

const KINDS = {
  matched: "More often correct",
  "over-produced": "Over-generated",
  "under-produced": "More often missing",
};

// The two sources of lists, by the kind of filter that shows their segments.
const NGRAM_LISTS = {
  ngram: {
    list: () => report.ngrams,
    kind: "tested",
    none: "No n-gram differs significantly.",
    columns: () => [visible(report.unit.charAt(0).toUpperCase() + report.unit.slice(1) + "s"), "Adjusted p"],
    cells: (ngram) => [counted(ngram.documents), ngram.adjusted_p_value],
  },
  word: {
    list: () => report.ngram_differences,
    kind: "not tested",
    none: "No n-gram differs in enough segments.",
    columns: () => ["Segments", "z"],
    cells: (ngram) => [counted(ngram.differing_segments), ngram.z_score.toFixed(1)],
  },
};

// The n-gram that a filter such as "word.3" names.
function filteredNgram(only) {
  const [kind, place] = only.split(".");
  if (!Object.hasOwn(NGRAM_LISTS, kind)) return null;
  return NGRAM_LISTS[kind].list()[Number(place)] ?? null;
}

const ngramText = (ngram) => ngram.text || ngram.ngram.join(" ");

function showNgrams() {
  byId("ngram-system").value = state.pair[0];
  byId("ngram-other").value = state.pair[1];
  const [system, other] = state.pair;
  const centre = unlistedCentre();
  byId("unlisted").hidden = !centre;
  byId("unlisted").replaceChildren(...(centre
    ? ["With so many systems, n-grams are listed only for pairs with ", nameElement(centre), "."]
    : []));
  for (const kind of Object.keys(NGRAM_LISTS)) {
    byId(kind + "-tables").replaceChildren(element("div", { class: "pair-lists" },
      ngramColumn(kind, system, other), ngramColumn(kind, other, system)));
  }
}

// The system that all pairs with lists have in common, if the current pair has none.
function unlistedCentre() {
  const names = state.pair.map((place) => report.systems[place]);
  const listed = Object.values(NGRAM_LISTS).flatMap(({ list }) => list());
  if (listed.some((ngram) => names.includes(ngram.system) && names.includes(ngram.other))) return null;
  return report.systems.find((name) => listed.length && listed.every((ngram) => ngram.system === name || ngram.other === name)) ?? null;
}

function ngramColumn(source, ...pair) {
  const [system, against] = pair.map((place) => report.systems[place]);
  const all = NGRAM_LISTS[source].list().map((ngram, place) => ({ ngram, place }))
    .filter(({ ngram }) => ngram.system === system && ngram.other === against);
  const lists = Object.entries(KINDS).flatMap(([kind, words]) => {
    const listed = all.filter(({ ngram }) => ngram.kind === kind);
    if (!listed.length) return [];
    const [symbols, others] = [true, false].map((wanted) =>
      listed.filter(({ ngram }) => wanted === !/[\p{L}\p{N}]/u.test(ngram.ngram.join(""))));
    const table = (rows, name) => ngramTable(source, rows, name, system, against, pair);
    return [
      element("h6", {}, words),
      ...(others.length ? [table(others, words)] : []),
      ...(symbols.length
        ? [element("details", {}, element("summary", {}, "Punctuation (" + counted(symbols.length) + ")"),
          table(symbols, words + ", punctuation"))]
        : []),
    ];
  });
  return element("div", {},
    element("h5", {}, nameElement(system), " compared with ", nameElement(against)),
    ...(lists.length ? lists : [element("p", { class: "soft" }, NGRAM_LISTS[source].none)]));
}

function ngramTable(source, listed, words, system, against, pair) {
  const cut = (name) => element("bdi", { class: "cut", title: visible(name) }, visible(name));
  const { kind, columns, cells } = NGRAM_LISTS[source];
  const label = visible(words + ": n-grams of " + system + " compared with " + against + ", " + kind);
  const number = (...content) => element("th", { scope: "col", class: "number" }, ...content);
  const table = element("table", {},
    element("caption", { class: "unseen" }, label),
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, "N-gram"),
      number("In ", cut(system)), number("In ", cut(against)), ...columns().map((name) => number(name)))),
    longBody(listed.map(({ ngram, place }) => element("tr", {},
      element("th", { scope: "row" },
        segmentsLink({ only: source + "." + place, pair, show: pair },
          element("bdi", { lang: (report.segments && report.segments.language) || "und" },
            visible(ngramText(ngram))))),
      ...[counted(ngram.count), counted(ngram.other_count), ...cells(ngram)].map((text) =>
        element("td", { class: "number" }, text)))), 5));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

// A long list shows its first rows and a button for the others.
function longBody(rows, columns) {
  if (rows.length <= LISTED + 2) return element("tbody", {}, ...rows);
  const button = element("button", { type: "button", class: "plain" }, "Show all " + counted(rows.length));
  const last = element("tr", {}, element("td", { colspan: columns }, button));
  button.addEventListener("click", () => {
    const first = rows[LISTED].querySelector("a");
    last.replaceWith(...rows.slice(LISTED));
    if (first) first.focus();
  });
  return element("tbody", {}, ...rows.slice(0, LISTED), last);
}

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
    cells: (found) => [counted(found.documents), found.adjusted_p_value],
  },
  word: {
    list: () => report.ngram_differences,
    kind: "not tested",
    none: "No n-gram differs in enough segments.",
    columns: () => ["Segments", "z"],
    cells: (found) => [counted(found.differing_segments), found.z_score.toFixed(1)],
  },
};

// The n-gram that a filter such as "word.3" names.
function filteredNgram(only) {
  const [kind, place] = only.split(".");
  if (!Object.hasOwn(NGRAM_LISTS, kind)) return null;
  return NGRAM_LISTS[kind].list()[Number(place)] ?? null;
}

const ngramText = (found) => found.text || found.ngram.join(" ");

function showNgrams() {
  byId("ngram-system").value = state.pair[0];
  byId("ngram-other").value = state.pair[1];
  const [one, other] = state.pair;
  const centre = unlistedCentre();
  byId("unlisted").hidden = !centre;
  byId("unlisted").replaceChildren(...(centre
    ? ["With so many systems, n-grams are listed only for pairs with ", nameElement(centre), "."]
    : []));
  for (const kind of Object.keys(NGRAM_LISTS)) {
    byId(kind + "-tables").replaceChildren(element("div", { class: "pair-lists" },
      ngramColumn(kind, one, other), ngramColumn(kind, other, one)));
  }
}

// The system that all pairs with lists have in common, if the current pair has none.
function unlistedCentre() {
  const names = state.pair.map((place) => report.systems[place]);
  const listed = Object.values(NGRAM_LISTS).flatMap(({ list }) => list());
  if (listed.some((found) => names.includes(found.system) && names.includes(found.other))) return null;
  return report.systems.find((name) => listed.length && listed.every((found) => found.system === name || found.other === name)) ?? null;
}

function ngramColumn(source, one, other) {
  const [system, against] = [report.systems[one], report.systems[other]];
  const all = NGRAM_LISTS[source].list().map((found, place) => ({ found, place }))
    .filter(({ found }) => found.system === system && found.other === against);
  const lists = Object.entries(KINDS).flatMap(([kind, words]) => {
    const listed = all.filter(({ found }) => found.kind === kind);
    if (!listed.length) return [];
    const [symbols, others] = [true, false].map((wanted) =>
      listed.filter(({ found }) => wanted === !/[\p{L}\p{N}]/u.test(found.ngram.join(""))));
    const table = (rows, name) => ngramTable(source, rows, name, system, against, [one, other]);
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
    longBody(listed.map(({ found, place }) => element("tr", {},
      element("th", { scope: "row" },
        segmentsLink({ only: source + "." + place, pair, show: pair },
          element("bdi", { lang: (report.segments && report.segments.language) || "und" },
            visible(ngramText(found))))),
      ...[counted(found.count), counted(found.other_count), ...cells(found)].map((text) =>
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

// The n-grams that distinguish the two systems of the pair.

const LISTED = 10;

const KINDS = {
  matched: "More often correct",
  "over-produced": "More often not in the references",
  "under-produced": "More often missing",
};

function showNgrams() {
  byId("ngram-system").value = state.pair[0];
  byId("ngram-other").value = state.pair[1];
  const [one, other] = state.pair;
  byId("ngram-tables").replaceChildren(element("div", { class: "pair-lists" },
    ngramColumn(one, other), ngramColumn(other, one)));
}

function ngramColumn(one, other) {
  const [system, against] = [report.systems[one], report.systems[other]];
  const all = report.ngrams.map((found, place) => ({ found, place }))
    .filter(({ found }) => found.system === system && found.other === against);
  const lists = Object.entries(KINDS).flatMap(([kind, words]) => {
    const listed = all.filter(({ found }) => found.kind === kind);
    if (!listed.length) return [];
    return [element("h5", {}, words), ngramTable(listed, words, system, against, one, other)];
  });
  return element("div", {},
    element("h4", {}, nameElement(system), " compared with ", nameElement(against)),
    ...(lists.length ? lists : [element("p", { class: "soft" }, "No n-gram differs significantly here.")]));
}

function ngramTable(listed, words, system, against, one, other) {
  const cut = (name) => element("bdi", { class: "cut", title: visible(name) }, visible(name));
  const units = report.segments && report.segments.fields.some((field) => field.name === "document") ? "Documents" : "Segments";
  const label = visible(words + ": n-grams of " + system + " compared with " + against);
  const table = element("table", {},
    element("caption", { class: "unseen" }, label),
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, "N-gram"),
      element("th", { scope: "col", class: "number" }, "In ", cut(system)),
      element("th", { scope: "col", class: "number" }, "In ", cut(against)),
      element("th", { scope: "col", class: "number" }, units),
      element("th", { scope: "col", class: "number" }, "Adjusted p"))),
    longBody(listed.map(({ found, place }) => element("tr", {},
      element("th", { scope: "row" },
        segmentsLink({ only: "ngram." + place, pair: [one, other], show: [one, other] },
          element("bdi", { lang: (report.segments && report.segments.language) || "und" },
            visible(found.ngram.join(" "))))),
      element("td", { class: "number" }, counted(found.count)),
      element("td", { class: "number" }, counted(found.other_count)),
      element("td", { class: "number" }, counted(found.documents)),
      element("td", { class: "number" }, found.adjusted_p_value))), 5));
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

// A segment as a card: source, references, and hypotheses of the systems shown.

const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

// Control characters are shown as code points, except tabs.
function appendText(parent, text) {
  let done = 0;
  for (const control of text.matchAll(CONTROL)) {
    if (control[0] === "\t") continue;
    if (control.index > done) parent.append(text.slice(done, control.index));
    const code = control[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(element("span", { class: "control" }, "U+" + code));
    done = control.index + control[0].length;
  }
  if (done < text.length) parent.append(text.slice(done));
}

function textElement(text, side) {
  const directions = report.segments.directions;
  const language = side === "target" ? report.segments.language : "und";
  const made = element("div", {
    class: "text",
    dir: directions[side] || "auto",
    lang: language || "und",
  });
  if (text.length > 4000) {
    made.tabIndex = 0;
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", "Text of " + counted(text.length) + " characters");
  }
  return made;
}

function appendMark(parent, text, kind) {
  const marked = element("mark", { class: kind });
  appendText(marked, text);
  parent.append(marked);
}

// Adjacent tokens of the same class share one mark, including the white space between them.
function appendMarked(parent, tokenized, classOf) {
  const { text, tokens, starts } = tokenized;
  let done = 0;
  for (let place = 0; place < tokens.length; ) {
    const kind = classOf(place);
    let next = place + 1;
    while (next < tokens.length && classOf(next) === kind) next += 1;
    const end = starts[next - 1] + tokens[next - 1].length;
    if (starts[place] > done) appendText(parent, text.slice(done, starts[place]));
    if (kind) appendMark(parent, text.slice(starts[place], end), kind);
    else appendText(parent, text.slice(starts[place], end));
    done = end;
    place = next;
  }
  if (done < text.length) appendText(parent, text.slice(done));
}

function appendSought(parent, text, search) {
  let done = 0;
  for (const [start, end] of search.places(text)) {
    appendText(parent, text.slice(done, start));
    appendMark(parent, text.slice(start, end), "sought");
    done = end;
  }
  appendText(parent, text.slice(done));
}

// The n-gram of the filter is framed wherever it occurs in references and hypotheses.
function framedNgram() {
  const ngram = filteredNgram(state.only);
  return ngram && tokenize(ngramText(ngram).toLowerCase()).tokens;
}

function withFrame(tokenized, classOf, ngram) {
  if (!ngram) return classOf;
  const places = placesOf(ngram, tokenized);
  return (place) => [classOf(place), places[place] ? "framed" : ""].filter(Boolean).join(" ");
}

// The ways of marking. Each has a name, a legend for the pair, and a function of the segment and the
// pair that returns the classes of tokens: by system `hypotheses`, by place `references`, and the
// closest reference by system, or by "pair" for both.
const MARKINGS = {
  ngrams: {
    name: "matched n-grams",
    legend: () => [
      "Matched with the closest reference:",
      ...[1, 2, 3].map((order) => swatch("match-" + order, order + "-gram")),
      swatch("match-4", "4-gram or longer"),
    ],
    marks({ references, hypotheses }, pair, systems) {
      const marks = { hypotheses: new Map(), references: new Map(), closest: new Map() };
      for (const system of references.length ? systems : []) {
        const closest = closestReference(hypotheses[system], references);
        const orders = matchedOrders(hypotheses[system], references[closest]);
        marks.closest.set(system, closest);
        marks.hypotheses.set(system, (place) => (orders[place] ? "match-" + orders[place] : ""));
      }
      return marks;
    },
  },
  differences: {
    name: "differences of the two",
    legend: ([system, other]) => [
      "Tokens that the other lacks or has elsewhere:",
      swatch("only-system", nameElement(system)),
      swatch("only-other", nameElement(other)),
    ],
    marks({ hypotheses }, pair) {
      const alone = differingTokens(...pair.map((system) => hypotheses[system]));
      return {
        hypotheses: new Map(pair.map((system, side) => [system, (place) => (alone[side][place] ? ONLY[side] : "")])),
        references: new Map(),
        closest: new Map(),
      };
    },
  },
  correct: {
    name: "correct in one of the two",
    legend: ([system, other]) => [
      "In the reference, and correct only in:",
      swatch("only-system", nameElement(system)),
      swatch("only-other", nameElement(other)),
      ...(report.segments.rows.some(([, references]) => references.length > 1)
        ? [swatch("elsewhere", "in another reference"), swatch("beyond", "in no reference")]
        : [swatch("beyond", "not in the reference")]),
      swatch("missed", "missing in both"),
    ],
    marks({ references, hypotheses }, pair) {
      const marks = { hypotheses: new Map(), references: new Map(), closest: new Map() };
      if (!references.length) return marks;
      const matches = references.map((reference) =>
        pair.reduce((sum, system) => sum + matchedOrders(hypotheses[system], reference, 1).filter(Boolean).length, 0));
      const closest = matches.indexOf(Math.max(...matches));
      const partners = alignedAlike(pair.map((system) => hypotheses[system]), references[closest]);
      const correct = partners.map((places) => new Set(places));
      const elsewhere = pair.map((system, side) => inOtherReferences(hypotheses[system], partners[side], references));
      pair.forEach((system, side) => marks.hypotheses.set(system, (place) => {
        const partner = partners[side][place];
        if (partner < 0) return elsewhere[side].has(place) ? "elsewhere" : "beyond";
        return correct[1 - side].has(partner) ? "" : ONLY[side];
      }));
      marks.references.set(closest, (place) => {
        const [first, second] = correct.map((places) => places.has(place));
        return first === second ? (first ? "" : "missed") : ONLY[first ? 0 : 1];
      });
      marks.closest.set("pair", closest);
      return marks;
    },
  },
  sought: {
    name: "searched text",
    legend: () => [swatch("sought", "searched text")],
    marks: () => ({ hypotheses: new Map(), references: new Map(), closest: new Map() }),
  },
};
const ONLY = ["only-system", "only-other"];

const swatch = (kind, ...words) => element("span", {}, element("mark", { class: kind }, ...words));

// The classes of the tokens of a segment; texts that are too long have none.
function marksOf(segment, view) {
  const [, references, hypotheses] = report.segments.rows[segment];
  const short = (text) => tokenize(text.length <= LONGEST_MARKED ? text : "");
  const texts = { references: references.map(short), hypotheses: hypotheses.map(() => null) };
  for (const system of [...view.pair, ...view.show]) texts.hypotheses[system] ??= short(hypotheses[system]);
  return { ...MARKINGS[view.marking].marks(texts, view.pair, view.show), texts };
}

// A text with the marks of its tokens, or else with what was searched.
function markedText(text, side, { tokenized = null, classOf = null, search = null, frame = null }) {
  const made = textElement(text, side);
  if (text === "") made.append(element("span", { class: "empty-text" }, "empty"));
  else if (text.length > LONGEST_MARKED) appendText(made, text);
  else if (tokenized && (classOf || (frame && !search))) {
    appendMarked(made, tokenized, withFrame(tokenized, classOf ?? (() => ""), frame));
  }
  else if (search) appendSought(made, text, search);
  else appendText(made, text);
  return made;
}

function givenRow(label, content, note) {
  return element("div", { class: "row given" }, element("dt", {}, label, note), element("dd", {}, content));
}

function hypothesisRow(segment, system, view, marks, twin) {
  const text = report.segments.rows[segment][2][system];
  const closest = marks.closest.get(system);
  const several = report.segments.rows[segment][1].length > 1;
  const label = element("dt", {}, nameElement(report.systems[system]),
    element("span", { class: "numbers" }, element("b", {}, decimals(segmentScore(system, segment), metricDigits()))),
    several && closest !== undefined ? element("span", { class: "closest" }, "closest: reference " + (closest + 1)) : null);
  const content = element("dd", {}, markedText(text, "target", {
    tokenized: marks.texts.hypotheses[system],
    classOf: marks.hypotheses.get(system),
    search: view.marking === "sought" ? view.search : null,
    frame: view.frame,
  }));
  if (text.length > LONGEST_MARKED && view.marking !== "sought") {
    content.append(element("span", { class: "same" }, "Nothing is marked in texts of more than " + counted(LONGEST_MARKED) + " characters."));
  }
  if (twin !== null) {
    content.append(element("span", { class: "same" }, "the same as ", nameElement(report.systems[twin])));
  }
  return element("div", { class: "row" }, label, content);
}

// Source, references and hypotheses of a segment in a view: a pair, systems to show, marking, the search,
// and an n-gram to frame.
function textRows(segment, view) {
  const [source, references, hypotheses] = report.segments.rows[segment];
  const marks = marksOf(segment, view);
  const rows = element("dl", {});
  if (source !== null) rows.append(givenRow("Source", markedText(source, "source", { search: view.search }), null));
  references.forEach((reference, place) => {
    const isCompared = references.length > 1 && marks.closest.get("pair") === place;
    rows.append(givenRow(references.length > 1 ? "Reference " + (place + 1) : "Reference",
      markedText(reference, "target", {
        tokenized: marks.texts.references[place],
        classOf: marks.references.get(place),
        search: view.search,
        frame: view.frame,
      }),
      isCompared ? element("span", { class: "closest" }, "closest to both") : null));
  });
  const seen = new Map();
  for (const system of view.show) {
    const twin = seen.get(hypotheses[system]) ?? null;
    if (twin === null) seen.set(hypotheses[system], system);
    rows.append(hypothesisRow(segment, system, view, marks, twin));
  }
  return rows;
}

function fieldTexts(segment) {
  return report.segments.fields.map((field) =>
    element("span", {}, visible(field.name) + ": ", element("bdi", {}, visible(field.values[field.places[segment]]))));
}

// The difference of the segment scores of a pair, and what the segment contributes to that of the corpus.
function differenceOfSegment(segment, [system, other]) {
  const [first, second] = [system, other].map((place) => segmentScore(place, segment));
  return element("span", { class: "difference" },
    nameElement(report.systems[system]), " \u2212 ", nameElement(report.systems[other]), ": ",
    element("b", {}, signed(first === null || second === null ? null : first - second, metricDigits())), ", contributes ",
    element("b", { class: "contribution" }, signed(contributions(state.metric, [system, other])[segment], metricDigits() + 2)));
}

function card(segment, view) {
  const number = segment + 1;
  return element("article", {
    class: "card" + (state.segment === number ? " aimed" : ""),
    id: "segment-" + number,
    "aria-label": "Segment " + counted(number),
    tabindex: "-1",
  },
  element("header", {},
    element("h3", {}, element("a", { href: address({ ...NO_FILTER, segment: number }), title: "Link to this segment" }, "Segment " + counted(number))),
    ...fieldTexts(segment),
    showsPair() ? differenceOfSegment(segment, view.pair) : null),
  textRows(segment, view), noteOf(segment));
}

// A segment as a card: source, references, and hypotheses of the systems shown.

const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

// Control characters are shown as code points, except tabs.
function appendText(parent, text) {
  let done = 0;
  for (const found of text.matchAll(CONTROL)) {
    if (found[0] === "\t") continue;
    if (found.index > done) parent.append(text.slice(done, found.index));
    const code = found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parent.append(element("span", { class: "control" }, "U+" + code));
    done = found.index + found[0].length;
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

function appendSought(parent, text, query) {
  const plain = text.toLowerCase();
  if (plain.length !== text.length) return appendText(parent, text);
  let done = 0;
  for (let at = plain.indexOf(query); at >= 0; at = plain.indexOf(query, done)) {
    appendText(parent, text.slice(done, at));
    appendMark(parent, text.slice(at, at + query.length), "sought");
    done = at + query.length;
  }
  appendText(parent, text.slice(done));
}

// The n-gram of the filter is framed wherever it occurs.
function framedNgram() {
  const [kind, place] = state.only.split(".");
  if (kind !== "ngram" || !isPlace(Number(place), report.ngrams)) return null;
  return tokenize(report.ngrams[Number(place)].ngram.join(" ").toLowerCase()).tokens;
}

function withFrame(tokenized, classOf) {
  const ngram = framedNgram();
  if (!ngram) return classOf;
  const places = placesOf(ngram, tokenized);
  return (place) => [classOf(place), places[place] ? "framed" : ""].filter(Boolean).join(" ");
}

function plainText(text, side, query) {
  const made = textElement(text, side);
  if (text === "") made.append(element("span", { class: "empty-text" }, "empty"));
  else if (query && text.length <= LONGEST_MARKED) appendSought(made, text, query);
  else if (side === "target" && framedNgram() && text.length <= LONGEST_MARKED) {
    const tokenized = tokenize(text);
    appendMarked(made, tokenized, withFrame(tokenized, () => ""));
  }
  else appendText(made, text);
  return made;
}

function givenRow(label, content) {
  return element("div", { class: "row given" }, element("dt", {}, label), element("dd", {}, content));
}

function hypothesisLabel(segment, system) {
  return element("dt", {}, nameElement(report.systems[system]),
    element("span", { class: "numbers" }, element("b", {}, decimals(segmentScore(system, segment), metricDigits()))));
}

function hypothesisRow(segment, system, references, pairMarks, twin) {
  const text = report.segments.rows[segment][2][system];
  const label = hypothesisLabel(segment, system);
  const made = textElement(text, "target");
  const content = element("dd", {}, made);
  if (text === "") made.append(element("span", { class: "empty-text" }, "empty"));
  else if (text.length > LONGEST_MARKED) {
    appendText(made, text);
    content.append(element("span", { class: "same" }, "Nothing is marked in texts of more than " + counted(LONGEST_MARKED) + " characters."));
  } else if (state.marking === "ngrams" && references.length) {
    const hypothesis = tokenize(text);
    const closest = closestReference(hypothesis, references);
    const orders = matchedOrders(hypothesis, references[closest]);
    appendMarked(made, hypothesis, withFrame(hypothesis, (place) => (orders[place] ? "match-" + orders[place] : "")));
    if (references.length > 1) label.append(element("span", { class: "closest" }, "closest: reference " + (closest + 1)));
  } else if (state.marking === "differences" && pairMarks && state.pair.includes(system)) {
    const side = state.pair.indexOf(system);
    const kind = side === 0 ? "only-system" : "only-other";
    appendMarked(made, pairMarks.tokenized[side], (place) => (pairMarks.alone[side][place] ? kind : ""));
  } else appendText(made, text);
  if (twin !== null) {
    content.append(element("span", { class: "same" }, "the same as ", nameElement(report.systems[twin])));
  }
  return element("div", { class: "row" }, label, content);
}

function marksOfPair(segment) {
  const texts = state.pair.map((system) => report.segments.rows[segment][2][system]);
  if (state.marking !== "differences" || texts.some((text) => text.length > LONGEST_MARKED)) return null;
  const tokenized = texts.map(tokenize);
  return { tokenized, alone: differingTokens(...tokenized) };
}

function card(segment) {
  const [source, references, hypotheses] = report.segments.rows[segment];
  const number = segment + 1;
  const query = folded(state.query).trim();
  const tokenized =
    state.marking === "ngrams"
      ? references.map((one) => tokenize(one.length <= LONGEST_MARKED ? one : ""))
      : [];
  const difference = segmentDifference(segment);
  const [one, other] = state.pair;
  const header = element("header", {},
    element("h3", {}, element("a", { href: address({ ...NO_FILTER, segment: number }), title: "Link to this segment" }, "Segment " + counted(number))),
    ...report.segments.fields.map((field) =>
      element("span", {}, visible(field.name) + ": ", element("bdi", {}, visible(field.values[field.places[segment]])))),
    one === other ? null : element("span", { class: "difference" },
      nameElement(report.systems[one]), " \u2212 ", nameElement(report.systems[other]), ": ",
      element("b", {}, signed(difference, metricDigits()))));
  const rows = element("dl", {});
  if (source !== null) rows.append(givenRow("Source", plainText(source, "source", query)));
  references.forEach((reference, place) => {
    const label = references.length > 1 ? "Reference " + (place + 1) : "Reference";
    rows.append(givenRow(label, plainText(reference, "target", query)));
  });
  const seen = new Map();
  const pairMarks = marksOfPair(segment);
  for (const system of shownSystems()) {
    const twin = seen.get(hypotheses[system]) ?? null;
    if (twin === null) seen.set(hypotheses[system], system);
    if (state.marking === "sought") {
      rows.append(element("div", { class: "row" }, hypothesisLabel(segment, system),
        element("dd", {}, plainText(hypotheses[system], "target", query))));
    } else rows.append(hypothesisRow(segment, system, tokenized, pairMarks, twin));
  }
  return element("article", {
    class: "card" + (state.segment === number ? " aimed" : ""),
    id: "segment-" + number,
    "aria-label": "Segment " + counted(number),
    tabindex: "-1",
  }, header, rows);
}

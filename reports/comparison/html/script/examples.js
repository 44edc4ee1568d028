// The segments that contribute most to the difference of the pair, with their texts.

const EXAMPLES = 5;  // shown at once

function showExamples() {
  const { title } = report.metrics[state.metric];
  const [system, other] = state.pair;
  byId("example-system").value = system;
  byId("example-other").value = other;
  const contributed = contributions(state.metric, state.pair);
  const order = report.segments.rows.map((_, segment) => segment).filter((segment) => contributed[segment] !== 0)
    .sort((first, second) => Math.abs(contributed[second]) - Math.abs(contributed[first]) || first - second);
  const { difference } = differenceOn(report.segments.rows.map((_, segment) => segment));
  const list = element("div", { class: "cards" });
  const more = element("button", { type: "button" }, "More examples");
  const unseen = unlike(order);
  const add = () => {
    const next = unseen.next(EXAMPLES);
    const rows = next.map((segment) => exampleCard(segment));
    list.append(...rows);
    more.hidden = next.length < EXAMPLES;
    return rows[0];
  };
  more.addEventListener("click", () => add()?.querySelector("a").focus());
  byId("examples-list").replaceChildren(
    element("p", { class: "lead" }, visible(title) + " of ", nameElement(report.systems[system]), " minus that of ",
      nameElement(report.systems[other]), ": ", element("b", {}, signed(difference, metricDigits())),
      ". Its contribution is how much the difference would shrink without the segment."),
    element("p", { class: "key legend" },
      ...MARKINGS.correct.legend(state.pair.map((place) => report.systems[place])).map((part) => element("span", {}, part))),
    list,
    element("p", { class: "actions" }, more, " ",
      segmentsLink({ pair: state.pair, show: state.pair, marking: "correct", sort: "size", down: true },
        "All segments by contribution")));
  add();
}

// Takes segments in their order, without those whose texts are the same as before.
function unlike(order) {
  const seen = new Set();
  let place = 0;
  return {
    next(number) {
      const taken = [];
      while (place < order.length && taken.length < number) {
        const segment = order[place];
        const [, references, hypotheses] = report.segments.rows[segment];
        const texts = JSON.stringify([references, ...state.pair.map((system) => hypotheses[system])]);
        if (!seen.has(texts)) taken.push(segment);
        seen.add(texts);
        place += 1;
      }
      return taken;
    },
  };
}

function exampleCard(segment) {
  const view = { pair: state.pair, show: state.pair, marking: "correct", search: null, frame: null };
  const number = segment + 1;
  return element("article", { class: "card", "aria-label": "Example: segment " + counted(number) },
    element("header", {},
      element("h3", {}, segmentsLink({ pair: view.pair, show: view.show, marking: view.marking, segment: number }, "Segment " + counted(number))),
      ...fieldTexts(segment),
      differenceOfSegment(segment, view.pair)),
    textRows(segment, view));
}

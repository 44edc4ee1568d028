// Segments to check before trusting the scores.

const FIRST = 5;
const LARGEST = 8;

function segmentLink(number, changes) {
  return report.segments
    ? element("a", { href: partialAddress({ ...changes, segment: number }) }, counted(number))
    : counted(number);
}

function showSuspicious() {
  const rows = suspicions().map((kind, place) => {
    const show = kind.system === null ? {} : { show: [report.places.get(kind.system)] };
    const number = new Set(kind.entries.map((one) => one.segment)).size;
    return element("tr", {},
      element("th", { scope: "row" }, kind.suspicion),
      element("td", {}, kind.system === null ? "the test set" : nameElement(kind.system)),
      element("td", { class: "number" }, segmentsLink({ only: "suspicion." + place, ...show }, plural(number, "segment"))),
      element("td", { class: "loose" }, ...kind.entries.slice(0, FIRST).flatMap((one, n) => [
        n ? ", " : "",
        segmentLink(one.segment, show),
        n === 0 && one.detail ? " (" + visible(one.detail) + ")" : "",
      ]), kind.entries.length > FIRST ? ", …" : ""));
  });
  const head = ["Suspicion", "System", "Segments", "First segments"].map((name) =>
    element("th", { scope: "col", class: name === "Segments" ? "number" : null }, name));
  byId("suspicious").replaceChildren(wideTable("Suspicious segments", "Suspicious segments by kind and system",
    element("tr", {}, ...head), rows));
}

function showLargest() {
  const { metric, title } = report.metrics[state.metric];
  const found = report.examples
    .filter((one) => one.metric === metric)
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
  const items = found.slice(0, LARGEST).map((one) => {
    const pair = [report.places.get(one.system), report.places.get(one.other)];
    return element("li", {},
      "Segment ", segmentLink(one.segment, { pair, show: pair, marking: "differences" }), ": ",
      nameElement(one.system), " compared with ", nameElement(one.other), " ",
      element("b", {}, signed(one.contribution, metricDigits() + 1)));
  });
  const all = new Set(found.map((one) => one.segment)).size;
  byId("largest").replaceChildren(
    element("ul", { class: "findings two" }, ...items),
    element("p", { class: "soft" }, visible("The difference in " + title + " minus what it is without the segment. "),
      segmentsLink({ only: "largest." + state.metric, sort: "spread", down: true, show: ranking() },
        "All " + plural(all, "segment") + " with large contributions")));
}

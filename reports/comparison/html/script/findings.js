// Segments to check before trusting the scores.

const LARGEST = 8;

function segmentLink(number, changes) {
  return report.segments
    ? element("a", { href: partialAddress({ ...changes, segment: number }) }, counted(number))
    : counted(number);
}

function showSuspicious() {
  const all = suspicions();
  const kinds = [...new Set(all.map((one) => one.suspicion))];
  const owners = [null, ...ranking().map((place) => report.systems[place])]
    .filter((system) => all.some((one) => one.system === system));
  const rows = owners.map((system) => element("tr", {},
    element("th", { scope: "row" }, system === null ? "the test set" : nameElement(system)),
    ...kinds.map((kind) => {
      const place = all.findIndex((one) => one.system === system && one.suspicion === kind);
      if (place < 0) return element("td", { class: "number few" }, ABSENT);
      const entries = all[place].entries;
      const show = system === null ? {} : { show: [report.places.get(system)] };
      return element("td", { class: "number", title: visible(entries[0].detail) },
        segmentsLink({ only: "suspicion." + place, ...show },
          counted(new Set(entries.map((one) => one.segment)).size)));
    })));
  byId("suspicious").replaceChildren(wideTable("Suspicious segments", "Suspicious segments by system and kind",
    ["System", ...kinds], rows));
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

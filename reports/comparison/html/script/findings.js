// What should be looked at before the scores are believed.

const FIRST = 8;

function showSuspicious() {
  const items = suspicions().map((kind, place) => element("li", {},
    kind.system === null ? element("b", {}, kind.suspicion + " in the test set")
      : element("span", {}, element("b", {}, kind.suspicion), ": ", nameElement(kind.system)),
    " ",
    segmentsLink({
      only: "suspicion." + place,
      ...(kind.system === null ? {} : { show: [report.places.get(kind.system)] }),
    }, plural(new Set(kind.entries.map((one) => one.segment)).size, "segment")),
    element("div", { class: "soft" }, ...kind.entries.slice(0, FIRST).flatMap((one, n) => [
      n ? "; " : "",
      report.segments
        ? element("a", { href: address({ ...NO_FILTER, segment: one.segment }) }, String(one.segment))
        : String(one.segment),
      one.detail ? " " + visible(one.detail) : "",
    ]), kind.entries.length > FIRST ? "; and more" : "")));
  byId("suspicious").replaceChildren(element("ul", { class: "findings" }, ...items));
}

// A link from an aggregate to its segments: the filters it names and no other.

const NO_FILTER = {
  query: "", within: "all", least: 0, field: "", value: 0, only: "", segment: 0, page: 1,
  sort: "number", down: false,
};

function segmentsLink(changes, ...content) {
  if (!report.segments) return element("span", {}, ...content);
  return element("a", { href: address({ ...NO_FILTER, ...changes }) }, ...content);
}

function pairAddress(one, other) {
  return { pair: [one, other], only: "pair." + one + "." + other, sort: "difference", down: true };
}

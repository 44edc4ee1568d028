// A link from an aggregate to its segments: the filters it names and no other.

const NO_FILTER = {
  query: "", within: "all", least: 0, field: "", value: 0, only: "", segment: 0, page: 1,
  sort: "number", down: false,
};

// It leaves unsaid what it does not change, so that the pair chosen since stays chosen.
function partialAddress(changes) {
  const said = new URLSearchParams({ metric: state.metric });
  for (const [name, value] of Object.entries(changes)) {
    said.set(name, Array.isArray(value) ? value.join(".") : value === true ? "1" : value);
  }
  return "#" + said.toString();
}

function segmentsLink(changes, ...content) {
  if (!report.segments) return element("span", {}, ...content);
  return element("a", { href: partialAddress(changes) }, ...content);
}

function pairAddress(one, other) {
  return { pair: [one, other], only: "pair." + one + "." + other, sort: "difference", down: true };
}

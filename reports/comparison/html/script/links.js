// A link from an aggregate to its segments sets its filters and clears all others.

// The address omits what the link does not change, such as the pair.
function partialAddress(changes) {
  const said = new URLSearchParams({ metric: state.metric });
  for (const [name, value] of Object.entries(changes)) {
    said.set(name, written(value));
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

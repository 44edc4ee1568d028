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

function pairAddress(system, other) {
  return { pair: [system, other], only: "pair." + system + "." + other, sort: "difference", down: true };
}

// A followed link becomes a history entry with the whole state, so that its address shows the same view.
function followLink(wanted) {
  writeAddress();
  readAddress(wanted, { ...state, ...NO_FILTER });
  history.pushState(WRITTEN, "", address({}));
  showAll();
  if (report.segments) goToSegments();
}

function followHistory(event) {
  if (!holdsState(location.hash)) return;
  readAddress(location.hash);
  writeAddress();
  showAll();
  // going back, the browser restores the place on the page
  if (report.segments && !event.state) goToSegments();
}

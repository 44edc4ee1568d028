// The reader's choices, stored in the address of the page. Systems, metrics and groups are named by
// their indices, because a name can have any character.

const state = {};
const NO_FILTER = {
  query: "", within: "all", least: 0, field: "", value: 0, only: "", segment: 0, page: 1,
  sort: "number", down: false,
};

function defaults() {
  const best = report.metrics[0].ranking;
  const baseline = report.baseline === null ? null : report.places.get(report.baseline);
  const pair =
    baseline === null
      ? [best[0], best[1] ?? best[0]]
      : [best.find((place) => place !== baseline) ?? baseline, baseline];
  return { metric: 0, pair, show: null, marking: "ngrams", size: 20, ...NO_FILTER };
}

const isPlace = (place, list) => Number.isInteger(place) && place >= 0 && place < list.length;
const positive = (text) => Math.max(0, Number(text) || 0);

// Invalid choices of an address are ignored.
const READERS = {
  metric: (text) => (isPlace(Number(text), report.metrics) ? Number(text) : undefined),
  pair: (text) => {
    const pair = text.split(".").map(Number);
    return pair.length === 2 && pair.every((one) => isPlace(one, report.systems)) ? pair : undefined;
  },
  show: (text) => {
    const places = text.split(".").filter(Boolean).map(Number);
    return places.every((one) => isPlace(one, report.systems)) ? places : undefined;
  },
  query: (text) => text,
  within: (text) => (["all", "source", "references", "hypotheses"].includes(text) ? text : undefined),
  least: positive,
  field: (text) => (/^[fb]\d+$/.test(text) ? text : undefined),
  value: (text) => Math.floor(positive(text)),
  only: (text) => (/^[a-z]+(\.\d+)+$/.test(text) ? text : undefined),
  segment: (text) => Math.floor(positive(text)),
  sort: (text) => (/^(number|difference|spread|score\.\d+)$/.test(text) ? text : undefined),
  down: (text) => text === "1",
  marking: (text) => (["ngrams", "differences", "sought"].includes(text) ? text : undefined),
  page: (text) => Math.max(1, Math.floor(positive(text))),
  size: (text) => ([10, 20, 50, 100].includes(Number(text)) ? Number(text) : undefined),
};

const holdsState = (address) => address.includes("=");

// An address sets all filters; metric, pair and display change only if it names them.
function readAddress(address) {
  const fresh = state.pair ? { ...state, ...NO_FILTER } : defaults();
  for (const [name, text] of new URLSearchParams(address.replace(/^#/, ""))) {
    const value = Object.hasOwn(READERS, name) ? READERS[name](text) : undefined;
    if (value !== undefined) fresh[name] = value;
  }
  Object.assign(state, fresh);
}

const written = (value) => (Array.isArray(value) ? value.join(".") : value === true ? "1" : String(value ?? ""));

function address(changes) {
  const chosen = { ...state, ...changes };
  const usual = defaults();
  const said = new URLSearchParams();
  for (const name of Object.keys(READERS)) {
    const value = chosen[name];
    const changed = written(value) !== written(usual[name]) && value !== false && value !== null;
    if (name === "metric" || name === "pair" || changed) said.set(name, written(value));
  }
  return "#" + said.toString();
}

function writeAddress() {
  history.replaceState(null, "", address({}));
}

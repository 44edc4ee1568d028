// The reader's choices, stored in the address of the page. Systems, metrics and groups are named by
// their indices, because a name can have any character.

const state = {};
let typed = {};  // choices that are applied when typing pauses, or with the next choice
const NONE = "none";  // of the systems
const NO_FILTER = {
  query: "", regex: false, within: "all", least: 0, field: "", value: 0, only: "", segment: 0, page: 1,
  sort: "size", down: true,
};

function defaults() {
  const best = report.metrics[0].ranking;
  const opponents = new Map(
    Object.entries(report.opponents).map((names) => names.map((name) => report.places.get(name))),
  );
  const compared = best.filter((place) => opponents.has(place));
  const identical = report.differences.filter((pair) => pair.identical_output).map((pair) => pair.system);
  const first = compared.find((place) => !identical.includes(report.systems[place])) ?? compared[0] ?? best[0];
  const pair = [first, opponents.get(first) ?? best[1] ?? best[0]];
  return { metric: 0, pair, show: null, marking: "ngrams", size: 20, ...NO_FILTER };
}

const isPlace = (place, list) => Number.isInteger(place) && place >= 0 && place < list.length;
const positive = (text) => Math.max(0, Number(text) || 0);

// Invalid choices of an address are ignored.
const READERS = {
  metric: (text) => (isPlace(Number(text), report.metrics) ? Number(text) : undefined),
  pair: (text) => {
    const pair = text.split(".").map(Number);
    return pair.length === 2 && pair.every((place) => isPlace(place, report.systems)) ? pair : undefined;
  },
  show: (text) => {
    if (text === NONE) return [];
    if (!/^\d+(\.\d+)*$/.test(text)) return undefined;
    const places = text.split(".").map(Number);
    return places.every((place) => isPlace(place, report.systems)) ? [...new Set(places)] : undefined;
  },
  query: (text) => text,
  regex: (text) => text === "1",
  within: (text) => (["all", "source", "references", "hypotheses"].includes(text) ? text : undefined),
  least: positive,
  field: (text) => (/^[fb]\d+$/.test(text) ? text : undefined),
  value: (text) => Math.floor(positive(text)),
  only: (text) => (/^[a-z]+(\.\d+)+$/.test(text) ? text : undefined),
  segment: (text) => Math.floor(positive(text)),
  sort: (text) => (/^(number|size|contribution|difference|spread|score\.\d+)$/.test(text) ? text : undefined),
  down: (text) => text === "1",
  marking: (text) => (Object.hasOwn(MARKINGS, text) ? text : undefined),
  page: (text) => Math.max(1, Math.floor(positive(text))),
  size: (text) => ([10, 20, 50, 100].includes(Number(text)) ? Number(text) : undefined),
};

const holdsState = (address) => address.includes("=");

// An address sets all choices, those that it omits to `usual`. A link that was followed keeps metric,
// pair and display unless it names them.
function readAddress(address, usual = defaults()) {
  const read = { ...usual };
  typed = {};
  for (const [name, text] of new URLSearchParams(address.replace(/^#/, ""))) {
    const value = Object.hasOwn(READERS, name) ? READERS[name](text) : undefined;
    if (value !== undefined) read[name] = value;
  }
  Object.assign(state, read);
}

function written(value) {
  if (Array.isArray(value)) return value.join(".") || NONE;
  return typeof value === "boolean" ? String(Number(value)) : String(value ?? "");
}

function address(changes) {
  const chosen = { ...state, ...changes };
  const usual = defaults();
  const said = new URLSearchParams();
  for (const name of Object.keys(READERS)) {
    const value = chosen[name];
    const changed = value !== null && written(value) !== written(usual[name]);
    if (name === "metric" || name === "pair" || changed) said.set(name, written(value));
  }
  return "#" + said.toString();
}

const WRITTEN = { byPage: true };  // the state of history entries that this page wrote

function writeAddress() {
  history.replaceState(WRITTEN, "", address({}));
}

// Filters and the order of the segments.

const folds = { plain: [], exact: [] };  // of all texts of a segment, made when they are searched
const FOLDING = {
  plain: (text) => text.normalize("NFC").toLowerCase(),
  exact: (text) => text.normalize("NFC"),
};

function searched(segment, within, folding) {
  const fold = FOLDING[folding];
  const [source, references, hypotheses] = report.segments.rows[segment];
  if (within === "source") return fold(source ?? "");
  if (within === "references") return fold(references.join("\n"));
  if (within === "hypotheses") return fold(shownSystems().map((system) => hypotheses[system]).join("\n"));
  folds[folding][segment] ??= fold([source ?? "", ...references, ...hypotheses].join("\n"));
  return folds[folding][segment];
}

// What is searched: whether a segment has it, and its places in a text; `problem` says why an expression
// is invalid. Both kinds ignore case.
function currentSearch() {
  const query = state.query.trim();
  if (!query) return null;
  if (state.regex) {
    let expression = null;
    try {
      expression = new RegExp(query, "gimu");
    } catch (error) {
      return { problem: error.message.replace(/^.*\/[a-z]*: /, "") };
    }
    return {
      problem: "",
      isIn: (segment) => searched(segment, state.within, "exact").search(expression) >= 0,
      places: (text) => [...text.matchAll(expression)]
        .filter((match) => match[0]).map((match) => [match.index, match.index + match[0].length]),
    };
  }
  const sought = FOLDING.plain(query);
  return {
    problem: "",
    isIn: (segment) => searched(segment, state.within, "plain").includes(sought),
    places(text) {
      const plain = text.toLowerCase();
      const places = [];
      if (plain.length !== text.length) return places;
      for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
        places.push([at, at + sought.length]);
      }
      return places;
    },
  };
}

function shownSystems() {
  if (state.show) return state.show;
  const first = [...new Set([...state.pair, ...ranking()])].slice(0, Math.min(3, report.systems.length));
  return ranking().filter((place) => first.includes(place));
}

// Whether the differences of the pair belong to what is shown.
const showsPair = () => state.pair[0] !== state.pair[1] && state.pair.some((system) => shownSystems().includes(system));

// Name and segments of the filter that the link of an aggregate sets.
function aggregate() {
  const [kind, ...places] = state.only.split(".");
  const [place, second] = places.map(Number);
  const numbered = (numbers) => new Set(numbers.map((number) => number - 1));
  if (kind === "pair" && isPlace(place, report.systems) && isPlace(second, report.systems)) {
    const rows = report.segments.rows;
    const differing = rows.flatMap((row, n) => (row[2][place] === row[2][second] ? [] : [n]));
    return {
      name: "texts of " + report.systems[place] + " and " + report.systems[second] + " differ",
      segments: new Set(differing),
    };
  }
  const ngram = filteredNgram(state.only);
  if (ngram) {
    return {
      name: KINDS[ngram.kind].toLowerCase() + " “" + ngramText(ngram) + "”: the first segments where " + ngram.system + " and " + ngram.other + " differ",
      segments: numbered(ngram.segments),
    };
  }
  if (kind === "suspicion" && isPlace(place, suspicions())) {
    const suspicion = suspicions()[place];
    return { name: "suspicious: " + suspicion.name, segments: numbered(suspicion.entries.map((entry) => entry.segment)) };
  }
  if (kind === "disagreement" && isPlace(place, report.disagreements)) {
    const disagreement = report.disagreements[place];
    return {
      name: titleOf(disagreement.metric) + " and " + titleOf(disagreement.other_metric) + " disagree most about " + disagreement.system + " and " + disagreement.other,
      segments: numbered(disagreement.segments),
    };
  }
  return null;
}

function suspicions() {
  if (!report.suspicions) {
    const kinds = new Map();
    for (const entry of report.suspicious) {
      const name = entry.suspicion + (entry.system === null ? " (references)" : ": " + entry.system);
      if (!kinds.has(name)) kinds.set(name, { name, suspicion: entry.suspicion, system: entry.system, entries: [] });
      kinds.get(name).entries.push(entry);
    }
    report.suspicions = [...kinds.values()];
    for (const { entries } of report.suspicions) entries.sort((first, second) => first.segment - second.segment);
  }
  return report.suspicions;
}

// A field is a column of the texts (f) or a breakdown (b).
function fieldValues() {
  const place = Number(state.field.slice(1));
  if (state.field[0] === "f" && isPlace(place, report.segments.fields)) {
    const field = report.segments.fields[place];
    return { name: field.name, values: field.values, holds: (value) => (segment) => field.places[segment] === value };
  }
  if (state.field[0] === "b" && isPlace(place, report.breakdowns)) {
    const field = report.breakdowns[place];
    return {
      name: field.field,
      values: field.groups.map((group) => group.label),
      holds: (value) => {
        const segments = new Set(field.groups[value].segments.map((number) => number - 1));
        return (segment) => segments.has(segment);
      },
    };
  }
  return null;
}

function activeFilters(search) {
  const filters = [];
  if (search && !search.problem) {
    filters.push({
      name: state.regex ? "/" + state.query.trim() + "/" : "“" + state.query.trim() + "”",
      clear: { query: "" },
      keeps: search.isIn,
    });
  }
  if (state.only) {
    const aggregated = aggregate();
    if (aggregated) filters.push({ name: aggregated.name, clear: { only: "" }, keeps: (segment) => aggregated.segments.has(segment) });
  }
  const field = fieldValues();
  if (field && isPlace(state.value, field.values)) {
    filters.push({
      name: field.name + ": " + field.values[state.value],
      clear: { field: "", value: 0 },
      keeps: field.holds(state.value),
    });
  }
  if (state.least > 0) {
    const [system, other] = state.pair.map((place) => report.systems[place]);
    filters.push({
      name: "at least " + state.least + " between " + system + " and " + other,
      clear: { least: 0 },
      keeps: (segment) => Math.abs(segmentDifference(segment) ?? 0) >= state.least - 1e-9,
    });
  }
  return filters;
}

function spread(segment) {
  const scores = shownSystems().map((system) => segmentScore(system, segment)).filter((score) => score !== null);
  return scores.length ? Math.max(...scores) - Math.min(...scores) : null;
}

function sortValue() {
  if (state.sort === "size" || state.sort === "contribution") {
    const contributed = contributions(state.metric, state.pair);
    return state.sort === "size" ? (segment) => Math.abs(contributed[segment]) : (segment) => contributed[segment];
  }
  if (state.sort === "difference") return segmentDifference;
  if (state.sort === "spread") return spread;
  const place = Number(state.sort.split(".")[1]);
  if (isPlace(place, report.systems)) return (segment) => segmentScore(place, segment);
  return (segment) => segment;
}

function foundSegments(filters) {
  const segments = [];
  for (let segment = 0; segment < report.segments.rows.length; segment += 1) {
    if (filters.every((filter) => filter.keeps(segment))) segments.push(segment);
  }
  const value = sortValue();
  const values = new Map(segments.map((segment) => [segment, value(segment)]));
  const turn = state.down ? -1 : 1;
  return segments.sort((segment, other) => {
    const [first, second] = [values.get(segment), values.get(other)];
    if (first === null || second === null) return (first === null) - (second === null) || segment - other;
    return turn * (first - second) || segment - other;
  });
}

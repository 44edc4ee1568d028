// Scores of any selection of segments, from the sums of their statistics.

// The operations of formulas, as metrics/sums/sum_formula.py has them for Python. `where` has both results at hand.
const OPERATIONS = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "**": (left, right) => left ** right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  and: (left, right) => left && right,
  or: (left, right) => left || right,
  not: (value) => !value,
  where: (condition, value, other) => (condition ? value : other),
  ratio: (part, whole, otherwise) => (whole === 0 ? otherwise : part / whole),
  exp: Math.exp,
  log: Math.log,
};

// The mean of the scores of the segments that have one.
const MEAN_OF_SCORES = {
  columns: ["scores", "segments"],
  steps: [["column", "scores"], ["column", "segments"], ["/", 0, 1]],
};

// Makes of the steps of a formula a function from the sums of columns to a score, NaN if it is undefined.
function formulaOf(columns, steps) {
  const run = steps.map(([operation, first, second, third]) => {
    if (operation === "column") {
      const place = columns.indexOf(first);
      return (sums) => sums[place];
    }
    if (operation === "number") return () => Number(first);
    const compute = OPERATIONS[operation];
    return (sums, values) => compute(values[first], values[second], values[third]);
  });
  return (sums) => {
    const values = [];
    for (const step of run) values.push(step(sums, values));
    return values.at(-1);
  };
}

// The statistics of a metric, prepared once: `score` of sums, and `values(system)` by column. A metric
// without a formula has the mean of the scores of its segments, `isMean`.
function statisticsOf(metric) {
  report.prepared ??= [];
  report.prepared[metric] ??= prepared(metric);
  return report.prepared[metric];
}

function prepared(metric) {
  const given = report.segments.statistics[metric];
  const { columns, steps } = given ?? MEAN_OF_SCORES;
  const parsed = [];
  const parse = (system) => (given
    ? given.values[system].map((text, column) =>
      text === null ? values(0)[column] : Float64Array.from(text.split(" "), Number))
    : [
      Float64Array.from(report.segments.scores[metric][system], (score) => score ?? 0),
      Float64Array.from(report.segments.scores[metric][system], (score) => Number(score !== null)),
    ]);
  const values = (system) => (parsed[system] ??= parse(system));
  return { isMean: !given, columns, values, score: formulaOf(columns, steps) };
}

function sumsOf(values, segments) {
  return Float64Array.from(values, (column) => {
    let sum = 0;
    for (const segment of segments) sum += column[segment];
    return sum;
  });
}

const defined = (number) => (Number.isFinite(number) ? number : null);

function scoreOf(system, segments) {
  const { score, values } = statisticsOf(state.metric);
  return segments.length ? defined(score(sumsOf(values(system), segments))) : null;
}

// The contribution of each segment to the difference of a pair: the difference of the scores minus what
// it is without the segment; 0 if both have the same statistics.
function contributions(metric, [system, other]) {
  const key = [metric, system, other].join(".");
  report.contributions ??= new Map();
  if (!report.contributions.has(key)) {
    const { score, values, columns } = statisticsOf(metric);
    const both = [values(system), values(other)];
    const every = report.segments.rows.map((_, segment) => segment);
    const totals = both.map((of) => sumsOf(of, every));
    const whole = score(totals[0]) - score(totals[1]);
    const rest = new Float64Array(columns.length);
    const without = (side, segment) => {
      for (let column = 0; column < rest.length; column += 1) rest[column] = totals[side][column] - both[side][column][segment];
      return score(rest);
    };
    const contributed = Float64Array.from(every, (segment) =>
      columns.every((_, column) => both[0][column][segment] === both[1][column][segment])
        ? 0
        : whole - (without(0, segment) - without(1, segment)) || 0);
    report.contributions.set(key, contributed);
  }
  return report.contributions.get(key);
}

// The quantile of Student's t: exact for few degrees of freedom, then by its expansion in their inverse
// (Abramowitz and Stegun, 1964, 26.7.5).
function studentQuantile(freedom) {
  if (freedom <= report.quantiles.length) return report.quantiles[freedom - 1];
  const z = report.quantile;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}

// The size of scores, of which rounding errors are a share.
const sizeOf = (scores) => scores.reduce((size, score) => Math.max(size, Math.abs(score)), 0);

// The difference of two scores; 0 instead of rounding errors.
function scoreDifference(first, second) {
  return Math.abs(first - second) <= report.rounded.scores * sizeOf([first, second]) ? 0 : first - second;
}

// The bounds of a difference, which end at the width of the scale of the metric.
function boundsOf(difference, reach) {
  const { low, high } = report.metrics[state.metric];
  const width = low === null || high === null ? Infinity : high - low;
  return [difference - reach, difference + reach].map((bound) => Math.min(Math.max(bound, -width), width));
}

// The difference of the pair on some segments, with an interval by the jackknife over the units of
// resampling: Student's t, with the variance of the differences that each unit's absence leaves, and a
// degree of freedom less than units in which the two differ. Segments without anything to score, such as
// those that humans did not judge, do not count.
function differenceOn(chosen) {
  const { score, values } = statisticsOf(state.metric);
  const both = state.pair.map((system) => values(system));
  const segments = chosen.filter((segment) => both.flat().some((column) => column[segment]));
  if (!segments.length) return { difference: null, bounds: null, units: 0 };
  const totals = both.map((of) => sumsOf(of, segments));
  const difference = defined(scoreDifference(...totals.map(score)));
  const field = report.segments.fields.find((column) => column.name === report.unit);
  const places = new Map();
  const unitOf = Int32Array.from(segments, (segment, n) => {
    const unit = field ? field.places[segment] : n;
    if (!places.has(unit)) places.set(unit, places.size);
    return places.get(unit);
  });
  const units = places.size;
  if (difference === null || units < 2) return { difference, bounds: null, units };
  const width = totals[0].length;
  const sums = both.map((columns) => {
    const ofUnits = new Float64Array(units * width);
    columns.forEach((column, place) =>
      segments.forEach((segment, n) => { ofUnits[unitOf[n] * width + place] += column[segment]; }));
    return ofUnits;
  });
  const every = Array.from({ length: units }, (_, unit) => unit);
  const ofUnit = (side, unit) => sums[side].subarray(unit * width, (unit + 1) * width);
  const [firsts, seconds] = totals.map((total, side) =>
    every.map((unit) => score(total.map((sum, place) => sum - ofUnit(side, unit)[place]))));
  const without = firsts.map((first, unit) => first - seconds[unit]);
  const sizes = totals[0].map((_, place) => sizeOf(sums.flatMap((of) => every.map((unit) => of[unit * width + place]))));
  const differing = every.filter((unit) => ofUnit(0, unit).some((sum, place) =>
    Math.abs(sum - ofUnit(1, unit)[place]) > report.rounded.statistics * sizes[place]));
  const freedom = Math.max(differing.length - 1, 1);
  const mean = without.reduce((sum, remaining) => sum + remaining, 0) / units;
  const squares = without.reduce((sum, remaining) => sum + (remaining - mean) ** 2, 0);
  const [low, high] = [Math.min, Math.max].map((extreme) => without.reduce((bound, value) => extreme(bound, value)));
  const same = high - low <= report.rounded.scores * sizeOf([...firsts, ...seconds]);
  const reach = same ? 0 : studentQuantile(freedom) * Math.sqrt(((units - 1) / units) * squares);
  return { difference, bounds: Number.isFinite(reach) ? boundsOf(difference, reach) : null, units };
}

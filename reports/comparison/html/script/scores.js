// Scores of any selection of segments, from the sums of their statistics. The formulas equal those of
// Python (metrics/*/formula.py).

const MEAN_OF_SCORES = {
  formula: "ratio",
  columns: ["segment_scores", "segments"],
  options: { numerator: ["segment_scores"], denominator: ["segments"], factor: 1, empty: "undefined" },
};

// Makes of options and the places of columns a function from sums to a score, NaN if it is undefined.
const FORMULAS = {
  ratio({ numerator, denominator, factor, empty }, at) {
    const [parts, wholes] = [numerator, denominator].map((names) => names.flatMap((name) => at[name]));
    const added = (sums, places) => places.reduce((sum, place) => sum + sums[place], 0);
    return (sums) => {
      const [part, whole] = [added(sums, parts), added(sums, wholes)];
      if (whole === 0 && empty === "sign") return factor * Math.sign(part);
      if (whole === 0 && empty === "undefined") return NaN;
      return (factor * part) / (whole || 1);
    };
  },
  bleu(options, at) {
    const { weights, smooth, smooth_value, smooth_from, effective_order, zero_without_match } = options;
    const [[length], [reference], matches, totals] =
      [at.hypothesis_length, at.reference_length, at.matches, at.totals];
    return (sums) => {
      const c = sums[length];
      if (c === 0 || (zero_without_match && matches.every((place) => sums[place] === 0))) return 0;
      let logarithm = 0;
      let weight = 0;
      let halves = 1;
      for (let order = 0; order < weights.length; order += 1) {
        let matched = sums[matches[order]];
        let total = sums[totals[order]];
        const counts = total > 0 || !effective_order;
        if (matched === 0 && total > 0) {
          if (smooth === "exp") matched = halves /= 2;
          else if (smooth === "floor") matched = smooth_value;
        }
        if (smooth === "add-k" && order + 1 >= smooth_from) {
          matched += smooth_value;
          total += smooth_value;
        }
        if (!counts || weights[order] <= 0) continue;
        weight += weights[order];
        logarithm += weights[order] * Math.log(total ? matched / total : 0);
      }
      if (weight === 0) return 0;
      const penalty = c < sums[reference] ? Math.exp(1 - sums[reference] / c) : 1;
      return 100 * penalty * Math.exp(effective_order ? logarithm / weight : logarithm);
    };
  },
  chrf({ beta, eps_smoothing }, { hypothesis_ngrams, reference_ngrams, matches }) {
    const factor = beta ** 2;
    const epsilon = 1e-16;
    return (sums) => {
      let precision = 0;
      let recall = 0;
      let orders = 0;
      let f = 0;
      for (let order = 0; order < matches.length; order += 1) {
        const [own, wanted, matched] =
          [sums[hypothesis_ngrams[order]], sums[reference_ngrams[order]], sums[matches[order]]];
        if (eps_smoothing) {
          const p = own > 0 ? matched / own : epsilon;
          const r = wanted > 0 ? matched / wanted : epsilon;
          f += factor * p + r > 0 ? ((1 + factor) * p * r) / (factor * p + r) : epsilon;
        } else if (own > 0 && wanted > 0) {
          precision += matched / own;
          recall += matched / wanted;
          orders += 1;
        }
      }
      if (eps_smoothing) return (100 * f) / matches.length;
      if (precision + recall === 0) return 0;
      return (100 * (1 + factor) * precision * recall) / (factor * precision + recall) / orders;
    };
  },
  nist({ beta, empty_references, order_without_ngrams }, at) {
    const [[length], [reference], totals, information] =
      [at.hypothesis_length, at.reference_length, at.totals, at.information];
    return (sums) => {
      let wanted = sums[reference];
      if (at.segments) wanted *= sums[at.segments[0]] / Math.max(sums[at.nonempty_references[0]], 1);
      let score = 0;
      for (let order = 0; order < totals.length; order += 1) {
        if (sums[totals[order]] !== 0) score += sums[information[order]] / sums[totals[order]];
        else if (order_without_ngrams === "zero_score") {
          score = 0;
          break;
        } else if (order_without_ngrams !== "zero_term") return NaN;
      }
      if (wanted > 0) return score * Math.exp(beta * Math.log(Math.min(sums[length] / wanted, 1)) ** 2);
      return empty_references === "one" ? score : NaN;
    };
  },
};

// The statistics of a metric, prepared once: `score` of sums, and `values(system)` by column. A metric
// without a formula has the mean of the scores of its segments, `isMean`.
function statisticsOf(metric) {
  report.prepared ??= [];
  report.prepared[metric] ??= prepared(metric);
  return report.prepared[metric];
}

function prepared(metric) {
  const given = report.segments.statistics[metric];
  const { formula, columns, options } = given ?? MEAN_OF_SCORES;
  const at = {};
  columns.forEach((name, place) => {
    (at[name.replace(/_\d+$/, "")] ??= []).push(place);
  });
  const parsed = [];
  const parse = (system) => (given
    ? given.values[system].map((text, column) =>
      text === null ? values(0)[column] : Float64Array.from(text.split(" "), Number))
    : [
      Float64Array.from(report.segments.scores[metric][system], (score) => score ?? 0),
      Float64Array.from(report.segments.scores[metric][system], (score) => Number(score !== null)),
    ]);
  const values = (system) => (parsed[system] ??= parse(system));
  return { isMean: !given, columns, values, score: FORMULAS[formula](options, at) };
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
function contributions(metric, [one, other]) {
  const key = [metric, one, other].join(".");
  report.contributions ??= new Map();
  if (!report.contributions.has(key)) {
    const { score, values, columns } = statisticsOf(metric);
    const both = [values(one), values(other)];
    const every = report.segments.rows.map((_, segment) => segment);
    const totals = both.map((of) => sumsOf(of, every));
    const whole = score(totals[0]) - score(totals[1]);
    const rest = new Float64Array(columns.length);
    const without = (side, segment) => {
      for (let column = 0; column < rest.length; column += 1) rest[column] = totals[side][column] - both[side][column][segment];
      return score(rest);
    };
    const found = Float64Array.from(every, (segment) =>
      columns.every((_, column) => both[0][column][segment] === both[1][column][segment])
        ? 0
        : whole - (without(0, segment) - without(1, segment)) || 0);
    report.contributions.set(key, found);
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

// The difference of the pair on some segments, with an interval by the jackknife over the units of
// resampling: Student's t, with the variance of the differences that each unit's absence leaves, and a
// degree of freedom less than units in which the two differ.
function differenceOn(segments) {
  if (!segments.length) return { difference: null, bounds: null, units: 0 };
  const { score, values } = statisticsOf(state.metric);
  const both = state.pair.map((system) => values(system));
  const totals = both.map((of) => sumsOf(of, segments));
  const difference = defined(score(totals[0]) - score(totals[1]));
  const field = report.segments.fields.find((one) => one.name === report.unit);
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
    const found = new Float64Array(units * width);
    columns.forEach((column, place) =>
      segments.forEach((segment, n) => { found[unitOf[n] * width + place] += column[segment]; }));
    return found;
  });
  const every = Array.from({ length: units }, (_, unit) => unit);
  const ofUnit = (side, unit) => sums[side].subarray(unit * width, (unit + 1) * width);
  const without = every.map((unit) => {
    const [one, another] = totals.map((total, side) => score(total.map((sum, place) => sum - ofUnit(side, unit)[place])));
    return one - another;
  });
  const differing = every.filter((unit) => ofUnit(0, unit).some((sum, place) => sum !== ofUnit(1, unit)[place]));
  const freedom = Math.max(differing.length - 1, 1);
  const mean = without.reduce((sum, one) => sum + one, 0) / units;
  const squares = without.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const reach = studentQuantile(freedom) * Math.sqrt(((units - 1) / units) * squares);
  const bounds = Number.isFinite(reach) ? [difference - reach, difference + reach] : null;
  return { difference, bounds, units };
}

// Usage: node vectors.js bleu.jsonl [ORIGIN]. Replace `bleu` by a call of your own program.
const counts = (words, n) => words.slice(n - 1).reduce((seen, _, i) => {
  const key = JSON.stringify(words.slice(i, i + n));
  return seen.set(key, (seen.get(key) || 0) + 1);
}, new Map());
const sum = (values) => values.reduce((a, b) => a + b, 0);
const closest = (hyp, refs) => refs.map((ref) => ref.length).sort(
  (a, b) => Math.abs(a - hyp.length) - Math.abs(b - hyp.length) || a - b)[0];

function bleu(hyps, refs) {
  let logs = 0;
  for (let n = 1; n <= 4; n++) {
    const own = hyps.map((hyp) => counts(hyp, n)), most = refs.map((of) => of.map((ref) => counts(ref, n)));
    const matches = sum(own.flatMap((hyp, k) => [...hyp].map(([key, times]) =>
      Math.min(times, Math.max(...most[k].map((ref) => ref.get(key) || 0))))));
    if (matches === 0) return 0;
    logs += Math.log(matches / sum(own.flatMap((hyp) => [...hyp.values()]))) / 4;
  }
  const c = sum(hyps.map((hyp) => hyp.length)), r = sum(hyps.map((hyp, k) => closest(hyp, refs[k])));
  return Math.exp(logs + Math.min(0, 1 - r / c));
}

const [file, origin = "papineni2002"] = process.argv.slice(2);
const [header, ...all] = require("fs").readFileSync(file, "ascii").trim().split("\n").map((line) => JSON.parse(line));
const cases = all.filter((line) => origin in line.results);
if (!cases.length) {
  console.log(`no results of ${origin}; give one of ${Object.keys(header.origins).join(", ")}`);
  process.exit(1);
}
const tokens = (segment) => Array.isArray(segment) ? segment : segment ? segment.split(" ") : [];
let passed = 0, failed = 0;
for (const { id, tests, optional, hyps, refs, results } of cases) {
  const got = bleu(hyps.map(tokens), refs.map((of) => of.map(tokens))) * header.origins[origin].scale;
  const is = (want) => "failure" in want ? !Number.isFinite(got) : Math.abs(got - want.score) <= 1e-9 * Math.abs(want.score);
  if ([results[origin], ...results[origin].acceptable || []].some(is)) { passed++; continue; }
  console.log(`${optional ? "optional: " : ""}${id} (${tests}): ${got}, not ${results[origin].score}`);
  failed += !optional;
}
console.log(`${passed} of ${cases.length} cases pass`);
process.exit(failed ? 1 : 0);

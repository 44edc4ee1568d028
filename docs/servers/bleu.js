// BLEU as Papineni et al. (2002) define it, as a program that answers JSON lines.
const counts = (words, n) => words.slice(n - 1).reduce((seen, _, i) => {
  const key = JSON.stringify(words.slice(i, i + n));
  return seen.set(key, (seen.get(key) || 0) + 1);
}, new Map());
const closest = (hyp, refs) => refs.map((ref) => ref.length).sort(
  (a, b) => Math.abs(a - hyp.length) - Math.abs(b - hyp.length) || a - b)[0];
const sum = (values) => values.reduce((a, b) => a + b, 0);

function bleu({ hyps, refs, params: { order } }) {
  let logs = 0;
  for (let n = 1; n <= order; n++) {
    const own = hyps.map((hyp) => counts(hyp, n)), most = refs.map((refs) => refs.map((ref) => counts(ref, n)));
    const matches = sum(own.flatMap((counts, k) => [...counts].map(([key, times]) =>
      Math.min(times, Math.max(...most[k].map((counts) => counts.get(key) || 0))))));
    if (matches === 0) return 0;
    logs += Math.log(matches / sum(own.flatMap((counts) => [...counts.values()]))) / order;
  }
  const c = sum(hyps.map((hyp) => hyp.length)), r = sum(hyps.map((hyp, k) => closest(hyp, refs[k])));
  return Math.exp(logs + Math.min(0, 1 - r / c));
}

const hello = { name: "bleu.js", metrics: ["bleu"], input: "tokens", orders: [1, 2, 3, 4] };
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line), answer = asked.op === "hello" ? hello : { score: bleu(asked) };
  console.log(JSON.stringify({ id: asked.id, ...answer }));
});

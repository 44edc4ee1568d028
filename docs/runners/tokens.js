// Usage: node tokens.js tokenizers.jsonl [ORIGIN]. Replace `tokenize` by a call of your own tokenizer.
const SPACE = "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"; // as Python has it

function tokenize(line) { // 13a of sacreBLEU
  line = line.replace(new RegExp(`${SPACE}+$`), "").replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
  line = line.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  line = ` ${line} `.replace(/[!-&(-+/:-@[-`{-~]/g, " $& ");
  line = line.replace(/([^0-9])([.,])/gu, "$1 $2 ").replace(/([.,])([^0-9])/gu, " $1 $2");
  return line.replace(/([0-9])(-)/g, "$1 $2 ").split(new RegExp(SPACE)).filter((token) => token);
}

const [file, origin = "13a"] = process.argv.slice(2);
const [header, ...all] = require("fs").readFileSync(file, "ascii").trim().split("\n").map((line) => JSON.parse(line));
const cases = all.filter((line) => origin in line.results);
if (!cases.length) {
  console.log(`no results of ${origin}; give one of ${Object.keys(header.origins).join(", ")}`);
  process.exit(1);
}
const same = (line) => JSON.stringify(tokenize(line.text)) === JSON.stringify(line.results[origin].tokens);
const failed = cases.filter((line) => !same(line));
for (const { id, tests, text, results } of failed) {
  console.log(`${id} (${tests}): ${tokenize(text).join(" ")}, not ${results[origin].tokens.join(" ")}`);
}
console.log(`${cases.length - failed.length} of ${cases.length} cases pass`);
process.exit(failed.length ? 1 : 0);

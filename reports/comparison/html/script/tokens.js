// Tokens for display only: words of letters and digits, other symbols one by one, and scripts
// without spaces by character. Metrics use their own tokenizers.

const SOLID = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}\\u30fc";
const TOKEN = new RegExp(
  "[" + SOLID + "]\\p{M}*|(?:(?![" + SOLID + "])[\\p{L}\\p{M}\\p{N}])+|[^\\s\\p{L}\\p{M}\\p{N}]",
  "gu",
);
const LONGEST_MARKED = 20000;
const ORDERS = 4;

function tokenize(text) {
  const tokens = [];
  const starts = [];
  for (const match of text.matchAll(TOKEN)) {
    tokens.push(match[0]);
    starts.push(match.index);
  }
  return { text, tokens, starts };
}

function ngramCounts(tokens, order) {
  const counts = new Map();
  for (let start = 0; start + order <= tokens.length; start += 1) {
    const key = tokens.slice(start, start + order).join(" ");
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  return counts;
}

// The longest order of a matched n-gram that contains the token, for each token. Matches are clipped
// by the counts of the reference.
function matchedOrders(hypothesis, reference, longest = ORDERS) {
  const tokens = hypothesis.tokens;
  const orders = new Uint8Array(tokens.length);
  for (let order = 1; order <= longest; order += 1) {
    const left = ngramCounts(reference.tokens, order);
    for (let start = 0; start + order <= tokens.length; start += 1) {
      const key = tokens.slice(start, start + order).join(" ");
      const count = left.get(key) || 0;
      if (count === 0) continue;
      left.set(key, count - 1);
      orders.fill(order, start, start + order);
    }
  }
  return orders;
}

// The index of the first reference with the most matched tokens.
function closestReference(hypothesis, references) {
  const matches = references.map((reference) => matchedOrders(hypothesis, reference, 1).filter(Boolean).length);
  return matches.indexOf(Math.max(...matches));
}

// Marks the tokens of each occurrence of an n-gram, ignoring case.
function placesOf(ngram, tokenized) {
  const tokens = tokenized.tokens.map((token) => token.toLowerCase());
  const places = new Uint8Array(tokens.length);
  for (let start = 0; ngram.length && start + ngram.length <= tokens.length; start += 1) {
    if (ngram.every((token, n) => tokens[start + n] === token)) places.fill(1, start, start + ngram.length);
  }
  return places;
}

// Marks the tokens of each text outside their longest common subsequence.
function differingTokens(text, other) {
  const first = text.tokens;
  const second = other.tokens;
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let firstEnd = first.length;
  let secondEnd = second.length;
  while (firstEnd > start && secondEnd > start && first[firstEnd - 1] === second[secondEnd - 1]) {
    firstEnd -= 1;
    secondEnd -= 1;
  }
  const alone = new Uint8Array(first.length).fill(1, start, firstEnd);
  const otherAlone = new Uint8Array(second.length).fill(1, start, secondEnd);
  const rows = firstEnd - start;
  const columns = secondEnd - start;
  if (rows * columns > 4e6) return [alone, otherAlone];
  const width = columns + 1;
  const longest = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        first[start + row] === second[start + column]
          ? longest[(row + 1) * width + column + 1] + 1
          : Math.max(longest[(row + 1) * width + column], longest[row * width + column + 1]);
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (first[start + row] === second[start + column]) {
      alone[start + row] = 0;
      otherAlone[start + column] = 0;
      row += 1;
      column += 1;
    } else if (longest[(row + 1) * width + column] >= longest[row * width + column + 1]) row += 1;
    else column += 1;
  }
  return [alone, otherAlone];
}

// The places of equal tokens: for each token of one text that of its partner in the other, or -1. Tokens
// of the longest common subsequence are partners, and then others in the order of the texts.
function alignedTokens(text, other) {
  const partners = new Int32Array(text.tokens.length).fill(-1);
  const [alone, otherAlone] = differingTokens(text, other);
  const free = new Map();
  let next = 0;
  const seekCommon = () => {
    while (next < otherAlone.length && otherAlone[next]) {
      const token = other.tokens[next];
      free.set(token, [...(free.get(token) ?? []), next]);
      next += 1;
    }
  };
  alone.forEach((isAlone, place) => {
    if (isAlone) return;
    seekCommon();
    partners[place] = next;
    next += 1;
  });
  seekCommon();
  alone.forEach((isAlone, place) => {
    if (isAlone) partners[place] = free.get(text.tokens[place])?.shift() ?? -1;
  });
  return partners;
}

// The partners of the tokens of two texts in a third. Equal tokens of both have the same partner, so that
// what only one of the texts has right is a matter of counts.
function alignedAlike([text, other], reference) {
  const partners = [text, other].map((side) => alignedTokens(side, reference));
  const taken = partners.map((places) => new Set(places));
  const free = new Map();
  for (const place of taken[0]) {
    const token = reference.tokens[place];
    if (place >= 0 && !taken[1].has(place)) free.set(token, [...(free.get(token) ?? []), place]);
  }
  partners[1] = partners[1].map((place) => (taken[0].has(place) ? place : free.get(reference.tokens[place])?.shift() ?? place));
  return partners;
}

// The places of tokens without a partner in one reference that match if, as in BLEU, a token counts as
// often as in the reference that has it most often.
function inOtherReferences(text, partners, references) {
  const counts = references.map((reference) => ngramCounts(reference.tokens, 1));
  const matches = ngramCounts(text.tokens.filter((_, place) => partners[place] >= 0), 1);
  const places = text.tokens.map((_, place) => place).filter((place) => {
    const token = text.tokens[place];
    const occurrence = (matches.get(token) ?? 0) + 1;
    if (partners[place] >= 0 || counts.every((count) => occurrence > (count.get(token) ?? 0))) return false;
    matches.set(token, occurrence);
    return true;
  });
  return new Set(places);
}

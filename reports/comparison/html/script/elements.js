// All elements are made here, and text becomes text nodes only.

const byId = (id) => document.getElementById(id);

function element(kind, attributes, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Control characters become escapes, as in renderers/visible.py.
const ACTING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

function visible(text) {
  return text.replace(ACTING, (control) => {
    if (control === "\n") return "\\n";
    if (control === "\t") return "\\t";
    const code = control.codePointAt(0);
    return code < 256
      ? "\\x" + code.toString(16).padStart(2, "0")
      : "\\u" + code.toString(16).padStart(4, "0");
  });
}

// A name of white space alone would be invisible.
const named = (name) => (name.trim() ? visible(name) : "(blank)");

function nameElement(system) {
  const parts = report.names[report.systems.indexOf(system)];
  const shown = parts.length > 1 ? parts.map((part) => element("span", {}, part)) : parts;
  return element("bdi", { class: "name", title: parts.join("") }, ...shown);
}

const option = (value, text) => element("option", { value }, named(text));

const MINUS = "\u2212";
const ABSENT = "\u2013";

function decimals(value, digits) {
  if (value === null) return ABSENT;
  const text = value.toFixed(digits);
  return text.replace("-", Number(text) === 0 ? "" : MINUS);
}

const interval = (low, high, digits) => "[" + decimals(low, digits) + ", " + decimals(high, digits) + "]";

function signed(value, digits) {
  if (value === null) return ABSENT;
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : MINUS) + text;
}

const counted = (count) => count.toLocaleString("en");
const plural = (count, what) => counted(count) + " " + what + (count === 1 ? "" : "s");

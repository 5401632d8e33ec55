// The one way from texts to elements: what a template is given is shown as it is written, and never read as
// markup.
//
//   html`<p title="${text}">${text}</p>`   strings and numbers are escaped, in texts and in quotes
//   html`<ul>${lines.map(line => html`<li>${line}</li>`)}</ul>`   templates pass, and lists of them
//   html`<input${on && html` checked`}>`   true, false, null and undefined say nothing
//
// In a tag, outside of quotes, only templates may stand, and in quotes only texts: the other is an error. A
// line break beside a tag or a value is the layout of the script, no space; where a space is meant, ${" "}
// says so.

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = text => String(text).replace(/[&<>"']/g, sign => SIGNS[sign]);

// Not exported: nothing but a template is ever taken for markup.
class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const isNothing = value => value === null || value === undefined || value === true || value === false;

// Where a value stands: between tags, in a tag, in an attribute's quotes.
const BETWEEN = 0,
  TAG = 1,
  QUOTES = 2;

function shown(value, where) {
  if (isNothing(value)) return "";
  if (Array.isArray(value)) return value.map(one => shown(one, where)).join("");
  const markup = value instanceof Markup;
  if (markup && where === QUOTES) throw new TypeError(`a template in quotes: ${value}`);
  if (!markup && where === TAG) throw new TypeError(`a text in a tag, outside of quotes: ${value}`);
  return markup ? value.text : escaped(value);
}

// Where one stands after a sign: [where, the quote that ends it].
function after(sign, [where, quote]) {
  if (where === QUOTES) return sign === quote ? [TAG, ""] : [QUOTES, quote];
  if (where === TAG && (sign === '"' || sign === "'")) return [QUOTES, sign];
  if (sign === "<") return [TAG, ""];
  return sign === ">" ? [BETWEEN, ""] : [where, ""];
}

// A template's pieces without the layout of the script, and where the value after each of them stands.
function read(pieces) {
  let at = [BETWEEN, ""];
  return pieces.map(piece => {
    let text = piece.replace(/>\s*\n\s*/g, ">").replace(/\s*\n\s*</g, "<");
    if (at[0] === BETWEEN) text = text.replace(/^\s*\n\s*/, "");
    for (const [sign] of text.matchAll(/[<>"']/g)) at = after(sign, at);
    if (at[0] === BETWEEN) text = text.replace(/\s*\n\s*$/, "");
    return { text, where: at[0] };
  });
}

const known = new WeakMap();

export function html(template, ...values) {
  if (!known.has(template)) known.set(template, read(template));
  const pieces = known.get(template);
  const parts = pieces.map(
    ({ text, where }, at) => text + (at < values.length ? shown(values[at], where) : ""),
  );
  return new Markup(parts.join(""));
}

const filled = new WeakMap();

// The page's policy lets nothing else make elements of a text, in browsers that know trusted types, and no
// other script run beside the page.
const WORKER = "sw.js";
const trusted = globalThis.trustedTypes?.createPolicy("signifer", {
  createHTML: text => text,
  createScriptURL: () => WORKER,
});

// The address of the page's worker.
export const worker = () => (trusted ? trusted.createScriptURL(WORKER) : WORKER);

// Whether an element was given these contents last.
export const holds = (node, contents) => filled.get(node) === shown(contents, BETWEEN);

// Gives an element new contents.
export function fill(node, contents) {
  const text = shown(contents, BETWEEN);
  filled.set(node, text);
  node.innerHTML = trusted ? trusted.createHTML(text) : text;
}

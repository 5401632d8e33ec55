// Card faces of Field of Glory: figures from the table's own catalogue, arms from symbols.js.
import { wrapped } from "../cards.js";
import { front, reverse } from "../faces.js";
import { html } from "../html.js";
import { SYMBOLS } from "../symbols.js";
import { current, say } from "../words.js";
import { TERRAINS } from "./terrains.js";

let printed = { kinds: {}, cards: {} };
export function load(told) {
  printed = told;
}

export function parts(card) {
  const [army, name] = card.split("/");
  const at = name.lastIndexOf("-");
  return { army, kind: name.slice(0, at), number: name.slice(at + 1) };
}

// Whose hands move it; terrain anybody lays.
export const army = card => {
  const found = parts(card).army;
  return found === "terrain" ? "" : found;
};

export const kindOf = kind => printed.kinds[kind] ?? { name: {} };
export const kindName = kind => {
  const name = kindOf(kind).name[current()] ?? kind;
  return name.charAt(0).toUpperCase() + name.slice(1);
};
export const points = card => printed.cards[card] ?? [0, 0];
const minus = number => (number < 0 ? `−${-number}` : `+${number}`);
const small = kind => kindName(kind).toLocaleLowerCase(current());

// A kind in the middle of a sentence.
const named = kind => (current() === "de" ? kindName(kind) : small(kind));

// The rule printed on a card, in our words, from its figures.
export function rules(kind) {
  if (kind === "commander") return [say("rule.commander")];
  if (kind === "overlap" || kind === "reserves") return [say(`rule.${kind}`)];
  const { against = {}, beside, ties, shares = [], rampage } = kindOf(kind);
  return [
    ...Object.entries(against).map(([other, figure]) =>
      say("rule.against", { figure: minus(figure), kind: named(other) }),
    ),
    beside && say("rule.beside", { figure: minus(beside) }),
    ties && say("rule.ties"),
    ...shares.map(other => (other === "any" ? say("rule.any") : say("rule.shares", { kind: named(other) }))),
    rampage && say("rule.rampage"),
  ].filter(Boolean);
}

export function terrainRules(kind) {
  const has = kindOf(kind),
    lines = [];
  if (has.placing) lines.push(say("rule.placing", { figure: minus(has.placing) }));
  if (has.hill) lines.push(say("rule.hill", { figure: minus(has.hill) }));
  // Kinds of the same figure stand in one line; without Map.groupBy, which browsers of 2023 lack.
  const lead = Object.entries(has.lead ?? {});
  for (const figure of new Set(lead.map(([, figure]) => figure))) {
    const kinds = lead.filter(([, other]) => other === figure).map(([kind]) => kindName(kind));
    lines.push(say("rule.lead", { figure: minus(figure), kinds: kinds.join(", ") }));
  }
  return lines;
}

// A card by what is printed on it: its kind, and its command points where those of a kind differ.
export function cardName(card) {
  const { army, kind } = parts(card),
    name = kindName(kind);
  const alike = Object.keys(printed.cards)
    .filter(other => parts(other).kind === kind)
    .every(other => points(other)[0] === points(card)[0]);
  return army === "terrain" || alike ? name : say("card.called", { kind: name, cp: points(card)[0] });
}

// What a screen reader says of a card.
export function described(card) {
  const { army, kind } = parts(card),
    has = kindOf(kind);
  const name = cardName(card);
  if (army === "terrain") return name;
  const [cp, vp] = points(card);
  const figures =
    has.cost === undefined ? "" : say("card.unit", { cost: has.cost, flank: has.flank, combat: has.combat });
  return [name, say(army), figures, say("card.points", { cp, vp })].filter(Boolean).join(", ");
}

export function face(card) {
  const { army, kind, number } = parts(card);
  if (army === "terrain") return terrain(kind);
  const has = kindOf(kind),
    [cp, vp] = points(card),
    unit = has.cost !== undefined,
    text = printedRules(kind);
  const room = Math.max(28, 48 - text.high * 0.8);
  const inside = html`${title(kindName(kind), unit)}
    <svg class="arms" x="${(unit ? 38 : 33) - room / 2}" y="${unit ? 19 : 20}"
      width="${room}" height="${room}" viewBox="0 0 48 48">${SYMBOLS[kind]}</svg>
    ${unit && worth(has)}
    ${text.rows}
    <path class="rulefoot" d="M6 75.6 h54"/>
    <g class="cp"><circle cx="10" cy="83" r="6"/><text x="10" y="85.900">${cp}</text></g>
    ${unit && has.flank > 0 && flank(has.flank)}
    ${vp > 0 && laurels(vp)}
    <text class="number" x="61" y="20.600">${number}</text>`;
  return front(army, inside);
}

// A long name stands in two lines, so that it can be read on a small card.
function title(name, unit) {
  const room = unit ? 43 : 54,
    x = unit ? 38.5 : 33,
    words = name.split(" ");
  const long = name.length * 0.7 * 5.6 > room && words.length > 1;
  const lines = long ? [words[0], words.slice(1).join(" ")] : [name];
  const most = Math.max(...lines.map(line => line.length));
  const size = Math.min(long ? 5.7 : 6.2, room / (most * 0.72)).toFixed(2);
  const y = at => (long ? 7.9 + at * 5.7 : 8.9 + size * 0.36).toFixed(1);
  return lines.map(
    (line, at) => html`<text class="name" x="${x}" y="${y(at)}" font-size="${size}">${line}</text>`,
  );
}

// The rules on a card in rows, and how high they stand; small ones where there are many.
function printedRules(kind) {
  const told = rules(kind),
    large = wrapped(told, 25),
    fits = large.length <= 3;
  const texts = fits ? large : wrapped(told, 34).slice(0, 5),
    step = fits ? 5.4 : 4.2,
    high = texts.length * step;
  const y = at => (74 - high + at * step).toFixed(1);
  const rows = texts.map(
    (text, at) => html`<text class="rule" x="33" y="${y(at)}" font-size="${fits ? 5.3 : 4}">${text}</text>`,
  );
  return { rows, high };
}

const worth = ({ cost, combat }) => html`<circle class="coin" cx="9" cy="9" r="6.700"/>
  <text class="cost" x="9" y="12">${cost}</text>
  <path class="shield" d="M3.6 19.4 h11.6 v7.2 c0 4 -2.800 6.600 -5.800 8.200
    c-3 -1.600 -5.800 -4.200 -5.800 -8.200z"/>
  <text class="combat" x="9.4" y="29.300">${combat}</text>`;

const flank = value => html`<g class="flank">
  <path d="M26.6 79 v9 M29 83.500 h6.400 m-6.400 0 l2.400 -2.200 m-2.400 2.200 l2.400 2.200"/>
  <text x="40.5" y="85.600">+${value}</text>
</g>`;

const laurels = points => html`<g class="vp">
  <path d="M52 78.400 l1.500 3.200 3.500 .4 -2.600 2.400 .7 3.500 -3.100 -1.800
    -3.100 1.800 .7 -3.500 -2.600 -2.400 3.500 -.4z"/>
  <text x="60.4" y="85.600">${points}</text>
</g>`;

// The plaque is as wide as its name, as far as there is room; a longer name is drawn narrower.
export function terrain(kind) {
  const name = kindName(kind),
    needed = name.length * 4.4,
    wide = Math.min(76, Math.max(48, needed)),
    narrower = needed > wide && html` textLength="${wide}" lengthAdjust="spacingAndGlyphs"`;
  return html`<svg class="face land" viewBox="0 0 92 66" aria-hidden="true">
    <rect class="edge" width="92" height="66" rx="4.4"/>
    <svg x="2.4" y="2.4" width="87.2" height="61.2" viewBox="0 0 92 66" preserveAspectRatio="none">
      ${TERRAINS[kind]}
    </svg>
    <path class="plaque" d="M${46 - wide / 2} 51 h${wide} l4 4.6 l-4 4.6 h-${wide} l-4 -4.6z"/>
    <text class="name" x="46" y="57.6"${narrower}>${name}</text>
  </svg>`;
}

const SIGNUM = html`<g class="signum">
  <path d="M32.2 35 h1.6 v22 h-1.6z M27 38.6 h12 v1.5 h-12z M27.8 40.4 h10.4 v6.6
    l-2.6 -1.5 l-2.6 1.5 l-2.6 -1.5 l-2.6 1.5z"/>
  <circle cx="33" cy="51" r="2.4"/>
</g>`;
const CROSS = html`<path class="thread" d="M6 6 L60 86 M60 6 L6 86"/>`;

export const back = army => reverse(army, 15, SIGNUM, CROSS);

// Card faces of Thermopyles: figures from the table's own catalogue; what nobody has read from a card is
// marked.
import { coin, die, front, name, reverse } from "../faces.js";
import { html } from "../html.js";
import { SYMBOLS } from "../symbols.js";
import { say } from "../words.js";

let printed = { cards: {} };
export function load(told) {
  printed = told;
}

const KINDS = ["spartan", "persian", "support"];
export function parts(card) {
  const [kind, number] = card.split("-");
  return KINDS.includes(kind)
    ? { army: kind === "persian" ? "blue" : "red", kind, number }
    : { army: "", kind: card, number: "" };
}
export const figures = card => printed.cards[card]?.figures ?? {};
export const isAssumed = card => !!printed.cards[card]?.assumed;
export const kindName = kind => (KINDS.includes(kind) ? say(`th.${kind}`) : kind);
// The team's hands move all cards.
export const army = card => (KINDS.includes(parts(card).kind) ? "red" : "");

// A card as the table names it, by what is printed on it: "Spartan 12", "Persian 14/19".
export function cardName(card) {
  const has = figures(card),
    values = [has.battle_value, has.annihilation_value].filter(value => value !== undefined).join("/");
  return `${kindName(parts(card).kind)} ${values}`.trim();
}

export function described(card) {
  const has = figures(card),
    row = (key, value) => (value === undefined ? "" : `${say(key)} ${value}`);
  return [
    kindName(parts(card).kind),
    row("th.battle", has.battle_value),
    row("th.annihilation", has.annihilation_value),
    has.bonus_card > 0 ? say("th.symbol") : "",
    isAssumed(card) ? say("th.assumed.short") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const LAMBDA = html`<path d="M24 10 L35 38 H29.500 L24 23 L18.500 38 H13z"/>`;
const HOPLITE = html`<circle cx="24" cy="24" r="21"/>
  <circle cx="24" cy="24" r="18" fill="none" stroke="var(--pale)" stroke-width="1.300"/>
  <g class="lambda">${LAMBDA}</g>`;
// The stronger a Persian is, the more comes with him.
const arms = battle =>
  SYMBOLS[battle < 15 ? "archer" : battle < 18 ? "light-infantry" : battle < 21 ? "cavalry" : "elephant"];

const drawn = (
  inside,
  y = 21,
) => html`<svg class="arms" x="13" y="${y}" width="40" height="40" viewBox="0 0 48 48">
  ${inside}
</svg>`;

const shield = (x, y, value, kind) => html`<g class="value ${kind}">
  <path class="shield"
    d="M${x - 9} ${y} h18 v9 c0 6 -4.500 10 -9 12.500 c-4.500 -2.500 -9 -6.500 -9 -12.500z"/>
  <text x="${x}" y="${y + 12.5}">${value}</text>
</g>`;

const skull = (x, y, value) => html`<g class="value dead">
  <circle cx="${x}" cy="${y + 10}" r="10.500"/><text x="${x}" y="${y + 13.7}">${value}</text>
</g>`;

const SYMBOL = html`<g class="bonus">
  <circle class="coin" cx="33" cy="72" r="8"/><path d="M28 76 L33 66.500 L38 76"/>
</g>`;

// What stands on a card, by its kind.
const INSIDE = {
  spartan: ({ battle_value: battle }) => [drawn(HOPLITE), coin(battle), shield(52, 63, battle, "fight")],
  persian: ({ battle_value: battle, annihilation_value: annihilation, bonus_card: bonus }) => [
    drawn(arms(battle), 19),
    coin(battle),
    shield(14, 62, battle, "white"),
    skull(52, 62, annihilation),
    bonus > 0 && SYMBOL,
  ],
  support: () => [
    drawn(html`<svg x="8" y="8" width="32" height="32">${die(5)}</svg>`),
    html`<text class="plus" x="33" y="77">+1</text>`,
  ],
};

export function face(card) {
  const { army, kind } = parts(card),
    called = INSIDE[kind] ? kindName(kind) : card;
  return front(`${army || "blue"} th`, [
    name(called, 6),
    INSIDE[kind]?.(figures(card)),
    isAssumed(card) && html`<text class="guess" x="33" y="88">${say("th.assumed.short")}</text>`,
  ]);
}

const SUN = html`<g class="signum">
  ${Array.from(
    { length: 12 },
    (_, at) => html`<path transform="rotate(${at * 30} 33 46)" d="M33 33.500 l1.600 6 h-3.200z"/>`,
  )}
  <circle cx="33" cy="46" r="5.500"/>
</g>`;
const SHIELD = html`<svg x="18" y="31" width="30" height="30" viewBox="0 0 48 48" class="signum">
  ${LAMBDA}
</svg>`;

export const back = side => reverse(`${side} th`, 17, side === "red" ? SHIELD : SUN);

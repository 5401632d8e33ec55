// Card faces of Call to Glory: a kind's value, its name and our drawing of it; missions name a kind.
import { coin, front, name, reverse } from "../faces.js";
import { html } from "../html.js";
import { of, say } from "../words.js";
import { GATE, KINDS, LETTER } from "./symbols.js";

let printed = { kinds: {}, cards: {} };
export function load(told) {
  printed = told;
}

export const kinds = Object.keys(KINDS);
export const figures = card => printed.cards[card] ?? {};
export const ofKind = kind => printed.kinds[kind] ?? {};
export const value = kind => ofKind(kind).value;
export const kindName = kind => of(printed.kinds[kind]?.name) || kind;
export const kindOf = card => figures(card).kind ?? card;
export const isMission = card => figures(card).names !== undefined;
// Nobody's but whose hand holds it.
export const army = () => "";
export const parts = card => ({ army: "", kind: kindOf(card), number: card.split("-").at(-1) });
// The cards of a kind are equal.
export const cardName = card => kindName(kindOf(card));

export function described(card) {
  const { names, points, assumed } = figures(card);
  if (!isMission(card)) return say("cg.described", { kind: cardName(card), value: value(kindOf(card)) });
  const told = say("cg.mission.does", { kind: kindName(names), value: value(names), points });
  return [cardName(card), told, assumed && say("cg.assumed.short")].filter(Boolean).join(", ");
}

export const symbol = (kind, x = 0, y = 0, size = 48) => html`<svg class="arms" x="${x}" y="${y}"
  width="${size}" height="${size}" viewBox="0 0 48 48">${KINDS[kind]}</svg>`;

export function face(card) {
  const kind = kindOf(card);
  if (isMission(card)) return mission(card);
  return front(`cg ${KINDS[kind] ? kind : "blue"}`, [
    coin(value(kind)),
    name(kindName(kind), 7.2),
    KINDS[kind] && symbol(kind, 11, 20, 44),
    html`<text class="figure" x="33" y="84.500">${value(kind)}</text>`,
  ]);
}

function mission(card) {
  const { letter, names, points, assumed } = figures(card);
  return front("cg mission", [
    coin(letter.toUpperCase()),
    name(kindName(kindOf(card)), 7.2),
    html`<g class="named ${names}">
      <rect class="field" x="13" y="20" width="40" height="40" rx="20"/>${symbol(names, 18, 25, 30)}
    </g>`,
    html`<text class="figure small" x="33" y="72">${value(names)}</text>`,
    html`<text class="gives" x="33" y="81">${say("cg.each", { points })}</text>`,
    assumed && html`<text class="guess" x="33" y="87.500">${say("cg.assumed.short")}</text>`,
  ]);
}

// Of a mission, or of a character.
export const back = of => reverse("cg", 17, of === "mission" ? LETTER : GATE);

// Cards of the game that is shown, as its own module has them; and tags of no card, which every game may
// meet.
import { say } from "./words.js";
import { game } from "./games.js";
import { html } from "./html.js";

const isTag = card => card.startsWith("tag/");

// A tag of no card: the end of its number tells it from others.
export const parts = card =>
  isTag(card) ? { army: "tag", kind: "unknown", number: `…${card.slice(-4)}` } : game().parts(card);
export const kindName = kind => (kind === "unknown" ? say("unknown") : game().kindName(kind));
// The name of a card by what is printed on it; of a tag that is no card's, with the end of its number.
export function cardName(card) {
  if (!isTag(card) && game().cardName) return game().cardName(card);
  const { kind, number } = parts(card);
  return `${kindName(kind)} ${number}`;
}
// What a screen reader says of a card.
export const described = card => (isTag(card) ? cardName(card) : game().described(card));
// Whose hands move it: "red", "blue", or "" for a card that anybody moves.
export const army = card => (!card || isTag(card) ? "" : game().army(card));
export const face = card => (isTag(card) ? unknown(parts(card).number) : game().face(card));
export const back = army => game().back(army);

export function wrapped(lines, width) {
  const found = [];
  for (const line of lines) {
    let row = "";
    for (const word of line.split(" ")) {
      if (row && (row + word).length >= width) {
        found.push(row);
        row = "";
      }
      row += (row ? " " : "") + word;
    }
    found.push(row);
  }
  return found;
}

const unknown = number => html`<svg class="face stranger" viewBox="0 0 66 92" aria-hidden="true">
  <rect class="edge" width="66" height="92" rx="4.400"/>
  <rect class="paper" x="2" y="2" width="62" height="88" rx="3"/>
  <text x="33" y="54" font-size="34" class="sign">?</text>
  <text x="33" y="12" font-size="5.400" class="sign">${say("unknown")}</text>
  <text x="33" y="84" font-size="6" class="sign">${number}</text>
</svg>`;

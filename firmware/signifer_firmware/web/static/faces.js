// What the cards and dice of several games are made of.
import { html } from "./html.js";

// A card of a side, with a band for its name and ``inside`` below.
export const front = (side, inside) => html`<svg class="face ${side}" viewBox="0 0 66 92" aria-hidden="true">
  <rect class="edge" width="66" height="92" rx="4.4"/>
  <rect class="paper" x="2.2" y="2.2" width="61.6" height="87.6" rx="2.8"/>
  <path class="band" d="M2.2 5 a2.8 2.8 0 0 1 2.8 -2.8 h56 a2.8 2.8 0 0 1 2.8 2.8 v10.600 h-61.6z"/>
  <path class="hem" d="M2.2 15.6 h61.6"/>
  ${inside}
</svg>`;

// In its corner what it is worth, and beside that in the band its name, in letters no larger than ``most``.
export const coin = text => html`<circle class="coin" cx="9.500" cy="9.500" r="8"/>
  <text class="cost large" x="9.500" y="12.800">${text}</text>`;
export const name = (text, most) => html`<text class="name" x="40.500" y="11"
  font-size="${Math.min(most, 72 / text.length).toFixed(2)}">${text}</text>`;

// The back of a side's cards: a sign on a boss of this radius, on cloth.
export const reverse = (
  side,
  radius,
  sign,
  cloth = "",
) => html`<svg class="face back ${side}" viewBox="0 0 66 92" aria-hidden="true">
  <rect class="edge" width="66" height="92" rx="4.4"/>
  <rect class="cloth" x="3" y="3" width="60" height="86" rx="2.6"/>
  <rect class="thread" x="6" y="6" width="54" height="80" rx="1.6"/>
  ${cloth}
  <circle class="boss" cx="33" cy="46" r="${radius}"/>
  <circle class="thread" cx="33" cy="46" r="${radius - 2.4}"/>
  ${sign}
</svg>`;

// Where the pips of a die are, on a face of 24 by 24.
// biome-ignore format: a table
const PIPS = [
  [],
  [[12, 12]],
  [[6, 6], [18, 18]],
  [[6, 6], [12, 12], [18, 18]],
  [[6, 6], [18, 6], [6, 18], [18, 18]],
  [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]],
  [[6, 6], [18, 6], [6, 12], [18, 12], [6, 18], [18, 18]],
];
// A die as it has fallen; 0 for one that has not.
export const die =
  value => html`<svg class="cube" viewBox="0 0 24 24" role="img" aria-label="${value || "?"}">
  <rect x="1" y="1" width="22" height="22" rx="5"/>
  ${PIPS[value]?.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="2.300"/>`)}
</svg>`;

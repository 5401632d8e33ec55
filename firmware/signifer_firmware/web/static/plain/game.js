// A game that has no page of its own: plain cards, a hand a side, what the table asks. What each part does
// stands in ../games.js.
import { html } from "../html.js";
import { lines, shape as shapeOf, won } from "../pieces.js";
import { of, say } from "../words.js";

const SIDES = ["red", "blue"];

const text = (y, size, said) =>
  html`<text x="33" y="${y}" font-size="${size}" text-anchor="middle">${said}</text>`;
const frame = (side, inside) => html`<svg class="face ${side}" viewBox="0 0 66 92" aria-hidden="true">
  <rect class="edge" width="66" height="92" rx="4.4"/>
  <rect class="paper" x="2.2" y="2.2" width="61.6" height="87.6" rx="2.8"/>
  ${inside}
</svg>`;

// The cards of a game, by what its catalogue prints on them.
function cardsOf() {
  let printed = { kinds: {}, cards: {}, done: {} };
  const has = card => printed.cards[card] ?? { kind: card, figures: {} };
  const army = card => (printed.cards[card] && SIDES.find(side => card.startsWith(`${side}/`))) ?? "";
  const kindName = kind => of(printed.kinds[kind]?.name) || kind;
  const figures = card => Object.values(has(card).figures).join(" / ");
  const described = card => `${kindName(has(card).kind)} ${figures(card)}`.trim();
  const row = ([key, value]) => html`<dt>${key}</dt><dd>${value}</dd>`;
  return {
    load(told) {
      printed = told;
    },
    parts: card => ({ army: army(card), kind: has(card).kind, number: card.split("-").at(-1) }),
    kindName,
    described,
    cardName: described,
    army,
    face: card =>
      frame(army(card) || "blue", [text(16, 8, kindName(has(card).kind)), text(58, 22, figures(card))]),
    back: side => frame(side, text(58, 30, "?")),
    inspect: card => html`<h2>${kindName(has(card).kind)}</h2>
      <dl>${Object.entries(has(card).figures).map(row)}</dl>`,
    sentence: line => of(printed.done[line.act]) || line.act,
    reach: card => `3 ${army(card ?? "") || "red"}`,
  };
}

// Nothing lies beside the columns but a hand a side.
const TABLE = {
  hides: false,
  shape: () => "",
  piles: () => [],
  rail: (surface, side) => [surface.place(`hand ${side}`, "hand")],
  ground: () => [],
  lay() {},
  zone: () => false,
  mark() {},
  count: () => "",
  opens: () => false,
  leads: () => [],
  label: () => "",
  terrain: () => "",
  placeName: () => "",
  drawTo: (_view, side) => `hand ${side}`,
};

const says = (view, player) =>
  view.prompts.filter(prompt => prompt.player === player).map(prompt => of(prompt.text));
const who = (
  view,
  player,
) => html`<div class="who ${player}${view.game.actors.includes(player) ? " up" : ""}">
  <h3>${shapeOf(player)}${say(player)}</h3>
  <p class="says">${lines(says(view, player))}</p>
</div>`;
const ended = ({ game: { winner } }) =>
  SIDES.includes(winner) ? say("wins", { player: say(winner) }) : say("draw-game");

const PANEL = {
  now: view => html`<h2><span>${of(view.game.title)}</span></h2>
    ${view.game.winner && won(ended(view))}
    <div class="both">${SIDES.map(player => who(view, player))}</div>`,
  guide: () => "",
  unsaid: () => false,
  side: player => player,
  odds: { possible: () => false, key: () => "", list: () => [], note: () => "" },
  finale: view => ({ title: ended(view), reason: "", law: "", body: "" }),
};

export default () => ({ ...cardsOf(), ...TABLE, ...PANEL });

// A game that has no page of its own: plain cards, a hand a side, what the table asks. What each part does
// stands in ../games.js.
import { html } from "../html.js";
import { ROMAN } from "../grid.js";
import { asks, called, heading, who, won } from "../pieces.js";
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
  let printed = { kinds: {}, cards: {}, done: {}, figures: {} };
  const has = card => printed.cards[card] ?? { kind: card, figures: {} };
  const army = card => (printed.cards[card] && SIDES.find(side => card.startsWith(`${side}/`))) ?? "";
  const kindName = kind => of(printed.kinds[kind]?.name) || kind;
  const figures = card => Object.values(has(card).figures).join(" / ");
  const described = card => `${kindName(has(card).kind)} ${figures(card)}`.trim();
  const row = ([key, value]) => html`<dt>${of(printed.figures[key]) || key}</dt><dd>${value}</dd>`;
  const done = ({ act, card, column }) => {
    const which = [card && described(card), ROMAN[column]].filter(Boolean).join(", ");
    const what = of(printed.done[act]) || act;
    return which ? say("did.plain", { what, which }) : what;
  };
  return {
    load(told) {
      printed = told;
    },
    print() {},
    edition: () => "",
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
    sentence: done,
    reach: card => `3 ${army(card ?? "") || "red"}`,
  };
}

// Nothing lies beside the columns but a hand a side.
const TABLE = {
  shape: () => "",
  piles: () => [],
  rail: (surface, side) => [surface.place(`hand ${side}`, "hand")],
  ground: () => [],
  lay() {},
  zone: () => false,
  pad: () => false,
  hands: () => SIDES,
  deciders: view => view.game.actors ?? [],
  seat: view => view.table.player,
  decider: () => "",
  sideName: (_view, side) => say(side),
  isShared: () => false,
  known: () => [],
  cover: () => "",
  mark() {},
  result: () => null,
  fallen: () => [],
  count: () => "",
  opens: () => false,
  leads: () => [],
  label: () => "",
  terrain: () => "",
  placeName: () => "",
  spoken: () => [],
  sums: () => ({}),
  passes: () => false,
  playerName: say,
  drawTo: (view, side) => view.owed[side] > 0 && `hand ${side}`,
};

const player = (view, name) =>
  who(name, view.game.actors.includes(name), called(view, name), asks(view, name));
const ended = ({ game: { winner } }) =>
  SIDES.includes(winner) ? say("wins", { player: say(winner) }) : say("draw-game");

const PANEL = {
  now: view => {
    const { title, turn, winner } = view.game;
    return html`${heading(of(title), "", turn > 0 && say("turn", { turn }))}
      ${winner && won(ended(view), view.table)}
      <div class="both">${SIDES.map(name => player(view, name))}</div>`;
  },
  guide: () => "",
  unsaid: () => false,
  side: player => player,
  phone: () => null,
  phoneOdds: "phone.odds",
  odds: { possible: () => false, key: () => "", list: () => [], note: () => "" },
  finale: view => ({ title: ended(view), reason: "", law: "", body: "" }),
};

export default () => ({ ...cardsOf(), ...TABLE, ...PANEL });

// Thermopyles on the table: two decks, the supports, a hand a player, the marker's seven places, the fallen.
import { die } from "../faces.js";
import { html } from "../html.js";
import { put as show } from "../pieces.js";
import { make } from "../grid.js";
import { heap } from "../lying.js";
import { say } from "../words.js";

const PLACES = [1, 2, 3, 4, 5, 6, 7],
  GATES = { 3: "th.gates", 6: "th.rampart", 7: "th.lost" };
const FALLEN = 12;
const seats = view => (view.game.hands ?? []).map((_, at) => `${at + 1}`);

export const shape = view => seats(view).join("");

export const piles = (surface, side) =>
  side === "blue"
    ? [surface.place("deck blue", "pile deck")]
    : [
        surface.place("stock red", "pile spoils"),
        surface.place("deck red", "pile deck"),
        surface.place("discard red", "pile discards"),
      ];

// The team's hands side by side; across the table the way of the marker.
export function rail(surface, side, view) {
  if (side === "blue") {
    const stop = place =>
      make(
        "span",
        { "data-stop": place, class: GATES[place] ? (place === 7 ? "lost" : "gate") : "" },
        String(place),
      );
    return [make("div", { class: "way", "data-way-of-marker": "", role: "img" }, ...PLACES.map(stop))];
  }
  const own = seats(view).map(seat =>
    surface.place(`hand ${seat}`, "hand", seats(view).length > 1 ? say("th.player", { player: seat }) : ""),
  );
  return [make("div", { class: "abreast" }, ...own)];
}

// Of a team one decides, but for who draws.
export const decider = ({ game }, side) =>
  side === "red" && game.hands?.length > 1 && game.step !== "draw" ? (game.receiver ?? game.seat) : "";
export const isShared = (view, side) => side === "red" && seats(view).length > 1;
export const sideName = (view, at) => (isShared(view, at) ? seats(view).map(playerName).join(", ") : say(at));
export const playerName = player => (/^\d$/.test(player) ? say("th.player", { player }) : say(player));

const HEADS = { 1: "th.first", 2: "th.second", 4: "th.repelled", 5: "th.cemetery" };
export const ground = column => [make("div", { class: "stone", "data-stone": column })];

// Two columns are piles.
export const zone = (surface, id, lying, put) => /^[45]/.test(id) && heap(surface, id, lying, put);

export function placeName(id) {
  const [kind, side] = id.split(" ");
  if (kind === "hand") return say("th.hand", { player: side });
  if (kind === "deck") return say(`th.deck.${side}`);
  if (kind === "discard") return say("th.discard");
  if (kind === "stock") return say("th.stock");
  if (kind === "1" && side === "red") return say("th.fighter");
  return side === "blue" && HEADS[kind] ? say(HEADS[kind]) : "";
}

export const label = id => (/^(deck|discard|stock)/.test(id) ? placeName(id) : "");
export const count = (_view, id, n) => (/^(deck|discard)/.test(id) ? n || "" : "");
// Column buttons say how many play, or who is given a card.
export const opens = (view, column) =>
  view.game.step === "players"
    ? column <= 4
    : view.game.step === "draw" && view.game.hands.length > 1 && column <= view.game.hands.length;
export const leads = view => [view.game.fight?.spartan ?? view.game.laid].filter(Boolean);
export const reach = card =>
  card?.startsWith("persian") ? "1 blue" : card?.startsWith("support") ? "pad red" : "1 red";

// What is told when it changes: the total of the combat that is on; once it is over, its result has it.
export function sums({ game: { fight, laid, total, result } }) {
  const figure = total ?? fight?.total,
    open = (fight || laid) && !result && Number.isInteger(figure);
  return open ? { total: say("th.total", { total: figure }) } : {};
}

// Where a Persian goes who is beaten, its result has told.
export const passes = ({ act }) => act === "repel" || act === "bury";

// Where a card goes that is to be drawn: a Persian to the free place of the row, a Spartan to who lacks one.
export function drawTo(view, side) {
  const game = view.game;
  if (!(view.owed[side] > 0)) return "";
  if (side === "blue") return game.row?.[0] || view.cards["1 blue"].length ? "2 blue" : "1 blue";
  const short = seats(view).find(seat => game.hands[seat - 1] > [].concat(view.cards[`hand ${seat}`]).length);
  return `hand ${short ?? game.receiver ?? game.seat ?? 1}`;
}

// The marker, whose turn it is, the running total with its dice, what lies in the piles.
export function mark(surface, view) {
  const game = view.game,
    on = game.phase === "game";
  markWay(surface, game, on);
  markSeats(surface, view, on);
  const due = !!game.fight?.due && !view.looksBack;
  surface.root.querySelector("[data-button=dice]")?.classList.toggle("open", due);
  for (const node of surface.root.querySelectorAll("[data-stone]"))
    show(node, on && game.hands.length ? stone(+node.dataset.stone, game) : heading(+node.dataset.stone));
}

function markWay(surface, game, on) {
  const way = surface.root.querySelector("[data-way-of-marker]");
  if (!way) return;
  const gate = place => (GATES[place] ? say(GATES[place]) : "");
  for (const stop of way.children) {
    stop.classList.toggle("here", on && +stop.dataset.stop === game.marker);
    stop.title = gate(stop.dataset.stop);
  }
  const here = [say("th.marker", { place: game.marker }), gate(game.marker)].filter(Boolean).join(". ");
  way.setAttribute("aria-label", on ? here : "");
}

function markSeats(surface, view, on) {
  const { receiver, seat } = view.game;
  for (const player of seats(view)) {
    const node = surface.places.get(`hand ${player}`),
      label = node.querySelector(".label");
    node.classList.toggle("turn", on && isShared(view, "red") && (receiver ?? seat) === player);
    if (label) label.textContent = say("th.player", { player });
  }
}

const heading = column => HEADS[column] && html`<b>${say(HEADS[column])}</b>`;

// What is told between the sides, in a column.
function stone(column, game) {
  if (column === 4) return [heading(column), html`<span>${game.repelled}</span>`];
  if (column === 5) return [heading(column), tombs(game.cemetery)];
  const total = column === 1 ? sum(game) : null;
  return total ? [html`<b>${say("th.sum")}</b>`, total] : heading(column);
}

// The total of the combat that is fought, or was; null where there is none.
function sum({ fight, laid, last, total }) {
  const told = fight ?? (laid ? null : last),
    figure = total ?? told?.total;
  if (figure === null || figure === undefined) return null;
  const fallen = (told?.dice ?? []).map(die),
    due = Array.from({ length: fight?.due ?? 0 }, () => die(0));
  return html`
    <span class="sum${fight || laid ? "" : " over"}" title="${say("th.total", { total: figure })}">
      ${figure}
    </span>
    <span class="dice-row">${fallen}${due}</span>`;
}

const tombs = count => html`<span class="tombs" role="img" aria-label="${say("th.buried", { count })}">
  ${Array.from({ length: FALLEN }, (_, at) => html`<i${at < count && html` class="on"`}></i>`)}
</span>`;

// Thermopyles on the table: two decks, the supports, a hand a player, the marker's seven places, the piles of the fallen.
import { say } from "../words.js";
import { put as show, escape } from "../panel.js";
import { make } from "../table.js";
import * as cards from "./cards.js";

const PLACES = [1, 2, 3, 4, 5, 6, 7],
  GATES = { 3: "th.gates", 6: "th.rampart", 7: "th.lost" };
const FALLEN = 12;
const seats = view =>
  Object.keys(view.cards)
    .filter(id => id.startsWith("hand "))
    .map(id => id.slice(5));

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
        "li",
        { "data-stop": place, class: GATES[place] ? (place === 7 ? "lost" : "gate") : "" },
        String(place),
      );
    return [make("ol", { class: "way", "data-way-of-marker": "", role: "img" }, ...PLACES.map(stop))];
  }
  const own = seats(view).map(seat =>
    surface.place(`hand ${seat}`, "hand", seats(view).length > 1 ? say("th.player", { player: seat }) : ""),
  );
  return [make("div", { class: "seats" }, ...own)];
}

const HEADS = { 1: "th.first", 2: "th.second", 4: "th.repelled", 5: "th.cemetery" };
export const ground = column => [
  make("div", { class: "stone", "data-stone": column, "aria-live": column === 1 ? "polite" : undefined }),
];

// Two columns are piles.
export function zone(surface, id, lying, put) {
  if (!/^[45]/.test(id)) return false;
  const box = surface.at(id);
  lying.forEach((card, at) =>
    put(card, {
      card,
      place: id,
      x: box.x + box.w / 2 + ((at * 5) % 7) - 3,
      y: box.y + box.h / 2 + Math.min(at, 12) * 1.4 - 6,
      z: 20 + at,
      turn: ((at * 37) % 9) - 4,
      quiet: at < lying.length - 1,
    }),
  );
  return true;
}

export const lay = () => {};
export const terrain = () => "";

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
export const count = (view, id, n) => (/^(deck|discard)/.test(id) ? n || "" : "");
// Column buttons say how many play, or who is given a card.
export const opens = (view, column) =>
  view.game.step === "players"
    ? column <= 4
    : view.game.step === "draw" && view.game.hands.length > 1 && column <= view.game.hands.length;
export const leads = view => [view.game.fight?.spartan ?? view.game.laid].filter(Boolean);
export const reach = card =>
  card?.startsWith("persian") ? "1 blue" : card?.startsWith("support") ? "pad red" : "1 red";

// Where a card goes that is drawn: a Persian to the free place of the row, a Spartan to who lacks one.
export function drawTo(view, side) {
  const game = view.game;
  if (side === "blue") return game.row?.[0] || view.cards["1 blue"].length ? "2 blue" : "1 blue";
  const short = seats(view).find(
    seat => (game.hands?.[seat - 1] ?? 0) > [].concat(view.cards[`hand ${seat}`]).length,
  );
  return `hand ${short ?? game.receiver ?? game.seat ?? 1}`;
}

// The marker, the running total with its dice, what lies in the piles.
export function mark(surface, view) {
  const game = view.game,
    on = game.phase === "game",
    way = surface.root.querySelector("[data-way-of-marker]");
  if (way) {
    for (const stop of way.children) stop.classList.toggle("here", on && +stop.dataset.stop === game.marker);
    const here = on
      ? [say("th.marker", { place: game.marker }), GATES[game.marker] && say(GATES[game.marker])]
          .filter(Boolean)
          .join(". ")
      : "";
    way.setAttribute("aria-label", here);
    for (const stop of way.children)
      stop.title = GATES[stop.dataset.stop] ? say(GATES[stop.dataset.stop]) : "";
  }
  for (const [id, node] of surface.places) {
    const seat = id.startsWith("hand ") ? id.slice(5) : "";
    if (seat)
      node.classList.toggle("turn", on && (game.receiver ?? game.seat) === seat && seats(view).length > 1);
    if (seat && node.querySelector(".label"))
      node.querySelector(".label").textContent = say("th.player", { player: seat });
  }
  surface.root.querySelector("[data-button=dice]")?.classList.toggle("open", !!game.fight?.due && !view.then);
  for (const node of surface.root.querySelectorAll("[data-stone]")) {
    const column = +node.dataset.stone,
      total = on && column === 1 ? sum(game) : "";
    const head = HEADS[column] ? `<b>${escape(say(total ? "th.sum" : HEADS[column]))}</b>` : "";
    show(
      node,
      !on || !game.hands.length
        ? head
        : head +
            (column === 1
              ? total
              : column === 4
                ? `<span>${game.repelled}</span>`
                : column === 5
                  ? tombs(game.cemetery)
                  : ""),
    );
  }
}

function sum(game) {
  const fight = game.fight ?? (game.laid ? null : game.last),
    total = game.total ?? fight?.total;
  if (total === null || total === undefined) return "";
  const dice =
    (fight?.dice ?? []).map(cards.dieFace).join("") +
    (game.fight ? cards.dieFace(0).repeat(game.fight.due) : "");
  return `<span class="sum${game.fight || game.laid ? "" : " over"}" title="${escape(say("th.total", { total }))}">${total}</span><span class="dice-row">${dice}</span>`;
}

const tombs = count =>
  `<span class="tombs" role="img" aria-label="${escape(say("th.buried", { count }))}">${Array.from({ length: FALLEN }, (_, at) => `<i${at < count ? ' class="on"' : ""}></i>`).join("")}</span>`;

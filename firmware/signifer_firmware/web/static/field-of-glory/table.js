// Field of Glory on the table: decks, discards and captured cards, terrain in the middle, both hands.
import { say } from "../words.js";
import * as usual from "../lying.js";
import * as cards from "./cards.js";
import { make, SIDES } from "../grid.js";

export const piles = (surface, side) => [
  surface.place(`deck ${side}`, "pile deck"),
  surface.place(`discard ${side}`, "pile discards"),
  surface.place(`victory ${other(side)}`, "pile spoils"),
];

const other = side => (side === "red" ? "blue" : "red");

export const rail = (surface, side) => [
  surface.place(`hand ${side}`, "hand"),
  make("button", { class: "eye", type: "button", "data-eye": side, tabindex: "-1" }),
  make("button", { class: "curtain", type: "button", "data-curtain": side, tabindex: "-1" }),
];

// A terrain card that was just laid, before it is moved to the middle.
export function zone(surface, id, lying, put) {
  if (!lying.some(card => card.startsWith("terrain/"))) return false;
  const box = surface.at(id);
  usual.zone(
    surface,
    id,
    lying.filter(card => !card.startsWith("terrain/")),
    put,
  );
  lying.forEach((card, at) => {
    if (card.startsWith("terrain/"))
      put(card, { card, place: id, x: box.x + box.w / 2, y: box.y + box.h / 2, z: 30 + at, land: true });
  });
  return true;
}

export function lay(surface, view, put) {
  view.game.columns?.forEach((column, at) => {
    if (column.terrain && !awaits(view, at + 1, column.terrain)) terrain(surface, at + 1, column, put);
  });
  const turned = view.looksBack ? null : view.setup?.terrain;
  if (turned)
    put(turned, {
      card: turned,
      place: "box",
      land: true,
      z: 60,
      scale: surface.tall ? 0.62 : 1,
      ...drawn(surface),
    });
}

// Whether a column's card, though it counts, still lies where it was read: there is one of it.
function awaits(view, number, terrain) {
  const stray = new Set([...view.corrections, ...view.refusals].map(told => told.card));
  return ["red", "blue"].some(side =>
    view.cards[`${number} ${side}`].some(card => card.startsWith(`terrain/${terrain}-`) && !stray.has(card)),
  );
}

// Where the terrain card lies that is to be laid next.
function drawn(surface) {
  const node = surface.root.querySelector(surface.tall ? ".rail.blue" : ".hub"),
    mine = surface.layer.getBoundingClientRect(),
    box = node.getBoundingClientRect();
  return {
    x: (box.left - mine.left + box.width / 2) / surface.mm,
    y: (box.top - mine.top + box.height / 2) / surface.mm,
  };
}

function terrain(surface, number, column, put) {
  const box = surface.at(`ground ${number}`);
  const turn = column.control === "red" ? -90 : column.control === "blue" ? 90 : 0;
  put(`ground ${number}`, {
    ground: column.terrain,
    held: column.control,
    number,
    x: box.x + box.w / 2,
    y: box.y + box.h / 2,
    z: 1,
    turn,
    land: true,
  });
}

// What is told when it changes: both totals of each column, and who holds it; not those of an attack, which
// have been told with what came of it.
export function sums({ game: { columns = [], result } }) {
  const told = columns.map(({ terrain, control, totals }, at) => {
    const column = at + 1,
      fought = result?.column === column,
      there = SIDES.filter(side => !fought && totals[side] !== null),
      player = say(control ?? "both");
    const figures = { terrain: cards.kindName(terrain), column, player };
    return [
      [
        `total ${column}`,
        there.length && say("fg.sums", { column, totals: there.map(of(totals)).join(", ") }),
      ],
      [`held ${column}`, terrain && say(control ? "terrain.held" : "terrain.neutral", figures)],
    ];
  });
  return Object.fromEntries(told.flat());
}

// That no flank is attacked, or nobody retreats, is nearly always so, and follows from what is told next.
export const passes = ({ act }, before) =>
  (act === "end-flank" && before === "advance") || (act === "end-retreat" && before !== "retreat");

const of = totals => side => `${say(side)} ${totals[side]}`;

// Where the top card of a deck goes, if anything asks for it: to the hand, or onto the pad as what is lost in
// a rampage, or as a bonus card.
export function drawTo(view, side) {
  const { step, actors, attack } = view.game,
    { pads } = view.table,
    pad = `pad ${side}`;
  const turnsUp = ["rampage", "bonus"].includes(step) && actors.includes(side);
  // Without pads it lies where it comes in the end.
  const open = `${step === "rampage" ? "victory" : "discard"} ${side}`;
  if (view.owed[side] > 0) return pads || attack === null ? `hand ${side}` : open;
  if (!pads) return turnsUp && view.owed[side] === 0 ? open : "";
  return turnsUp && ![].concat(view.cards[pad]).length ? pad : "";
}

export function placeName(id) {
  const [kind, side] = id.split(" ");
  if (kind === "victory") return say("captured", { player: say(other(side)) });
  return kind === "deck" || kind === "discard" ? `${say(kind)} (${say(side)})` : "";
}

export function label(id) {
  const [kind, side] = id.split(" ");
  return kind === "victory"
    ? say("captured", { player: say(other(side)) })
    : kind === "deck" || kind === "discard"
      ? say(kind)
      : "";
}

export function count(view, id, n) {
  const [kind, side] = id.split(" ");
  if (kind === "victory") return view.game.sides?.[other(side)].points || "";
  return kind === "deck" || kind === "discard" ? n || "" : "";
}

export const opens = (view, column, side) =>
  view.game.step === "flank" && view.game.active === side && (view.game.open ?? []).includes(column);
export const leads = view => (view.game.columns ?? []).flatMap(column => Object.values(column.leads));
// What is due, or is to be added, lost or discarded, lies on the pad.
export function reach(card, { game: { due, step }, table: { pads } }) {
  const side = cards.army(card ?? "terrain/") || "red";
  return due || ["bonus", "draw", "rampage"].includes(step)
    ? `${pads ? "pad" : "discard"} ${side}`
    : `3 ${side}`;
}

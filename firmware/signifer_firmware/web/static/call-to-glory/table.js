// Call to Glory on the table: up to four hands, two face-down piles, discards on the pads, sets in the
// columns, and in the middle the nine kinds: who has laid each, and what beats it.
import { make } from "../grid.js";
import { html } from "../html.js";
import { put as show } from "../pieces.js";
import { say, titled } from "../words.js";
import * as cards from "./cards.js";
import * as seats from "./seats.js";

const FIGURES = 4;
const SHOWN = 6; // cards of a discard pile that are seen
const STOCKS = { 1: "left", 5: "right" };
const here = { view: { game: {} } }; // what is shown: names and ways depend on who plays

export function print(_told, view) {
  here.view = view;
}

export const shape = view => [seats.all(view).join(""), view.game.variant].join(" ");

const withFigures = view => ["figures", "both"].includes(view.game.variant);
const ours = (view, side) => seats.all(view).filter(seat => seats.side(seat) === side);

// Beside the columns only the figures that nobody has.
export const piles = (_surface, side, view) =>
  side === "blue" && withFigures(view) ? [make("div", { class: "cg-supply", role: "img" })] : [];

export function rail(surface, side, view) {
  const hand = seat => {
    const eye = make("button", { class: "eye", type: "button", "data-eye": seat, tabindex: "-1" });
    const curtain = make("button", {
      class: "curtain",
      type: "button",
      "data-curtain": seat,
      tabindex: "-1",
    });
    const tag = make("div", { class: "label cg-tag", "data-tag": seat });
    return make("div", { class: "cg-seat" }, surface.place(`hand ${seat}`, "hand"), tag, eye, curtain);
  };
  return [make("div", { class: "abreast" }, ...ours(view, side).map(hand))];
}

// The face-down piles lie in the outer columns, the kinds in those between.
export const ground = (column, surface) =>
  STOCKS[column]
    ? [surface.place(`deck ${STOCKS[column]}`, "pile deck cg-stock")]
    : [make("ul", { class: "cg-kinds", "data-kinds": column })];

// Cards

// The cards of a column, kind by kind, each set fanned downwards.
export function zone(surface, id, lying, put) {
  const box = surface.at(id),
    sets = [...new Set(lying.map(cards.kindOf))].map(kind =>
      lying.filter(card => cards.kindOf(card) === kind),
    ),
    room = box.w / sets.length;
  const scale = Math.min(0.84, Math.max((room + (sets.length > 2 ? 14 : 0)) / 68, 0.42));
  sets.forEach((set, number) => {
    const x = box.x + room * (number + 0.5),
      high = 92 * scale,
      step = Math.min(15 * scale, (box.h - high) / Math.max(set.length - 1, 1));
    const top = box.y + (box.h - high - step * (set.length - 1)) / 2 + high / 2;
    set.forEach((card, at) => {
      put(card, { card, place: id, x, y: top + step * at, z: 20 + at, scale });
    });
  });
  return true;
}

// A discard pile: only what lies on top can be taken, and the upper cards are seen.
export function pad(surface, id, lying, put) {
  const box = surface.at(id),
    scale = surface.tall ? 0.6 : 1,
    shown = lying.slice(-SHOWN);
  shown.forEach((card, at) => {
    put(card, {
      card,
      place: id,
      x: box.x + box.w / 2 + (at - (shown.length - 1) / 2) * 11 * scale,
      y: box.y + box.h / 2,
      z: 20 + at,
      scale,
      turn: ((at * 37 + lying.length) % 7) - 3,
      quiet: at < shown.length - 1,
    });
  });
  return true;
}

// Cards in a hand that everybody saw when they were drawn, and that lie nowhere meanwhile.
export function known(view, seat) {
  const lying = new Set(
    Object.entries(view.cards).flatMap(([id, held]) => (/^(\d|pad)/.test(id) ? held : [])),
  );
  return (seats.one(view, seat)?.seen ?? []).filter(card => !lying.has(card));
}

// Missions lie last in a hand.
export const cover = (view, seat, at, n) =>
  at >= n - (seats.one(view, seat)?.missions ?? 0) ? "mission" : "";

// Names

export function placeName(id) {
  const [kind, owner] = id.split(" ");
  if (kind === "hand" || kind === "kept")
    return say(`cg.${kind}`, { player: seats.called(here.view, owner) });
  if (kind === "deck") return say(`cg.deck.${owner}`);
  return kind === "pad" ? say("cg.pad", { player: say(owner) }) : "";
}

export function count(view, id, n) {
  const [kind, owner] = id.split(" ");
  if (kind === "deck") return view.game.empty?.includes(owner) ? "0" : n ? `≈ ${n}` : "";
  if (kind === "pad") return view.game.pads?.[owner].number || n || "";
  if (!/^\d$/.test(kind)) return "";
  return setsIn(view, id)
    .map(set => (set.columns.length ? alone(set) : `${cards.kindName(set.kind)} ×${set.size}`))
    .filter(Boolean)
    .join(" · ");
}

const alone = set => (set.columns.length < 2 ? set.size : "");

// One that was only counted may lie in any column of its side.
const setsIn = (view, id) => {
  const [column, side] = id.split(" ");
  const lies = set => !set.columns.length || set.columns.includes(column);
  return (view.game.sets ?? []).filter(set => seats.side(set.owner) === side && lies(set));
};

// What a screen reader hears of a place beside what lies there.
export function spoken(view, id) {
  const [kind, owner] = id.split(" ");
  if (kind === "hand" && seats.one(view, owner)) {
    const seen = seats.one(view, owner).seen.map(cards.cardName);
    return [tagText(view, owner), seen.length && say("cg.seen", { cards: seen.join(", ") })].filter(Boolean);
  }
  return /^\d$/.test(kind) ? setsIn(view, id).map(set => token(view, set.kind).text) : [];
}

// What is told when it changes: everybody's points.
export const sums = view =>
  Object.fromEntries(
    seats.all(view).map(seat => {
      const { points, total, rounds } = seats.one(view, seat),
        all = rounds.length === view.game.round ? total : total + points;
      return [`points ${seat}`, titled(seats.called(view, seat), say("cg.score", { points, total: all }))];
    }),
  );

// Ways

export const hands = seats.all;
export const deciders = view => view.game.deciders ?? [];
export const { mine: seat, decider, sideName, isShared } = seats;
export const playerName = player => (/^\d$/.test(player) ? seats.called(here.view, player) : say(player));
// Whose turn it is draws first, then whoever on a side of people lacks most. Of the two cards of a turn the
// table hears afterwards.
export function drawTo(view) {
  const { step, seat: active } = view.game,
    { player } = view.table; // who has a device of their own draws for themselves
  const owes = seat => lacks(view, seat) + (step === "draw" && seat === active ? 2 : 0);
  const [first] = seats
    .all(view)
    .filter(seat => owes(seat) > 0 && !seats.isRobot(view, seat) && (!player || seat === player))
    .sort((one, two) => (two === active) - (one === active) || owes(two) - owes(one));
  return first ? `hand ${first}` : "";
}

// How many cards of what the table counts are not in the hand of a player.
function lacks(view, seat) {
  const { hand, missions } = seats.one(view, seat);
  return hand + missions - [].concat(view.cards[`hand ${seat}`]).length;
}

export const reach = card =>
  cards.isMission(card ?? "") || here.view.game.step !== "draw"
    ? `3 ${seats.side(here.view.game.seat ?? "1")}`
    : `hand ${here.view.game.seat}`;
export const leads = () => [];

// Column buttons say how many play, who starts, from which pile the second card comes.
export function opens(view, column, side) {
  const { step, seat, starter, drawn, round } = view.game;
  if (step === "players") return column <= FIGURES;
  if (step === "deal") return round === 1 && !starter && column <= seats.all(view).length;
  return step === "draw" && drawn.length === 1 && !!STOCKS[column] && side === seats.side(seat);
}

// Marks

export function mark(surface, view) {
  const on = view.game.phase === "game";
  for (const list of surface.root.querySelectorAll("[data-kinds]")) {
    const first = (+list.dataset.kinds - 2) * 3;
    show(
      list,
      on && view.game.seats.length > 0 && cards.kinds.slice(first, first + 3).map(kind => item(view, kind)),
    );
  }
  for (const tag of surface.root.querySelectorAll("[data-tag]")) markTag(view, tag, on);
  const supply = surface.root.querySelector(".cg-supply");
  if (supply) {
    show(supply, stars(view.game.supply ?? 0, FIGURES));
    supply.setAttribute("aria-label", say("cg.supply", { count: view.game.supply ?? 0 }));
  }
  const seen = new Set((view.game.seats ?? []).flatMap(one => one.seen));
  for (const node of surface.nodes.values()) {
    const { place, card } = node.spec;
    node.classList.toggle("cg-seen", !!place?.startsWith("hand") && seen.has(card));
  }
}

const stars = (number, of) =>
  Array.from(
    { length: of },
    (_, at) => html`<svg class="star${at < number ? " on" : ""}" viewBox="0 0 48 48"
    aria-hidden="true"><path d="M24 1 L30 18 L47 24 L30 30 L24 47 L18 30 L1 24 L18 18z"/></svg>`,
  );

const tagText = (view, seat) => {
  const { total, points, rounds } = seats.one(view, seat),
    told = rounds.length === view.game.round ? total : total + points;
  return titled(seats.called(view, seat), say("points", { points: told }));
};

function markTag(view, node, on) {
  const seat = node.dataset.tag,
    has = seats.one(view, seat);
  node.classList.toggle("turn", on && view.game.seat === seat);
  const due = on && view.game.deciders.includes(seat);
  node.classList.toggle("due", due);
  const robot = seats.isRobot(view, seat) && html`<small>${say("robot")}</small>`;
  show(
    node,
    has &&
      html`<b>${tagText(view, seat)}</b>${robot}
        ${view.game.supply !== undefined && has.figures > 0 && stars(has.figures, has.figures)}`,
  );
}

// Of a kind: who has laid how many, and how many beat that.
function token(view, kind) {
  const set = view.game.sets.find(each => each.kind === kind),
    needed = view.game.needed[kind];
  const figures = { kind: cards.kindName(kind), value: cards.value(kind), needed };
  const text = set
    ? say("cg.laid", { size: set.size, ...figures, player: seats.called(view, set.owner) })
    : say("cg.free", figures);
  return { set, text };
}

function item(view, kind) {
  const { set, text } = token(view, kind);
  const state = set ? seats.side(set.owner) : "open";
  const struck = view.game.struck === kind || view.game.displaced?.kind === kind;
  return html`<li class="${state} ${kind}${struck ? " struck" : ""}" title="${text}">
    <span class="unseen">${text}</span>
    <svg class="face cg ${kind}" viewBox="0 0 48 48" aria-hidden="true">${cards.symbol(kind)}</svg>
    <b aria-hidden="true">${cards.value(kind)}</b>
    <i aria-hidden="true">${set ? `×${set.size}` : ""}</i>
    <em aria-hidden="true">${set && seats.all(view).length > 2 ? set.owner : ""}</em>
  </li>`;
}

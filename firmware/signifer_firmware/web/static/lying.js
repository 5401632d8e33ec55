// Where on the table each card lies: for each its place, in millimetres, and how it is turned.
import { game } from "./games.js";

const CROWD = 12; // cards in a hand
const PITCH = 28; // mm by which the second unit of a column is staggered

// Calls ``put(key, spec)`` for every card and back that is to be seen.
export function lay(surface, view, put) {
  for (const [id, held] of Object.entries(view.cards)) lie(surface, view, id, held, put);
  game().lay(surface, view, put);
}

// Whether what lies at a place is covered, where two share a screen: a hand, and what was discarded from it.
export function isCovered(surface, id) {
  const [kind, side] = id.split(" ");
  return !/^(\d|deck$|pad$|victory$|stock$)/.test(kind) && surface.covers(side);
}

function lie(surface, view, id, held, put) {
  const [kind, side] = id.split(" ");
  const lying = Array.isArray(held) ? held : Array.from({ length: held }, () => null);
  if (kind === "hand") return hand(surface, view, id, lying, put);
  if (kind === "deck") return deck(surface, id, side, held, put);
  if (kind === "pad" && !surface.places.has(id)) return;
  if (kind === "pad") return game().pad(surface, id, lying, put) || pad(surface, id, side, lying, put);
  if (/^\d/.test(kind)) return game().zone(surface, id, lying, put) || zone(surface, id, lying, put);
  if (kind === "victory" || kind === "stock") return spoils(surface, id, side, lying, put);
  heap(surface, id, lying, put, { z: 2, scale: surface.tall ? 0.62 : 1 });
}

// Which one of how many a covered card is: backs are told apart by that alone.
const nth = (card, at, lying) => (card ? null : [at + 1, lying.length]);

// Units in a column, one over the other.
export function zone(surface, id, lying, put) {
  const box = surface.at(id);
  lying.forEach((card, at) => {
    const shift = at < 2 ? 0 : (at - 1) * 9;
    put(card, {
      card,
      place: id,
      x: box.x + box.w / 2 + shift,
      y: box.y + 46.5 + Math.min(at, 1) * PITCH + (at > 1 ? 3 : 0),
      z: 20 + at,
    });
  });
}

function pad(surface, id, side, lying, put) {
  const box = surface.at(id),
    scale = surface.tall ? 0.62 : 1;
  const step = Math.min(36 * scale, (box.w - 70 * scale) / Math.max(lying.length - 1, 1));
  const from = box.x + box.w / 2 - (step * (lying.length - 1)) / 2;
  lying.forEach((card, at) => {
    put(card ?? `back pad ${side} ${at}`, {
      card,
      nth: nth(card, at, lying),
      army: side,
      place: id,
      x: from + at * step,
      y: box.y + box.h / 2,
      z: 20 + at,
      scale,
      turn: at % 2 ? 2 : -2,
    });
  });
}

function deck(surface, id, side, count, put) {
  const box = surface.at(id);
  for (let at = 0; at < Math.min(Math.ceil(count / 5), 4); at++)
    put(`back deck ${side} ${at}`, {
      army: side,
      place: id,
      top: true,
      x: box.x + box.w / 2 - at * 0.9,
      y: box.y + box.h / 2 - at * 1.1,
      z: 2 + at,
      scale: surface.tall ? 0.62 : 1,
    });
}

function spoils(surface, id, side, lying, put) {
  const box = surface.at(id),
    scale = Math.min(0.5, box.h / 100);
  const step = Math.min(30 * scale * 1.4, (box.w - 66 * scale - 4) / Math.max(lying.length - 1, 1));
  lying.forEach((card, at) => {
    put(card ?? `back ${id} ${at}`, {
      card,
      nth: nth(card, at, lying),
      army: side,
      place: id,
      x: box.x + 33 * scale + 2 + at * step,
      y: box.y + box.h / 2,
      z: 2 + at,
      scale,
    });
  });
}

// Cards upon each other, of which the last can be taken.
export function heap(surface, id, lying, put, { z = 20, scale = 1 } = {}) {
  const box = surface.at(id),
    down = isCovered(surface, id);
  lying.forEach((card, at) => {
    put(card ?? `back ${id} ${at}`, {
      card: down ? null : card,
      nth: nth(!down && card, at, lying),
      army: id.split(" ")[1],
      place: id,
      x: box.x + box.w / 2 + ((at * 7) % 3) - 1,
      y: box.y + box.h / 2,
      z: z + at,
      scale,
      turn: ((at * 37) % 9) - 4,
      quiet: at < lying.length - 1,
    });
  });
  return true;
}

function hand(surface, view, id, lying, put) {
  const owner = id.split(" ")[1],
    box = surface.at(id),
    n = lying.length,
    near = game().side(owner) !== "blue",
    army = near ? "red" : "blue";
  // What everybody knows of a hand that is covered lies first, and nobody takes it from here.
  const seen = lying.includes(null) ? game().known(view, owner) : [];
  const scale = near ? 1 : surface.tall ? 0.52 : 0.8;
  const step = Math.min(62 * scale, (box.w - 70 - (near ? 0 : surface.tall ? 110 : 40)) / Math.max(n - 1, 1));
  const lean = Math.min(1.8, 20 / Math.max(n, 1)) * (near ? 1 : -1);
  lying.forEach((card, at) => {
    const off = at - (n - 1) / 2,
      covered = surface.covers(owner),
      known = seen[at],
      bow = off * off * (n > 4 ? 26 / n / n : 0.6);
    put(card ?? known ?? `back ${id} ${at}`, {
      card: covered ? null : (card ?? known ?? null),
      secret: covered ? card : null,
      nth: nth(!covered && (card ?? known), at, lying),
      fixed: !!known,
      army: game().cover(view, owner, at, n) || army,
      place: id,
      x: box.x + box.w / 2 + off * step,
      y: box.y + box.h / 2 + (near ? bow - 2 : 1 - bow),
      z: 40 + at,
      scale,
      turn: off * lean,
      fan: true,
      crowd: n > CROWD,
    });
  });
}

// Dark Age Arena on the table: three places a side with all that lies there, fighters, the card that is
// played; between the sides what places and leaders are, and how the combat stands.
import { make } from "../grid.js";
import { html } from "../html.js";
import { put as show, shape as sideShape } from "../pieces.js";
import { apart, of, say, titled } from "../words.js";
import * as cards from "./cards.js";
import { came } from "./rolls.js";

const SIDES = ["blue", "red"]; // as they sit, from the top
const PLACES = [1, 2, 3];
const BAND = 15.6; // mm of a card's band with its name, which is seen when another card lies on the rest
const ASIDE = 27; // mm for what lies beside the characters of a place
const here = { view: { game: {} } };

export function shape(view) {
  here.view = view;
  return "";
}

const player = (view, side) => view.game.players?.[side];
const standing = (view, card) => view.game.characters?.find(each => each.card === card);

export const piles = (surface, side) => [
  surface.place(`deck ${side}`, "pile deck"),
  surface.place(`discard ${side}`, "pile discards"),
  surface.place(`stock ${side}`, "pile spoils da-half"),
  surface.place(`victory ${side}`, "pile spoils da-half"),
  make("div", { class: "da-sums", "data-sums": side, role: "img" }),
];

export const rail = (surface, side) => [
  surface.place(`hand ${side}`, "hand"),
  make("button", { class: "eye", type: "button", "data-eye": side, tabindex: "-1" }),
  make("button", { class: "curtain", type: "button", "data-curtain": side, tabindex: "-1" }),
];

export const ground = column => [make("div", { class: "da-ground", "data-da": column })];

// Cards

// Whom a card of a zone goes with: whoever bears it.
function heaps(lying) {
  const bearers = new Map();
  for (const each of here.view.game.characters ?? [])
    for (const gear of each.gear) if (lying.includes(each.card)) bearers.set(gear, each.card);
  const order = [];
  for (const card of lying) {
    if (bearers.has(card)) continue;
    // What a character bears is tucked under it, its name still to be seen.
    order.push(...lying.filter(gear => bearers.get(gear) === card), card);
  }
  return order;
}

// Characters lie one below the other, each over what it bears; supply and artifact beside them.
export function zone(surface, id, lying, put) {
  const box = surface.at(id);
  const small = lying.filter(card => ["supply", "artifact"].includes(cards.has(card).sort)),
    large = heaps(lying.filter(card => !small.includes(card)));
  const aside = small.length && large.length ? ASIDE : 0,
    wide = box.w - aside;
  const scale = Math.min(
    box.h / (92 + BAND * Math.max(large.length - 1, 0)),
    (wide + 2) / 66,
    surface.tall ? 0.8 : 1,
  );
  const step = BAND * scale,
    high = 92 * scale + step * (large.length - 1);
  large.forEach((card, at) => {
    put(card, {
      card,
      place: id,
      x: box.x + wide / 2,
      y: box.y + (box.h - high) / 2 + 46 * scale + step * at,
      z: 20 + at,
      scale,
    });
  });
  const room = large.length ? ASIDE : box.w / Math.max(small.length, 1),
    less = Math.min(0.84, (room + 2) / 66);
  small.forEach((card, at) => {
    const [x, y] = large.length
      ? [box.x + box.w - room / 2, box.y + box.h - 46 * less - 1 - at * (92 * less + 3)]
      : [box.x + room * (at + 0.5), box.y + box.h / 2];
    put(card, { card, place: id, x, y, z: 12 + at, scale: less });
  });
  return true;
}

// Names

export function placeName(id) {
  const [kind, side] = id.split(" ");
  if (kind === "stock" || kind === "victory") return say(`da.${kind}`, { player: say(side) });
  if (kind === "4") return say("da.fighters", { player: say(side) });
  if (kind === "5") return say("da.played", { player: say(side) });
  if (kind === "deck" || kind === "discard") return `${say(kind)} (${say(side)})`;
  const name = PLACES.includes(+kind) && of(cards.place(side, kind).name);
  return name ? say("da.place", { column: kind, player: say(side), name }) : "";
}

export const label = id =>
  /^(deck|discard|stock|victory)/.test(id) ? say(`da.short.${id.split(" ")[0]}`) : "";
export const count = (_view, id, n) => (/^(deck|discard)/.test(id) ? n || "" : "");

// A character in a few words: wounds of life, what it bears, whom it faces.
function spokenOf(view, each) {
  const facing = view.game.combat?.pairs.find(pair => [pair.attacker, pair.defender].includes(each.card));
  const foe = facing && (facing.attacker === each.card ? facing.defender : facing.attacker);
  return [
    titled(cards.cardName(each.card), say("da.wounded", { wounds: each.wounds, life: each.life })),
    each.gear.length && say("da.bears", { cards: each.gear.map(cards.cardName).join(", ") }),
    foe && say("da.faces", { card: cards.cardName(foe) }),
  ]
    .filter(Boolean)
    .join(", ");
}

// What a screen reader hears of a place beside what lies there.
export function spoken(view, id) {
  const [kind, side] = id.split(" "),
    has = player(view, side);
  if (!has) return [];
  if (kind === "hand") return [sumsText(view, side)];
  if (!/^[1-4]$/.test(kind)) return [];
  const number = +kind === 4 ? 0 : +kind;
  return [
    number && has.places[number - 1].pillaged && say("da.pillaged"),
    ...(number ? cards.lines(cards.place(side, number)).map(cards.aloud) : []),
    ...view.game.characters
      .filter(each => each.side === side && each.place === number)
      .map(each => spokenOf(view, each)),
  ].filter(Boolean);
}

// Ways

export const deciders = view => {
  const { due, actors } = view.game;
  return due && due.purpose !== "initiative" ? [due.player] : (actors ?? []);
};
export const drawTo = (view, side) => view.owed[side] > 0 && `hand ${side}`;

// Where keys go first with a card: where it is laid in this step.
const GOALS = {
  muster: "4",
  defend: "4",
  stock: "pad",
  bluff: "pad",
};
export function reach(card) {
  const side = cards.army(card ?? "") || here.view.game.active || "red",
    { sort } = card ? cards.has(card) : {},
    { step } = here.view.game;
  if (["weapon", "skill", "instant"].includes(sort) && !["stock", "bluff"].includes(step)) return `5 ${side}`;
  const goal = GOALS[step] ?? "1";
  return goal === "pad" ? `pad ${side}` : `${goal} ${side}`;
}

// Who rolls, who is to aim or to confront, for whom a card is meant.
export const leads = ({ game }) =>
  [game.due?.card, game.facing?.card, game.chosen?.red, game.chosen?.blue].filter(Boolean);

// Which column buttons mean something now: whom a card is for, what is bid, where an attack goes.
const COLUMNS_OF = { declare: 4, muster: 4, defend: 4, target: 3, yield: 3, home: 3 };

function opensFor(view, column, side, played) {
  const { sort, target } = cards.has(played),
    foe = side === "red" ? "blue" : "red",
    of = target === "enemy" ? foe : side;
  if (!target && sort !== "weapon" && sort !== "skill") return false;
  return view.game.characters.some(each => each.side === of && (each.place || 4) === column);
}

export function opens(view, column, side) {
  const { step, active, facing, waiting = [], due, players } = view.game;
  if (due || !players) return false;
  const lying = [].concat(view.cards[`5 ${side}`] ?? []),
    played = waiting.find(card => lying.includes(card));
  if (played) return opensFor(view, column, side, played);
  if (step === "bid" || step === "contest") return players[side].bid === null;
  if (step === "supply") return column === 5 && !players[side].done;
  if (side !== active) return false;
  return column <= (facing ? facing.columns.length : (COLUMNS_OF[step] ?? 0));
}

// What is told when it changes: what each has; whom columns stand for, and whom one has chosen there.
export const sums = view => ({
  ...Object.fromEntries(
    SIDES.filter(side => player(view, side)).map(side => [
      `has ${side}`,
      titled(say(side), sumsText(view, side)),
    ]),
  ),
  ...facing(view.game.facing),
  ...rolls(view.game.rolls),
  named: named(view.game),
  ...Object.fromEntries(view.table.people.map(side => [`chosen ${side}`, chosen(view, side)])),
});

// What came of each roll of a combat; of others it stands with whose turn it is.
const rolls = fallen =>
  Object.fromEntries(
    fallen.map((one, at) => [
      `roll ${at}`,
      one.attacker && one.card && titled(`${say(one.player)}, ${cards.cardName(one.card)}`, came(one)),
    ]),
  );

function facing(told) {
  if (!told) return {};
  const { card, column, columns } = told,
    names = columns.map(one => cards.cardName(one));
  return {
    columns: names.map((name, at) => titled(at + 1, name)).join(", "),
    facing: column ? say("da.chosen", { card: cards.cardName(card), whom: names[column - 1] }) : "",
  };
}

function named({ named, step, active }) {
  const foe = active === "red" ? "blue" : "red";
  return named ? placeName(`${named} ${step === "target" ? foe : active}`) : "";
}

function chosen(view, side) {
  const whom = view.game.chosen?.[side],
    [card] = (view.game.waiting ?? []).filter(one => [].concat(view.cards[`5 ${side}`]).includes(one));
  return card && whom ? say("da.chosen", { card: cards.cardName(card), whom: cards.cardName(whom) }) : "";
}

// Marks

const sumsText = (view, side) => {
  const { com, log, score, markers } = player(view, side);
  return say("da.sums", { score, com, log, markers });
};

export function mark(surface, view) {
  const on = view.game.phase === "game";
  for (const node of surface.root.querySelectorAll("[data-da]")) {
    const column = +node.dataset.da;
    show(node, on && !!view.game.players && (column <= 3 ? places(view, column) : middle(view, column)));
  }
  for (const node of surface.root.querySelectorAll("[data-sums]")) {
    const side = node.dataset.sums;
    show(node, on && !!player(view, side) && figures(player(view, side)));
    node.setAttribute("aria-label", on && player(view, side) ? sumsText(view, side) : "");
  }
  const due = on && !!view.game.due && !view.looksBack;
  surface.root.querySelector("[data-button=dice]")?.classList.toggle("open", due);
  for (const node of surface.nodes.values()) markCard(view, node);
}

// Wounds of life on whoever is hurt, and what waits for ok.
function markCard(view, node) {
  const { card, place } = node.spec,
    each = /^\d/.test(place ?? "") && card ? standing(view, card) : null;
  const told = each?.wounds > 0 ? `${each.wounds}/${each.life}` : "";
  node.dataset.wounds = told;
  node.classList.toggle("da-hurt", !!told);
  node.classList.toggle("da-dying", !!each && each.wounds >= each.life);
  node.classList.toggle("da-waits", !!card && (view.game.waiting ?? []).includes(card));
}

const figures = ({ com, log, score, markers }) => html`
  <span title="${say("da.com")}"><i>COM</i><b>${com}</b></span>
  <span title="${say("da.log")}"><i>LOG</i><b>${log}</b></span>
  <span class="points" title="${say("points", { points: score })}"><i>★</i><b>${score}</b></span>
  <span title="${say("da.markers")}"><i>+1</i><b>${markers}</b></span>`;

// The places of a column, blue's above red's; the one that is attacked stands out.
const places = (view, column) =>
  SIDES.map(side => {
    const told = cards.place(side, column),
      { pillaged } = player(view, side).places[column - 1],
      { combat } = view.game;
    const hit = combat?.target === column && combat.attacker !== side,
      start = combat?.start === column && combat.attacker === side;
    const says = apart(cards.lines(told));
    return html`<div class="da-place ${side}${pillaged && " pillaged"}${hit && " hit"}${start && " start"}"
      title="${[of(told.name), pillaged && say("da.pillaged"), says].filter(Boolean).join(". ")}">
      <b>${of(told.name)}</b>${says && html`<small>${says}</small>`}
      ${pillaged && html`<em>${say("da.pillaged")}</em>`}
    </div>`;
  });

// Column 4: the combat; column 5: both leaders.
const middle = (view, column) => (column === 4 ? fight(view) : SIDES.map(leader));

function leader(side) {
  const told = cards.leader(side);
  const figures = say("da.leader", {
    recruitment: told.recruitment ?? 0,
    attack: told.attack ?? 0,
    defence: told.defence ?? 0,
    hand: told.min_hand ?? 0,
  });
  const says = apart(cards.lines(told));
  return html`<div class="da-place leader ${side}" title="${[of(told.name), figures, says]
    .filter(Boolean)
    .join(". ")}">
    <b>${of(told.name)}</b>
    <small>${say("da.leader.short", {
      recruitment: told.recruitment ?? 0,
      attack: told.attack ?? 0,
      defence: told.defence ?? 0,
      hand: told.min_hand ?? 0,
    })}</small>
    ${says && html`<small>${says}</small>`}
  </div>`;
}

// Who attacks whom from where, and which round it is.
function fight(view) {
  const { combat, initiative } = view.game;
  if (!combat || (combat.start === null && !combat.attackers.length)) {
    return initiative && html`<p class="da-fight">${sideShape(initiative)}<b>${say("da.initiative")}</b></p>`;
  }
  const { attacker, target, start, round } = combat,
    defender = attacker === "red" ? "blue" : "red";
  const from = start ? of(cards.place(attacker, start).name) : start === 0 ? say("da.alone") : "…",
    to = target ? of(cards.place(defender, target).name) : "…";
  return html`<p class="da-fight">
    ${sideShape(attacker)}<b>${from} → ${to}</b>
    ${["ranged", "first", "second"].includes(round) && html`<small>${say(`da.round.${round}`)}</small>`}
    ${combat.pillage > 0 && html`<small>${say("da.pillaged")}</small>`}
  </p>`;
}

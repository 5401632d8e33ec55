// Cards of Dark Age Arena: what both deck files print on them, as far as the viewer may know, and our faces.
import { wrapped } from "../cards.js";
import { front, reverse } from "../faces.js";
import { html } from "../html.js";
import { SYMBOLS } from "../symbols.js";
import { of, say } from "../words.js";

// The four lists of a fighter, with the sign that the rulebook gives each.
export const LISTS = { ranged: "()", hit: "[]", block: "<>", armour: "{}" };

let decks = { red: { kinds: {}, places: [] }, blue: { kinds: {}, places: [] } };
export function load() {}
// Decks are their owners' affair: of each the table tells what the viewer may know. Who looks back is told of
// cards that lie there no more, beside those of now.
export function print(told) {
  if (!told?.red) return;
  const known = side => decks[side].name === told[side].name && decks[side].kinds;
  const beside = side => ({ ...told[side], kinds: { ...known(side), ...told[side].kinds } });
  decks = { red: beside("red"), blue: beside("blue") };
}
export const edition = () => `${decks.red.name} ${decks.blue.name}`;
export const deck = side => decks[side];

// A kind is called with its side: of two decks each has a knight of its own.
export function parts(card) {
  const at = card.lastIndexOf("-");
  return { army: army(card), kind: card.slice(0, at), number: card.slice(at + 1) };
}
export const army = card => (card.startsWith("red/") ? "red" : card.startsWith("blue/") ? "blue" : "");
const printedOn = kind => {
  const [side, name] = kind.split("/");
  return decks[side]?.kinds[name];
};
export const has = card => printedOn(parts(card).kind) ?? { sort: "" };
export const kindName = kind => of(printedOn(kind)?.name) || kind.split("/").at(-1);
export const cardName = card => kindName(parts(card).kind);
export const place = (side, number) => decks[side]?.places[number - 1] ?? {};
export const leader = side => decks[side]?.leader ?? {};
export const sortName = card => (has(card).sort ? say(`da.sort.${has(card).sort}`) : "");

// What adds to a roll: a card, a place ("2 blue"), a leader, or a word of the rules.
export function source(name) {
  const [first, second] = name.split(" ");
  if (first === "leader") return of(leader(second).name);
  if (second) return of(place(second, first).name);
  return name.includes("/") ? cardName(name) : say(`da.added.${name}`);
}

// Lines

const signed = number => (number < 0 ? `−${-number}` : `+${number}`);

// What a line does, with the rulebook's signs.
function does(line) {
  const amount = signed(line.amount ?? 0);
  switch (line.is) {
    case "modifier":
      return `${amount} ${line.sign}`;
    case "value":
      return `+${line.sign[0]}${line.value}${line.sign[1]}`;
    case "trait":
      return say(`da.trait.${line.trait}`);
    case "wounds":
      return line.amount > 0
        ? say("da.wounds", { count: line.amount })
        : say("da.heals", { count: -line.amount });
    case "cost":
      return say(`da.cost.${line.of}`, { amount });
    default:
      return say(`da.gives.${line.what ?? line.figure}`, { amount });
  }
}

// A whole line: when, for whom, what, for how long.
export const line = told =>
  [
    told.when && say(`da.when.${told.when}`),
    told.task && say("da.task", { number: told.task }),
    told.who && say(`da.who.${told.who}`),
    [does(told), told.for && say(`da.for.${told.for}`)].filter(Boolean).join(" "),
  ]
    .filter(Boolean)
    .join(" ");
export const lines = printed => [...(printed.lines ?? []).map(line), ...(printed.note ? [printed.note] : [])];

// When a victory card scores.
const scores = ({ scorer, points, when = [], killed }) =>
  say("da.scores", {
    points,
    who: say(`da.scorer.${scorer}`),
    when: [...when.map(each => say(`da.if.${each}`)), killed && say("da.if.killed", { count: killed })]
      .filter(Boolean)
      .join(", "),
  });

const price = ({ com = 0, log = 0 }) =>
  [com && `${com} COM`, log && `${log} LOG`].filter(Boolean).join(" + ");
const listed = (figures, [open, close]) => `${open}${figures.join(" ")}${close}`;

const stepName = step => (typeof step === "string" ? say(`da.step.${step}`) : of(step));

const TRAITS = ["unique", "frenzy", "unblockable"];
const traits = told => TRAITS.filter(trait => told[trait]).map(trait => say(`da.trait.${trait}`));

const saysCharacter = told => [
  say("da.character", { control: told.control, life: told.life }),
  say("da.room", { weapons: told.weapons ?? 0, skills: told.skills ?? 0 }),
  ...Object.entries(LISTS).map(
    ([list, sign]) => told[list] && `${say(`da.list.${list}`)} ${listed(told[list], sign)}`,
  ),
  ...traits(told),
];

// All that a card says, line by line, for the panel and for who hears it.
export function says(card) {
  const told = has(card);
  return [
    ...(told.sort === "character" ? saysCharacter(told) : []),
    price(told) && say("da.price", { price: price(told) }),
    told.at && say("da.at", { steps: told.at.map(stepName).join(", ") }),
    told.target && say(`da.target.${told.target}`),
    told.sort === "victory" && scores(told),
    told.klass && say("da.class", { name: told.klass }),
    ...lines(told),
  ].filter(Boolean);
}

// The same for ears, to which brackets say nothing: the name of the list, and its values.
const NAMES = Object.fromEntries(Object.entries(LISTS).map(([list, [open]]) => [open, list]));
export const aloud = text =>
  text.replace(/([+−]\d*) ?([[(<{])([\d ]*)[\])>}]/g, (_, amount, open, values) =>
    [amount, say(`da.list.${NAMES[open]}`), values].filter(Boolean).join(" "),
  );
export const described = card =>
  aloud([cardName(card), sortName(card), ...says(card)].filter(Boolean).join(", "));

// Faces

const ART = { weapon: "medium-infantry", skill: "laurel", instant: "reserves", victory: "commander" };
// A character by its best list.
const figure = ({ armour, ranged, block = [], hit = [] }) =>
  armour ? "cavalry" : ranged ? "archer" : block.length >= hit.length ? "spear" : "light-infantry";
const art = told =>
  told.sort === "character"
    ? figure(told)
    : (ART[told.sort] ?? (told.sort === "supply" ? "" : "heavy-infantry"));

const SACK = html`<path d="M17 14 C10 22 6 31 8 39 C10 46 38 46 40 39 C42 31 38 22 31 14z"/>
  <path d="M16 5 C20 8 28 8 32 5 L30 12 H18z"/>
  <path fill="none" stroke="var(--pale)" stroke-width="1.6" d="M17 14 H31 M24 22 V36 M19 29 H29"/>`;

const emblem = (told, y, size) => html`<svg class="arms" x="${33 - size / 2}" y="${y}" width="${size}"
  height="${size}" viewBox="0 0 48 48">${told.sort === "supply" ? SACK : SYMBOLS[art(told)]}</svg>`;
// What it costs, on a coin that is as wide as it takes.
function coin(text) {
  const wide = Math.max(14, 5 + text.length * 4.6);
  return html`<rect class="coin" x="2.500" y="2.400" width="${wide}" height="13" rx="6.500"/>
    <text class="cost" x="${2.5 + wide / 2}" y="12"
      font-size="${text.length > 2 ? 7.4 : 9.5}">${text}</text>`;
}
function name(text, cost) {
  const from = cost ? 4.5 + Math.max(14, 5 + cost.length * 4.6) : 4,
    room = 62 - from;
  return html`<text class="name" x="${from + room / 2}" y="11.200"
    font-size="${Math.min(7, (room * 1.62) / text.length).toFixed(2)}">${text}</text>`;
}

// Its lists, one below the other, and below them life and what it may bear.
const ROW = 10.6;
function character(told) {
  const shown = Object.entries(LISTS).filter(([list]) => told[list]);
  const top = 71.5 - shown.length * ROW,
    size = Math.min(34, top - 17);
  const special = traits(told).join(" · ");
  return html`${emblem(told, 17, size)}
    ${shown.map(([list, sign], at) => {
      const text = listed(told[list], sign);
      return html`<text class="da-list" x="33" y="${top + 8.5 + at * ROW}"
        font-size="${Math.min(11, 140 / text.length).toFixed(2)}">${text}</text>`;
    })}
    ${special && html`<text class="da-trait" x="62" y="22">${special}</text>`}
    <path class="rulefoot" d="M6 74 h54"/>
    ${hearts(told.life)}${slots(told)}`;
}

const hearts = life =>
  Array.from(
    { length: Math.min(life, 12) },
    (_, at) =>
      html`<path class="da-heart" transform="translate(${4 + (at % 6) * 5.6} ${
        76.5 + Math.floor(at / 6) * 6
      }) scale(.26)" d="M12 21 C-4 10 3 -1 12 6 C21 -1 28 10 12 21z"/>`,
  );
// So many weapons, so many skills.
const SLOTS = {
  weapons: "M1 9 L7.500 2.500 L9 1 L7.800 2.800 L2.600 8 M1.600 6.600 L3.800 8.800",
  skills: "M5 0.500 L6.200 3.800 L9.500 5 L6.200 6.200 L5 9.500 L3.800 6.200 L0.500 5 L3.800 3.800z",
};
function slots(told) {
  const all = Object.keys(SLOTS).flatMap(sort => Array.from({ length: told[sort] ?? 0 }, () => sort));
  return all.reverse().map(
    (sort, at) => html`<path class="da-slot ${sort}" d="${SLOTS[sort]}"
        transform="translate(${53 - at * 8} 77) scale(.9)"/>`,
  );
}

// What it does, in as many rows as it takes.
function worded(told) {
  const all = told.sort === "victory" ? [scores(told), ...lines(told)] : lines(told);
  const short = all.join("").length < 14,
    rows = all.flatMap(text => wrapped([text], short ? 14 : 20)).slice(0, 6),
    size = short ? 9 : Math.min(6.6, 40 / rows.length);
  return html`${emblem(told, 18, short ? 30 : 22)}
    ${rows.map(
      (text, at) => html`<text class="da-text" x="33" y="${(short ? 62 : 48) + at * size * 1.08}"
        font-size="${size.toFixed(1)}">${text}</text>`,
    )}
    <text class="da-sort" x="33" y="87.500">${say(`da.sort.${told.sort}`)}</text>`;
}

export function face(card) {
  const { army: side } = parts(card),
    told = has(card),
    figure = { character: told.control, victory: told.points }[told.sort],
    cost = figure ? `${figure}` : price(told).replace(/ (COM|LOG)( \+ )?/g, (_, of) => of[0]);
  return front(`da ${side} ${told.sort}`, [
    cost && coin(cost),
    name(cardName(card), cost),
    told.sort === "character" ? character(told) : told.sort && worded(told),
  ]);
}

const TOWER = html`<g class="signum" transform="translate(22 35) scale(.46)">
  <path d="M8 4 h7 v5 h6 v-5 h7 v5 h6 v-5 h7 v14 h-4 v24 h-25 v-24 h-4z"/></g>`;
export const back = side => reverse(side, 17, TOWER);

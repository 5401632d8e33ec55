// The die on the felt shows what fell last; of several that fell together a row beside it shows each.
import { die } from "./faces.js";
import { game } from "./games.js";
import { label } from "./grid.js";
import { html } from "./html.js";
import { put, shape } from "./pieces.js";
import { say } from "./words.js";

const ROLL_MS = 450;
const UNROLLED = 5; // what a die shows before it has fallen
let fell = [], // lines of the record
  shown = fell;

export const forget = () => {
  shown = fell = [];
};

// What a screen reader hears of the button.
export function called() {
  const values = fell.map(({ value }) => value).join(", ");
  return [say("button.dice"), values && say("button.dice.fell", { values })].filter(Boolean).join(". ");
}

// The lines of the record that tell of dice: those that fell together come together, and whoever looks later
// knows it of a roll-off, of which each player has one.
export function hear(view, fresh, news) {
  const rolls = (fresh ? view.record : (news.record ?? [])).filter(line => line.kind === "roll");
  if (rolls.length) fell = !fresh && rolls.length > 1 ? rolls : rolledOff(view.record);
}

function rolledOff(record) {
  const rolls = record.filter(line => line.kind === "roll"),
    last = rolls.at(-1),
    before = rolls.at(-2);
  const together = before?.id === last.id - 1 && before.for === last.for && before.player !== last.player;
  return together && last.for !== "free" ? [before, last] : [last];
}

export function show(root, fresh) {
  const button = root.querySelector("[data-button=dice]");
  if (!button) return;
  const rolled = shown !== fell;
  shown = fell;
  label(button, called());
  put(button.querySelector("span"), die(fell.at(-1)?.value ?? UNROLLED));
  put(button.nextElementSibling, fell.length > 1 && fell.map(one));
  const moves = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  if (rolled && !fresh && moves)
    button.firstChild.animate([{ transform: "rotate(-300deg) scale(1.25)" }, { transform: "none" }], {
      duration: ROLL_MS,
      easing: "ease-out",
    });
}

const one = ({ player, value }) => html`<span>${player && shape(game().side(player))}${die(value)}</span>`;

// Rolls in words: what is due, and what it has to reach.
import { die } from "../faces.js";
import { html } from "../html.js";
import { say, titled } from "../words.js";
import * as cards from "./cards.js";

const signed = number => (number < 0 ? `−${-number}` : `+${number}`);
export const added = list =>
  list.map(([name, amount]) => `${cards.source(name)} ${signed(amount)}`).join(", ");

// What a number of the odds is: a value with what is added, a limit, a cost, a side.
export function reached({ of, number, added: more }) {
  const sum = more.length && of !== "red" && of !== "blue" ? ` (${added(more)})` : "";
  if (["red", "blue", "equal"].includes(of)) return say(of === "equal" ? "da.roll.equal" : of);
  return say(`da.roll.${of}`, { number }) + sum;
}

// The roll that both sides are told.
export function due(view) {
  const wanted = view.game.due;
  if (!wanted) return "";
  const { player, purpose, card, reach, below, cost, dice } = wanted;
  const goal = reach.length
    ? say("da.roll.values", { values: reach.join(" ") })
    : below
      ? say("da.roll.below", { number: below })
      : cost
        ? say("da.roll.of", { number: cost })
        : "";
  const more = [wanted.added, wanted.others].filter(list => list.length).map(added);
  return html`<p class="da-due ${purpose === "initiative" ? "" : player}" data-read>
    <b>${say(`da.due.${purpose}`, { card: card ? cards.cardName(card) : "", player: say(player) })}</b>
    ${[goal, ...more].filter(Boolean).join(" · ")}
    <span class="dice-row">${Array.from({ length: dice }, () => die(0))}</span>
  </p>`;
}

// What came of a roll.
export function came({ purpose, count, unblockable, total, other }) {
  if (purpose === "initiative")
    return titled(
      `${say("red")} ${total}, ${say("blue")} ${other}`,
      say(count ? "da.wins" : "da.roll.equal", { player: say(count > 0 ? "red" : "blue") }),
    );
  const one = ["draft", "task", "control"].includes(purpose);
  const told = say(`da.threw.${purpose}${one && !count ? "-none" : ""}`, { count });
  return unblockable ? `${told} (${say("da.trait.unblockable")})` : told;
}

// A roll that has fallen: its dice, what was added, what came of it.
export function fallen(one) {
  const sum = one.dice.reduce((all, each) => all + each, 0),
    plain = one.purpose === "initiative" || one.total === sum,
    text = plain ? "" : `${signed(one.total - sum)} = ${one.total}`;
  const from = one.added.length && one.purpose !== "initiative" ? added(one.added) : "";
  return html`<span class="da-throw" title="${from}">
    <span class="dice-row">${one.dice.map(die)}</span>
    <span>${[text, came(one)].filter(Boolean).join(" · ")}</span>
  </span>`;
}

// The result of a combat: what it comes to, who falls, who holds.
import { say } from "../words.js";
import * as cards from "./cards.js";

const fate = ({ card, buried }) =>
  say(buried ? "th.result.buried" : "th.result.repelled", { card: cards.cardName(card) });

// In a sentence: for the record, and over the table.
export function verdict({ total, beaten, held }) {
  const fates = beaten.map(fate);
  if (held) fates.push(say("th.result.held", { card: cards.cardName(held) }));
  return [say("th.result", { total }), ...fates].join(" ");
}

export function result(view) {
  const { spartan, base, dice, total, beaten, held } = view.game.result;
  const met = [...beaten.map(({ card }) => card), held].filter(Boolean);
  return {
    title: verdict(view.game.result),
    winner: beaten.length ? "red" : "blue",
    sides: [
      {
        player: "red",
        name: say("th.team"),
        total,
        parts: [
          { text: `${base} ${cards.cardName(spartan)}`, figure: base },
          ...dice.map(value => ({ text: `+${value}`, figure: value })),
        ],
        fate: beaten.length ? "wins" : "falls",
      },
      {
        player: "blue",
        name: say("th.foe"),
        total: "",
        parts: met.map(card => ({ text: cards.cardName(card) })),
        fate: beaten.length ? "falls" : "wins",
      },
    ],
  };
}

export const fallen = ({ game: { result: told } }) => (told ? told.beaten.map(({ card }) => card) : []);

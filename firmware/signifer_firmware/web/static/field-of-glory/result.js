// The result of an attack: both totals, who falls, and who takes what.
import { of, say } from "../words.js";
import * as cards from "./cards.js";

// In a sentence: for the record, and over the table.
export function verdict({ winner, by, column, totals, takes, points, attacker }) {
  const other = winner === "red" ? "blue" : "red";
  if (by === "retreat")
    return say("fg.retreated", { column, player: say(attacker === "red" ? "blue" : "red") });
  const figures = { column, mine: totals[winner ?? "red"], theirs: totals[winner ? other : "blue"] };
  if (!winner) return say("fg.tied", figures);
  const loot = takes.map(cards.cardName).join(", ");
  return [
    say(by === "spear" ? "fg.won.spear" : "fg.won", { player: say(winner), ...figures }),
    say("fg.takes", { player: say(winner), cards: loot, points }),
  ].join(" ");
}

export function result(view) {
  const told = view.game.result,
    { winner, by, totals, parts, discarded } = told;
  const side = player => ({
    player,
    name: say(player),
    total: totals[player],
    parts: parts[player].map(({ text, figure }) => ({ text: of(text), figure })),
    fate: !winner ? "" : winner === player ? "wins" : "falls",
  });
  return {
    title: verdict(told),
    winner,
    sides: by === "retreat" ? [] : [side("red"), side("blue")],
    note: discarded.length > 0 && say("fg.discarded", { cards: discarded.map(cards.cardName).join(", ") }),
  };
}

// The cards that it costs: they lie down until somebody takes them away.
export const fallen = ({ game: { result: told } }) => (told ? [...told.takes, ...told.discarded] : []);

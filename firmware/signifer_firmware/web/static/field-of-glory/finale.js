// The end of a game: who has won, by what, and how the field lies.
import { say } from "../words.js";
import { escape } from "../panel.js";
import * as cards from "./cards.js";
import { ROMAN } from "../table.js";

function reason(game) {
  const [red, blue] = [game.sides.red, game.sides.blue],
    winner = game.winner;
  if (winner === "draw") return say("end.draw");
  const mine = game.sides[winner],
    theirs = winner === "red" ? blue : red;
  if (red.shuffles < 2 || blue.shuffles < 2)
    return mine.terrains >= 3 ? say("end.terrains", { count: mine.terrains }) : say("end.agreed");
  if (mine.terrains > theirs.terrains)
    return say("end.more-terrains", { more: mine.terrains, fewer: theirs.terrains });
  return mine.points > theirs.points
    ? say("end.more-points", { more: mine.points, fewer: theirs.points })
    : say("end.agreed");
}

export function finale(view) {
  const game = view.game;
  const side = player => {
    const own = game.sides[player],
      won = game.winner === player;
    return `<section class="${player}${won ? " winner" : ""}"><h3>${escape(say(player))}</h3><dl>
      <dt>${escape(say("end.held"))}</dt><dd>${own.terrains}</dd><dt>${escape(say("figure.vp"))}</dt><dd>${own.points}</dd>
      <dt>${escape(say("end.captured"))}</dt><dd>${[].concat(view.cards[`victory ${player === "red" ? "blue" : "red"}`]).length}</dd></dl></section>`;
  };
  const columns = game.columns
    .map(
      (
        column,
        at,
      ) => `<li class="${column.control ?? "nobody"}"><small>${ROMAN[at + 1]}</small>${cards.terrain(column.terrain)}
    <span>${escape(column.control ? say(column.control) : say("nobody"))}</span></li>`,
    )
    .join("");
  const title = game.winner === "draw" ? say("draw-game") : say("wins", { player: say(game.winner) });
  return {
    title,
    reason: reason(game),
    body: `<div class="sides">${side("red")}${side("blue")}</div><ol>${columns}</ol>`,
  };
}

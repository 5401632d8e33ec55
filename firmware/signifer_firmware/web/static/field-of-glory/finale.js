// The end of a game: who has won, by what, and how the field lies.
import { say } from "../words.js";
import * as cards from "./cards.js";
import { ROMAN } from "../grid.js";
import { html } from "../html.js";
import { tally } from "../pieces.js";

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

function side(view, player, other) {
  const { sides, winner } = view.game,
    { terrains, points } = sides[player];
  const captured = [].concat(view.cards[`victory ${other}`]).length;
  const figures = { "end.held": terrains, "figure.vp": points, "end.captured": captured };
  return tally(player, say(player), figures, winner);
}

const lane = ({ control, terrain }, at) => html`<li class="${control ?? "nobody"}">
  <small>${ROMAN[at + 1]}</small>
  ${cards.terrain(terrain)}
  <span>${say(control ?? "nobody")}</span>
</li>`;

export function finale(view) {
  const { winner, columns } = view.game;
  return {
    title: winner === "draw" ? say("draw-game") : say("wins", { player: say(winner) }),
    reason: reason(view.game),
    body: html`<div class="sides">${side(view, "red", "blue")}${side(view, "blue", "red")}</div>
      <ol>${columns.map(lane)}</ol>`,
  };
}

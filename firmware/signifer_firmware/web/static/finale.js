// The end of a game: who has won, by what, and how the field lies.
import { say } from "./words.js";
import { escape, put } from "./panel.js";
import * as cards from "./cards.js";
import { ROMAN } from "./table.js";
import { SYMBOLS } from "./symbols.js";

let closed = "", heard = "";

export const close = run => { closed = run; };

function reason(game) {
  const [red, blue] = [game.sides.red, game.sides.blue], winner = game.winner;
  if (winner === "draw") return say("end.draw");
  const mine = game.sides[winner], theirs = winner === "red" ? blue : red;
  if (red.shuffles < 2 || blue.shuffles < 2) return mine.terrains >= 3 ? say("end.terrains", { count: mine.terrains }) : say("end.agreed");
  if (mine.terrains > theirs.terrains) return say("end.more-terrains", { more: mine.terrains, fewer: theirs.terrains });
  return mine.points > theirs.points ? say("end.more-points", { more: mine.points, fewer: theirs.points }) : say("end.agreed");
}

export function show(view, run, node, voice) {
  const game = view.game;
  if (game.winner && !view.then && heard !== run) {
    heard = run;
    voice(`${game.winner === "draw" ? say("draw-game") : say("wins", { player: say(game.winner) })}. ${reason(game)}`);
  }
  // Another game, or one that goes on after all.
  if (!game.winner && !view.then && game.phase === "game") closed = heard = "";
  node.hidden = !game.winner || closed === run || !!view.then;
  if (node.hidden) return put(node, "");
  const side = player => {
    const own = game.sides[player], won = game.winner === player;
    return `<section class="${player}${won ? " winner" : ""}"><h3>${escape(say(player))}</h3><dl>
      <dt>${escape(say("end.held"))}</dt><dd>${own.terrains}</dd><dt>${escape(say("figure.vp"))}</dt><dd>${own.points}</dd>
      <dt>${escape(say("end.captured"))}</dt><dd>${[].concat(view.cards[`victory ${player === "red" ? "blue" : "red"}`]).length}</dd></dl></section>`;
  };
  const columns = game.columns.map((column, at) => `<li class="${column.control ?? "nobody"}"><small>${ROMAN[at + 1]}</small>${cards.terrain(column.terrain)}
    <span>${escape(column.control ? say(column.control) : say("nobody"))}</span></li>`).join("");
  const title = game.winner === "draw" ? say("draw-game") : say("wins", { player: say(game.winner) });
  put(node, `<div class="scroll ${game.winner}" role="dialog" aria-modal="false" aria-labelledby="end-title"><svg class="laurel" viewBox="0 0 48 48" aria-hidden="true">${SYMBOLS.laurel}${game.winner === "draw" ? "" : game.winner === "red" ? '<path class="sign" d="M24 15l10 10-10 10-10-10z"/>' : '<circle class="sign ring" cx="24" cy="25" r="8.500"/>'}</svg>
    <h2 id="end-title">${escape(title)}</h2><p>${escape(reason(game))}<br>${escape(say("end.turns", { turns: game.turn }))}</p>
    <div class="sides">${side("red")}${side("blue")}</div><ol>${columns}</ol>
    <div class="ends">${view.table.viewer === "spectator" ? "" : `<button type="button" class="main" data-act="restart">${escape(say("again"))}</button>`}
    <button type="button" data-act="review">${escape(say("past"))}</button><button type="button" data-act="save">${escape(say("save"))}</button>
    <button type="button" data-act="close-end">${escape(say("cancel"))}</button></div></div>`);
}

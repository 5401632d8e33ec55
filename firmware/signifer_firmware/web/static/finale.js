// The end of a game: who has won and by what, as the game tells it; and what may be done then.
import { say } from "./words.js";
import { escape, put } from "./panel.js";
import { game as shown } from "./games.js";
import { SYMBOLS } from "./symbols.js";

let closed = "",
  heard = "";

export const close = run => {
  closed = run;
};

export function show(view, run, node, voice) {
  const game = view.game,
    told = game.winner && shown().finale(view);
  if (game.winner && !view.then && heard !== run) {
    heard = run;
    voice(`${told.title}. ${told.reason}`);
  }
  // Another game, or one that goes on after all.
  if (!game.winner && !view.then && game.phase === "game") closed = heard = "";
  node.hidden = !game.winner || closed === run || !!view.then;
  if (node.hidden) return put(node, "");
  put(
    node,
    `<div class="scroll ${game.winner}" role="dialog" aria-modal="false" aria-labelledby="end-title"><svg class="laurel" viewBox="0 0 48 48" aria-hidden="true">${SYMBOLS.laurel}${game.winner === "draw" ? "" : game.winner === "red" ? '<path class="sign" d="M24 15l10 10-10 10-10-10z"/>' : '<circle class="sign ring" cx="24" cy="25" r="8.500"/>'}</svg>
    <h2 id="end-title">${escape(told.title)}</h2><p>${escape(told.reason)}${told.law ?? ""}<br>${escape(say("end.turns", { turns: game.turn }))}</p>
    ${told.body}
    <div class="ends">${view.table.viewer === "spectator" ? "" : `<button type="button" class="main" data-act="restart">${escape(say("again"))}</button>`}
    <button type="button" data-act="review">${escape(say("past"))}</button><button type="button" data-act="save">${escape(say("save"))}</button>
    <button type="button" data-act="close-end">${escape(say("cancel"))}</button></div></div>`,
  );
}

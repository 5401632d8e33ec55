// The end of a game: who has won and by what, as the game tells it; and what may be done then.
import { game as shown } from "./games.js";
import { html } from "./html.js";
import { put, restarts } from "./pieces.js";
import { SYMBOLS } from "./symbols.js";
import { say } from "./words.js";

let closed = "",
  heard = "";

export const close = run => {
  closed = run;
};

// The winner's sign in the laurel; a draw has none.
const SIGNS = {
  red: html`<path class="sign" d="M24 15l10 10-10 10-10-10z"/>`,
  blue: html`<circle class="sign ring" cx="24" cy="25" r="8.500"/>`,
};

export function show(view, run, node, voice) {
  const { winner, phase } = view.game,
    told = winner && shown().finale(view);
  if (winner && !view.looksBack && heard !== run) {
    heard = run;
    voice(`${told.title}. ${told.reason}`);
  }
  // Another game, or one that goes on after all.
  if (!winner && !view.looksBack && phase === "game") closed = heard = "";
  const was = node.hidden;
  node.hidden = !winner || closed === run || !!view.looksBack;
  put(node, !node.hidden && scroll(view, told));
  // Who plays by keys finds here what may be done now, and not on a table that is over.
  if (was && !node.hidden && (document.activeElement ?? document.body).matches("body, #table *"))
    node.querySelector("button")?.focus({ preventScroll: true });
}

function scroll(view, told) {
  const { turn } = view.game,
    winner = shown().side(view.game.winner),
    owner = view.table.viewer !== "spectator" && !view.table.guest;
  const button = (act, key) => html`<button type="button" data-act="${act}">${say(key)}</button>`;
  const again = html`<button type="button" class="main" data-act="restart"
    aria-describedby="again-does">${say("again")}</button>`;
  return html`<div class="scroll ${winner}" role="dialog" aria-modal="false" aria-labelledby="end-title">
    <svg class="laurel" viewBox="0 0 48 48" aria-hidden="true">${SYMBOLS.laurel}${SIGNS[winner]}</svg>
    <h2 id="end-title">${told.title}</h2>
    <p>${told.reason && html`${told.reason}${told.law}<br>`}${say("end.turns", { turns: turn })}</p>
    ${told.body}
    ${owner && html`<p id="again-does" class="off">${restarts(view.table)}</p>`}
    <div class="ends">
      ${owner && again}
      ${button("review", "past")}${button("save", "save")}
      ${owner && button("share", "share")}${button("close-end", "cancel")}
    </div>
  </div>`;
}

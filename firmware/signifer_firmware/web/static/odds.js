// Odds on request: what there is to tell, the game knows.
import { say } from "./words.js";
import { escape, put } from "./panel.js";
import { game as shown } from "./games.js";

let open = false,
  told = null,
  asked = "";

export const forget = () => {
  open = false;
  told = null;
  asked = "";
};

// Whether odds of anything could be told.
export function possible(view) {
  const game = view.game;
  if (
    !view.drawer?.power ||
    view.table.viewer === "spectator" ||
    view.table.mode === "watch" ||
    game.phase !== "game" ||
    game.winner
  )
    return false;
  return shown().odds.possible(view);
}

export async function toggle(table, changed) {
  open = !open;
  told = null;
  asked = "";
  await refresh(table, changed);
}

// Ask again when the position is another one.
export async function refresh(table, changed) {
  const view = table.view,
    key = JSON.stringify([view.game, shown().odds.key(view)]);
  if (!open || asked === key) return changed();
  asked = key;
  const answer = possible(view) ? await table.send({ do: "odds" }) : {};
  told = answer.told ?? {};
  changed();
}

export function show(view, node) {
  const can = possible(view);
  node.hidden = !can;
  if (!can) return put(node, "");
  const head = `<h2>${escape(say("odds"))}<button type="button" data-act="odds" aria-expanded="${open}">${escape(say(open ? "odds.hide" : "odds.show"))}</button></h2>`;
  if (!open || !told) return put(node, head);
  put(
    node,
    head +
      (shown().odds.list(told, view) || `<p>${escape(say("odds.none"))}</p>`) +
      `<p class="note">${escape(shown().odds.note())}</p>`,
  );
  for (const part of node.querySelectorAll("[data-share]")) part.style.flexGrow = part.dataset.share;
}

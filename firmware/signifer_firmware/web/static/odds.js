// Odds on request: what there is to tell, the game knows.
import { game as shown } from "./games.js";
import { html } from "./html.js";
import { put } from "./pieces.js";
import { say } from "./words.js";

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
  const { phase, winner } = view.game,
    { viewer, mode, apart, odds } = view.table;
  if (!view.drawer?.power || viewer === "spectator" || mode === "watch") return false;
  // At devices of their own both have to allow it.
  if (apart && !odds) return false;
  return phase === "game" && !winner && shown().odds.possible(view);
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
  const { list, note } = shown().odds;
  const head = html`<h2>
    ${say("odds")}
    <button type="button" data-act="odds" aria-expanded="${String(open)}">
      ${say(open ? "odds.hide" : "odds.show")}
    </button>
  </h2>`;
  if (!open || !told) return put(node, head);
  const found = list(told, view);
  const all = found.length ? found : html`<p>${say("odds.none")}</p>`;
  put(node, [head, all, html`<p class="note">${note()}</p>`]);
  for (const part of node.querySelectorAll("[data-share]")) part.style.flexGrow = part.dataset.share;
}

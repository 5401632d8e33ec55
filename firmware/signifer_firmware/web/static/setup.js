// A set-up by hand: of each four cards two are kept, twelve times.
import * as cards from "./cards.js";
import { html } from "./html.js";
import { put } from "./pieces.js";
import { say } from "./words.js";

const chosen = new Set();
let shown = "",
  looking = "";

// Whose draft is on: the first of those here who have not finished.
const drafter = view => Object.keys(view.setup?.draft ?? {}).find(player => view.setup.draft[player].offer);

export function draft(view, node) {
  const player = view.looksBack ? undefined : drafter(view),
    now = player && view.setup.draft[player];
  node.hidden = !player;
  if (shown !== `${player} ${now?.round}`) chosen.clear();
  shown = `${player} ${now?.round}`;
  if (!player) return put(node, "");
  // Two who share the screen choose one after the other, each unseen by the other.
  const unseen = view.table.people.length > 1 && looking !== player;
  put(node, unseen ? alone(player) : four(player, now));
}

const alone = player => html`<div class="scroll ${player}">
  <h2>${say("draft", { player: say(player) })}</h2>
  <p>${say("draft.alone", { player: say(player) })}</p>
  <div class="ends">
    <button type="button" class="main" data-act="draft-look" data-player="${player}">
      ${say("draft.look")}
    </button>
  </div>
</div>`;

const card = id => html`<button type="button" class="pick" data-act="pick" data-id="${id}"
  aria-pressed="${String(chosen.has(id))}" aria-label="${cards.described(id)}">${cards.face(id)}</button>`;

// Four cards to choose two of, and what was kept so far.
function four(player, now) {
  const title = say("draft", { player: say(player) });
  return html`<div class="scroll draft ${player}" role="group" aria-label="${title}">
    <h2>${title}</h2>
    <p>${say("draft.note", { round: now.round + 1, of: now.of })}</p>
    <div class="four">${now.offer.map(card)}</div>
    <ul class="kept" aria-label="${say("draft.kept")}">${kept(now.kept)}</ul>
    <div class="ends">
      <button type="button" class="main" data-act="keep" data-player="${player}"
        ${chosen.size !== 2 && html` disabled`}>${say("draft.keep")}</button>
      <button type="button" data-act="keep-rest" data-player="${player}">${say("draft.rest")}</button>
    </div>
  </div>`;
}

// How many of each kind.
function kept(ids) {
  const counts = new Map();
  for (const id of ids) {
    const { kind } = cards.parts(id);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (!counts.size) return html`<li>${say("draft.empty")}</li>`;
  return [...counts].map(([kind, count]) => html`<li><b>${count}</b> ${cards.kindName(kind)}</li>`);
}

export function pick(id) {
  if (!chosen.delete(id)) {
    if (chosen.size === 2) chosen.delete([...chosen][0]);
    chosen.add(id);
  }
}
export const picked = () => [...chosen];
export const look = player => {
  looking = player;
};
export const forget = () => {
  looking = "";
  shown = "";
  chosen.clear();
};

// A set-up by hand: of each four cards two are kept, twelve times; and how a new game is chosen.
import { say, current, remember, recall, LANGUAGES } from "./words.js";
import { escape, put } from "./panel.js";
import * as cards from "./cards.js";

const chosen = new Set();
let shown = "",
  looking = "";

// Whose draft is on: the first of those here who have not finished.
const drafter = view => Object.keys(view.setup?.draft ?? {}).find(player => view.setup.draft[player].offer);

export function draft(view, node) {
  const player = view.then ? undefined : drafter(view),
    now = player && view.setup.draft[player];
  node.hidden = !player;
  if (!player) {
    chosen.clear();
    return put(node, "");
  }
  const key = `${player} ${now.round}`;
  if (shown !== key) {
    shown = key;
    chosen.clear();
  }
  // Two who share the screen choose one after the other, each unseen by the other.
  if (view.table.people.length > 1 && looking !== player) {
    return put(
      node,
      `<div class="scroll ${player}"><h2>${escape(say("draft", { player: say(player) }))}</h2><p>${escape(say("draft.alone", { player: say(player) }))}</p>
      <div class="ends"><button type="button" class="main" data-act="draft-look" data-player="${player}">${escape(say("draft.look"))}</button></div></div>`,
    );
  }
  const card = id =>
    `<button type="button" class="pick" data-act="pick" data-id="${id}" aria-pressed="${chosen.has(id)}" aria-label="${escape(cards.described(id))}">${cards.face(id)}</button>`;
  const counts = new Map();
  for (const id of now.kept) {
    const { kind } = cards.parts(id);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kept = [...counts]
    .map(([kind, count]) => `<li><b>${count}</b> ${escape(cards.kindName(kind))}</li>`)
    .join("");
  put(
    node,
    `<div class="scroll draft ${player}" role="group" aria-label="${escape(say("draft", { player: say(player) }))}">
    <h2>${escape(say("draft", { player: say(player) }))}</h2><p>${escape(say("draft.note", { round: now.round + 1, of: now.of }))}</p>
    <div class="four">${now.offer.map(card).join("")}</div>
    <ul class="kept" aria-label="${escape(say("draft.kept"))}">${kept || `<li>${escape(say("draft.empty"))}</li>`}</ul>
    <div class="ends"><button type="button" class="main" data-act="keep" data-player="${player}"${chosen.size === 2 ? "" : " disabled"}>${escape(say("draft.keep"))}</button>
    <button type="button" data-act="keep-rest" data-player="${player}">${escape(say("draft.rest"))}</button></div></div>`,
  );
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

export function choose(table) {
  const dialog = document.createElement("dialog"),
    was = table.view.table;
  dialog.className = "choose";
  dialog.setAttribute("aria-labelledby", "new-title");
  const radio = (name, value, on, label, note) =>
    `<label class="option"><input type="radio" name="${name}" value="${value}"${on ? " checked" : ""}><span><b>${escape(label)}</b>${note ? `<small>${escape(note)}</small>` : ""}</span></label>`;
  // A game's own words for its modes and ways, where it has any.
  const word = (game, key) =>
    say(`new.${game}.${key}`) === `new.${game}.${key}` ? say(`new.${key}`) : say(`new.${game}.${key}`);
  const games = Object.keys(was.games)
    .map(game => radio("game", game, game === was.game, say(`game.${game}`), say(`game.${game}.note`)))
    .join("");
  const modesOf = game =>
    was.games[game]
      .map((mode, at, all) =>
        radio(
          "mode",
          mode,
          all.includes(was.mode) ? mode === was.mode : !at,
          word(game, mode),
          word(game, `${mode}.note`),
        ),
      )
      .join("");
  const waysOf = game =>
    ["quick", "hand"]
      .map((way, at) => radio("way", way, !at, word(game, way), word(game, `${way}.note`)))
      .join("");
  const language = player =>
    `<label>${escape(say(`new.screens.${player}`))}<select name="${player}">${LANGUAGES.map(name => `<option value="${name}"${name === current() ? " selected" : ""}>${escape(say(`language.${name}`))}</option>`).join("")}</select></label>`;
  dialog.innerHTML = `<form method="dialog"><h2 id="new-title">${escape(say("new.title"))}</h2><fieldset class="games">${games}</fieldset><fieldset class="modes"></fieldset>
    <fieldset class="ways-in"></fieldset><div class="tongues">${language("red")}${language("blue")}
      <label class="check"><input type="checkbox" name="curtain"${recall("curtain") === "yes" ? " checked" : ""}>${escape(say("new.curtain"))}</label></div>
    <div class="ends"><button type="submit" value="begin" class="main">${escape(say("new.begin"))}</button><button type="submit" value="" formnovalidate>${escape(say("cancel"))}</button></div></form>`;
  const form = dialog.querySelector("form");
  let offered = "";
  const alone = () => {
    const game = form.elements.game.value;
    if (offered !== game) {
      offered = game;
      dialog.querySelector(".modes").innerHTML = modesOf(game);
      dialog.querySelector(".modes").classList.toggle("many", was.games[game].length > 3);
      dialog.querySelector(".ways-in").innerHTML = waysOf(game);
    }
    dialog.querySelector(".ways-in").hidden = form.elements.mode.value === "watch";
    dialog.querySelector(".check").hidden = form.elements.mode.value !== "two";
  };
  form.addEventListener("change", alone);
  alone();
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close("");
  });
  dialog.addEventListener("close", () => {
    const wants = form.elements;
    if (dialog.returnValue === "begin") {
      remember("curtain", wants.curtain.checked ? "yes" : "no");
      table.send({
        do: "new",
        game: wants.game.value,
        mode: wants.mode.value,
        by_hand: wants.mode.value !== "watch" && wants.way.value === "hand",
        red: wants.red.value,
        blue: wants.blue.value,
      });
    }
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input[name=mode]:checked").focus();
}

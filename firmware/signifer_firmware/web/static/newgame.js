// How a new game is chosen: which game, who plays, how it begins, in which languages.
import { called, hides } from "./games.js";
import { fill, html } from "./html.js";
import { dialog, left, option } from "./pieces.js";
import { current, LANGUAGES, NAMES, recall, remember, said, say } from "./words.js";

const radio = (name, value, on, label, note) => html`<label class="option">
  <input type="radio" name="${name}" value="${value}"${on && html` checked`}>
  <span><b>${label}</b>${note && html`<small>${note}</small>`}</span>
</label>`;

// A game's own words for its modes, where it has any.
const word = (game, key) => said(`new.${game}.${key}`) || say(`new.${key}`);

const games = ({ games, game }) =>
  Object.keys(games).map(name => radio("game", name, name === game, called(name), said(`game.${name}.note`)));

// What two at a screen are told is that hands can be hidden.
const note = (table, game, mode) => (mode === "two" && !hides(table, game) ? "" : word(game, `${mode}.note`));

// The mode that is played now, or the game's first.
function modes(table, game) {
  const { games, mode } = table,
    now = games[game].includes(mode) ? mode : games[game][0];
  return games[game].map(one => radio("mode", one, one === now, word(game, one), note(table, game, one)));
}

// How a game may begin, where it has words for that.
const ways = game =>
  ["quick", "hand"]
    .filter(way => said(`new.${game}.${way}`))
    .map((way, at) => radio("way", way, !at, say(`new.${game}.${way}`), say(`new.${game}.${way}.note`)));

function language(player) {
  const options = LANGUAGES.map(name => option(name, NAMES[name], name === current()));
  return html`<label>${say(`new.screens.${player}`)}<select name="${player}">${options}</select></label>`;
}

// What a game may be played with, where it has words for that.
function variants(table, game) {
  const { variants, variant } = table;
  const options = (variants[game] ?? []).map(one =>
    option(one, word(game, `variant.${one}`), one === variant),
  );
  return (
    options.length > 0 && html`<label>${say("new.variant")}<select name="variant">${options}</select></label>`
  );
}

// Which decks sit on which side, where players bring some.
function decks({ decks, sitting }, game) {
  const names = decks?.[game] ?? [];
  return (names.length > 1 ? ["red", "blue"] : []).map((side, at) => {
    const on = names.includes(sitting[at]) ? sitting[at] : names[at];
    return html`<label>${say(`new.deck.${side}`)}<select name="deck-${side}">
      ${names.map(name => option(name, name, name === on))}
    </select></label>`;
  });
}

// How well robots play against people, where they have levels.
function levels({ levels, level }, game) {
  const names = { 1: say("new.level.1"), [levels[game]]: say("new.level.most") };
  const options = Array.from({ length: levels[game] }, (_, at) =>
    option(at + 1, [at + 1, names[at + 1]].filter(Boolean).join(", "), at + 1 === level),
  );
  return (
    options.length > 0 &&
    html`<label class="level">${say("new.level")}<select name="level">${options}</select></label>`
  );
}

// What people are called, for the league book; ``typed`` is what stands there already.
function names({ named }, game, mode, typed) {
  const label = party =>
    said(`new.${game}.name`) || said(`new.name.${party}`) || say("new.name.seat", { seat: party });
  return named[game][mode].map(
    party => html`<label>${label(party)}<input type="text" name="name-${party}" maxlength="24"
      autocomplete="off" spellcheck="false" value="${typed[party] ?? ""}"></label>`,
  );
}

// Each deck sits on one side: who takes the other's gives theirs for it.
function exchange(wants, changed, before) {
  const sides = ["deck-red", "deck-blue"].map(name => wants[name]).filter(Boolean),
    other = sides.find(each => each !== changed);
  if (sides.includes(changed) && other.value === changed.value) other.value = before[changed.name];
  return Object.fromEntries(sides.map(({ name, value }) => [name, value]));
}

const wish = (name, on) => html`<label class="check ${name}">
  <input type="checkbox" name="${name}"${on && html` checked`}>
  ${say(`new.${name}`)}
</label>`;

// ``underWay``: whether a game is, in which something was done.
const form = (table, underWay) => html`<form method="dialog">
  <h2 id="new-title">${say("new.title")}</h2>
  <fieldset class="games">${games(table)}</fieldset>
  ${table.lacking.map(part => html`<p class="left">${say(`new.no-${part}`)}</p>`)}
  <fieldset class="modes"></fieldset>
  <div class="tongues variants"></div>
  <div class="tongues names"></div>
  <fieldset class="ways-in"></fieldset>
  <div class="tongues">
    ${language("red")}${language("blue")}
    <label class="check apart">
      <input type="checkbox" name="apart"${table.apart && html` checked`}>
      ${say("new.apart")}
    </label>
    <label class="check curtain">
      <input type="checkbox" name="curtain"${recall("curtain") === "yes" && html` checked`}>
      ${say("new.curtain")}
    </label>
    ${wish("tutor", table.tutor)}${wish("practice", table.practice)}
  </div>
  ${underWay && html`<p class="left">${left(table)}</p>`}
  <div class="ends">
    <button type="submit" value="begin" class="main">${say("new.begin")}</button>
    <button type="submit" value="" formnovalidate>${say("cancel")}</button>
  </div>
</form>`;

// Whether robots play against people.
const opposes = ({ shared }, { game, mode }) =>
  mode.value !== "watch" && !shared[game.value].includes(mode.value);

const nameOf = ({ name }) => name.replace("name-", "");
const typed = node =>
  Object.fromEntries([...node.querySelectorAll(".names input")].map(each => [nameOf(each), each.value]));

// What the form asks the table for.
const deed = (table, wants, names) => ({
  do: "new",
  game: wants.game.value,
  mode: wants.mode.value,
  by_hand: wants.mode.value !== "watch" && wants.way?.value === "hand",
  variant: wants.variant?.value ?? "",
  decks: ["deck-red", "deck-blue"].map(name => wants[name]?.value).filter(Boolean),
  red: wants.red.value,
  blue: wants.blue.value,
  // Of a mode that is not played so, the table makes nothing of it.
  apart: wants.apart.checked,
  tutor: wants.tutor.checked,
  practice: wants.practice.checked,
  level: opposes(table, wants) ? Number(wants.level?.value ?? 0) : 0,
  names,
});

export function choose(table) {
  const was = table.view.table,
    underWay = !table.view.game.winner && table.view.record.length > 0,
    node = dialog("choose", form(was, underWay), "new-title"),
    part = name => node.querySelector(name),
    wants = part("form").elements;
  let offered = "",
    asked = "",
    called = was.names ?? {},
    sitting = {};
  // What the chosen game has to choose.
  const offer = event => {
    const game = wants.game.value;
    if (offered !== game) {
      offered = game;
      fill(part(".modes"), modes(was, game));
      part(".modes").classList.toggle("many", was.games[game].length > 3);
      fill(part(".variants"), [levels(was, game), variants(was, game), decks(was, game)]);
      fill(part(".ways-in"), ways(game));
    }
    const people = `${game} ${wants.mode.value}`;
    if (asked !== people) {
      asked = people;
      called = { ...called, ...typed(node) };
      fill(part(".names"), names(was, game, wants.mode.value, called));
    }
    if (part(".level")) part(".level").hidden = !opposes(was, wants);
    sitting = exchange(wants, event?.target, sitting);
    part(".ways-in").hidden = wants.mode.value === "watch" || !wants.way;
    part(".tutor").hidden = wants.mode.value === "watch" || !was.levels[game];
    const apart = was.devices[game].includes(wants.mode.value);
    part(".apart").hidden = !apart;
    part(".practice").hidden = wants.mode.value === "watch" || (apart && wants.apart.checked);
    part(".curtain").hidden =
      !was.shared[game].includes(wants.mode.value) || !hides(was, game) || (apart && wants.apart.checked);
  };
  part("form").addEventListener("change", offer);
  offer();
  node.addEventListener("close", () => {
    if (node.returnValue !== "begin") return;
    remember("curtain", wants.curtain.checked ? "yes" : "no");
    table.send(deed(was, wants, typed(node)));
  });
  node.showModal();
  part("input[name=mode]:checked").focus();
}

// Beside the table: whose move it is, what is refused and why, what is asked, what hands can do here.
import * as cards from "./cards.js";
import { game } from "./games.js";
import { SIDES } from "./grid.js";
import { html } from "./html.js";
import { law } from "./laws.js";
import { put, shape } from "./pieces.js";
import { current, of, say } from "./words.js";

const element = id => document.getElementById(id);

export function now(view) {
  const phase = view.game.phase;
  put(element("now"), phase === "game" ? game().now(view) : html`<h2>${say(`step.${phase}`)}</h2>`);
}

// The plug is pulled.
export function dark(view) {
  const node = element("dark");
  node.hidden = view.drawer?.power !== false;
  if (node.hidden) return put(node, "");
  const plug = html`<button type="button" class="main" data-act="power">${say("power.on")}</button>`;
  put(
    node,
    html`<h2>${say("dark")}</h2>
      <p>${say("dark.note")}</p>
      ${view.table.viewer !== "spectator" && !view.table.guest && plug}`,
  );
}

const refused = refusal => html`<section class="refusal ${refusal.player}">
  <h2>${shape(refusal.player)}${say("refused")}<small>${law(refusal.ruling, true)}</small></h2>
  <p>${of(refusal.message)}</p>
  <p class="fix"><b>${say("fix")}</b> ${of(refusal.fix)}</p>
</section>`;

const failed = fault => html`<section class="refusal fault">
  <h2>${say("fault")}</h2>
  <p>${of(fault.text)}</p>
</section>`;

// On a low screen the mend of what is newly refused would be out of sight.
export function refusals(view) {
  const node = element("refusals"),
    before = node.textContent;
  put(node, [...view.refusals.map(refused), ...view.faults.map(failed)]);
  const fresh = [...node.querySelectorAll(".fix")].find(fix => !before.includes(fix.textContent));
  fresh?.scrollIntoView({ block: "nearest" });
}

// Whether it is said where the card goes: what has to be chosen, hands do not do as told.
const isTold = ({ verb, to }) => verb !== "take" || to !== "";

const astray = (card, to) => say(`astray.${to.split(" ")[0]}`, { card: cards.cardName(card) });

// What the table asks of the hands here; of all hands, where none are. What was drawn though nothing asked
// for it is asked back until it is back. ``helped`` is what helping hands see to.
export function asked(view) {
  const people = view.table.people;
  const theirs = fix => people.includes(cards.army(fix.card)) || people.includes(fix.side);
  const fixes = view.corrections.filter(fix => !people.length || theirs(fix));
  const strays = view.astray.filter(({ player }) => people.includes(player));
  const owing = people.filter(player => view.owed[player] > 0);
  const over = SIDES.filter(player => view.owed[player] < 0 && !view.table.robots.includes(player));
  return [
    ...alike(fixes.map(fix => ({ player: fix.side, text: of(fix.text), helped: isTold(fix) }))),
    ...strays.map(({ player, card, to }) => ({ player, text: astray(card, to), helped: true })),
    ...view.shuffling.map(player => ({ player, text: say("shuffle"), helped: true })),
    ...owing.map(player => ({ player, text: say("owed", { count: view.owed[player] }), helped: true })),
    ...people.flatMap(player => laying(player, view.to_lay[player])),
    ...over.map(player => ({ player, text: say("spare", { count: -view.owed[player] }), over: true })),
  ];
}

// Which cards they are, nobody but their owner can say.
const laying = (player, count) =>
  count ? [{ player, text: say(count > 0 ? "to-lay" : "laid-too-many", { count: Math.abs(count) }) }] : [];

// Where several cards are alike, it is said once, and how often.
function alike(lines) {
  const like = one => other => other.player === one.player && other.text === one.text;
  return lines
    .filter((line, at) => lines.findIndex(like(line)) === at)
    .map(line => {
      const times = lines.filter(like(line)).length;
      return times > 1 ? { ...line, text: `${times} × ${line.text}` } : line;
    });
}

const putBack = player => html` <button type="button" data-act="put-back" data-player="${player}">
  ${say("put-back")}
</button>`;

export function told(view) {
  const people = view.table.people,
    lines = asked(view);
  const line = ({ player, text, over }) =>
    html`<li>${shape(player)}<span>${text}</span>${over && people.includes(player) && putBack(player)}</li>`;
  const obey = html`<button type="button" data-act="as-told">${say("as-told")}</button>`;
  const section = html`<section class="asked">
    <h2>${say("told")}</h2>
    <ul>${lines.map(line)}</ul>
    ${people.length > 0 && lines.some(({ helped }) => helped) && obey}
  </section>`;
  const notes = (view.notes ?? []).map(key => html`<p class="note">${say(`note.${key}`)}</p>`);
  put(element("told"), [...notes, lines.length > 0 && section]);
}

export function advice(view) {
  const wanted = view.game.phase === "game" && !view.game.winner && view.drawer?.power !== false;
  put(element("advice"), wanted && [game().guide(view), help(view), keys(view)]);
}

function help(view) {
  const mine = view.game.actors.find(player => view.table.people.includes(player)) ?? view.table.people[0];
  const lines = mine ? (view.help[mine]?.[current()] ?? []) : [];
  if (!lines.length) return "";
  return html`<details class="help"${helpOpen() && html` open`}>
    <summary>${say("what")}</summary>
    ${lines.map(line => html`<p>${line}</p>`)}
  </details>`;
}

const helpOpen = () =>
  element("advice").querySelector("details:not(.gestures)")?.open ?? matchMedia("(min-width: 900px)").matches;

// What hands and keys can do here.
const GESTURES = ["lay", "hold", "two", "swap", "brush", "keys"];

function keys(view) {
  if (view.table.keys?.length) return html`<div class="ends">${pairs(view)}</div>`;
  if (!view.table.people.length) return "";
  const open = element("advice").querySelector(".gestures")?.open;
  const lines = GESTURES.map(
    name => html`<dt>${say(`hands.${name}`)}</dt><dd>${say(`hands.${name}.how`)}</dd>`,
  );
  return html`<details class="help gestures"${open && html` open`}>
    <summary>${say("hands")}</summary>
    <dl>${lines}</dl>
    <div class="ends">
      ${pairs(view)}${tutor(view)}<button type="button" data-act="keys">${say("keys.all")}</button>
    </div>
  </details>`;
}

const tutor = view =>
  view.tutor?.on === false && html`<button type="button" data-act="advise">${say("tutor")}</button>`;

// Two buttons held together, for who has one finger: both ok, or the dice and one's own ok.
function pairs(view) {
  const { people, keys } = view.table;
  const buttons = keys?.length ? keys : view.table.buttons,
    players = keys?.length ? ["red", "blue"] : people;
  const all = [
    ["button.both", ["ok red", "ok blue"], ""],
    ...players.map(player => ["button.menu", ["dice", `ok ${player}`], player]),
  ];
  const found = all.filter(([, names]) => names.every(name => buttons.includes(name)));
  return found.map(
    ([key, names, player]) => html`<button type="button" data-act="hold" data-names="${names.join(",")}">
      ${say(key, { player: say(player) })}
    </button>`,
  );
}

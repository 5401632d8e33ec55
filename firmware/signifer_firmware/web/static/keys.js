// Single keys for what else takes a way to a button, and the list of them under "?".
import { choosing, summary, words } from "./herald.js";
import { html } from "./html.js";
import { asked, voice } from "./notices.js";
import { dialog, undoing } from "./pieces.js";
import { recall, remember, say } from "./words.js";

// Who speaks to their computer, or types without looking, can do without them (WCAG 2.1.4).
const on = () => recall("keys") !== "off";

// Whose button is meant where two share a screen: whoever is to decide.
const whose = ({ table, game }) => {
  const own = ["red", "blue"].filter(player => table.keys?.includes(`ok ${player}`));
  const people = own.length ? own : table.people;
  return people.find(player => game.actors?.includes(player)) ?? people[0];
};

// Letters by what they say, wherever they lie; figures by their place, as some keyboards want shift for them.
const BUTTONS = {
  o: player => `ok ${player}`,
  d: () => "dice",
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap(column =>
      ["Digit", "Numpad"].map(key => [`${key}${column}`, player => `column ${column} ${player}`]),
    ),
  ),
};

const meant = ({ key, code }) => (key.toLowerCase() in BUTTONS ? key.toLowerCase() : code);

const tells = selector => words(document.querySelector(selector));

// The screen that its player reads; where one serves both, that one.
const screen = view => (view.table.screens.includes("both") ? "both" : (whose(view) ?? "red"));

const OTHERS = {
  u: page => page.table.send(undoing(page.table.view)),
  a: page => page.table.send({ do: "as-told" }),
  c: page => asked(() => page.advise()),
  h: page => page.hands.stops.hand()?.focus(),
  p: () => document.getElementById("panel").focus(),
  t: page => voice(summary(page.table.view)),
  r: () => voice(tells("#inspect") || say("keys.r.none")),
  s: page => voice(page.surface.screenText(screen(page.table.view))),
};
const PEOPLE = "uach";

export const LIST = ["o", "hold", "d", "columns", "u", "a", "c", "h", "p", "t", "r", "s", "?"];

const row = name => html`<dt><kbd>${say(`keys.${name}`)}</kbd></dt><dd>${say(`keys.${name}.does`)}</dd>`;

export function list() {
  const contents = html`<form method="dialog">
    <h2 id="keys-title">${say("keys")}</h2>
    <p>${say("keys.note")}</p>
    <dl>${LIST.map(row)}</dl>
    <label class="check"><input type="checkbox" name="keys"${on() && html` checked`}>${say("keys.on")}</label>
    <div class="ends"><button type="submit" class="main">${say("cancel")}</button></div>
  </form>`;
  const node = dialog("keys", contents, "keys-title");
  node.querySelector("input").addEventListener("change", event => {
    remember("keys", event.target.checked ? "on" : "off");
  });
  node.showModal();
}

// A press lasts as long as the key is down; with shift a hold lasts for as long as the table wants it.
function push(page, event, player) {
  const key = meant(event),
    name = BUTTONS[key](player),
    { fingers } = page.hands,
    button = fingers.button(name);
  if (!button || button.disabled) return voice(say("no.no-such-button"));
  if (event.shiftKey && key.length === 1) return page.table.send({ do: "hold", names: [name] });
  fingers.push(`s${event.code}`, name);
}

function pressed(page, event) {
  if (event.key === "?") return list();
  if (!on()) return false;
  const { table } = page.table.view,
    player = whose(page.table.view);
  if (BUTTONS[meant(event)] && player) return event.repeat || push(page, event, player);
  const act = OTHERS[event.key];
  if (!act || event.repeat || (PEOPLE.includes(event.key) && !table.people.length)) return false;
  act(page);
  if (event.key === "a" && choosing(page.table.view)) voice(say("keys.a.none"));
}

export function listenToKeys(page) {
  document.addEventListener("keydown", event => {
    const elsewhere = event.target.closest?.(
      "input:not([type=range]), select, textarea, dialog, [contenteditable]",
    );
    if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!page.table.view || pressed(page, event) === false) return;
    event.preventDefault();
  });
  document.addEventListener("keyup", event => page.hands.fingers.release(`s${event.code}`));
}

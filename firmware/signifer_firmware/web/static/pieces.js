// Pieces that many parts of the page are made of.
import { fill, holds, html } from "./html.js";
import { of, recall, say } from "./words.js";

// What pages need of games that were played is loaded when somebody asks for it.
export const played = () => import("./played/games.js");

// New contents; what had the focus in the old ones has it again. If it is gone, what it stood in has it,
// where that can: never a button that nobody meant. Anything else around it hears that the focus is free.
export function put(node, contents) {
  if (holds(node, contents)) return;
  const had = node.contains(document.activeElement) ? document.activeElement : null;
  const same = had && selector(had);
  fill(node, contents);
  if (!had) return;
  const goal = node.querySelector(same) ?? node.closest("[tabindex]:not([hidden])");
  if (goal) goal.focus({ preventScroll: true });
  else node.dispatchEvent(new Event("free", { bubbles: true }));
}

// What finds an element among new ones: its names and its data; of a form, the button that sends it.
function selector(node) {
  const name = node.name ? `[name="${CSS.escape(node.name)}"]` : "",
    sends = node.localName === "button" && node.getAttribute("type") === "submit" ? "[type=submit]" : "";
  const marks = Object.entries(node.dataset).map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`);
  const value = node.type === "radio" ? `[value="${node.value}"]` : "";
  return `${node.localName}${name}${sends}${marks.join("")}${value}`;
}

export const shape = player => html`<i class="shape ${player}" aria-hidden="true"></i>`;

// What a screen is called: "3 red" in words.
export const screenName = place =>
  say("screen", {
    place: place
      .split(" ")
      .map(word => (/^\d+$/.test(word) ? word : say(word)))
      .join(" "),
  });

export const icon = inside => html`
  <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`;

// One of the choices of a list.
export const option = (value, text, on) =>
  html`<option value="${value}"${on && html` selected`}>${text}</option>`;

// A dialog, which a press beside it closes, but not the second one of two; where it has a title, with the
// title's id. What opened it has the focus again then, also if it was drawn again meanwhile.
export function dialog(kind, contents, title = "") {
  const node = document.createElement("dialog"),
    opener = selector(document.activeElement);
  node.className = kind;
  if (title) node.setAttribute("aria-labelledby", title);
  fill(node, contents);
  node.addEventListener("click", event => {
    if (event.target === node && event.detail < 2) node.close("");
  });
  node.addEventListener("close", () => {
    node.remove();
    if (document.activeElement === document.body)
      document.querySelector(opener)?.focus({ preventScroll: true });
  });
  document.body.append(node);
  return node;
}

export const isAsking = () => !!document.querySelector("dialog[open]");

// The first turn of who has never played here: what each of its three steps says, and at which the table is.
export const firstTurn = (says, here) => html`<section class="guide">
  <h2>${say("guide")}</h2>
  <ol>
    ${[1, 2, 3].map(
      step => html`<li${step === here && html` class="here" aria-current="step"`}>${says(step)}</li>`,
    )}
  </ol>
  <button type="button" data-act="guided">${say("guide.done")}</button>
</section>`;

// What becomes of this game when another one begins; and that "Play again" begins one at once.
export const left = ({ keeps }) => say(keeps ? "new.kept" : "new.left");
export const restarts = table => `${say("again.does")}${table.mode === "watch" ? "" : ` ${left(table)}`}`;

// The end, above both players.
export const won = (title, table) => html`<p class="won">
  ${title}
  ${
    table.viewer !== "spectator" &&
    !table.guest &&
    html`<button type="button" data-act="restart" title="${restarts(table)}">${say("again")}</button>`
  }
</p>`;

// Lines, one below the other; a place is kept for them where there are none.
export const lines = texts =>
  texts.length ? texts.map((text, at) => html`${at > 0 && html`<br>`}${text}`) : "\u00a0";

// What is next, what of it is due, and the turn.
export const heading = (step, due, turn) => html`<h2>
  <span>${step}</span>
  ${due && html`<b class="due">${due}</b>`}
  <small>${turn}</small>
</h2>`;

// What the table asks of a player.
export const asks = (view, player) =>
  lines(view.prompts.filter(prompt => prompt.player === player).map(prompt => of(prompt.text)));

// That a side is a robot's, and that it thinks; why it did what it did last, once the game is over.
export const robots = view => html` <small>${say(view.thinking ? "robot.thinks" : "robot")}</small>
  ${view.why && html`<button type="button" class="ruling" data-act="why">${say("robot.why")}</button>`}`;

// What a side is called; a robot is said to be one, but for who looks on.
export function called(view, side) {
  const { viewer, robots: theirs } = view.table,
    robot = viewer !== "spectator" && theirs.includes(side);
  return html`${say(side)}${robot && robots(view)}`;
}

// One of both players: their name, what they are told, and what they have; ``up`` where they decide.
export const who = (player, up, name, says, sums) => html`<div class="who ${player}${up && " up"}">
  <h3>${shape(player)}${name}</h3>
  <p class="says">${says}</p>
  ${sums}
</div>`;

const mark = on => html`<i class="mark${on && " on"}"></i>`;

// So many of a number of marks, which mean ``text``.
export const marks = (count, number, text) => html`<span class="marks" role="img" aria-label="${text}"
  title="${text}">${Array.from({ length: number }, (_, at) => mark(at < count))}</span>`;

// A chance in whole per cent: 0 and 100 only for what cannot be and what must be.
export const whole = share =>
  share > 0 && share < 100 ? Math.min(Math.max(Math.round(share), 1), 99) : share;

// What ``text`` says, as a bar: chances in per cent, each with its colour.
export const bar = (text, shares) => html`<div class="bar" role="img" aria-label="${text}">
  ${shares.map(([colour, share]) => share > 0 && html`<i class="${colour}" data-share="${share}"></i>`)}
</div>`;

// Rows of a list: figures by the keys of their names; none for what there is not.
export const rows = figures =>
  Object.entries(figures).map(
    ([key, value]) => value !== undefined && html`<dt>${say(key)}</dt><dd>${value}</dd>`,
  );

// What takes back what was done last: in practice anything, whoever has learned of it.
export const undoing = ({ table }) => ({ do: table.practice ? "take-back" : "undo" });

// What a player has come to, at the end.
export const tally = (player, name, figures, winner) => html`<section
  class="${player}${winner === player && " winner"}">
  <h3>${name}</h3>
  <dl>${rows(figures)}</dl>
</section>`;

// Whether the first turn is told here: to ``player``, if nobody has said that it is understood.
export const guided = ({ game, table }, player) =>
  !recall("guided") &&
  !table.lesson &&
  table.viewer !== "spectator" &&
  table.people.includes(player) &&
  game.turn <= 2;

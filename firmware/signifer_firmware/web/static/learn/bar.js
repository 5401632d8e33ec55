// The lesson that is on: its aim, what it says when that is reached, and how to go on.
import { html } from "../html.js";
import { voice } from "../notices.js";
import { put } from "../pieces.js";
import { current, say, titled } from "../words.js";
import { learned, ready, textsOf } from "./texts.js";

let hinted = "", // the lesson of which the hint is shown
  told = "", // what was said aloud last
  newest = null;

export async function hint() {
  const { game, lesson } = newest.table;
  hinted = hinted ? "" : lesson?.name;
  if (hinted) voice((await textsOf(game)).lessons[hinted].hint);
}

// So much is left free below all else where the lesson lies over the page's end.
const sizes = new ResizeObserver(([{ target }]) =>
  document.documentElement.style.setProperty("--lesson", `${target.offsetHeight}px`),
);

// Texts may come later than the next view: the newest is shown.
export async function show(view, node, run) {
  newest = view;
  sizes.observe(node);
  node.hidden = !view.table.lesson;
  if (node.hidden) {
    told = "";
    return put(node, "");
  }
  await ready();
  const { game } = view.table,
    texts = await textsOf(game);
  if (newest !== view || !view.table.lesson) return;
  const lesson = lessonOf(view, texts);
  if (hinted !== lesson.name) hinted = "";
  if (lesson.reached) learned(game, lesson.name);
  node.setAttribute("aria-label", say("lesson"));
  node.classList.toggle("reached", lesson.reached);
  const hand = view.table.viewer !== "spectator";
  put(node, contents(lesson, hand));
  if (hand) aloud(lesson, [run, view.table.game, lesson.name, ""].join(" "));
}

function lessonOf({ table }, texts) {
  const { lesson, lessons, game } = table,
    names = lessons[game],
    at = names.indexOf(lesson.name);
  return {
    ...lesson,
    ...{ number: at + 1, count: names.length, before: names[at - 1], after: names[at + 1] ?? "" },
    ...texts.lessons[lesson.name],
  };
}

const numbered = ({ number, count }) => say("lesson.of", { number, count });

// What stands there: the aim, or what is said when it is reached or out of reach.
function contents(lesson, hand) {
  return html`<h2>${lesson.title}<small>${numbered(lesson)}</small></h2>
    ${lesson.reached ? reached(lesson) : html`<p>${lesson.aim}</p>`}
    ${lesson.lost && html`<p class="lost">${say("lesson.lost")}</p>`}
    ${hinted === lesson.name && !lesson.reached && html`<p class="hint">${lesson.hint}</p>`}
    ${hand && html`<div class="ends">${lesson.reached ? onwards(lesson) : ways(lesson)}</div>`}`;
}

const reached = ({ done, after }) => html`<p class="done"><b>${say("lesson.done")}</b> ${done}</p>
  ${!after && html`<p>${say("lesson.over")}</p>`}`;

const go = (lesson, key, main = false) => html`<button type="button" data-act="lesson"
  data-lesson="${lesson}" data-way="${key}"${main && html` class="main"`}>${say(`lesson.${key}`)}</button>`;

const onwards = ({ name, after }) => [
  after ? go(after, "next", true) : go("", "play", true),
  go(name, "again"),
  after && go("", "end"),
];

const ways = ({ name, before, after }) => [
  html`<button type="button" data-act="hint" aria-expanded="${String(hinted === name)}">
    ${say("lesson.hint")}
  </button>`,
  go(name, "again"),
  before && go(before, "back"),
  after && go(after, "skip"),
  go("", "end"),
];

// Once, to who does not see it.
function aloud(lesson, on) {
  const how = lesson.reached ? "reached" : lesson.lost ? "lost" : "on",
    now = `${on}${how} ${current()}`;
  if (now === told) return;
  const fresh = !told.startsWith(on);
  told = now;
  if (lesson.reached) voice(`${say("lesson.done")} ${lesson.done}`);
  else if (lesson.lost) voice(say("lesson.lost"));
  else if (fresh) voice(titled(`${numbered(lesson)}, ${lesson.title}`, lesson.aim));
}

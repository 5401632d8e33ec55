// What a game is about, on one page: its goal, its lessons, its icons and its rulings.
import { other } from "../games.js";
import { fill, html } from "../html.js";
import { dialog, isAsking, option, shape } from "../pieces.js";
import { current, of, say } from "../words.js";
import { done, iconsOf, ready, textsOf } from "./texts.js";

const close = () => html`<div class="ends">
  <button type="button" value="close">${say("cancel")}</button>
</div>`;

const called = game => say(`game.${game}`);

const choice = (lessons, game) => html`<label><span>${say("learn.game")}</span>
  <select name="game">
    ${Object.keys(lessons)
      .filter(name => lessons[name].length)
      .map(name => option(name, called(name), name === game))}
  </select>
</label>`;

const goal = ({ goal }) => html`<section><h3>${say("learn.goal")}</h3>
  <ol class="goal">${goal.map(text => html`<li>${text}</li>`)}</ol>
</section>`;

// The lessons, which ``may`` be had or not; the first that nobody here has done comes next.
function tutorial(names, texts, game, may, note) {
  const had = done(game),
    next = names.find(name => !had.includes(name)),
    begin = !had.length ? "begin" : next ? "go-on" : "again";
  const main = html`<button type="button" class="main" data-lesson="${next ?? names[0]}" data-begin>
    ${say(`learn.${begin}`)}
  </button>`;
  const step = name => html`<li><button type="button" data-lesson="${name}"${!may && html` disabled`}>
    <span>${texts.lessons[name].title}</span>
    ${had.includes(name) && html`<small>${say("learn.done")}</small>`}
  </button></li>`;
  return html`<section><h3>${say("learn.tutorial")}</h3>
    ${note && html`<p class="note">${note}</p>`}
    ${may && main}
    <ol class="steps">${names.map(step)}</ol>
  </section>`;
}

// An icon as it is on a card: the card's own face, or a part of it; a side's shape; a sign; an outline.
function drawn({ card, shape: side, text, path, box }, game) {
  if (side) return shape(side);
  if (text) return html`<b>${text}</b>`;
  if (path) return html`<svg viewBox="${box.join(" ")}"><path d="${path}"/></svg>`;
  return game.face(card);
}

const icon = (key, how, texts, game) => html`<li>
  <span class="icon" data-icon="${key}" aria-hidden="true">${drawn(how, game)}</span>
  <span><b>${texts.icons[key][0]}</b> ${texts.icons[key][1]}</span>
</li>`;

const icons = (all, texts, game) => html`<section><h3>${say("learn.icons")}</h3>
  <ul class="icons">${Object.entries(all).map(([key, how]) => icon(key, how, texts, game))}</ul>
</section>`;

// Of a card only the part that matters.
function cut(node, all) {
  for (const [key, { card, box }] of Object.entries(all))
    if (card && box) node.querySelector(`[data-icon="${key}"] svg`)?.setAttribute("viewBox", box.join(" "));
}

function ruling([id, texts]) {
  const [title, text] = of(texts);
  return html`<details><summary><small>${id}</small> ${title}</summary><p>${text}</p></details>`;
}

const rulings = all => html`<section><h3>${say("learn.rulings")}</h3>
  <p class="note">${say("learn.rulings.note")}</p>
  ${Object.entries(all).map(ruling)}
</section>`;

// What a lesson ends: a game in which something has been done, and the seats of others.
function ends({ table, record }) {
  const game = !table.lesson && record.length > 0 && say("learn.ends"),
    seats = table.seats?.slice(1).some(({ taken }) => taken) && say("learn.seats");
  return [game, seats].filter(Boolean).join(" ");
}

export async function open(table) {
  const { viewer, guest, lessons, game, lacking } = table.view.table,
    hand = viewer !== "spectator" && !guest,
    may = hand && !lacking.length;
  await ready();
  const node = dialog(
    "learn",
    html`<header><h2 id="learn-title">${say("learn.title")}</h2>${choice(lessons, game)}</header>
      <div class="all" tabindex="-1"></div>
      ${close()}`,
    "learn-title",
  );
  // Positions of lessons are those of a table that has all.
  const note = may ? ends(table.view) : hand && say("learn.not-here");
  const all = node.querySelector(".all"),
    chosen = node.querySelector("select");
  const tell = async () => {
    const name = chosen.value;
    const [own, texts, signs, laws] = await Promise.all([
      ...[other(name), textsOf(name), iconsOf(name)],
      fetch(`${name}/rulings.json`).then(answer => answer.json()),
    ]);
    if (chosen.value !== name) return;
    const parts = [
      goal(texts),
      tutorial(lessons[name], texts, name, may, note),
      icons(signs, texts, own),
      rulings(laws),
    ];
    fill(all, parts);
    cut(all, signs);
    all.scrollTop = 0;
    node.dataset.shown = name;
  };
  chosen.addEventListener("change", tell);
  node.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    node.close("");
    if (button.dataset.lesson) table.send(deed(table, chosen.value, button.dataset.lesson));
  });
  await tell();
  show(node);
}

function show(node) {
  if (isAsking()) return node.remove();
  node.showModal();
  node.querySelector("[data-begin]")?.focus({ preventScroll: true });
}

// Who plays beside the learner the lesson says itself.
const deed = (table, game, lesson) => ({
  ...{ do: "new", game, lesson, mode: table.view.table.games[game][0] },
  ...{ red: current(), blue: current() },
});

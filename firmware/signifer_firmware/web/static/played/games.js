// Games that were played: which there are, files that somebody opens, and one of them as it is played back.
import { called, styles } from "../games.js";
import { fill, html } from "../html.js";
import { patience } from "../line.js";
import { toast } from "../notices.js";
import { dialog, icon, isAsking, option, put } from "../pieces.js";
import { current, once, said, say, speakOf } from "../words.js";

const STEP_MS = 1500;
const PLAY = html`<path d="M7 4l13 8-13 8z"/>`;
const PAUSE = html`<path d="M7 5v14M17 5v14"/>`;

// Its words and styles come once.
const prepared = once(() => Promise.all([speakOf("played"), styles("played")]));

// Which games there are

export async function choose() {
  await prepared();
  if (isAsking()) return;
  const node = dialog("shelf", form(), "shelf-title");
  node.addEventListener("change", event => {
    if (event.target.type === "file" && event.target.files.length) open(node, event.target.files[0]);
  });
  node.addEventListener("click", event => {
    if (event.target.closest("[data-older]")) more(node, event.target.closest("[data-older]").dataset.older);
  });
  node.showModal();
  // It is open, whether the table answers or not.
  more(node, 0);
}

const form = () => html`<form method="dialog">
  <h2 id="shelf-title">${say("played.all")}</h2>
  <ol></ol>
  <p class="fault" role="alert" hidden></p>
  <div class="ends">
    <label class="file">
      <input type="file" accept=".txt,.gz,text/plain,application/gzip">
      <span>${say("played.open")}</span>
    </label>
    <button type="submit" value="">${say("cancel")}</button>
  </div>
</form>`;

async function more(node, before) {
  fails(node, "");
  const games = await fetch(`past?before=${before}`, { signal: patience.signal })
    .then(answer => answer.json())
    .catch(() => ({ refused: say("late.asked") }));
  // What is wrong with a file that was opened meanwhile stays.
  if (games.refused) fails(node, games.refused);
  const button = node.querySelector("[data-older]"),
    list = node.querySelector("ol");
  // What was asked for twice is shown once.
  if (games.refused || `${before}` !== (button?.dataset.older ?? "0")) return;
  const rows = document.createElement("ol");
  fill(rows, games.length || before ? games.map(row) : html`<li class="none">${say("played.none")}</li>`);
  const first = rows.querySelector("a");
  list.append(...rows.childNodes);
  button?.remove();
  const last = games.at(-1)?.number;
  if (last > 1) {
    const older = document.createElement("button");
    Object.assign(older, { type: "button", textContent: say("played.older") });
    older.dataset.older = last;
    list.after(older);
  }
  (first ?? node.querySelector("[data-older]") ?? node.querySelector("input")).focus();
}

// Why something does not come, or that nothing is wrong.
function fails(node, why) {
  const fault = node.querySelector(".fault");
  fault.hidden = !why;
  fault.textContent = why;
}

// How a game ended, and how long it is.
function ended({ game, outcome, fault, lines }) {
  if (fault) return say("played.unread");
  const how = outcome ? won(game, outcome) : say("played.broken");
  return `${how}, ${say("played.lines", { lines })}`;
}

// A side has won, or what a game calls it; where there are seats, one or several.
function won(game, outcome) {
  const own = said(`played.won.${game}.${outcome}`);
  if (own || outcome === "draw") return own || say("played.draw");
  if (!/^\d/.test(outcome)) return say("played.won", { player: say(outcome) });
  const [first, ...others] = outcome.split(" ").map(seat => say("played.seat", { seat }));
  return others.length
    ? say("played.shared", { players: [first, ...others].join(", ") })
    : say("played.won", { player: first });
}

const where = id => `?past=${id}`;

function row(game) {
  const said = html`<b>${called(game.game)}</b>
    <span>${ended(game)}</span>
    <small>${game.date || say("played.undated")}</small>`;
  if (game.fault) return html`<li title="${game.fault}">${said}</li>`;
  return html`<li><a href="${where(game.id)}">${said}</a></li>`;
}

// Have the table open what may be a game; why it does not, in words.
async function asked(name, body) {
  const { signal } = patience;
  const answer = await fetch(`past?name=${encodeURIComponent(name)}`, { method: "POST", body, signal })
    .then(answer => answer.json())
    .catch(() => null);
  if (!answer) return say("late.asked");
  if (answer.id) location.replace(where(answer.id));
  return answer.id ? "" : `${say("played.refused")} ${answer.refused}`;
}

async function open(node, file) {
  fails(node, await asked(file.name.slice(0, 80), file));
  node.querySelector("input[type=file]").value = "";
}

// A game in the address, as somebody has sent it.
export async function follow(hash) {
  await prepared();
  history.replaceState(null, "", location.pathname);
  const why = await asked("link", hash);
  if (why) toast(why, true);
}

// The game that has just ended, among those that were played: there it can be shared.
export async function share(page) {
  await prepared();
  const answer = await page.table.send({ do: "export" });
  const why = answer.type === "done" && (await asked("record", answer.told.text));
  if (why) toast(why);
}

// One of them

class Bar {
  constructor(page, node) {
    Object.assign(this, { page, node, playing: 0 });
    node.addEventListener("click", event => {
      const button = event.target.closest("[data-played]");
      if (button) this[button.dataset.played](button);
    });
    page.table.addEventListener("view", event => this.told(event.detail));
    this.told({ fresh: !!page.table.view });
  }

  // At its end the game tells who has won; whoever opens it wants to see how it came to that.
  told({ fresh }) {
    if (fresh && this.page.past.at === null) this.page.past.step("first");
    this.show();
  }

  show() {
    const view = this.page.table.view;
    put(
      this.node,
      html`<section class="played">${view && this.controls(view.table)}
      <a href="./">${say("played.back")}</a></section>`,
    );
  }

  controls({ modes }) {
    const on = this.playing > 0,
      key = on ? "played.pause" : "played.play";
    return html`<button type="button" data-played="play" aria-pressed="${String(on)}">
        ${icon(on ? PAUSE : PLAY)}<span>${say(key)}</span>
      </button>
      ${modes.length > 0 && this.onward(modes)}
      ${["gif", "html"].map(
        form => html`<a href="${`past/${this.page.table.past}/${form}?language=${current()}`}" download>
          ${say(`played.${form}`)}
        </a>`,
      )}
      <button type="button" data-played="link" title="${say("played.link.note")}">
        ${say("played.link")}
      </button>
      <input type="text" readonly hidden aria-label="${say("played.link")}">`;
  }

  onward(modes) {
    const game = this.page.table.view.table.game;
    return html`<span class="on">
      <label><span class="unseen">${say("played.on.as")}</span>
        <select title="${say("played.on.as")}">
          ${modes.map((mode, at) => option(mode, word(game, mode), at === 0))}
        </select>
      </label>
      <button type="button" data-played="goOn" class="main" title="${say("played.on.note")}">
        ${say("played.on")}
      </button>
    </span>`;
  }

  play() {
    const { past, table } = this.page;
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      if (past.at === null) past.step("first");
      this.playing = setInterval(() => {
        past.step("next");
        if (past.at === null || past.at >= table.view.past[1]) this.play();
      }, STEP_MS);
    }
    this.show();
  }

  // A link to what is shown, to be copied.
  async link() {
    const { past, table } = this.page,
      at = past.at ?? table.view.past[1];
    const { signal } = patience;
    const text = await fetch(`past/${table.past}/link?at=${at}&language=${current()}`, { signal })
      .then(answer => answer.text())
      .catch(() => null);
    if (text === null) return toast(say("late.asked"));
    if (text.startsWith("{")) return toast(JSON.parse(text).refused);
    const input = this.node.querySelector("input");
    input.hidden = false;
    input.value = `${location.origin}/#game=${text}`;
    input.select();
    await navigator.clipboard?.writeText(input.value).catch(() => {});
    toast(say("played.linked"));
  }

  async goOn() {
    const { past, table } = this.page,
      language = current();
    const answer = await table.send({
      do: "go-on",
      at: past.at ?? table.view.past[1],
      mode: this.node.querySelector("select").value,
      red: language,
      blue: language,
    });
    if (answer.type === "done") location.href = "./"; // why not, "refused" says
  }
}

// A game's own word for a mode, where it has one.
function word(game, mode) {
  const key = `new.${game}.${mode}`;
  return say(key) === key ? say(`new.${mode}`) : say(key);
}

export async function start(page) {
  await prepared();
  document.body.classList.add("past");
  page.bar = new Bar(page, document.getElementById("played"));
}

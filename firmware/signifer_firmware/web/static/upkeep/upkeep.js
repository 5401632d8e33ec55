// The page of upkeep: what whoever owns a table does beside the games; everybody else looks.
import { called } from "../games.js";
import { html } from "../html.js";
import { option, put } from "../pieces.js";
import { begin, chosen, current, LANGUAGES, NAMES, of, preferred, say } from "../words.js";
import * as printed from "./figures.js";
import { cards, prepare } from "./sitting.js";
import { putKept } from "./typed.js";
import { bring, updating } from "./updating.js";
import { reasons, retold } from "./why.js";
import { Wire } from "./wire.js";

const wire = new Wire(),
  at = id => document.getElementById(id);
let asking = "", // "code" while one is to be typed, "ok" while red has to say so, "lay" while a card is laid
  columns = [], // ... and where, in order
  found = null, // what the doctor said
  restored = null, // what came of a restore
  alarmed = "", // why something was refused, by its word
  played = null, // games that are kept
  lines = null; // of the log

const prefersDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

// Why something was refused, by a word of the page or as the table has answered it; nothing any more.
function alarm(why) {
  const answer = typeof why === "string" ? { reason: why } : why;
  alarmed = answer.reason ?? answer.refused;
  at("alarm").textContent = why ? reasons(answer)[0] : "";
}

// That words have not come, which the page itself says.
function late(key) {
  alarmed = key;
  at("alarm").textContent = say(key);
}

async function ask(wish) {
  const answer = await wire.ask(wish);
  alarm(answer.type === "refused" ? answer : "");
  return answer;
}

// Figure by figure, as it stands on the screen, or in one go.
const CODE = html`<input name="code" inputmode="numeric" pattern="[0-9 ]*" autocomplete="off" maxlength="8"
  required>`;

function access() {
  if (wire.in)
    return html`<p>${say("upkeep.in")}</p>
      <button type="button" data-do="leave">${say("upkeep.leave")}</button>`;
  if (asking === "code")
    return html`<form data-of="code"><label>${say("upkeep.code")} ${CODE}</label>
      <button type="submit" class="main">${say("upkeep.type")}</button></form>`;
  if (asking === "lay")
    return html`<p>${say("upkeep.prove.how")}</p>
      <ol class="columns">${columns.map(column => html`<li>${column}</li>`)}</ol>`;
  if (asking === "ok") return html`<p>${say("upkeep.ok")}</p>`;
  return html`<p>${say("upkeep.look")}</p>
    <button type="button" class="main" data-do="pair">${say("upkeep.pair")}</button>
    ${
      wire.view.proves &&
      html`<p>${say("upkeep.prove.why")}</p>
        <button type="button" data-do="prove">${say("upkeep.prove")}</button>`
    }`;
}

const check = ({ name, state, seen, fix, command }) => html`<li class="${state}">
  <b>${name}</b> <span>${say(`upkeep.check.${state}`)}</span> <small>${seen}</small>
  ${state === "fail" && html`<p>${of(fix)}</p>`}
  ${command && html` <code>${command}</code>`}
</li>`;

const doctor = view => html`<h2>${say("upkeep.doctor")}</h2>
  ${
    view.faults.length
      ? html`<ul class="checks">${view.faults.map(
          ({ text }) => html`<li class="fail"><b>${of(text)}</b></li>`,
        )}</ul>`
      : html`<p>${say("upkeep.well")}</p>`
  }
  <button type="button" data-do="examine">${say("upkeep.examine")}</button>
  ${found && html`<ul class="checks">${found.map(check)}</ul>`}`;

const kept = ({ number, game, date }) => html`<li><b>${called(game)}</b>
  <span>${say("upkeep.game", { number, date: date || "?" })}</span>
  <div class="ends"><button type="button" data-record="${number}"
    aria-label="${say("upkeep.record")} ${number}">${say("upkeep.record")}</button></div></li>`;

const games = () =>
  wire.in &&
  html`<h2>${say("upkeep.games")}</h2>
    ${
      played
        ? html`<ul class="decks">${played.map(kept)}</ul>
          ${!played.length && html`<p>${say("upkeep.games.none")}</p>`}
          ${
            played.at(-1)?.number > 1 &&
            html`<button type="button" data-older="${played.at(-1).number}">
            ${say("upkeep.games.older")}</button>`
          }`
        : html`<button type="button" data-do="games">${say("upkeep.games.show")}</button>`
    }`;

// The newest games that are kept; with ``before`` those that are older, too.
async function older(before) {
  const answer = await wire.fetch(`upkeep/games${before ? `?before=${before}` : ""}`).catch(() => null);
  if (!answer?.ok) return alarm(await refusal(answer));
  const games = await whole(answer.json());
  if (!games) return;
  const shown = before ? (played ?? []) : [];
  // What was asked for twice is shown once.
  if (before && Number(before) !== shown.at(-1)?.number) return;
  played = [...shown, ...games];
  await show();
  document.querySelector(`[data-record="${games[0]?.number}"]`)?.focus();
}

const backup = () => html`<h2>${say("upkeep.backup")}</h2>
  <p>${say("upkeep.backup.note")}</p>
  ${
    wire.in &&
    html`<div class="ends"><button type="button" data-do="backup">${say("upkeep.backup.take")}</button>
      <label class="file">${say("upkeep.restore")} <input type="file" name="restore"></label></div>`
  }
  ${restored && html`<p class="said">${restored}</p>`}`;

const update = view => html`<h2>${say("upkeep.update")}</h2>
  <p>${say("upkeep.version", { version: view.version })}</p>
  ${view.updated && html`<p>${retold(view.updated, view.updated_cause)}</p>`}
  ${
    view.changes.length > 0 &&
    html`<details><summary>${say("upkeep.changes")}</summary>
      <ul lang="en">${view.changes.map(line => html`<li>${line}</li>`)}</ul></details>`
  }
  ${updating(view.update, wire.in)}`;

const log = () =>
  wire.in &&
  html`<h2>${say("upkeep.log")}</h2>
    <button type="button" data-do="log">${say("upkeep.log.read")}</button>
    ${lines && html`<pre tabindex="0">${lines.join("\n")}</pre>`}`;

const off = view =>
  wire.in &&
  html`<h2>${say("upkeep.off")}</h2>
    ${
      view.phase === "off"
        ? html`<p>${say("upkeep.is-off")}</p>`
        : html`<button type="button" data-do="off">${say("upkeep.off.now")}</button>`
    }`;

const figures = () => printed.isOpen() && printed.figures(wire.in);

const SECTIONS = {
  access,
  cards: view => cards(view, wire.in),
  figures,
  games,
  doctor,
  backup,
  update,
  log,
  off,
};

const heard = new Map(); // what each section said last

// What is said meanwhile is said aloud by a line that stays: of one that is drawn again with its words, some
// readers say nothing.
function aloud() {
  const news = [];
  for (const id of Object.keys(SECTIONS)) {
    const said = [...at(id).querySelectorAll(".said")].map(line => line.textContent.trim()).join(" ");
    if (heard.has(id) && said && said !== heard.get(id)) news.push(said);
    heard.set(id, said);
  }
  if (news.length) at("heard").textContent = news.join(" ");
}

async function show() {
  if (!wire.view) return;
  // The cards of one game are drawn at a time: those that are laid go before those that are read.
  const { enrols } = wire.view;
  if (enrols && printed.isOpen() && printed.game() !== enrols.game) printed.close();
  await prepare(wire.view);
  for (const [id, made] of Object.entries(SECTIONS)) putKept(at(id), made(wire.view) || html``);
  aloud();
  document.body.dataset.ready = "";
}

async function saved(path, otherwise) {
  const answer = await wire.fetch(path).catch(() => null);
  if (!answer?.ok) return alarm(await refusal(answer));
  const body = await whole(answer.blob());
  if (!body) return;
  const link = document.createElement("a"),
    name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  link.href = URL.createObjectURL(body);
  link.download = name?.[1] ?? otherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return alarm("");
}

// What an answer holds; null where it broke off, which is told.
function whole(body) {
  return body.catch(() => {
    alarm("away");
    return null;
  });
}

// Why it was refused.
async function refusal(answer) {
  if (!answer) return "away";
  if (answer.status === 403) return "not-paired";
  const told = await answer.json().catch(() => ({}));
  return told.refused ? told : "away";
}

async function takeBack(input) {
  const [file] = input.files;
  if (!file || !confirm(say("upkeep.restore.sure", { file: file.name }))) return;
  const answer = await wire.fetch("upkeep/restore", { method: "POST", body: file }).catch(() => null);
  input.value = "";
  if (!answer?.ok) {
    alarm(await refusal(answer));
    return;
  }
  const told = await whole(answer.json());
  if (!told) return;
  const { left, lost, restarts, date } = told;
  restored = [
    say("upkeep.restored", { date: date || "?" }),
    say(restarts ? "upkeep.restored.now" : "upkeep.restored.then"),
    left.length ? say("upkeep.restored.left", { files: left.join(", ") }) : "",
    lost.length ? say("upkeep.restored.lost", { files: lost.join(", ") }) : "",
  ].join(" ");
  await show();
}

const ACTS = {
  async pair() {
    if ((await ask({ do: "pair" })).type === "done") asking = "code";
  },
  async prove() {
    const answer = await ask({ do: "prove" });
    if (answer.type === "done") [asking, columns] = ["lay", answer.told];
  },
  leave: () => ask({ do: "leave" }),
  async examine() {
    const answer = await ask({ do: "examine" });
    if (answer.told) found = answer.told;
  },
  backup: () => saved("upkeep/backup", "signifer.backup"),
  games: () => older(),
  async log() {
    const answer = await wire.fetch("upkeep/log").catch(() => null);
    if (answer?.ok) lines = (await whole(answer.json())) ?? lines;
    else alarm(await refusal(answer));
  },
  figuresEnd: printed.close,
  async off() {
    if (!confirm(say("upkeep.off.sure"))) return;
    const answer = await ask({ do: "off" });
    if (answer.type === "done") alarm(answer.told ? "goes-off" : "stays-on");
  },
};

async function pressed(target) {
  const {
    do: act,
    enrol,
    figures,
    sit,
    answer,
    install,
    record,
    older: before,
  } = target.closest("button")?.dataset ?? {};
  if (act) await ACTS[act]();
  if (enrol) await ask({ do: "enrol", deck: enrol });
  if (figures) await printed.look(ask, figures);
  if (sit) await ask({ do: sit });
  if (install && confirm(say("upkeep.update.sure"))) await ask({ do: "install", build: install });
  if (record) await saved(`upkeep/record?game=${record}`, "signifer-game.txt");
  if (before) await older(before);
  if (answer) await ask({ do: "answer", yes: answer === "yes" });
  await show();
}

async function sent(form) {
  if (form.dataset.form === "figures") alarm(await printed.correct(wire, form));
  else await typed(form);
  await show();
}

async function typed(form) {
  const answer = await ask({ do: "code", code: form.elements.code.value.replaceAll(" ", "") });
  if (answer.type === "done") asking = "ok";
  else if (answer.reason !== "wrong-code") asking = "";
}

function languages() {
  put(at("language"), html`${LANGUAGES.map(each => option(each, NAMES[each], each === current()))}`);
}

document.addEventListener("click", event => pressed(event.target));
document.addEventListener("submit", event => {
  event.preventDefault();
  sent(event.target);
});
document.addEventListener("change", async ({ target }) => {
  if (target.name === "restore") await takeBack(target);
  if (target.name === "update") {
    alarm(await bring(wire, target, show));
    await show();
  }
  if (target.name === "card") {
    await printed.look(ask, printed.game(), target.value);
    await show();
  }
  if (target.id === "language") {
    if (!(await chosen(target.value))) {
      target.value = current();
      late("late.language");
    } else if (alarmed === "late.language") alarm("");
    await show();
  }
});
wire.addEventListener("view", show);
wire.addEventListener("paired", () => {
  asking = "";
  alarm("");
});
wire.addEventListener("unpaired", ({ detail }) => {
  asking = "";
  played = lines = null;
  alarm(detail);
  show();
});
// A request of a page that has gone is no longer, and red's ok does nothing: it asks for another one.
wire.addEventListener("away", () => {
  asking = "";
  // Every other try ends like this: it is said once.
  if (alarmed !== "away") alarm("away");
  show();
});
wire.addEventListener("there", () => {
  if (alarmed === "away") alarm("");
});

document.documentElement.dataset.theme = prefersDark() ? "dark" : "light";
await begin(() => late("late"), languages, "upkeep");
if (current() === preferred()) alarm("");
else late("late.language");
wire.open();

// Thermopyles beside the table: what is next, the first turn, a card to read, the end.
import { say, of, recall } from "../words.js";
import { escape, shape } from "../panel.js";
import { law } from "../laws.js";
import * as cards from "./cards.js";

const title = game => (game.winner === "red" ? say("th.won") : say("th.fallen"));

export function now(view) {
  const game = view.game;
  const says = player =>
    view.prompts
      .filter(prompt => prompt.player === player)
      .map(prompt => escape(of(prompt.text)))
      .join("<br>") || "&nbsp;";
  const marks = (on, of_) =>
    `<span class="marks">${Array.from({ length: of_ }, (_, at) => `<i class="mark${at < on ? " on" : ""}"></i>`).join("")}</span>`;
  const fact = text => `<span>${escape(text)}</span>`;
  const red = `<div class="who red${game.actors.includes("red") ? " up" : ""}"><h3>${shape("red")}${escape(say("th.team"))}</h3>
    <p class="says">${says("red")}</p><p class="sums" title="${escape(say("th.left", { count: game.supports.length }))}">${marks(game.supports.length, 4)}${fact(say("th.pile", { count: game.spartans }))}</p></div>`;
  const blue = `<div class="who blue"><h3>${shape("blue")}${escape(say("th.foe"))}</h3><p class="says">${escape(say("th.buried", { count: game.cemetery }))}</p>
    <p class="sums">${fact(say("th.pile", { count: game.persians }))}</p></div>`;
  const due = game.fight?.due
    ? `<b class="due">${escape(say("th.due", { due: game.fight.due }))}</b>`
    : game.fight
      ? `<b class="due">${escape(say("th.total", { total: game.fight.total }))}</b>`
      : "";
  const won = game.winner
    ? `<p class="won">${escape(title(game))}<button type="button" data-act="restart">${escape(say("again"))}</button></p>`
    : "";
  const place = game.hands.length
    ? `<p class="place-now">${game.hands.length > 1 ? `<b>${escape(say("th.player", { player: game.receiver ?? game.seat }))}</b> · ` : ""}${escape(say("th.marker", { place: game.marker }))}${game.marker === 3 ? `. ${escape(say("th.gates"))}` : game.marker === 6 ? `. ${escape(say("th.rampart"))}` : ""}</p>`
    : "";
  return `<h2><span>${escape(say(`th.step.${game.step}`))}</span>${due}<small>${game.turn ? escape(say("turn", { turn: game.turn })) : ""}</small></h2>${won}${place}<div class="both">${red}${blue}</div>`;
}

export function guide(view) {
  const game = view.game,
    mine = view.table.people.includes("red");
  if (recall("guided") || !mine || game.turn < 1 || game.turn > 2 || view.table.viewer === "spectator")
    return "";
  const here = game.step === "act" && !game.laid ? 1 : ["act", "support", "dice"].includes(game.step) ? 2 : 3;
  const steps = [1, 2, 3]
    .map(
      n => `<li${n === here ? ' class="here" aria-current="step"' : ""}>${escape(say(`th.guide.${n}`))}</li>`,
    )
    .join("");
  return `<section class="guide"><h2>${escape(say("guide"))}</h2><ol>${steps}</ol><button type="button" data-act="guided">${escape(say("guide.done"))}</button></section>`;
}

export function inspect(card) {
  const has = cards.figures(card),
    { kind } = cards.parts(card);
  const row = (key, value) => (value === undefined ? "" : `<dt>${escape(say(key))}</dt><dd>${value}</dd>`);
  const note = key => `<p>${escape(say(key))}</p>`;
  return `<h2>${escape(cards.kindName(kind))}</h2><dl>${row("th.battle", has.battle)}${row("th.annihilation", has.annihilation)}</dl>${has.bonus ? note("th.symbol") : ""}${kind === "support" ? note("th.rule.support") : ""}${has.assumed ? note("th.assumed") : ""}`;
}

// Players of the team are numbers, and sit on one side.
export const side = player => (player === "blue" ? "blue" : "red");
// A die of a combat is told once: when it counts.
export const unsaid = line => line.kind === "roll" && line.for === "combat";
export const sentence = line => `th.did.${line.act}`;

export function finale(view) {
  const game = view.game,
    last = game.last;
  const side = (player, key, rows) =>
    `<section class="${player}${game.winner === player ? " winner" : ""}"><h3>${escape(say(key))}</h3><dl>${rows.map(([name, value]) => `<dt>${escape(say(name))}</dt><dd>${value}</dd>`).join("")}</dl></section>`;
  const left = game.spartans + game.hands.reduce((sum, hand) => sum + hand, 0);
  const fallen = (last?.beaten ?? [])
    .map(
      beaten =>
        `<li>${cards.face(beaten.card)}<span>${escape(say(beaten.buried ? "th.cemetery" : "th.repelled"))}</span></li>`,
    )
    .join("");
  return {
    title: title(game),
    reason: say(`th.end.${game.why}`),
    law: game.ruling ? ` ${law(game.ruling)}` : "",
    body: `<div class="sides">${side("red", "th.team", [
      ["th.spartans", left],
      ["th.stock", game.supports.length],
    ])}${side("blue", "th.foe", [
      ["th.cemetery", `${game.cemetery}/12`],
      ["th.repelled", game.repelled],
    ])}</div>
      ${last ? `<ol class="last"><li>${cards.face(last.spartan)}<span>${escape(say("th.total", { total: last.total }))}</span></li>${fallen || (last.held ? `<li>${cards.face(last.held)}</li>` : "")}</ol>` : ""}`,
  };
}

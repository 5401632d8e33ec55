// Thermopyles beside the table: what is next, the first turn, a card to read, the end.
import { html } from "../html.js";
import { law } from "../laws.js";
import { firstTurn, lines, shape, won } from "../pieces.js";
import { of, recall, say } from "../words.js";
import * as cards from "./cards.js";

const SUPPORTS = 4;
const STOPS = { 3: "th.gates", 6: "th.rampart" };

const title = game => (game.winner === "red" ? say("th.won") : say("th.fallen"));

export function now(view) {
  const { step, turn, winner, fight, hands } = view.game;
  const due =
    fight && (fight.due ? say("th.due", { due: fight.due }) : say("th.total", { total: fight.total }));
  return html`<h2>
      <span>${say(`th.step.${step}`)}</span>
      ${due && html`<b class="due">${due}</b>`}
      <small>${turn > 0 && say("turn", { turn })}</small>
    </h2>
    ${winner && won(title(view.game))}
    ${hands.length > 0 && place(view.game)}
    <div class="both">${team(view)}${foe(view.game)}</div>`;
}

// Where the marker stands; in a team, who plays, too.
function place({ hands, receiver, seat, marker }) {
  const who = html`<b>${say("th.player", { player: receiver ?? seat })}</b> · `;
  const stop = STOPS[marker] ? `. ${say(STOPS[marker])}` : "";
  return html`<p class="place-now">
    ${hands.length > 1 && who}${say("th.marker", { place: marker })}${stop}
  </p>`;
}

function team({ game, prompts }) {
  const says = prompts.filter(prompt => prompt.player === "red").map(prompt => of(prompt.text));
  const left = game.supports.length;
  const marks = Array.from(
    { length: SUPPORTS },
    (_, at) => html`<i class="mark${at < left ? " on" : ""}"></i>`,
  );
  return html`<div class="who red${game.actors.includes("red") ? " up" : ""}">
    <h3>${shape("red")}${say("th.team")}</h3>
    <p class="says">${lines(says)}</p>
    <p class="sums" title="${say("th.left", { count: left })}">
      <span class="marks">${marks}</span>
      <span>${say("th.pile", { count: game.spartans })}</span>
    </p>
  </div>`;
}

const foe = game => html`<div class="who blue">
  <h3>${shape("blue")}${say("th.foe")}</h3>
  <p class="says">${say("th.buried", { count: game.cemetery })}</p>
  <p class="sums"><span>${say("th.pile", { count: game.persians })}</span></p>
</div>`;

export function guide(view) {
  const { turn, step, laid } = view.game,
    { people, viewer } = view.table;
  const wanted = !recall("guided") && viewer !== "spectator" && people.includes("red");
  if (!wanted || turn < 1 || turn > 2) return "";
  const fights = ["act", "support", "dice"].includes(step);
  return firstTurn(one => say(`th.guide.${one}`), step === "act" && !laid ? 1 : fights ? 2 : 3);
}

export function inspect(card) {
  const { battle, annihilation, bonus, assumed } = cards.figures(card),
    { kind } = cards.parts(card);
  const row = (key, value) => value !== undefined && html`<dt>${say(key)}</dt><dd>${value}</dd>`;
  const note = key => html`<p>${say(key)}</p>`;
  return html`<h2>${cards.kindName(kind)}</h2>
    <dl>${row("th.battle", battle)}${row("th.annihilation", annihilation)}</dl>
    ${bonus && note("th.symbol")}
    ${kind === "support" && note("th.rule.support")}
    ${assumed && note("th.assumed")}`;
}

// Players of the team are numbers, and sit on one side.
export const side = player => (player === "blue" ? "blue" : "red");
// A die of a combat is told once: when it counts.
export const unsaid = line => line.kind === "roll" && line.for === "combat";
export const sentence = line => `th.did.${line.act}`;

export function finale(view) {
  const game = view.game,
    left = game.spartans + game.hands.reduce((sum, hand) => sum + hand, 0);
  const team = [
    ["th.spartans", left],
    ["th.stock", game.supports.length],
  ];
  const foe = [
    ["th.cemetery", `${game.cemetery}/12`],
    ["th.repelled", game.repelled],
  ];
  return {
    title: title(game),
    reason: say(`th.end.${game.why}`),
    law: game.ruling && html` ${law(game.ruling)}`,
    body: html`<div class="sides">
        ${sum("red", "th.team", team, game.winner)}${sum("blue", "th.foe", foe, game.winner)}
      </div>
      ${game.last && lastCombat(game.last)}`,
  };
}

const sum = (
  player,
  key,
  rows,
  winner,
) => html`<section class="${player}${winner === player ? " winner" : ""}">
  <h3>${say(key)}</h3>
  <dl>${rows.map(([name, value]) => html`<dt>${say(name)}</dt><dd>${value}</dd>`)}</dl>
</section>`;

// Who fought, and who fell; or who held.
function lastCombat({ spartan, total, beaten, held }) {
  const fell = ({ card, buried }) => html`<li>
    ${cards.face(card)}
    <span>${say(buried ? "th.cemetery" : "th.repelled")}</span>
  </li>`;
  const standing = held && html`<li>${cards.face(held)}</li>`;
  return html`<ol class="last">
    <li>${cards.face(spartan)}<span>${say("th.total", { total })}</span></li>
    ${beaten?.length ? beaten.map(fell) : standing}
  </ol>`;
}

// Thermopyles beside the table: what is next, the first turn, a card to read, the end.
import { html } from "../html.js";
import { law } from "../laws.js";
import { asks, firstTurn, guided, heading, marks, rows, tally, who, won } from "../pieces.js";
import { say } from "../words.js";
import * as cards from "./cards.js";
import { verdict } from "./result.js";

const SUPPORTS = 4;
const STOPS = { 3: "th.gates", 6: "th.rampart" };

const title = game => (game.winner === "red" ? say("th.won") : say("th.fallen"));

export function now(view) {
  const { step, turn, winner, fight, hands } = view.game;
  const due =
    fight && (fight.due ? say("th.due", { due: fight.due }) : say("th.total", { total: fight.total }));
  return html`${heading(say(`th.step.${step}`), due, turn > 0 && say("turn", { turn }))}
    ${winner && won(title(view.game), view.table)}
    ${hands.length > 0 && place(view.game)}
    <div class="both">${team(view)}${foe(view.game)}</div>`;
}

// Where the marker stands; in a team, who plays, too.
function place({ hands, receiver, seat, marker }) {
  const player = html`<b>${say("th.player", { player: receiver ?? seat })}</b> · `;
  const stop = STOPS[marker] ? `. ${say(STOPS[marker])}` : "";
  return html`<p class="remark" data-read>
    ${hands.length > 1 && player}${say("th.marker", { place: marker })}${stop}
  </p>`;
}

function team(view) {
  const { supports, spartans, actors } = view.game;
  const sums = html`<p class="sums">
    ${marks(supports.length, SUPPORTS, say("th.left", { count: supports.length }))}
    <span>${say("th.pile", { count: spartans })}</span>
  </p>`;
  return who("red", actors.includes("red"), say("th.team"), asks(view, "red"), sums);
}

function foe({ cemetery, persians }) {
  const sums = html`<p class="sums"><span>${say("th.pile", { count: persians })}</span></p>`;
  return who("blue", false, say("th.foe"), say("th.buried", { count: cemetery }), sums);
}

export function guide(view) {
  const { turn, step, laid } = view.game;
  if (turn < 1 || !guided(view, "red")) return "";
  const fights = ["act", "support", "dice"].includes(step);
  return firstTurn(one => say(`th.guide.${one}`), step === "act" && !laid ? 1 : fights ? 2 : 3);
}

export function inspect(card) {
  const { battle_value, annihilation_value, bonus_card } = cards.figures(card),
    { kind } = cards.parts(card);
  const note = key => html`<p>${say(key)}</p>`;
  return html`<h2>${cards.kindName(kind)}</h2>
    <dl>${rows({ "th.battle": battle_value, "th.annihilation": annihilation_value })}</dl>
    ${bonus_card > 0 && note("th.symbol")}
    ${kind === "support" && note("th.rule.support")}
    ${cards.isAssumed(card) && note("th.assumed")}`;
}

// Players of the team are numbers, and sit on one side.
export const side = player => (player === "blue" ? "blue" : "red");
// A die of a combat is told once: when it counts.
export const unsaid = line => line.kind === "roll" && line.for === "combat";
export const sentence = line => `th.did.${line.act}`;
export const came = line => verdict(line.came);

export function finale(view) {
  const game = view.game,
    left = game.spartans + game.hands.reduce((sum, hand) => sum + hand, 0);
  const team = { "th.spartans": left, "th.stock": game.supports.length },
    foe = { "th.cemetery": `${game.cemetery}/12`, "th.repelled": game.repelled };
  return {
    title: title(game),
    reason: say(`th.end.${game.why}`),
    law: game.why !== "agreed" && html` ${law("TH-10")}`,
    body: html`<div class="sides">
        ${tally("red", say("th.team"), team, game.winner)}${tally("blue", say("th.foe"), foe, game.winner)}
      </div>
      ${game.last && lastCombat(game.last)}`,
  };
}

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

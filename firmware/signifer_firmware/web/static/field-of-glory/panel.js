// Field of Glory beside the table: whose move it is, the first turn, a card to read.
import { html } from "../html.js";
import { firstTurn, lines, shape, won } from "../pieces.js";
import { of, recall, say } from "../words.js";
import * as cards from "./cards.js";

export function now(view) {
  const { step, due, turn, winner } = view.game;
  const end = winner === "draw" ? say("draw-game") : say("wins", { player: say(winner ?? "") });
  return html`<h2>
      <span>${say(`step.${step}`)}</span>
      ${due > 0 && html`<b class="due">${say("due", { due })}</b>`}
      <small>${say("turn", { turn })}</small>
    </h2>
    ${winner && won(end)}
    <div class="both">${player(view, "red")}${player(view, "blue")}</div>`;
}

function player(view, name) {
  const { game, table } = view,
    { terrains, points } = game.sides[name];
  const robot = table.mode !== "two" && !table.people.includes(name) && table.viewer !== "spectator";
  const says = view.prompts.filter(prompt => prompt.player === name).map(prompt => of(prompt.text));
  const marks = [1, 2, 3].map(n => html`<i class="mark${terrains >= n ? " on" : ""}"></i>`);
  return html`<div class="who ${name}${game.actors.includes(name) ? " up" : ""}">
    <h3>${shape(name)}${say(name)}${robot && html` <small>${say("robot")}</small>`}</h3>
    <p class="says">${lines(says)}</p>
    <p class="sums">
      <span title="${say("terrains", { count: terrains })}" class="marks">${marks}</span>
      <span>${say("points", { points })}</span>
    </p>
  </div>`;
}

// The first turn, for who has never played here: which of its three things is next.
export function guide(view) {
  const { active, turn, step } = view.game,
    { people, viewer } = view.table;
  const wanted = !recall("guided") && viewer !== "spectator" && people.includes(active) && turn <= 2;
  if (!wanted || !["actions", "draw"].includes(step)) return "";
  return firstTurn(one => say(`guide.${one}`), step === "draw" ? 3 : paid(view));
}

function paid({ game, record }) {
  if (game.due) return 2;
  return game.unpaid.length || record.some(line => line.act === "settle") ? 3 : 1;
}

export function inspect(card) {
  const { army, kind } = cards.parts(card),
    { cost, flank, combat } = cards.kindOf(kind);
  const [cp, vp] = cards.points(card);
  const row = (name, value) =>
    value !== undefined && html`<dt>${say(`figure.${name}`)}</dt><dd>${value}</dd>`;
  const figures = html`<dl>
    ${row("cost", cost)}${row("flank", flank ? `+${flank}` : flank)}${row("combat", combat)}
    ${row("cp", cp)}${row("vp", vp)}
  </dl>`;
  const rules = army === "terrain" ? cards.terrainRules(kind) : cards.rules(kind);
  return html`<h2>${cards.kindName(kind)}</h2>
    ${army !== "terrain" && figures}
    ${rules.map(rule => html`<p>${rule}</p>`)}`;
}

export const side = player => player;
export const unsaid = () => false;
export const sentence = line => `did.${line.act}`;

// Field of Glory beside the table: whose move it is, the first turn, a card to read.
import { html } from "../html.js";
import { asks, called, firstTurn, guided, heading, marks, rows, who, won } from "../pieces.js";
import { say } from "../words.js";
import * as cards from "./cards.js";
import { verdict } from "./result.js";

export function now(view) {
  const { step, due, turn, winner } = view.game;
  const end = winner === "draw" ? say("draw-game") : say("wins", { player: say(winner ?? "") });
  return html`${heading(say(`step.${step}`), due > 0 && say("due", { due }), say("turn", { turn }))}
    ${winner && won(end, view.table)}
    <div class="both">${player(view, "red")}${player(view, "blue")}</div>`;
}

function player(view, name) {
  const { actors, sides } = view.game,
    { terrains, points } = sides[name];
  const sums = html`<p class="sums">
    ${marks(terrains, 3, say("terrains", { count: terrains }))}
    <span>${say("points", { points })}</span>
  </p>`;
  return who(name, actors.includes(name), called(view, name), asks(view, name), sums);
}

// The first turn, for who has never played here: which of its three things is next.
export function guide(view) {
  const { active, step } = view.game;
  if (!["actions", "draw"].includes(step) || !guided(view, active)) return "";
  const says = one => say(one === 2 && !view.table.pads ? "guide.2.numbers" : `guide.${one}`);
  return firstTurn(says, step === "draw" ? 3 : paid(view));
}

function paid({ game, record }) {
  if (game.due) return 2;
  return game.unpaid.length || record.some(line => line.act === "settle") ? 3 : 1;
}

export function inspect(card) {
  const { army, kind } = cards.parts(card),
    { cost, flank, combat } = cards.kindOf(kind);
  const [cp, vp] = cards.points(card);
  const figures = rows({
    "figure.cost": cost,
    "figure.flank": flank ? `+${flank}` : flank,
    "figure.combat": combat,
    "figure.cp": cp,
    "figure.vp": vp,
  });
  const rules = army === "terrain" ? cards.terrainRules(kind) : cards.rules(kind);
  return html`<h2>${cards.kindName(kind)}</h2>
    ${army !== "terrain" && html`<dl>${figures}</dl>`}
    ${rules.map(rule => html`<p>${rule}</p>`)}`;
}

export const sentence = line => `did.${line.act}`;
export const came = line => verdict(line.came);

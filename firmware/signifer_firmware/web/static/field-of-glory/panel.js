// Field of Glory beside the table: whose move it is, the first turn, a card to read.
import { say, of, recall } from "../words.js";
import { escape, shape } from "../panel.js";
import * as cards from "./cards.js";

export function now(view) {
  const game = view.game,
    table = view.table;
  const who = player => {
    const side = game.sides[player],
      up = game.actors.includes(player);
    const robot = table.mode !== "two" && !table.people.includes(player) && table.viewer !== "spectator";
    const says = view.prompts
      .filter(prompt => prompt.player === player)
      .map(prompt => escape(of(prompt.text)));
    const marks = [1, 2, 3].map(n => `<i class="mark${side.terrains >= n ? " on" : ""}"></i>`).join("");
    return `<div class="who ${player}${up ? " up" : ""}"><h3>${shape(player)}${escape(say(player))}${robot ? ` <small>${escape(say("robot"))}</small>` : ""}</h3>
      <p class="says">${says.join("<br>") || "&nbsp;"}</p>
      <p class="sums"><span title="${escape(say("terrains", { count: side.terrains }))}" class="marks">${marks}</span>
      <span>${escape(say("points", { points: side.points }))}</span></p></div>`;
  };
  const due = game.due ? `<b class="due">${escape(say("due", { due: game.due }))}</b>` : "";
  const won = game.winner
    ? `<p class="won">${escape(game.winner === "draw" ? say("draw-game") : say("wins", { player: say(game.winner) }))}
    <button type="button" data-act="restart">${escape(say("again"))}</button></p>`
    : "";
  return `<h2><span>${escape(say(`step.${game.step}`))}</span>${due}<small>${escape(say("turn", { turn: game.turn }))}</small></h2>${won}
    <div class="both">${who("red")}${who("blue")}</div>`;
}

// The first turn, for who has never played here: which of its three things is next.
export function guide(view) {
  const game = view.game,
    mine = view.table.people.includes(game.active);
  if (
    recall("guided") ||
    !mine ||
    game.turn > 2 ||
    !["actions", "draw"].includes(game.step) ||
    view.table.viewer === "spectator"
  )
    return "";
  const here =
    game.step === "draw"
      ? 3
      : game.due
        ? 2
        : game.unpaid.length || view.record.some(line => line.act === "settle")
          ? 3
          : 1;
  const steps = [1, 2, 3]
    .map(n => `<li${n === here ? ' class="here" aria-current="step"' : ""}>${escape(say(`guide.${n}`))}</li>`)
    .join("");
  return `<section class="guide"><h2>${escape(say("guide"))}</h2><ol>${steps}</ol><button type="button" data-act="guided">${escape(say("guide.done"))}</button></section>`;
}

export function inspect(card) {
  const { army, kind } = cards.parts(card),
    has = cards.kindOf(kind);
  const [cp, vp] = cards.points(card),
    row = (name, value) =>
      value === undefined ? "" : `<dt>${escape(say(`figure.${name}`))}</dt><dd>${value}</dd>`;
  const figures =
    army === "terrain"
      ? ""
      : `<dl>${row("cost", has.cost)}${row("flank", has.flank === undefined ? undefined : has.flank ? `+${has.flank}` : "0")}${row("combat", has.combat)}${row("cp", cp)}${row("vp", vp)}</dl>`;
  const rules = (army === "terrain" ? cards.terrainRules(kind) : cards.rules(kind))
    .map(rule => `<p>${escape(rule)}</p>`)
    .join("");
  return `<h2>${escape(cards.kindName(kind))}</h2>${figures}${rules}`;
}

export const side = player => player;
export const unsaid = () => false;
export const sentence = line => `did.${line.act}`;

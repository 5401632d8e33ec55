// The table on a wall (?layout=tv), large enough for the whole room, and over a moving picture
// (?layout=overlay). Both look on: they are told what everybody may know, and nothing here can be pressed.
import * as cards from "../cards.js";
import { game } from "../games.js";
import { COLUMNS, ROMAN } from "../grid.js";
import { html } from "../html.js";
import * as oled from "../oled.js";
import { put, screenName, shape } from "../pieces.js";
import { sentence } from "../record.js";
import { of, say } from "../words.js";

const MOST_ODDS = 5; // lines: what stands below explains them
const SIDES = ["blue", "red"]; // from the far side to the near one
const HEADING = html`<h1 class="unseen">Signifer</h1>`;

export class Wall {
  constructor(layout, table) {
    this.table = table;
    this.layout = layout;
    this.asked = "";
    this.odds = "";
    document.documentElement.dataset.layout = layout;
    this.node = document.createElement("main");
    this.node.id = "wall";
    this.node.setAttribute("aria-label", say("table"));
    document.body.prepend(this.node);
  }

  // The layout's styles.
  static async styles() {
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: "wall/wall.css",
    });
    const read = new Promise(done => {
      link.onload = link.onerror = done;
    });
    document.head.append(link);
    await read;
  }

  forget() {
    this.asked = this.odds = "";
  }

  show(view) {
    if (view.game.phase !== "game") return put(this.node, this.waiting(view));
    put(this.node, this.layout === "tv" ? this.whole(view) : this.strip(view));
    for (const canvas of this.node.querySelectorAll("canvas"))
      oled.draw(canvas, view[`screen ${canvas.dataset.screen}`] ?? "masked");
    if (this.layout === "overlay") this.ask(view);
  }

  waiting(view) {
    const phase = say(`step.${view.game.phase}`);
    return this.layout === "tv" ? html`<h1>Signifer</h1><p class="last">${phase}</p>` : HEADING;
  }

  // For the room: whose move it is, both totals of each column, what came last.
  whole(view) {
    return html`${HEADING}<header>${view.game.winner ? "" : SIDES.map(side => asked(view, side))}</header>
      <div class="columns">${COLUMNS.map(column => of_column(view, column))}</div>
      <footer>${last(view)}</footer>`;
  }

  // Over a moving picture: the last card, what came last, the totals where something is under way, the odds.
  strip(view) {
    const card = standing(view).findLast(line => line.card && line.kind === "action")?.card;
    const column = view.game.attack ?? COLUMNS.find(one => totals(view, one).length > 1);
    return html`${HEADING}${card && html`<div class="shown-card">${cards.face(card)}</div>`}
      <div class="caption">
        ${column && sums(view, column)}
        <p class="last">${last(view)}</p>
        ${this.odds && html`<p class="chances">${this.odds}</p>`}
      </div>`;
  }

  // The odds that everybody may know, where both players allow them; asked for once a move.
  async ask(view) {
    const stands = JSON.stringify([view.game, view.record.length]);
    if (stands === this.asked) return;
    this.asked = stands;
    this.odds = "";
    const answer = view.table.odds ? await this.table.send({ do: "odds" }) : {};
    // Meanwhile the game may have gone on.
    if (stands !== this.asked) return;
    const lines = answer.type === "done" ? of(answer.told.open) : [];
    this.odds = lines.slice(0, MOST_ODDS).join(" · ");
    if (this.table.view) put(this.node, this.strip(this.table.view));
  }
}

const sums = (view, column) => html`<p class="totals">
  ${totals(view, column).map(([side, total]) => html`${shape(side)}<b>${total}</b>`)}
  <small>${ROMAN[column]}</small>
</p>`;

const asked = (view, side) => {
  const up = view.game.actors.includes(side) || view.game.active === side;
  const says = view.prompts.filter(({ player }) => player === side).map(({ text }) => of(text));
  const decider = game().decider(view, side),
    name = decider ? game().playerName(decider) : game().sideName(view, side);
  return html`<p class="turn ${side}${up && " up"}">
    ${shape(side)}<b>${name}</b>${" "}${says.join(" · ")}
  </p>`;
};

const totals = (view, column) =>
  SIDES.filter(side => view.totals[column]?.[side] !== undefined).map(side => [
    side,
    view.totals[column][side],
  ]);

// Where nothing is added up, what its two screens show.
function of_column(view, column) {
  const found = totals(view, column),
    held = view.game.columns?.[column - 1]?.control ?? "";
  const contents = found.length
    ? SIDES.map(side => html`<b class="sum ${side}">${view.totals[column]?.[side] ?? "–"}</b>`)
    : SIDES.map(side => screen(view, `${column} ${side}`));
  return html`<section class="${held} ${view.game.attack === column && "fights"}">
    <small>${ROMAN[column]}</small>
    ${contents}
    <small>${held ? html`${shape(held)}${say(held)}` : "\u00a0"}</small>
  </section>`;
}

const screen = (view, place) =>
  view.table.screens.includes(place) &&
  html`<canvas data-screen="${place}" width="128" height="64" role="img"
    aria-label="${screenName(place)}"></canvas>`;

// What was done, and not taken back.
const standing = view => view.record.filter(line => !view.undone.includes(line.id));

// What came last: how it ended, what was refused, what was decided, what was done.
function last(view) {
  if (view.game.winner) return ended(game().finale(view));
  const [refused] = view.refusals;
  if (refused) return html`${shape(refused.player)}${of(refused.message)} ${of(refused.fix)}`;
  if (view.game.result && game().result) return game().result(view)?.title ?? "";
  const line = standing(view).findLast(one => !game().unsaid(one));
  return line ? sentence(line) : "";
}

const ended = ({ title, reason }) => html`<span><b>${title}</b>${reason && `. ${reason}`}</span>`;

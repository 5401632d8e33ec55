// Call to Glory beside the table: what is next, everybody's points, the first turn, a card to read, the end.
import { html } from "../html.js";
import { law } from "../laws.js";
import { asks, firstTurn, guided, heading, robots, rows, shape, who, won } from "../pieces.js";
import { of, say } from "../words.js";
import * as cards from "./cards.js";
import * as seats from "./seats.js";
import { playerName } from "./table.js";

const SIDES = ["red", "blue"];
export const side = seats.side;

const winners = view => view.game.winner.split(" ").map(seat => seats.called(view, seat));
const ended = view =>
  winners(view).length > 1
    ? say("cg.share", { players: winners(view).join(", ") })
    : say("wins", { player: winners(view)[0] });

export function now(view) {
  const { title, round, rounds, winner, variant } = view.game;
  const place = round > 0 && say("cg.round", { round, rounds });
  return html`${heading(of(title), "", place)}
    ${winner && won(ended(view), view.table)}
    ${variant && variant !== "none" && html`<p class="remark" data-read>${say(`cg.variant.${variant}`)}</p>`}
    <div class="both">${SIDES.map(name => group(view, name))}</div>`;
}

// A side: what it is asked, and who sits there.
function group(view, name) {
  const here = seats.all(view).filter(seat => seats.side(seat) === name);
  const alone = here.length > 0 && here.every(seat => seats.isRobot(view, seat));
  const label = html`${seats.sideName(view, name)}${alone && robots(view)}`;
  const up = view.game.deciders.some(seat => here.includes(seat));
  return who(
    name,
    up,
    label,
    asks(view, name),
    here.map(seat => seated(view, seat)),
  );
}

// A player's points, kinds and figures; the cards of the hand that everybody saw.
function seated(view, seat) {
  const { enough, variant, deciders } = view.game,
    { points, total, rounds, kinds, figures, seen, letters } = seats.one(view, seat);
  const before = rounds.length === view.game.round ? total - points : total;
  const several = seats.all(view).length > 2;
  return html`<div class="cg-sums${deciders.includes(seat) ? " up" : ""}">
    ${several && html`<b>${seats.called(view, seat)}</b>`}
    <span title="${say("cg.points", { points, before })}">${before} + ${points}</span>
    <span>${say("cg.kinds", { kinds, enough })}</span>
    ${["figures", "both"].includes(variant) && html`<span>${say("cg.figures", { count: figures })}</span>`}
    ${letters && html`<span>${say("cg.letters", { letters: [...letters.toUpperCase()].join(" ") })}</span>`}
    ${seen.length > 0 && html`<span>${say("cg.seen", { cards: seen.map(cards.cardName).join(", ") })}</span>`}
  </div>`;
}

export const phoneOdds = "cg.phone.odds";

// On a player's phone: the hands of their side as far as everybody saw them, and the points.
export const phone = (view, player) =>
  seats
    .all(view)
    .filter(seat => seats.side(seat) === player)
    .map(seat => {
      const { hand, seen, points, total, rounds } = seats.one(view, seat);
      const all = rounds.length === view.game.round ? total : total + points;
      const held = say("cg.held", { count: hand });
      return html`<section class="cg-mine">
        <h3>${shape(player)}${" "}${seats.called(view, seat)}</h3>
        <p>${say("cg.score", { points, total: all })} · ${held}</p>
        <ul class="cg-known" aria-label="${say("cg.known")}">
          ${seen.map(
            card => html`<li>${cards.face(card)}<span class="unseen">${cards.described(card)}</span></li>`,
          )}
        </ul>
        ${!seen.length && html`<p class="off">${say("cg.unknown")}</p>`}
      </section>`;
    });

export function guide(view) {
  const { seat, step, laying, turn } = view.game,
    here = seats.mine(view) || seat;
  if (turn < 1 || here !== seat || !guided(view, seats.side(seat))) return "";
  const at = step === "draw" ? 1 : step === "play" && !laying ? 2 : step === "play" ? 3 : 0;
  return firstTurn(one => say(`cg.guide.${one}`), at);
}

export function inspect(card) {
  const { names, points, assumed } = cards.figures(card);
  if (cards.isMission(card)) {
    const told = say("cg.mission.does", { kind: cards.kindName(names), value: cards.value(names), points });
    return html`<h2>${cards.cardName(card)}</h2>
      <p>${told}</p>
      ${assumed && html`<p>${say("cg.assumed")}</p>`}`;
  }
  const kind = cards.kindOf(card),
    { value, copies, least } = cards.ofKind(kind);
  return html`<h2>${cards.kindName(kind)}</h2>
    <dl>${rows({ "cg.value": value, "cg.copies": copies })}</dl>
    ${least > 2 && html`<p>${say("cg.rule.three")}</p>`}
    ${kind === "ninja" && html`<p>${say("cg.rule.figure")}</p>`}`;
}

// A die that is rolled for the start is told by what it counts for.
export const unsaid = line => line.kind === "roll" && line.for === "start";

export function sentence(line) {
  const name = kind => (kind ? cards.kindName(kind) : "");
  const player = line.player && playerName(line.player);
  const pile = line.pile && say(`cg.deck.${line.pile}`);
  const pad = line.pad && say("cg.pad", { player: say(line.pad) });
  const variant = line.variant && say(`cg.variant.${line.variant}`);
  const mission = cards.isMission(line.card ?? "") && cards.described(line.card);
  const card = line.card && cards.cardName(line.card);
  return say(`cg.did.${line.act}${line.act === "draw" ? `.${line.pile}` : ""}`, {
    ...line,
    player,
    pile,
    pad,
    variant,
    mission,
    card,
    kind: name(line.of ?? line.kind),
  });
}

// The points of a round that has ended; nobody falls by them.
export function result(view) {
  const { round, points } = view.game.result;
  const most = Math.max(...Object.values(points));
  return {
    title: say("cg.result", { round }),
    sides: seats.all(view).map(seat => ({
      player: seats.side(seat),
      name: seats.called(view, seat),
      total: points[seat],
      parts: view.game.sets
        .filter(set => set.owner === seat)
        .map(set => ({
          text: say("cg.result.set", { size: set.size, kind: cards.kindName(set.kind) }),
        })),
      fate: points[seat] === most ? "wins" : "",
    })),
  };
}

export function finale(view) {
  const { rounds } = view.game;
  const heads = Array.from({ length: rounds }, (_, at) => html`<th scope="col">${at + 1}</th>`);
  const row = one => html`<tr class="${seats.side(one.seat)}${won1(view, one.seat) ? " winner" : ""}">
    <th scope="row">${shape(seats.side(one.seat))}${seats.called(view, one.seat)}</th>
    ${heads.map((_, at) => html`<td>${one.rounds[at] ?? "–"}</td>`)}<td><b>${one.total}</b></td>
  </tr>`;
  return {
    title: ended(view),
    reason: say("cg.end"),
    law: html` ${law("CG-6")}`,
    body: html`<table class="cg-scores">
      <caption class="unseen">${say("cg.scores")}</caption>
      <thead>
        <tr><th scope="col">${say("cg.rounds")}</th>${heads}<th scope="col">${say("cg.total")}</th></tr>
      </thead>
      <tbody>${view.game.seats.map(row)}</tbody>
    </table>`,
  };
}

const won1 = (view, seat) => view.game.winner?.split(" ").includes(seat);

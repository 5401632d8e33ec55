// Dark Age Arena beside the table: what is next, both players, the combat roll by roll, the first turn, a
// card to read, the end.
import { html } from "../html.js";
import { law } from "../laws.js";
import { asks, called, firstTurn, guided, heading, shape, tally, who, won } from "../pieces.js";
import { of, say } from "../words.js";
import * as cards from "./cards.js";
import { due, fallen } from "./rolls.js";

const SIDES = ["red", "blue"];
const FIGHTS = ["ranged", "first", "second"],
  GOAL = 10;

const ended = ({ game: { winner } }) =>
  SIDES.includes(winner) ? say("wins", { player: say(winner) }) : say("draw-game");

export function now(view) {
  const { title, turn, winner } = view.game;
  const invented = SIDES.filter(side => cards.deck(side).invented);
  return html`${heading(of(title), "", turn > 0 && say("turn", { turn }))}
    ${winner && won(ended(view), view.table)}
    ${due(view)}${last(view)}
    <div class="both">${SIDES.map(side => player(view, side))}</div>
    ${combat(view)}
    ${
      invented.length > 0 &&
      html`<p class="da-invented">${say("da.invented", {
        decks: invented.map(side => cards.deck(side).name).join(", "),
      })}</p>`
    }`;
}

// The roll that fell last, while it is no combat's.
function last(view) {
  const one = view.game.rolls.at(-1);
  if (!one || one.attacker || view.game.due) return "";
  const whose = one.card ? cards.cardName(one.card) : say(`da.purpose.${one.purpose}`);
  return html`<p class="da-last" data-read>${whose}${" "}${fallen(one)}</p>`;
}

function player(view, side) {
  const has = view.game.players[side],
    up = view.game.actors.includes(side);
  const figures = [
    say("da.hand", { count: has.hand }),
    say("da.stock.left", { count: has.stock }),
    has.faceDown > 0 && say("da.face-down", { count: has.faceDown }),
    has.bid !== null && (has.bid < 0 ? say("da.bid.in") : say("da.bid", { log: has.bid })),
    has.done && say("da.done"),
  ].filter(Boolean);
  return who(
    side,
    up,
    called(view, side),
    asks(view, side),
    html`<div class="da-line">
      <span><b>${has.score}</b> ★</span><span><b>${has.com}</b> COM</span><span><b>${has.log}</b> LOG</span>
      <span title="${say("da.markers")}"><b>${has.markers}</b> × +1</span>
    </div>
    <div class="da-line small">${figures.join(" · ")}</div>`,
  );
}

// The combat

// A name, with the card's number where another of its name is in play.
function named(view, card) {
  const name = cards.cardName(card);
  const alike = view.game.characters.filter(each => cards.cardName(each.card) === name).length > 1;
  return alike ? `${name} ${cards.parts(card).number}` : name;
}

function fighter(view, card) {
  const each = view.game.characters.find(one => one.card === card);
  const told = each ? `${each.wounds}/${each.life}` : say("da.dead"),
    title = each ? say("da.wounded", { wounds: each.wounds, life: each.life }) : "";
  return html`<span class="da-fighter${!each && " dead"}" title="${title}">${shape(cards.army(card))}
    ${named(view, card)}${" "}
    <small>${told}</small></span>`;
}

// The rolls of a card in this round.
const thrown = (view, card) =>
  html`<ul>${rollsOf(view)
    .filter(one => one.round === view.game.combat?.round && one.card === card)
    .map(one => html`<li>${fallen(one)}</li>`)}</ul>`;
const side = (view, card) =>
  html`<div class="${cards.army(card)}">${fighter(view, card)}${thrown(view, card)}</div>`;

function pair(view, one, number) {
  return html`<li class="da-pair">
    <b>${number + 1}</b>
    ${side(view, one.attacker)}${side(view, one.defender)}
    ${one.supporters.map(
      card => html`<div class="support ${cards.army(card)}">
        ${fighter(view, card)}${" "}<small>${say("da.supports")}</small>${thrown(view, card)}
      </div>`,
    )}
  </li>`;
}

const aim = (view, [card, enemy]) => html`<li class="da-pair">
  <div class="support ${cards.army(card)}">${fighter(view, card)}${" "}
    <small>→ ${named(view, enemy)}</small>${thrown(view, card)}</div>
</li>`;

const fought = told => !!told && told.attackers.length + told.defenders.length > 0;
const latest = view => (fought(view.game.combat) ? view.game.combat : view.game.ended);
const rollsOf = view =>
  view.game.rolls.filter(one => one.attacker && one.attacker === latest(view)?.attacker);

// The rolls of a combat that are told no more beside those who rolled.
function earlier(view) {
  const now = FIGHTS.includes(view.game.combat?.round) ? view.game.combat.round : null;
  const all = rollsOf(view).filter(one => one.round !== now);
  const lines = all.map(
    one => html`<li class="${one.player}">
      <span>${one.card ? named(view, one.card) : ""}${" "}
        <small>${one.round ? say(`da.round.${one.round}`) : say(`da.purpose.${one.purpose}`)}</small></span>
      ${fallen(one)}
    </li>`,
  );
  return lines.length > 0 && html`<ul class="da-rolls">${lines}</ul>`;
}

// What a combat has come to.
function said(told) {
  const defender = told.attacker === "red" ? "blue" : "red";
  const place = of(cards.place(defender, told.target).name);
  const lines = [
    told.pillage > 0 && say("da.pillage", { place, points: told.pillage }),
    ...told.shown.map(({ card, points, scored }) =>
      say(points ? "da.shown" : scored ? "da.counts" : "da.nothing", { card: cards.cardName(card), points }),
    ),
    told.killed.length > 0 && say("da.killed", { cards: told.killed.map(cards.cardName).join(", ") }),
  ];
  return lines.filter(Boolean);
}

const outcome = told => said(told).map(text => html`<p class="da-says">${text}</p>`);

// What a combat that is over has brought to each side: points, who stands, who is dead.
export function result(view) {
  const told = view.game.result,
    dead = new Set(told.killed);
  const points = player =>
    told.shown.filter(({ card }) => cards.army(card) === player).reduce((all, one) => all + one.points, 0) +
    (player === told.attacker ? told.pillage : 0);
  const line = (player, list) => ({
    player,
    name: called(view, player),
    total: `+${points(player)}`,
    parts: list.map(card => ({
      text: dead.has(card) ? say("da.result.dead", { card: named(view, card) }) : named(view, card),
    })),
    fate: points(player) > 0 ? "wins" : "",
  });
  const defender = told.attacker === "red" ? "blue" : "red";
  return {
    title: [say("da.result"), ...said(told)].join(" "),
    sides: [line(told.attacker, told.attackers), line(defender, told.defenders)],
  };
}

function combat(view) {
  const told = latest(view);
  if (!fought(told)) return "";
  const on = FIGHTS.includes(told.round) && told === view.game.combat,
    aims = on && told.round === "ranged" ? told.aims : [],
    pairs = on ? told.pairs : [];
  const placed = new Set([
    ...pairs.flatMap(one => [one.attacker, one.defender, ...one.supporters]),
    ...aims.map(([card]) => card),
  ]);
  const free = [...told.attackers, ...told.defenders].filter(card => !placed.has(card));
  const title = say(told === view.game.combat ? "da.combat" : "da.combat.last");
  return html`<section class="da-combat">
    <h3>${[title, on && say(`da.round.${told.round}`)].filter(Boolean).join(" · ")}</h3>
    <ol>${aims.map(one => aim(view, one))}${pairs.map((one, at) => pair(view, one, at))}</ol>
    ${free.length > 0 && html`<p class="da-free">${free.map(card => fighter(view, card))}</p>`}
    ${outcome(told)}${earlier(view)}
  </section>`;
}

// On a player's phone: what the table tells nobody else.
export const phoneOdds = "da.phone.odds";
export function phone(view, name) {
  const has = view.game.players?.[name],
    own = view.game.own ?? {};
  if (!has) return "";
  const down = own.faceDown?.[0],
    known = [...(own.hand ?? []), ...(own.faceDown ?? [])];
  return html`<section class="da-mine">
    <p>
      ${say("da.sums", { score: has.score, com: has.com, log: has.log, markers: has.markers })}${" "}
      · ${say("da.hand", { count: has.hand })} · ${say("da.stock.left", { count: has.stock })}
    </p>
    ${own.bid !== null && own.bid !== undefined && html`<p><b>${say("da.bid", { log: own.bid })}</b></p>`}
    ${down && html`<p>${say("da.face-down.is", { card: cards.cardName(down) })}</p>`}
    ${
      known.length > 0 &&
      html`<ul class="da-known" aria-label="${say("da.known")}">
        ${known.map(
          card => html`<li>${cards.face(card)}<span class="unseen">${cards.described(card)}</span></li>`,
        )}
      </ul>`
    }
  </section>`;
}

export function guide(view) {
  const { step, waiting = [], turn } = view.game;
  const mine = view.table.people[0];
  if (turn < 1 || !mine || !guided(view, mine)) return "";
  const at = step === "stock" ? 1 : step === "draft" ? 2 : step === "prepare" || waiting.length ? 3 : 0;
  return firstTurn(one => say(`da.guide.${one}`), at);
}

export function inspect(card) {
  const told = cards.has(card);
  if (!told.sort) return html`<h2>${cards.cardName(card)}</h2>`;
  return html`<h2>${cards.cardName(card)} <small>${cards.sortName(card)}</small></h2>
    ${cards.says(card).map(text => html`<p class="da-says">${text}</p>`)}
    ${cards.deck(cards.army(card)).invented && html`<p class="off">${say("da.invented.short")}</p>`}`;
}

// What the record says beside words that all games have.
export const unsaid = line => line.kind === "roll";
export function sentence(line) {
  const name = card => (card ? cards.cardName(card) : say("a-card"));
  const key = line.act === "bluff" && !line.number ? "bluff-none" : line.act;
  return say(`da.did.${key}`, {
    ...line,
    player: line.player && say(line.player),
    card: name(line.card),
    bearer: line.bearer && name(line.bearer),
    enemy: line.enemy && name(line.enemy),
    target: line.target ? ` → ${name(line.target)}` : "",
    use: line.use && say(`da.use.${line.use}`),
    way: line.way && say(`da.way.${line.way}`),
    cards: line.cards?.length ? line.cards.map(name).join(", ") : say("da.nobody"),
    dice: line.dice?.join(" + "),
    answer: line.answer && say(`da.answer.${line.answer}`),
  });
}

export function finale(view) {
  const { players, winner } = view.game;
  const sums = name => {
    const { points, score } = players[name];
    return tally(
      name,
      called(view, name),
      { "da.scored": points, "da.supplies": score - points, "da.all": score },
      winner,
    );
  };
  const reached = (players[winner]?.score ?? 0) >= GOAL;
  return {
    title: ended(view),
    reason: say(reached ? "da.end" : "da.end.early"),
    law: html` ${law(reached ? "DA-1" : "DA-21")}`,
    body: html`<div class="sides">${SIDES.map(sums)}</div>`,
  };
}

// Odds of attacks: a bar an attack and way to the bonus cards.
import { say } from "../words.js";
import * as cards from "./cards.js";
import { html } from "../html.js";
import { bar, shape } from "../pieces.js";

const FROM = { deck: "deck", hand: "hand", none: "none.card" };

// Whether there is an attack of which odds could be told.
export function possible(view) {
  const game = view.game;
  if (game.due) return false;
  if (game.attack) return game.step !== "result" && game.step !== "rampage";
  if (game.step === "flank") return game.open.length > 0;
  const lies = id =>
    Array.isArray(view.cards[id]) && view.cards[id].some(card => !card.startsWith("terrain/"));
  return (
    game.step === "actions" && [1, 2, 3, 4, 5].some(column => lies(`${column} red`) && lies(`${column} blue`))
  );
}

export const key = view => [view.cards["hand red"], view.cards["hand blue"]];

const kind = card => cards.kindName(cards.parts(card).kind);

function shown(way, attack) {
  const [win, tie, lose] = way.chances,
    { attacker } = attack,
    defender = attacker === "red" ? "blue" : "red";
  const text = say("odds.bar", {
    attacker: say(attacker),
    defender: say(defender),
    win: Math.round(win),
    tie: Math.round(tie),
    lose: Math.round(lose),
  });
  const from = say("odds.way", {
    attacker: say(`odds.${FROM[way.attacking]}`),
    defender: say(`odds.${FROM[way.defending]}`),
  });
  return html`<li title="${kind(way.lead)} : ${kind(way.against)}">
    <span>${from}</span>
    ${bar(text, [
      [attacker, win],
      ["tie", tie],
      [defender, lose],
    ])}
    <b>${shape(attacker)}${Math.round(win)} %</b>
  </li>`;
}

function attacked(attack) {
  const [way] = attack.ways;
  const who = way
    ? `${kind(way.lead)} ${way.totals[0]} : ${way.totals[1]} ${kind(way.against)}`
    : say("odds.none");
  const wins = say("odds.wins", { player: say(attack.attacker), column: attack.column });
  return html`<section>
    <h3>${wins} <small>${who}</small></h3>
    <ul>${attack.ways.map(way => shown(way, attack))}</ul>
  </section>`;
}

export const list = told => (told.attacks ?? []).map(attacked);

export const note = () => say("odds.note");

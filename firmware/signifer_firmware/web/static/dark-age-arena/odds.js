// The odds of a combat and of the roll that is due.
import { html } from "../html.js";
import { bar, shape, whole } from "../pieces.js";
import { apart, say, titled } from "../words.js";
import * as cards from "./cards.js";
import { reached } from "./rolls.js";

export const possible = ({ game }) =>
  !!game.due || (!!game.combat && ["aim", "shoot", "pair", "assist", "strike"].includes(game.step));
export const key = ({ game }) => game.due;

const row = (of, chance, text = `${whole(chance)} %`) => html`<li title="${of}. ${text}">
  <span aria-label="${of}">${of}</span>
  ${bar(text, [
    ["red", chance],
    ["", 100 - chance],
  ])}
  <b>${whole(chance)} %</b>
</li>`;

// Whether a fighter lives to the end; below it what this round may bring.
const fighter =
  told => html`${row(`${cards.cardName(told.card)} (${say(cards.army(told.card))})`, told.lives)}
  <li class="da-spread">
    ${apart([
      say("da.odds.lives", { survives: whole(told.survives), lives: whole(told.lives) }),
      spread("da.odds.hits", told.hits),
      spread("da.odds.wounds", told.wounds),
    ])}
  </li>`;
const spread = (word, chances) =>
  `${say(word)} ${chances.map((chance, number) => titled(number, `${whole(chance)}\u00a0%`)).join(", ")}`;

const roll = one => row(reached(one), one.chance);

export function list(told, view) {
  const whose = view.game.due?.player;
  const head = whose && html`<h3>${shape(whose)}${say("da.odds.roll", { player: say(whose) })}</h3>`;
  const rolls = told.roll?.length && html`<section>${head}<ul>${told.roll.map(roll)}</ul></section>`;
  const combat =
    told.fighters &&
    html`<section>
      <h3>${say("da.odds.live")}</h3>
      <ul>
        ${row(say("da.odds.pillage", { points: told.points }), told.pillage)}${told.fighters.map(fighter)}
      </ul>
    </section>`;
  return [rolls, combat].filter(Boolean);
}

export const note = () => say("da.odds.note");

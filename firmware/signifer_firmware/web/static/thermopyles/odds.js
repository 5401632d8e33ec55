// Odds of the next combat: a bar for each number of supports.
import { say, titled } from "../words.js";
import * as cards from "./cards.js";
import { html } from "../html.js";
import { bar, whole } from "../pieces.js";

const SHARES = ["blue", "tie", "red", "pair"];

export const possible = view => ["act", "support", "dice"].includes(view.game.step) && !!view.game.row[0];
export const key = view => Object.entries(view.cards).filter(([id]) => id.startsWith("hand"));

function fought(way) {
  const [held, repelled, buried, both] = way.chances.map(whole);
  const text = say("th.odds.bar", { held, repelled, buried, both });
  const name = say("th.odds.supports", { supports: way.supports, dice: way.dice });
  const shares = way.chances.map((share, at) => [SHARES[at], share]);
  const range = `${way.low}–${way.high}`;
  return html`<li title="${titled(name, range)}. ${text}">
    <span aria-label="${name}">+${way.supports} <small>${range}</small></span>
    ${bar(text, shares)}
    <b>${whole(way.defeat)} %</b>
  </li>`;
}

const combat = ({ spartan, ways }) => html`<section>
  <h3>${cards.cardName(spartan)} <small>${say("th.odds.falls")}</small></h3>
  <ul>${ways.map(fought)}</ul>
</section>`;

export const list = told => (told.combats ?? []).map(combat);

export const note = () => say("th.odds.note");

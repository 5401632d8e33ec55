// Odds of the next combat: a bar for each number of supports.
import { say, titled } from "../words.js";
import * as cards from "./cards.js";
import { html } from "../html.js";

// 0 and 100 only for what cannot be and what must be.
const whole = share => (share > 0 && share < 100 ? Math.min(Math.max(Math.round(share), 1), 99) : share);
const SHARES = ["blue", "tie", "red", "pair"];

export const possible = view => ["act", "support", "dice"].includes(view.game.step) && !!view.game.row[0];
export const key = view => Object.entries(view.cards).filter(([id]) => id.startsWith("hand"));

function bar(way) {
  const [held, repelled, buried, both] = way.chances.map(whole);
  const text = say("th.odds.bar", { held, repelled, buried, both });
  const name = say("th.odds.supports", { supports: way.supports, dice: way.dice });
  const parts = way.chances.map(
    (share, at) => share > 0 && html`<i class="${SHARES[at]}" data-share="${share}"></i>`,
  );
  const range = `${way.low}–${way.high}`;
  return html`<li title="${titled(name, range)}. ${text}">
    <span aria-label="${name}">+${way.supports} <small>${range}</small></span>
    <div class="bar" role="img" aria-label="${text}">${parts}</div>
    <b>${whole(way.defeat)} %</b>
  </li>`;
}

const combat = ({ spartan, ways }) => html`<section>
  <h3>${cards.cardName(spartan)} <small>${say("th.odds.falls")}</small></h3>
  <ul>${ways.map(bar)}</ul>
</section>`;

export const list = told => (told.combats ?? []).map(combat);

export const note = () => say("th.odds.note");

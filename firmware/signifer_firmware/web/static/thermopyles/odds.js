// Odds of the next combat: a bar for each number of supports.
import { say } from "../words.js";
import { escape } from "../panel.js";
import * as cards from "./cards.js";

// 0 and 100 only for what cannot be and what must be.
const whole = share => (share > 0 && share < 100 ? Math.min(Math.max(Math.round(share), 1), 99) : share);
const SHARES = ["blue", "tie", "red", "pair"];

export const possible = view => ["act", "support", "dice"].includes(view.game.step) && !!view.game.row[0];
export const key = view => Object.entries(view.cards).filter(([id]) => id.startsWith("hand"));

function bar(way) {
  const [held, repelled, buried, both] = way.chances.map(whole);
  const text = say("th.odds.bar", { held, repelled, buried, both });
  const parts = way.chances
    .map((share, at) => (share > 0 ? `<i class="${SHARES[at]}" data-share="${share}"></i>` : ""))
    .join("");
  const name = say("th.odds.supports", { supports: way.supports, dice: way.dice });
  return `<li title="${escape(`${name}: ${way.low}–${way.high}. ${text}`)}"><span aria-label="${escape(name)}">+${way.supports} <small>${way.low}–${way.high}</small></span><div class="bar" role="img" aria-label="${escape(text)}">${parts}</div><b>${whole(way.defeat)} %</b></li>`;
}

export function list(told) {
  return (told.combats ?? [])
    .map(
      combat =>
        `<section><h3>${escape(cards.cardName(combat.spartan))}</h3><ul>${combat.ways.map(bar).join("")}</ul></section>`,
    )
    .join("");
}

export const note = () => say("th.odds.note");

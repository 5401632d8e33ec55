// Odds that a set is beaten before the round ends: a bar for each set that lies there.
import { html } from "../html.js";
import { shape } from "../pieces.js";
import { say } from "../words.js";
import * as cards from "./cards.js";
import * as seats from "./seats.js";

export const possible = view => ["draw", "play", "displace"].includes(view.game.step);
export const key = view => view.game.laying;

const per = share => (share > 0 && share < 100 ? Math.min(Math.max(Math.round(share), 1), 99) : share);

// Already in a hand, drawn within one more turn of each, drawn by the end of the round.
function bar(view, { kind, owner, size, needed, held, soon, chance }) {
  const parts = { red: held, tie: soon - held, blue: chance - soon };
  const text = say("cg.odds.bar", { held: per(held), soon: per(soon), chance: per(chance) });
  const shares = Object.entries(parts).map(
    ([name, share]) => share > 0 && html`<i class="${name}" data-share="${share}"></i>`,
  );
  const rest = chance < 100 && html`<i data-share="${100 - chance}"></i>`;
  const of = say("cg.odds.of", {
    kind: cards.kindName(kind),
    size,
    player: seats.called(view, owner),
    needed,
  });
  return html`<li title="${of}. ${text}">
    <span aria-label="${of}">${shape(seats.side(owner))}${cards.kindName(kind)} <small>×${size}</small></span>
    <div class="bar" role="img" aria-label="${text}">${shares}${rest}</div>
    <b>${per(chance)} %</b>
  </li>`;
}

export function list(told, view) {
  const laid = (told.kinds ?? []).filter(each => each.owner);
  if (!laid.length) return [];
  return [
    html`<section>
      <h3>${say("cg.odds.beaten")}</h3>
      <ul>${laid.map(each => bar(view, each))}</ul>
    </section>`,
  ];
}

export const note = () => say("cg.odds.note");

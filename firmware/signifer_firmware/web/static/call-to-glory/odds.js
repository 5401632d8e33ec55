// Odds that a set is beaten before the round ends: a bar for each set that lies there.
import { html } from "../html.js";
import { bar, shape, whole } from "../pieces.js";
import { say } from "../words.js";
import * as cards from "./cards.js";
import * as seats from "./seats.js";

export const possible = view => ["draw", "play", "displace"].includes(view.game.step);
export const key = view => view.game.laying;

// Already in a hand, drawn within one more turn of each, drawn by the end of the round.
function beaten(view, { kind, owner, size, needed, held, soon, chance }) {
  const text = say("cg.odds.bar", { held: whole(held), soon: whole(soon), chance: whole(chance) });
  const shares = { red: held, tie: soon - held, blue: chance - soon, "": 100 - chance };
  const of = say("cg.odds.of", {
    kind: cards.kindName(kind),
    size,
    player: seats.called(view, owner),
    needed,
  });
  return html`<li title="${of}. ${text}">
    <span aria-label="${of}">${shape(seats.side(owner))}${cards.kindName(kind)} <small>×${size}</small></span>
    ${bar(text, Object.entries(shares))}
    <b>${whole(chance)} %</b>
  </li>`;
}

export function list(told, view) {
  const laid = (told.kinds ?? []).filter(each => each.owner);
  if (!laid.length) return [];
  return [
    html`<section>
      <h3>${say("cg.odds.beaten")}</h3>
      <ul>${laid.map(each => beaten(view, each))}</ul>
    </section>`,
  ];
}

export const note = () => say("cg.odds.note");

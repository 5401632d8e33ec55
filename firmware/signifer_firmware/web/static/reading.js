// A card to read; and what laying it would cost in each column, where the table was asked.
import * as cards from "./cards.js";
import { game } from "./games.js";
import { html } from "./html.js";
import { put } from "./pieces.js";
import { COLUMNS, ROMAN } from "./grid.js";
import { of, say } from "./words.js";

let read = "";

const panel = () => document.getElementById("inspect");

// The same card, in another language.
export const again = () => inspect(read, null);

export function forget() {
  read = "";
  put(panel(), "");
}

// Of cards that are covered from now on none is shown here, either.
export function cover(cards) {
  if (cards.includes(read)) forget();
}

// With ``places``, what would come of the card in each; null before the table was asked.
export function inspect(card, places) {
  if (!card || places === undefined || (places && read !== card)) return;
  read = card;
  const stranger = card.startsWith("tag/");
  const about = stranger ? html`<h2>${cards.kindName("unknown")}</h2>` : game().inspect(card, places);
  put(
    panel(),
    html`<div class="large">${cards.face(card)}</div>
      <div class="about">${about}</div>
      ${places && laying(places)}`,
  );
}

const reason = no => `${of(no.message)} (${no.ruling})`;

function laying(places) {
  const hints = COLUMNS.map(
    column => Object.entries(places).find(([id]) => id.startsWith(`${column} `))?.[1],
  );
  if (!hints.some(hint => hint && (hint.does || hint.refusal))) return "";
  const reasons = new Set(hints.map(hint => hint?.refusal && reason(hint.refusal)));
  const [alone] = reasons;
  const told =
    reasons.size === 1 && alone
      ? html`<p>${alone}</p>`
      : html`<ul>${hints.map((hint, at) => cell(COLUMNS[at], hint))}</ul>`;
  return html`<div class="laying"><h3>${say("hint")}</h3>${told}</div>`;
}

function cell(column, hint) {
  const no = hint?.refusal,
    does = hint?.does && (game().costs ? say("due", { due: hint.cost }) : say("hint.may")),
    sign = no ? "✕" : does ? (game().costs ? hint.cost : "✓") : "–",
    label = no ? reason(no) : does || "";
  return html`<li class="${no ? "no" : "yes"}" title="${label}">
    <small>${ROMAN[column]}</small><b aria-hidden="true">${sign}</b><span class="unseen">${label}</span>
  </li>`;
}

// Enrolment by laying: the card that is asked for, what was said of the last one, a question about a tag.
import { called, other } from "../games.js";
import { html } from "../html.js";
import { say, said } from "../words.js";

let game = null; // the game whose cards are enrolled, with its words and styles

export const prepare = view => view.enrols && use(view.enrols.game);

// Cards are those of that game from now on.
export async function use(named) {
  if (game?.named !== named) game = { named, ...(await other(named)) };
}

// What is on its cards has changed.
export async function reprint() {
  game.load(await (await fetch(`${game.named}/cards.json`)).json());
}

// A game that draws only what its decks say draws none of these: then the card's own name is all.
function drawn(card, how, otherwise) {
  try {
    return how(card);
  } catch {
    return otherwise;
  }
}

export const nameOf = card => {
  const full = each => `${game.kindName(game.parts(each).kind)} ${game.parts(each).number}`;
  const named = drawn(card, each => game.cardName?.(each) ?? full(each), card);
  const army = drawn(card, each => game.parts(each).army, "");
  return said(army) ? `${named}, ${said(army)}` : named;
};

export const kindOf = kind => drawn(kind, each => game.kindName(each), kind.replaceAll("-", " "));

export const faceOf = card =>
  drawn(card, each => game.face(each), html`<span class="face plain">${card}</span>`);

// A figure in words: "against.elephant" is one about a kind.
export function word(name) {
  const [figure, kind] = name.split("."),
    plain = said(`upkeep.figure.${figure}`) || figure.replaceAll("_", " ");
  if (!kind) return plain;
  const whom = kind === "any" ? say("upkeep.figure.any") : kindOf(kind);
  return plain.includes("{kind}") ? plain.replace("{kind}", whom) : `${plain} ${whom}`;
}

// What was said last; the table says a card by its id.
function told({ key, card, ...figures }) {
  if (!key) return "";
  return say(`upkeep.laid.${key}`, { ...figures, card: card && nameOf(card) });
}

const enrol = game => html`<button type="button" data-enrol="${game}"
  aria-label="${say("upkeep.enrol")} ${called(game)}">${say("upkeep.enrol")}</button>`;

const read = game => html`<button type="button" data-figures="${game}"
  aria-label="${say("upkeep.figures")} ${called(game)}">${say("upkeep.figures")}</button>`;

const begin = (decks, may) =>
  html`<ul class="decks">${decks.map(
    ({ game, have, of, figures }) => html`<li><b>${called(game)}</b>
    <span>${say("upkeep.have", { have, of })}</span>
    <div class="ends">${may && enrol(game)}${figures && read(game)}</div>
  </li>`,
  )}</ul>`;

const asks = ({ card, old }) =>
  html`<p class="asks">${say(old ? "upkeep.asks.old" : "upkeep.asks", { card: nameOf(card) })}</p>
  <button type="button" class="main" data-answer="yes">${say("upkeep.yes")}</button>
  <button type="button" data-answer="no">${say("upkeep.no")}</button>`;

const buttons = ({ card, undo, asks: question }) => html`<div class="ends">
  ${question && asks(question)}
  ${card && html`<button type="button" data-sit="skip">${say("upkeep.skip")}</button>`}
  <button type="button" data-sit="undo"${!undo && html` disabled`}>${say("upkeep.undo")}</button>
  <button type="button" data-sit="end">${say("upkeep.end")}</button>
</div>`;

function sitting(enrols, may) {
  const { card, have, of, equals } = enrols;
  return html`<div class="sitting" data-card="${card}">
    <progress value="${have}" max="${of}" aria-label="${say("upkeep.cards")}"></progress>
    <p>${say("upkeep.have", { have, of })}</p>
    ${
      card
        ? html`<div class="wanted">${faceOf(card)}
          <div><h3>${nameOf(card)}</h3><p>${say("upkeep.lay")}</p>
          ${equals > 0 && html`<p>${say("upkeep.equals", { count: equals })}</p>`}</div></div>`
        : html`<h3>${say(have === of ? "upkeep.all" : "upkeep.rest")}</h3>`
    }
    <p class="said">${told(enrols.said)}</p>
    ${may && buttons(enrols)}
  </div>`;
}

export const cards = (view, may) => html`<h2>${say("upkeep.cards")}</h2>
  ${view.enrols ? sitting(view.enrols, may) : begin(view.decks, may)}`;

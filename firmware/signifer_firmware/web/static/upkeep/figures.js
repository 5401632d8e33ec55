// What is printed on the cards: everybody reads it, who was let in writes what their own cards say.
import { called } from "../games.js";
import { html } from "../html.js";
import { option } from "../pieces.js";
import { say } from "../words.js";
import { faceOf, nameOf, reprint, use, word } from "./sitting.js";
import { reasons } from "./why.js";

let told = null, // the card that is looked at, as the table has told of it
  wrong = null, // what kept the last correction from being written
  written = false,
  writes = 0; // so often was one written

export const isOpen = () => told !== null;
export const game = () => told.game;

export const close = () => {
  told = null;
};

// Look at a card, at the first one of the game without one.
export async function look(ask, game, card = "") {
  const answer = await ask({ do: "figures", game, card });
  if (answer.type !== "done") {
    // What is chosen is the card that is written: never another one than the picture and the figures are of.
    const chosen = document.querySelector("#figures [name=card]");
    if (chosen) chosen.value = told.card;
    return;
  }
  await use(game);
  [told, wrong, written] = [answer.told, null, false];
}

// Have it written what somebody's own card says; of figures alone that are others now.
export async function correct(wire, form) {
  const figures = {};
  for (const { name, value } of told.figures) {
    const typed = form.elements[name].value;
    if (typed !== "" && Number(typed) !== value) figures[name] = Number(typed);
  }
  const { more, amount, scope } = form.elements;
  if (more.value && amount.value !== "") figures[more.value] = Number(amount.value);
  if (!Object.keys(figures).length) return "";
  const answer = await wire.ask({
    do: "correct",
    game: told.game,
    card: told.card,
    figures,
    scope: scope.value,
  });
  [wrong, written] = [answer.faults ? answer : null, answer.type === "done"];
  if (written) {
    writes += 1;
    told = answer.told;
    await reprint();
  }
  return written || wrong ? "" : answer;
}

const field = ({ name, value, least, most, confidence }) => html`<label class="figure">
  <span>${word(name)}</span>
  <input type="number" name="${name}" value="${value ?? ""}" min="${least}" max="${most}" step="1">
  <small>${say(`upkeep.sure.${confidence.replace(" ", "-")}`)}</small>
</label>`;

const line = ({ name, value, confidence }) => html`<li class="figure"><span>${word(name)}</span>
  <b>${value ?? "?"}</b>
  <small>${say(`upkeep.sure.${confidence.replace(" ", "-")}`)}</small></li>`;

const scopes = ({ army, usual }) => html`<fieldset><legend>${say("upkeep.scope")}</legend>
  ${["kind", "both", ...(army ? ["alone"] : [])].map(
    scope =>
      html`<label><input type="radio" name="scope" value="${scope}"${
        scope === usual && html` checked`
      }> ${say(`upkeep.scope.${scope}${army ? "" : ".one"}`)}</label>`,
  )}</fieldset>`;

const form = card => html`<form data-form="figures" data-of="${writes} ${card.card}">
  ${card.figures.map(field)}
  <label class="figure"><span>${say("upkeep.figure.more")}</span>
    <select name="more">${option("", "", true)}${card.more.map(name => option(name, word(name)))}</select>
    <input type="number" name="amount" min="-1000000" max="1000000" step="1"
      aria-label="${say("upkeep.figure.amount")}"></label>
  ${scopes(card)}
  <button type="submit" class="main">${say("upkeep.figures.write")}</button>
</form>`;

const fault = said => html`<li class="fail">${said}</li>`;

export const figures = may => html`<h2>${say("upkeep.figures.of", { game: called(told.game) })}</h2>
  <div class="ends"><label>${say("upkeep.figures.card")}
    <select name="card">
      ${told.cards.map(card => option(card, nameOf(card), card === told.card))}
    </select></label>
    <button type="button" data-do="figuresEnd">${say("upkeep.figures.end")}</button></div>
  <div class="wanted" data-card="${told.card}">${faceOf(told.card)}
    <div>${may ? form(told) : html`<ul>${told.figures.map(line)}</ul>`}</div></div>
  <p class="said">${written && say("upkeep.figures.written", { file: told.file })}</p>
  ${wrong && html`<ul class="checks" role="alert">${reasons(wrong).map(fault)}</ul>`}
  <p>${say("upkeep.figures.note")}</p>`;

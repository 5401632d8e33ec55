// What the cited rulings say: docs/rulings.md in a few sentences, in three languages.
import { say, of } from "./words.js";
import { html } from "./html.js";
import { dialog } from "./pieces.js";

let known = {};

// The texts of a game come after its first picture, which needs none of them.
export async function load(game) {
  known = await (await fetch(`${game}/rulings.json`)).json();
}

const textOf = id => {
  const [title, text] = of(known[id]) || [];
  return { title, text };
};

// A citation that can be opened; a place without a text of its own keeps the bare number.
export function law(id, long = false) {
  const { title } = textOf(id);
  if (!title) return html`<span class="ruling">${id}</span>`;
  return html`<button type="button" class="ruling" data-law="${id}" title="${title}"
    aria-label="${say("ruling", { ruling: `${id}, ${title}` })}">
    ${id}${long && html`<span>${title}</span>`}
  </button>`;
}

export function open(id) {
  const told = textOf(id);
  if (!told.title) return;
  const contents = html`<form method="dialog">
    <h2 id="law-title"><small>${id}</small>${told.title}</h2>
    <p>${told.text}</p>
    <div class="ends"><button type="submit">${say("cancel")}</button></div>
  </form>`;
  dialog("law", contents, "law-title").showModal();
}

// What the cited rulings say: docs/rulings.md in a few sentences, in three languages.
import { say, of } from "./words.js";

let known = {};
const escape = text =>
  String(text).replace(/[&<>"]/g, sign => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

// The texts come after the first picture, which needs none of them.
export async function load() {
  known = await (await fetch("rulings.json")).json();
}

// A citation that can be opened; a place without a text of its own keeps the bare number.
export function law(id, long = false) {
  const told = of(known[id]);
  if (!told?.title) return `<span class="ruling">${escape(id)}</span>`;
  return `<button type="button" class="ruling" data-law="${escape(id)}" title="${escape(told.title)}" aria-label="${escape(say("ruling", { ruling: `${id}, ${told.title}` }))}">${escape(id)}${long ? `<span>${escape(told.title)}</span>` : ""}</button>`;
}

export function open(id) {
  const told = of(known[id]);
  if (!told?.title) return;
  const dialog = document.createElement("dialog");
  dialog.className = "law";
  dialog.setAttribute("aria-labelledby", "law-title");
  dialog.innerHTML = `<form method="dialog"><h2 id="law-title"><small>${escape(id)}</small>${escape(told.title)}</h2><p>${escape(told.text)}</p>
    <div class="ends"><button type="submit">${escape(say("cancel"))}</button></div></form>`;
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

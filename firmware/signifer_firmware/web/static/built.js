// The table's elements: places, screens and buttons, as far as this table has them.
import { game } from "./games.js";
import { COLUMNS, make, ROMAN } from "./grid.js";
import { fill, html } from "./html.js";
import { SYMBOLS } from "./symbols.js";
import { say } from "./words.js";

// Lays all of them into the surface's root, in the order of the tab key.
export function build(surface, view) {
  const has = { buttons: new Set(view.table.buttons), screens: new Set(view.table.screens) };
  const [blue, red] = ["blue", "red"].map(side => half(surface, view, side, has));
  const field = make("div", { class: "field" }, ...COLUMNS.map(column => lane(surface, column)));
  const middle = make("div", { class: "middle" });
  if (has.buttons.has("dice"))
    middle.append(surface.button("dice", "", "dice"), make("div", { class: "fell", "aria-hidden": "true" }));
  const hub = make("div", { class: "hub", "aria-hidden": "true" });
  fill(hub, html`<svg viewBox="0 0 48 48">${SYMBOLS.laurel}</svg><b></b>`);
  surface.root.replaceChildren(
    ...[blue.rail, blue.strip, field, red.strip, red.rail],
    ...[blue.piles, blue.own, red.piles, red.own],
    ...[middle, hub],
  );
}

// What lies on a player's side of the columns and beside them.
function half(surface, view, side, { buttons, screens }) {
  const piles = make("div", { class: `wing piles ${side}` }, ...game().piles(surface, side, view));
  const rail = make("div", { class: `rail ${side}` }, ...game().rail(surface, side, view));
  const head = make("div", { class: "console" });
  // One screen for both players stands on red's side.
  const place = side === "red" && screens.has("both") ? "both" : side;
  if (screens.has(place)) head.append(surface.screen(place));
  if (buttons.has(`ok ${side}`)) head.append(surface.button(`ok ${side}`, "ok", `ok ${side}`));
  const own = make("div", { class: `wing own ${side}` }, head);
  if (view.table.pads) own.append(surface.place(`pad ${side}`, "pad", say("pad.short")));
  const strip = make("div", { class: `strip ${side}` });
  for (const column of COLUMNS) {
    const cell = make("div", { class: "cell" }),
      button = `column ${column} ${side}`;
    if (screens.has(`${column} ${side}`)) cell.append(surface.screen(`${column} ${side}`));
    if (buttons.has(button)) cell.append(surface.button(button, ROMAN[column], `column ${side}`));
    strip.append(cell);
  }
  return { piles, rail, own, strip };
}

function lane(surface, column) {
  const outer = column === COLUMNS.at(0) || column === COLUMNS.at(-1);
  return make(
    "div",
    { class: `lane${outer ? " outer" : ""}`, "data-lane": column },
    surface.place(`${column} blue`, "zone blue"),
    make("div", { class: "ground", "data-ground": column }, ...game().ground(column, surface)),
    surface.place(`${column} red`, "zone red"),
  );
}

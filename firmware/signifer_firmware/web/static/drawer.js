// The drawer of faults: a plan of the table on which parts are broken and mended, and the plug.
import { say, titled } from "./words.js";
import { COLUMNS, ROMAN } from "./grid.js";
import { html } from "./html.js";
import { icon, put } from "./pieces.js";

const WAYS = {
  unplug: ["reader", "screen", "node"],
  noise: ["reader", "node"],
  miss: ["reader"],
  stuck: ["reader"],
};
const SIGNS = {
  screen: html`<rect x="3" y="6" width="18" height="11" rx="1.500"/><path d="M6 10h7M6 13h10"/>`,
  reader: html`<circle cx="12" cy="12" r="2"/>
    <path d="M7 7a7 7 0 000 10M17 7a7 7 0 010 10M4 4.500a11 11 0 000 15M20 4.500a11 11 0 010 15"/>`,
  node: html`<rect x="7" y="7" width="10" height="10" rx="1.500"/>
    <path d="M10 7V3m4 4V3m-4 18v-4m4 4v-4M7 10H3m4 4H3m18-4h-4m4 4h-4"/>`,
};
let open = false,
  way = "unplug";

export const isOpen = () => open;
export const toggle = () => {
  open = !open;
};
export const choose = name => {
  way = name;
};

// What one press on a part does: mends what is broken, else breaks it in the chosen way.
export function deed(view, part, place) {
  const broken = view.drawer.broken.some(one => one.part === part && one.place === place);
  if (broken) return { do: "mend", part, place };
  return { do: "fault", part, place, kind: WAYS[way].includes(part) ? way : "unplug" };
}

function partName(part, place) {
  // A node is of a column, or of a pad.
  const [kind, at] =
    part === "node" && place.startsWith("pad ") ? ["node.pad", place.slice("pad ".length)] : [part, place];
  return `${say(`part.${kind}`)} ${at
    .split(" ")
    .map(word => ROMAN[word] ?? (word === "pad" ? say("pad.short") : say(word)))
    .join(" ")}`;
}

// One part on the plan; a gap where the table has none there.
function cell(view, part, place) {
  if (!view.table.parts[part].includes(place)) return html`<i></i>`;
  const kind = view.drawer.broken.find(one => one.part === part && one.place === place)?.kind,
    name = partName(part, place);
  const label = kind ? titled(name, say(`fault.${kind}`)) : name;
  return html`<button type="button" class="part ${part} ${place.split(" ").at(-1)}" data-act="part"
    data-part="${part}" data-at="${place}" aria-pressed="${String(!!kind)}"
    aria-label="${label}" title="${label}">${icon(SIGNS[part])}</button>`;
}

function plan(view) {
  const one = (part, place) => cell(view, part, place);
  // A reader that serves both sides of a column stands on red's.
  const place = (part, column, side) =>
    side === "red" && view.table.parts[part].includes(String(column)) ? String(column) : `${column} ${side}`;
  const row = (part, side) => COLUMNS.map(column => one(part, place(part, column, side)));
  return html`<div class="plan">
    ${row("screen", "blue")}${one("screen", "blue")}${row("reader", "blue")}${one("reader", "pad blue")}
    ${COLUMNS.map(column => one("node", String(column)))}
    <div class="pads">${one("node", "pad blue")}${one("node", "pad red")}</div>
    ${row("reader", "red")}${one("reader", "pad red")}${row("screen", "red")}${one("screen", "red")}
  </div>`;
}

const choice = name => html`<label>
  <input type="radio" name="way" value="${name}" data-act="way"${name === way && html` checked`}>
  <span>${say(`fault.${name}`)}</span>
</label>`;

export function show(view, node) {
  node.hidden = !open;
  if (!open) return put(node, "");
  const { broken, power } = view.drawer;
  put(
    node,
    html`<h2>
        ${say("drawer")}
        <button type="button" class="quiet" data-act="drawer" aria-label="${say("cancel")}">×</button>
      </h2>
      <p>${say("drawer.note")}</p>
      <div class="ways" role="radiogroup" aria-label="${say("drawer.way")}">
        ${Object.keys(WAYS).map(choice)}
      </div>
      ${plan(view)}
      <div class="ends">
        <button type="button" data-act="mend"${!broken.length && html` disabled`}>${say("mend")}</button>
        <button type="button" class="plug" data-act="power">${say(power ? "power.off" : "power.on")}</button>
      </div>`,
  );
}

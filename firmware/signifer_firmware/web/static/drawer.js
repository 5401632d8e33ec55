// The drawer of faults: a plan of the table on which parts are broken and mended, and the plug.
import { say } from "./words.js";
import { COLUMNS, ROMAN } from "./table.js";
import { escape, put, icon } from "./panel.js";

const WAYS = {
  unplug: ["reader", "screen", "node"],
  noise: ["reader", "node"],
  miss: ["reader"],
  stuck: ["reader"],
};
const SIGNS = {
  screen: '<rect x="3" y="6" width="18" height="11" rx="1.500"/><path d="M6 10h7M6 13h10"/>',
  reader:
    '<circle cx="12" cy="12" r="2"/><path d="M7 7a7 7 0 000 10M17 7a7 7 0 010 10M4 4.500a11 11 0 000 15M20 4.500a11 11 0 010 15"/>',
  node: '<rect x="7" y="7" width="10" height="10" rx="1.500"/><path d="M10 7V3m4 4V3m-4 18v-4m4 4v-4M7 10H3m4 4H3m18-4h-4m4 4h-4"/>',
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

export const partName = (part, place) =>
  `${say(`part.${part}`)} ${place
    .split(" ")
    .map(word => ROMAN[word] ?? (word === "pad" ? say("pad.short") : say(word)))
    .join(" ")}`;

export function show(view, node) {
  node.hidden = !open;
  if (!open) return put(node, "");
  const broken = new Map(view.drawer.broken.map(one => [`${one.part} ${one.place}`, one.kind]));
  const cell = (part, place) => {
    if (!view.table.parts[part].includes(place)) return "<i></i>";
    const kind = broken.get(`${part} ${place}`),
      name = partName(part, place);
    const label = kind ? `${name}: ${say(`fault.${kind}`)}` : name;
    const side = place.split(" ").at(-1);
    return `<button type="button" class="part ${part} ${side}" data-act="part" data-part="${part}" data-at="${place}"
      aria-pressed="${!!kind}" aria-label="${escape(label)}" title="${escape(label)}">${icon(SIGNS[part])}</button>`;
  };
  const row = (part, side) => COLUMNS.map(column => cell(part, `${column} ${side}`)).join("");
  const nodes = COLUMNS.map(column => cell("node", String(column))).join("");
  const ways = Object.keys(WAYS)
    .map(
      name =>
        `<label><input type="radio" name="way" value="${name}" data-act="way"${name === way ? " checked" : ""}><span>${escape(say(`fault.${name}`))}</span></label>`,
    )
    .join("");
  const on = view.drawer.power;
  put(
    node,
    `<h2>${escape(say("drawer"))}<button type="button" class="quiet" data-act="drawer" aria-label="${escape(say("cancel"))}">×</button></h2>
    <p>${escape(say("drawer.note"))}</p><div class="ways" role="radiogroup" aria-label="${escape(say("drawer.way"))}">${ways}</div>
    <div class="plan">${row("screen", "blue")}${cell("screen", "blue")}${row("reader", "blue")}${cell("reader", "pad blue")}
    ${nodes}<i></i>${row("reader", "red")}${cell("reader", "pad red")}${row("screen", "red")}${cell("screen", "red")}</div>
    <div class="ends"><button type="button" data-act="mend"${broken.size ? "" : " disabled"}>${escape(say("mend"))}</button>
    <button type="button" class="plug" data-act="power">${escape(say(on ? "power.off" : "power.on"))}</button></div>`,
  );
}

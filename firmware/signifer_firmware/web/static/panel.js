// Beside the table: whose move it is, what is refused and why, what is asked, a card to read, the record.
import { say, of, current } from "./words.js";
import * as cards from "./cards.js";
import { escape } from "./cards.js";
import { law } from "./laws.js";
import { game } from "./games.js";
import { COLUMNS, ROMAN } from "./table.js";

const element = id => document.getElementById(id);
export { escape };
// New contents; what had the focus in the old ones has it again.
export const put = (node, html) => {
  if (node.shown === html) return;
  const had = node.contains(document.activeElement) ? document.activeElement : null;
  const marks =
    had &&
    Object.entries(had.dataset)
      .map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`)
      .join("");
  const same = had && `${had.localName}${marks}${had.type === "radio" ? `[value="${had.value}"]` : ""}`;
  node.shown = html;
  node.innerHTML = html;
  if (same) node.querySelector(same)?.focus({ preventScroll: true });
};

export const shape = player => `<i class="shape ${player}" aria-hidden="true"></i>`;

export function now(view) {
  const phase = view.game.phase;
  put(element("now"), phase === "game" ? game().now(view) : `<h2>${escape(say(`step.${phase}`))}</h2>`);
}

export function advice(view) {
  put(
    element("advice"),
    view.game.phase === "game" && !view.game.winner && view.drawer?.power !== false
      ? game().guide(view) + help(view) + keys(view)
      : "",
  );
}

// What hands and keys can do here.
const GESTURES = ["lay", "hold", "two", "swap", "brush", "keys"];
// Two buttons held together, for who has one finger: both ok, or the dice and one's own ok.
const pairs = view => {
  const { buttons, people } = view.table,
    has = name => buttons.includes(name);
  const found = has("ok red") && has("ok blue") ? [["button.both", "ok red,ok blue", ""]] : [];
  if (has("dice"))
    for (const player of people)
      if (has(`ok ${player}`)) found.push(["button.menu", `dice,ok ${player}`, player]);
  return found
    .map(
      ([key, names, player]) =>
        `<button type="button" data-act="hold" data-names="${names}">${escape(say(key, { player: say(player) }))}</button>`,
    )
    .join("");
};
function keys(view) {
  if (!view.table.people.length) return "";
  const lines = GESTURES.map(
    name => `<dt>${escape(say(`hands.${name}`))}</dt><dd>${escape(say(`hands.${name}.how`))}</dd>`,
  ).join("");
  return `<details class="help gestures"${element("advice").querySelector(".gestures")?.open ? " open" : ""}><summary>${escape(say("hands"))}</summary><dl>${lines}</dl><div class="ends">${pairs(view)}</div></details>`;
}

function help(view) {
  const mine = view.game.actors.find(player => view.table.people.includes(player)) ?? view.table.people[0];
  const lines = mine ? (view.help[mine]?.[current()] ?? []) : [];
  return lines.length
    ? `<details class="help"${helpOpen() ? " open" : ""}><summary>${escape(say("what"))}</summary>${lines.map(line => `<p>${escape(line)}</p>`).join("")}</details>`
    : "";
}
const helpOpen = () =>
  element("advice").querySelector("details:not(.gestures)")?.open ?? matchMedia("(min-width: 900px)").matches;

// The plug is pulled.
export function dark(view) {
  const node = element("dark");
  node.hidden = view.drawer?.power !== false;
  put(
    node,
    node.hidden
      ? ""
      : `<h2>${escape(say("dark"))}</h2><p>${escape(say("dark.note"))}</p>
    ${view.table.viewer === "spectator" ? "" : `<button type="button" class="main" data-act="power">${escape(say("power.on"))}</button>`}`,
  );
}

// Over the table, while it is shown as it lay before.
export function then(view, at) {
  const node = element("then");
  node.hidden = !view;
  if (!view) return put(node, "");
  const line = view.record.findLast(line => line.id <= at && line.kind === "action");
  put(
    node,
    `<b>${escape(say("past"))}</b><span>${escape(line ? sentence(line) : say("past.start"))}</span>
    <button type="button" data-act="past" data-way="last">${escape(say("past.last"))}</button>`,
  );
}

export function refusals(view) {
  put(
    element("refusals"),
    view.refusals
      .map(
        refusal => `<section class="refusal ${refusal.player}">
    <h2>${shape(refusal.player)}${escape(say("refused"))}<small>${law(refusal.ruling, true)}</small></h2>
    <p>${escape(of(refusal.message))}</p><p class="fix"><b>${escape(say("fix"))}</b> ${escape(of(refusal.fix))}</p></section>`,
      )
      .join("") +
      view.faults
        .map(
          fault =>
            `<section class="refusal fault"><h2>${escape(say("fault"))}</h2><p>${escape(of(fault.text))}</p></section>`,
        )
        .join(""),
  );
}

export function told(view) {
  const mine = view.corrections.filter(
    fix =>
      !view.table.people.length ||
      view.table.people.includes(cards.army(fix.card)) ||
      view.table.people.includes(fix.side),
  );
  const owed = view.table.people.filter(player => view.owed[player] > 0);
  const lines = [
    ...mine.map(fix => `<li>${shape(fix.side)}${escape(of(fix.text))}</li>`),
    ...owed.map(player => `<li>${shape(player)}${escape(say("owed", { count: view.owed[player] }))}</li>`),
  ];
  const notes = (view.notes ?? [])
    .map(key => `<p class="note" role="status">${escape(say(`note.${key}`))}</p>`)
    .join("");
  put(
    element("told"),
    notes +
      (lines.length
        ? `<section class="asked"><h2>${escape(say("told"))}</h2><ul>${lines.join("")}</ul>
    ${view.table.people.length ? `<button type="button" data-act="as-told">${escape(say("as-told"))}</button>` : ""}</section>`
        : ""),
  );
}

export function record(view, fresh, news) {
  const list = element("record").querySelector("ol");
  if (fresh) list.replaceChildren();
  const lines = fresh ? view.record : (news.record ?? []);
  for (const line of lines) {
    if (game().unsaid(line)) continue;
    const item = document.createElement("li"),
      side = line.player && line.player !== "both" ? game().side(line.player) : "";
    item.className = `${line.kind} ${side}`;
    item.dataset.id = line.id;
    item.innerHTML = `${side && shape(side)}<span>${line.kind === "refused" ? `${escape(of(line.message))} ${law(line.ruling)}` : escape(sentence(line))}</span>`;
    list.prepend(item);
  }
  while (list.children.length > 400) list.lastChild.remove();
}

export function sentence(line) {
  const card = line.card ? cards.cardName(line.card) : say("a-card");
  const player = line.player ? say(line.player) : "";
  if (line.kind === "refused") return `${of(line.message)} (${line.ruling})`;
  if (line.kind === "roll") return say("did.roll", { player, value: line.value });
  if (line.kind === "fault")
    return line.text ? of(line.text) : say("did.fault", { part: line.part, cause: line.cause || line.state });
  const figures = {
    ...line,
    card,
    player: line.act === "first" ? say(line.player) : player,
    column: line.column,
  };
  const text = say(line.act === "agreed" ? "did.agreed" : game().sentence(line), figures);
  return text.includes("did.") ? say("did.other", figures) : text;
}

// A card to read; and what laying it would cost in each column, where the table was asked.
let read = "";
export const again = () => inspect(read, null);
export function forget() {
  read = "";
  put(element("inspect"), "");
}
export function inspect(card, places) {
  if (!card) return;
  if (places === undefined || (places && read !== card)) return;
  read = card;
  put(
    element("inspect"),
    `<div class="large">${cards.face(card)}</div><div class="about">${card.startsWith("tag/") ? `<h2>${escape(cards.kindName("unknown"))}</h2>` : game().inspect(card, places)}</div>${laying(places)}`,
  );
}

function laying(places) {
  const columns = places
    ? COLUMNS.map(column => [column, Object.entries(places).find(([id]) => id.startsWith(`${column} `))?.[1]])
    : [];
  if (!columns.some(([, hint]) => hint && (hint.does || hint.refusal))) return "";
  const cell = ([column, hint]) => {
    const no = hint?.refusal,
      sign = no ? "✕" : hint?.does ? hint.cost : "–";
    const label = no ? `${of(no.message)} (${no.ruling})` : hint?.does ? say("due", { due: hint.cost }) : "";
    return `<li class="${no ? "no" : "yes"}" title="${escape(label)}"><small>${ROMAN[column]}</small><b aria-hidden="true">${sign}</b><span class="unseen">${escape(label)}</span></li>`;
  };
  const reasons = [
    ...new Set(
      columns
        .map(([, hint]) => hint?.refusal)
        .filter(Boolean)
        .map(no => `${of(no.message)} (${no.ruling})`),
    ),
  ];
  const all = columns.every(([, hint]) => hint?.refusal) && reasons.length === 1;
  return `<div class="laying"><h3>${escape(say("hint"))}</h3>${all ? `<p>${escape(reasons[0])}</p>` : `<ul>${columns.map(cell).join("")}</ul>`}</div>`;
}

export function head(view, state) {
  const speeds = [0.5, 1, 2, 4, 8]
    .map(
      speed => `<option value="${speed}"${view.table.speed === speed ? " selected" : ""}>${speed}×</option>`,
    )
    .join("");
  const languages = ["en", "fr", "de"]
    .map(
      name =>
        `<option value="${name}"${current() === name ? " selected" : ""}>${name.toUpperCase()}</option>`,
    )
    .join("");
  const pill = (act, key, on, sign) =>
    `<button type="button" class="pill" data-act="${act}" aria-pressed="${on}" title="${escape(say(key))}" aria-label="${escape(say(key))}">${sign}</button>`;
  const hand = view.table.viewer !== "spectator";
  put(
    element("head"),
    `<h1>${LOGO}<span>Signifer</span></h1>
    ${hand ? `<button type="button" class="main" data-act="new">${escape(say("new"))}</button>` : `<small>${escape(say("spectator"))}</small>`}<div class="tools">
    ${hand ? `<label title="${escape(say("speed"))}"><span class="unseen">${escape(say("speed"))}</span><select data-act="speed">${speeds}</select></label>` : ""}
    <label title="${escape(say("language"))}"><span class="unseen">${escape(say("language"))}</span><select data-act="language">${languages}</select></label>
    ${hand && view.table.people.length ? pill("two-hands", "two-hands", state.both, TWO) : ""}${hand ? pill("helping", "helping", view.table.helping, HAND) : ""}${hand ? pill("drawer", "drawer", state.drawer, WRENCH) : ""}${view.table.mode === "real" ? "" : pill("sound", "sound", state.sound, state.sound ? LOUD : MUTE)}${pill("theme", "theme", state.dark, MOON)}</div>`,
  );
}

export const icon = inside =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`;
const LOGO = `<svg class="logo" viewBox="0 0 32 40" aria-hidden="true"><path d="M15 3h2v36h-2z"/><path d="M6 8h20v2.4H6z"/><path d="M7 11.4h18v13l-4.5-2.6L16 24.4l-4.5-2.6L7 24.4z"/><circle cx="16" cy="30" r="3.6"/><path d="M16 0l1.6 3.2L21 3.6l-2.5 2.4"/></svg>`;
const LOUD = icon(
  '<path d="M4 9v6h4l5 4V5L8 9z"/><path d="M16.5 8.5a5 5 0 010 7M19 6a8.500 8.500 0 010 12"/>',
);
const MUTE = icon('<path d="M4 9v6h4l5 4V5L8 9z"/><path d="M17 9.500l5 5m0-5l-5 5"/>');
const WRENCH = icon(
  '<path d="M14.500 6.500a4.500 4.500 0 01-6 5.700L4 16.700 7.300 20l4.500-4.500a4.500 4.500 0 005.700-6L14.800 12.200 11.800 9.200z"/>',
);
const TWO = icon(
  '<path d="M8 13V7a2 2 0 014 0v3M4 18c0 2 1.500 3 4 3s4-1.500 4-4v-5M4 18l-1.500-4M16 13V5a2 2 0 014 0v8c0 4-1 6-3 8"/><path d="M5 4h6M9 2l2 2-2 2"/>',
);
const MOON = icon('<path d="M20 14.500A8.500 8.500 0 019.500 4a8.500 8.500 0 1010.500 10.500z"/>');
const HAND = icon(
  '<path d="M8 12V5.500a1.500 1.500 0 013 0V11m0-1V4a1.500 1.500 0 013 0v7m0-5a1.500 1.500 0 013 0v6m0-3a1.500 1.500 0 013 0v5c0 4-2.500 7-6.500 7-3.500 0-5-1.500-6.500-4L3.500 13a1.600 1.600 0 012.700-1.600L8 14"/>',
);

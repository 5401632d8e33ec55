// The bar above the panel: a new game, speed, language, and what can be switched on and off.
import { html } from "./html.js";
import { icon, option, put } from "./pieces.js";
import { current, LANGUAGES, say } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
// How much is heard: nothing, the buzzer, and with it what is spoken.
const HEARD = ["off", "tones", "refusals", "turns", "all"];

const LOGO = html`<svg class="logo" viewBox="0 0 32 40" aria-hidden="true">
  <path d="M15 3h2v36h-2z"/><path d="M6 8h20v2.4H6z"/>
  <path d="M7 11.4h18v13l-4.5-2.6L16 24.4l-4.5-2.6L7 24.4z"/>
  <circle cx="16" cy="30" r="3.6"/><path d="M16 0l1.6 3.2L21 3.6l-2.5 2.4"/>
</svg>`;
const LOUD = html`<path d="M4 9v6h4l5 4V5L8 9z"/><path d="M16.5 8.5a5 5 0 010 7M19 6a8.500 8.500 0 010 12"/>`;
const MUTE = html`<path d="M4 9v6h4l5 4V5L8 9z"/><path d="M17 9.500l5 5m0-5l-5 5"/>`;
const WRENCH = html`<path d="M14.500 6.500a4.500 4.500 0 01-6 5.700L4 16.700 7.300 20l4.500-4.500
  a4.500 4.500 0 005.700-6L14.800 12.200 11.800 9.200z"/>`;
const TWO = html`<path d="M8 13V7a2 2 0 014 0v3M4 18c0 2 1.500 3 4 3s4-1.500 4-4v-5M4 18l-1.500-4M16 13V5
  a2 2 0 014 0v8c0 4-1 6-3 8"/>
  <path d="M5 4h6M9 2l2 2-2 2"/>`;
const BACK = html`<path d="M9 5L4 10l5 5M4 10h10a6 6 0 010 12h-3"/>`;
const MOON = html`<path d="M20 14.500A8.500 8.500 0 019.500 4a8.500 8.500 0 1010.500 10.500z"/>`;
const HAND = html`<path d="M8 12V5.500a1.500 1.500 0 013 0V11m0-1V4a1.500 1.500 0 013 0v7m0-5
  a1.500 1.500 0 013 0v6m0-3a1.500 1.500 0 013 0v5c0 4-2.500 7-6.500 7-3.500 0-5-1.500-6.500-4L3.500 13
  a1.600 1.600 0 012.700-1.600L8 14"/>`;

const BOOK = html`<path d="M12 6a3 3 0 00-3-2H3v14h6a3 3 0 013 2M12 6a3 3 0 013-2h6v14h-6
  a3 3 0 00-3 2M12 6v14"/>`;
const BOOKS = html`<path d="M4 4h4v16H4zM8 6h4v14H8zM13.500 6.500l4-1 3.500 13.500-4 1z"/>`;

const TOOLS = html`<path d="M3 8h18v12H3zM9 8V5h6v3M3 13h18"/>`;
const CUP = html`<path d="M7 4h10v5a5 5 0 01-10 0zM12 14v5M8 20h8
  M7 6H3.500a4 4 0 004 4M17 6h3.500a4 4 0 01-4 4"/>`;

const undo = () => html`<button type="button" class="pill" data-act="undo"
  title="${say("undo")}" aria-label="${say("undo")}">${icon(BACK)}</button>`;

const league = () => html`<button type="button" class="pill" data-act="league"
  title="${say("league")}" aria-label="${say("league")}">${icon(CUP)}</button>`;

const upkeep = () => html`<a class="pill" href="upkeep.html" target="upkeep"
  title="${say("upkeep")}" aria-label="${say("upkeep")}">${icon(TOOLS)}</a>`;

const learn = () => html`<button type="button" data-act="learn" title="${say("learn")}">
  ${icon(BOOK)}<span>${say("learn")}</span>
</button>`;

// A button that is on or off; what it does has the name of the act.
const pill = (act, on, sign) => html`<button type="button" class="pill" data-act="${act}"
  aria-pressed="${String(!!on)}" title="${say(act)}" aria-label="${say(act)}">${icon(sign)}</button>`;

const choice = (act, options) => html`<label title="${say(act)}">
  <span class="unseen">${say(act)}</span>
  <select data-act="${act}">${options}</select>
</label>`;

// What is heard, as a sign that opens a list. A real table has its own buzzer.
function heard(mode, { sound, speech }) {
  const now = speech === "off" && sound ? "tones" : speech;
  const levels = HEARD.filter(level => mode !== "real" || level !== "tones");
  return html`<label class="pill over" title="${say("sound")}"${now !== "off" && html` data-on="yes"`}>
    ${icon(now === "off" ? MUTE : LOUD)}<span class="unseen">${say("sound")}</span>
    <select data-act="sound">${levels.map(one => option(one, say(`speech.${one}`), one === now))}</select>
  </label>`;
}

// With ``state``: how much is spoken, whether sound, the dark colours, the drawer and both hands are on.
export function show(view, state, node) {
  const { speed, people, helping, mode, viewer, guest, keys } = view.table,
    hand = viewer !== "spectator",
    owner = hand && !guest,
    looksOn = !hand && !keys?.length;
  const speeds = SPEEDS.map(one => option(one, `${one.toLocaleString(current())}×`, one === speed));
  const languages = LANGUAGES.map(name => option(name, name.toUpperCase(), name === current()));
  const begin = html`<button type="button" class="main" data-act="new">${say("new")}</button>`;
  put(
    node,
    html`<div class="brand" aria-hidden="true">${LOGO}<span>Signifer</span></div>
      ${owner ? begin : looksOn && html`<small>${say(mode === "past" ? "played" : "spectator")}</small>`}
      ${mode !== "real" && mode !== "past" && learn()}
      ${league()}
      ${hand && people.length > 0 && undo()}
      <div class="tools">
        ${owner && choice("speed", speeds)}
        ${choice("language", languages)}
        ${hand && people.length > 0 && pill("two-hands", state.both, TWO)}
        ${hand && pill("helping", helping, HAND)}
        ${owner && pill("drawer", state.drawer, WRENCH)}
        ${
          owner &&
          html`<button type="button" class="pill" data-act="played"
          title="${say("played.all")}" aria-label="${say("played.all")}">${icon(BOOKS)}</button>`
        }
        ${mode === "real" && upkeep()}
        ${heard(mode, state)}
        ${pill("theme", state.dark, MOON)}
      </div>`,
  );
}

// What was just decided: the sums count up with their parts, and stay until the game goes on.
import { game as shown } from "./games.js";
import { html } from "./html.js";
import { put, shape } from "./pieces.js";
import { say } from "./words.js";

const PART_MS = 420;
const WHOLE_MS = 9000; // then it makes room for what lies below it

let seen = "",
  standing = null,
  brief = false,
  counting = 0,
  folding = 0;

export function forget() {
  seen = "";
  stop();
}

function stop() {
  clearTimeout(counting);
  clearTimeout(folding);
}

export function fold() {
  clearTimeout(folding);
  brief = !brief;
}

export function show(view, fresh, node, voice) {
  const told = view.looksBack || !view.game.result ? null : shown().result(view);
  standing = told;
  node.hidden = !told;
  if (!told) {
    // Whoever looks back comes back to the same result.
    if (!view.looksBack) forget();
    return put(node, "");
  }
  const key = JSON.stringify(view.game.result),
    other = key !== seen;
  if (other) {
    stop();
    seen = key;
    brief = fresh;
  }
  put(node, whole(told));
  if (!other || fresh) return;
  voice(told.title);
  if (matchMedia("(prefers-reduced-motion: no-preference)").matches) count(node);
  folding = setTimeout(() => {
    brief = true;
    if (standing) put(node, whole(standing));
  }, WHOLE_MS);
}

const whole = ({
  title,
  sides,
  note,
  winner,
}) => html`<section class="verdict ${winner ?? ""}${brief && " brief"}">
  <h2><span>${title}</span>
    <button type="button" data-act="fold-result" aria-expanded="${String(!brief)}"
      aria-label="${say("result.parts")}" title="${say("result.parts")}">±</button>
  </h2>
  <div class="sums-of">${sides.map(side)}</div>
  ${note && html`<p>${note}</p>`}
</section>`;

const side = ({ player, name, parts, total, fate }) => html`<div class="sum-of ${player} ${fate}">
  <b data-total>${total}</b>
  <span class="called">${shape(player)}${name}</span>
  <ul>${parts.map(({ text, figure }) => html`<li data-figure="${figure ?? ""}">${text}</li>`)}</ul>
</div>`;

// One part after the other comes in, on both sides at once, and each sum is what has come.
function count(node) {
  const rows = [...node.querySelectorAll(".sum-of")].map(row => ({
    row,
    parts: [...row.querySelectorAll("li")],
    sum: row.querySelector("[data-total]"),
    last: row.querySelector("[data-total]").textContent,
    adds: !!row.querySelector('li:not([data-figure=""])'),
  }));
  const most = Math.max(0, ...rows.map(({ parts }) => parts.length));
  node.firstChild.classList.add("counting");
  const step = at => {
    for (const { parts, sum, last, adds } of rows) {
      for (const [number, part] of parts.entries()) part.classList.toggle("due", number >= at);
      const come = parts.slice(0, at).reduce((all, part) => all + Number(part.dataset.figure), 0);
      sum.textContent = adds && at < parts.length ? come : last;
    }
    if (at < most) counting = setTimeout(() => step(at + 1), PART_MS);
    else node.firstChild?.classList.remove("counting");
  };
  step(0);
}

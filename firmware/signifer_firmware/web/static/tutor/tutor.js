// The tutor and practice, for whoever wants them: what is best before a decision, what a turn was worth, and
// the way back.
import { styles } from "../games.js";
import { turn } from "../herald.js";
import { html } from "../html.js";
import { toast } from "../notices.js";
import { put } from "../pieces.js";
import { of, once, say, speakOf } from "../words.js";

// Its words and styles come once.
const prepared = once(() => Promise.all([styles("tutor"), speakOf("tutor")]));

const button = (act, text, data = "") =>
  html`<button type="button" data-act="${act}" data-with="${data}">${text}</button>`;

const line = (title, text) => text && html`<p><b>${title}</b> ${of(text)}</p>`;

// Who has not said yes to it, asks or is asked.
function allowing({ on, others, may }) {
  if (may) return "";
  if (on) return html`<p class="note">${say("tutor.waits")}</p>`;
  return (
    others.length > 0 &&
    html`<p class="note">${say("tutor.wanted")} ${button("tutor", say("tutor.allow"), "yes")}</p>`
  );
}

const off = () => html`<button type="button" data-act="tutor" aria-label="${say("tutor.end")}"
  title="${say("tutor.end")}">×</button>`;

function advice(tutor) {
  const { on, may, due, thinking, before, after, note } = tutor;
  return html`<h2>${say("tutor")}${on && off()}</h2>
    ${allowing(tutor)}
    ${thinking === "before" && html`<p class="thinks">${say("tutor.thinks")}</p>`}
    ${line(say("tutor.now"), before)}
    ${line(turn(tutor), after)}
    ${thinking === "after" && !after && html`<p class="thinks">${say("tutor.judges")}</p>`}
    ${note && html`<p class="note">${say(`no.${note}`)}</p>`}
    ${may && due && html`<p class="ends">${button("advise", say("tutor.ask"))}</p>`}`;
}

// Further back than the program has run one looks, but does not go.
function ways(at, first) {
  if (at === null) return button("take-back", say("practice.back"));
  return first !== null && at >= first
    ? button("take-back", say("practice.here"), at)
    : say("no.no-such-moment");
}

const practice = (at, first) => html`<h2>${say("practice")}</h2>
  <p class="note">${say("practice.note")}</p>
  <p class="ends">${ways(at, first)}</p>`;

export async function show({ table, past }, node) {
  await prepared();
  const { tutor, table: told } = table.view,
    // Once the game is over nobody is asked any more.
    wanted = tutor?.on || (!tutor?.may && tutor?.others?.length > 0),
    goesBack = told.practice && told.people.length > 0;
  node.hidden = !(wanted || goesBack);
  put(node, [wanted && advice(tutor), goesBack && practice(past.at, told.back_to)]);
}

// Who asks, wants it; why nothing is said, "refused" tells.
export async function ask({ table }) {
  await prepared();
  const { on } = table.view.tutor ?? {};
  if (on === undefined) return toast(say("no.tutor-none"));
  if (!on && (await table.send({ do: "tutor", on: true })).type !== "done") return;
  table.send({ do: "advise" });
}

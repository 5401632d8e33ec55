// Looking back: how the table lay after each line of the record, as far as who looks may know it.
import { say } from "./words.js";
import { html } from "./html.js";
import { icon, put } from "./pieces.js";
import { sentence } from "./record.js";

const ENDS = {
  first: html`<path d="M18 6l-8 6 8 6zM6 6v12"/>`,
  back: html`<path d="M15 6l-8 6 8 6z"/>`,
  next: html`<path d="M9 6l8 6-8 6z"/>`,
  last: html`<path d="M6 6l8 6-8 6zM18 6v12"/>`,
};

const PAUSE_MS = 60; // so that a slider asks no oftener than the table answers

export class Past {
  constructor(table, changed, tell) {
    this.table = table;
    this.changed = changed;
    this.tell = tell; // says something to a screen reader
    this.at = null; // the line after which the table is shown
    this.was = null; // how it lay then
    this.wanted = null;
  }

  // What the surface shows: now, or then.
  of(view) {
    if (!this.was) return view;
    const [first] = view.record;
    return {
      ...view,
      // Of a long game the record has the last lines alone; what was done around then comes with it.
      record: [...this.was.record.filter(line => !first || line.id < first.id), ...view.record],
      game: this.was.game,
      cards: this.was.cards,
      printed: this.was.printed,
      refusals: [],
      corrections: [],
      owed: { red: 0, blue: 0 },
      to_lay: { red: 0, blue: 0 },
      shuffling: [],
      astray: [],
      looksBack: true,
    };
  }

  async look(at) {
    const view = this.table.view,
      [first, last] = view?.past ?? [];
    if (first === undefined) return;
    this.at = Math.max(first, Math.min(at, last));
    if (this.busy) return;
    this.busy = true;
    while (this.at !== null && this.at !== this.wanted) {
      this.wanted = this.at;
      const answer = await this.table.send({ do: "look", at: this.wanted });
      if (this.at === null) break;
      if (answer.type === "done") this.was = { ...answer.told, at: this.wanted };
      else this.at = this.was = null;
      this.changed();
      await new Promise(done => setTimeout(done, PAUSE_MS));
    }
    this.wanted = null;
    this.busy = false;
    // The slider says so itself.
    if (this.was && document.activeElement?.type !== "range") this.tell(toldAt(this.of(view), this.at));
  }

  leave() {
    if (this.at === null) return;
    this.at = this.was = null;
    this.changed();
    this.tell(say("past.now"));
  }

  step(way) {
    const [first, last] = this.table.view.past,
      at = this.at ?? last;
    if (way === "last") return this.leave();
    if (way !== "first" && this.waits(at, way)) return;
    // From line to line: numbers at which something was done.
    const lines = acted(this.of(this.table.view).record),
      [oldest] = this.table.view.record;
    // Of none of the lines that came by themselves: then those before them come with how it lay there.
    const before = this.was ? first : Math.max(first, (oldest?.id ?? 0) - 1);
    const goal =
      way === "first"
        ? first
        : way === "back"
          ? (lines.findLast(id => id < at) ?? before)
          : lines.find(id => id > at);
    if (goal === undefined || goal >= last) return this.leave();
    this.look(goal);
  }

  // Of a long game, the lines around a moment come with it: before, nobody knows which is next to it.
  waits(at, way) {
    const { record, past } = this.table.view,
      [oldest] = acted(record),
      told = this.was?.record ?? [],
      [from, to] = [told[0]?.id, told.at(-1)?.id],
      back = way === "back";
    if (!this.busy || this.at === null || at === this.was?.at || record[0]?.id <= past[0] + 1) return false;
    if (back ? at > oldest : at >= oldest) return false;
    return !(back ? at > from && at <= to : at >= from && at < to);
  }

  show(view, node) {
    const [first, last] = view.past ?? [];
    node.hidden = !(last > first);
    if (node.hidden) return;
    if (!node.firstChild) put(node, slider());
    const at = this.at ?? last,
      now = this.at === null;
    const line = actionAt(this.of(view), at);
    const told = now ? say("past.now") : toldAt(this.of(view), at);
    const range = node.querySelector("input");
    range.min = first;
    range.max = last;
    if (document.activeElement !== range || now) range.value = at;
    range.setAttribute("aria-label", say("past"));
    range.setAttribute("aria-valuetext", told);
    put(node.querySelector("p"), told);
    // What was just pressed keeps the focus, also where it leads no further.
    for (const button of node.querySelectorAll("[data-way]")) {
      const ends = ["next", "last"].includes(button.dataset.way) ? now : at <= first;
      button.setAttribute("aria-disabled", String(ends));
    }
    for (const item of document.querySelectorAll("#record li")) {
      item.classList.toggle("then", !now && +item.dataset.id === line?.id);
    }
  }
}

const acted = record => record.filter(line => line.kind === "action").map(line => line.id);

// The last line up to there at which something was done.
const actionAt = (view, at) => view.record.findLast(line => line.id <= at && line.kind === "action");

function toldAt(view, at) {
  const line = actionAt(view, at);
  return line ? sentence(line) : say("past.start");
}

const button = way => html`<button type="button" data-act="past" data-way="${way}"
  aria-label="${say(`past.${way}`)}" title="${say(`past.${way}`)}">${icon(ENDS[way])}</button>`;

const slider = () => html`
  ${button("first")}${button("back")}
  <input type="range" data-act="look" step="1">
  ${button("next")}${button("last")}
  <p></p>`;

// Over the table, while it is shown as it lay before; nothing where it is not.
export function banner(view, at, node) {
  node.hidden = !view;
  if (!view) return put(node, "");
  put(
    node,
    html`<b>${say("past")}</b>
      <span>${toldAt(view, at)}</span>
      <button type="button" data-act="past" data-way="last">${say("past.last")}</button>`,
  );
}

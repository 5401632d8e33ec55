// A phone that looks on becomes a player's: it asks, his screen shows a code, it is typed here, and his ok at
// the table confirms it. Then it shows his discards and the odds, where both players allow that.
import { game, hides } from "./games.js";
import { fill, holds, html } from "./html.js";
import { alarm } from "./notices.js";
import { shape } from "./pieces.js";
import { of, recall, remember, say } from "./words.js";

// What the phone, the seats and the odds do, of which they tell themselves, and what pages ask by themselves.
const QUIET = new Set(["pair", "code", "token", "unpair", "sit", "odds", "opened", "speak", "hint"]);

const button = (act, text) => html`<button type="button" data-phone="${act}">${text}</button>`;

export class Phone {
  constructor(node, table) {
    Object.assign(this, { node, table, asks: "", typed: false, note: "" });
    table.addEventListener("there", () => {
      this.asks = "";
    });
    table.addEventListener("view", event => {
      if (event.detail.again) this.asks = "";
      if (event.detail.fresh) this.again();
    });
    table.addEventListener("paired", event => this.paired(event.detail));
    table.addEventListener("unpaired", event => this.unpaired(event.detail));
    node.addEventListener("click", event => this.press(event.target.closest("[data-phone]")?.dataset.phone));
    node.addEventListener("submit", event => {
      event.preventDefault();
      this.type(node.querySelector("input").value);
    });
  }

  get looksOn() {
    return this.table.view?.table.viewer === "spectator";
  }

  // The players who may have a phone: a robot has none, nor who has a device anyhow, and where nothing is
  // hidden one is enough.
  get free() {
    const { table } = this.table.view;
    if (table.apart) return [];
    return (hides(table) ? ["red", "blue"] : ["red"]).filter(player => !table.robots.includes(player));
  }

  show() {
    if (this.note && this.note !== this.noted) alarm(this.note());
    this.noted = this.note;
    const contents = this.contents(this.table.view);
    if (holds(this.node, contents)) return;
    const typing = this.node.querySelector("input")?.value ?? "",
      had = this.node.contains(document.activeElement) && document.activeElement.dataset.phone;
    fill(this.node, contents);
    const input = this.node.querySelector("input");
    if (input) {
      input.value = typing;
      input.focus();
    } else if (had !== false) this.back(had);
  }

  // What had the focus has it again, and else the whole of it: never a button that nobody meant.
  back(act) {
    const same = act && this.node.querySelector(`[data-phone="${CSS.escape(act)}"]`);
    this.node.tabIndex = -1;
    (same || this.node).focus({ preventScroll: true });
  }

  contents(view) {
    if (!this.looksOn || (view.game.phase !== "game" && !view.mine)) return "";
    // Who has buttons and is nobody's phone sits at the table's own computer.
    if (!view.mine && (!this.free.length || view.table.keys?.length)) return "";
    if (view.mine) return this.mine(view.mine);
    return this.asks ? this.asking() : this.offer();
  }

  // What is said beside where it is asked, or was asked by nobody.
  says(reason, deed) {
    return this.looksOn && QUIET.has(deed) && reason !== "stale" && reason !== "malformed";
  }

  // Where several sit on a side, it is called by all of them.
  name(player) {
    return game().sideName(this.table.view, player);
  }

  // The same as one who does something.
  who(player, alone = name => name) {
    const name = this.name(player);
    return game().isShared(this.table.view, player) ? say("phone.side", { player: name }) : alone(name);
  }

  offer() {
    const ask = name => say("phone.ask", { player: name });
    const one = player => button(`ask ${player}`, html`${shape(player)}${this.who(player, ask)}`);
    return html`<section class="phone">
      <h2>${say("phone")}</h2>
      ${this.said()}
      <div class="row">${this.free.map(one)}</div>
    </section>`;
  }

  asking() {
    const player = this.name(this.asks),
      where = this.table.view.table.paged ? ".paged" : "";
    const form = html`<form>
      <label>
        <span>${say(`phone.type${where}`, { player })}</span>${" "}
        <input inputmode="numeric" pattern="[0-9]*" maxlength="4" autocomplete="one-time-code" required>
      </label>${" "}
      <button type="submit">${say("phone.send")}</button>
    </form>`;
    return html`<section class="phone ${this.asks}">
      <h2>${shape(this.asks)}${say("phone")}</h2>
      ${this.said()}
      ${this.typed ? html`<p>${say(`phone.ok${where}`, { player })}</p>` : form}
    </section>`;
  }

  mine(mine) {
    const { player, discards, odds } = mine,
      { pads } = this.table.view.table;
    return html`<section class="phone ${player}">
      <h2>
        ${shape(player)}${say("phone.of", { player: this.name(player) })}
        ${button("drop", say("phone.drop"))}
      </h2>
      ${pads && html`<p>${button("pad", say("phone.pad"))}</p>`}
      ${this.said()}
      ${game().phone(this.table.view, player) ?? part("phone.discards", discards)}
      ${part(game().phoneOdds, odds)}
    </section>`;
  }

  said() {
    return this.note && html`<p class="note">${this.note()}</p>`;
  }

  async press(act) {
    if (!act) return;
    const [verb, player] = act.split(" ");
    this.note = "";
    if (verb === "drop") {
      await this.table.send({ do: "unpair", token: recall("token") });
      remember("token", "");
      return;
    }
    if (verb === "pad") return this.read();
    const answer = await this.table.send({ do: "pair", player });
    this.asks = answer.type === "done" ? player : "";
    this.typed = false;
    if (answer.type === "refused")
      this.note = () => say(`no.${answer.reason}`, { player: this.who(player), seconds: answer.seconds });
    this.show();
  }

  // What lies on one's own pad is asked for, never sent by itself, and said to whoever holds the phone.
  async read() {
    const answer = await this.table.send({ do: "pad" });
    if (answer.type !== "done") return;
    const text = () => of(answer.told.pad) || say("phone.pad.none");
    const { able, whisper } = await import("./aloud/speech.js");
    if (able()) return whisper(text());
    this.note = text;
    this.show();
  }

  async type(code) {
    const answer = await this.table.send({ do: "code", code });
    this.typed = answer.type === "done";
    const asked = this.asks,
      input = this.node.querySelector("input");
    this.note =
      answer.type === "refused"
        ? () => say(`no.${answer.reason}`, { tries: answer.tries, player: this.who(asked) })
        : "";
    if (this.note && input) input.value = "";
    if (["no-request", "too-many-tries"].includes(answer.reason)) this.asks = "";
    this.show();
  }

  // After a page was loaded again, or the wire had broken.
  async again() {
    // Who was let in at upkeep has the buttons of a table whose buttons are pages.
    if (!this.looksOn || this.table.view.mine || this.trying) return;
    this.trying = true;
    for (const kept of ["token", "upkeep"]) {
      const token = recall(kept);
      const answer = token ? await this.table.send({ do: "token", token }) : null;
      if (answer && !(answer.type === "refused" && answer.reason === "unpaired")) break;
      // That of an old game: the owner's may still be good.
      if (token && kept === "token") remember("token", "");
    }
    this.trying = false;
  }

  paired(message) {
    if (message.token) remember("token", message.token);
    this.asks = this.note = "";
  }

  unpaired(message) {
    const player = message.player ?? this.asks;
    this.note =
      this.asks || recall("token") ? () => say(`no.${message.reason}`, { player: this.who(player) }) : "";
    this.asks = "";
    if (!message.player) remember("token", "");
    this.show();
  }
}

// What the table tells a player alone; null where not both players allow it.
function part(key, told) {
  const lines = of(told);
  const shown = lines.length ? lines : [say(`${key === "phone.discards" ? "phone.odds" : key}.none`)];
  const list = html`<ul>${shown.map(line => html`<li>${line}</li>`)}</ul>`;
  return html`<h3>${say(key)}</h3>
    ${told === null ? html`<p class="off">${say("phone.off")}</p>` : list}`;
}

// A phone that looks on becomes a player's: it asks, his screen shows a code, it is typed here, and his ok at the table
// confirms it. Then it shows his discards and the odds, where both players allow that.
import { say, of, remember, recall } from "./words.js";
import { game } from "./games.js";

const escape = text =>
  String(text).replace(/[&<>"]/g, sign => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const shape = player => `<i class="shape ${player}" aria-hidden="true"></i>`;
const button = (act, text, more = "") => `<button type="button" data-phone="${act}"${more}>${text}</button>`;

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

  show() {
    const view = this.table.view,
      game = view.game.phase === "game";
    const html =
      !this.looksOn || (!game && !view.mine)
        ? ""
        : view.mine
          ? this.mine(view.mine)
          : this.asks
            ? this.asking()
            : this.offer();
    if (html === this.shown) return;
    const typing = this.node.querySelector("input")?.value ?? "",
      focused = this.node.contains(document.activeElement);
    this.shown = html;
    this.node.innerHTML = html;
    const input = this.node.querySelector("input");
    if (input) {
      input.value = typing;
      input.focus();
    } else if (focused) this.node.querySelector("button")?.focus();
  }

  // What it says itself, beside where it is asked.
  says(reason) {
    return this.looksOn && reason !== "stale" && reason !== "malformed";
  }

  offer() {
    const one = player =>
      button(`ask ${player}`, `${shape(player)}${escape(say("phone.ask", { player: say(player) }))}`);
    return `<section class="phone"><h2>${escape(say("phone"))}</h2>${this.said()}<div class="row">${one("red")}${game().hides ? one("blue") : ""}</div></section>`;
  }

  asking() {
    const player = say(this.asks);
    const body = this.typed
      ? `<p>${escape(say("phone.ok", { player }))}</p>`
      : `<form><label><span>${escape(say("phone.type", { player }))}</span>
          <input inputmode="numeric" pattern="[0-9]*" maxlength="4" autocomplete="one-time-code" required></label>
          <button type="submit">${escape(say("phone.send"))}</button></form>`;
    return `<section class="phone ${this.asks}"><h2>${shape(this.asks)}${escape(say("phone"))}</h2>${this.said()}${body}</section>`;
  }

  mine(mine) {
    const part = (key, lines) =>
      `<h3>${escape(say(`phone.${key}`))}</h3>` +
      (lines === null
        ? `<p class="off">${escape(say("phone.off"))}</p>`
        : `<ul>${(of(lines).length ? of(lines) : [say("phone.none")]).map(line => `<li>${escape(line)}</li>`).join("")}</ul>`);
    return `<section class="phone ${mine.player}"><h2>${shape(mine.player)}${escape(say("phone.of", { player: say(mine.player) }))}
      ${button("drop", escape(say("phone.drop")))}</h2>${part("discards", mine.discards)}${part("odds", mine.odds)}</section>`;
  }

  said() {
    return this.note ? `<p class="note" role="alert">${escape(this.note())}</p>` : "";
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
    const answer = await this.table.send({ do: "pair", player });
    this.asks = answer.type === "done" ? player : "";
    this.typed = false;
    if (answer.type === "refused")
      this.note = () => say(`no.${answer.reason}`, { player: say(player), seconds: answer.seconds });
    this.show();
  }

  async type(code) {
    const answer = await this.table.send({ do: "code", code });
    this.typed = answer.type === "done";
    const asked = this.asks,
      input = this.node.querySelector("input");
    this.note =
      answer.type === "refused"
        ? () => say(`no.${answer.reason}`, { tries: answer.tries, player: say(asked) })
        : "";
    if (this.note && input) input.value = "";
    if (["no-request", "too-many-tries"].includes(answer.reason)) this.asks = "";
    this.show();
  }

  // After a page was loaded anew, or the wire had broken.
  async again() {
    const token = recall("token");
    if (!token || !this.looksOn || this.table.view.mine || this.trying) return;
    this.trying = true;
    const answer = await this.table.send({ do: "token", token });
    this.trying = false;
    if (answer.type === "refused" && answer.reason === "unpaired") remember("token", "");
  }

  paired(message) {
    if (message.token) remember("token", message.token);
    this.asks = this.note = "";
  }

  unpaired(message) {
    const player = message.player ?? this.asks;
    this.note =
      this.asks || recall("token") ? () => say(`no.${message.reason}`, { player: say(player) }) : "";
    this.asks = "";
    if (!message.player) remember("token", "");
    this.show();
  }
}

// Seats, in a game that people play at devices of their own: the owner's page lets in and sends away, a page
// that looks on asks for a seat, and one that has it may stand up again.
import { follow } from "../acts.js";
import { game, styles } from "../games.js";
import { html } from "../html.js";
import { alarm, voice } from "../notices.js";
import { put, shape } from "../pieces.js";
import { once, recall, remember, say, speakOf } from "../words.js";

const button = (act, text, seat = "") =>
  html`<button type="button" data-seats="${act}" data-seat="${seat}">${text}</button>`;
const mark = player => (/^(red|blue)$/.test(player) ? shape(player) : "");
const called = player => game().playerName(player);

// Its words and styles come once.
export const prepared = once(() => Promise.all([styles("seats"), speakOf("seats")]));

export class Seats {
  constructor(node, table) {
    Object.assign(this, { node, table, asks: 0, typed: false, note: "", told: new Map() });
    table.addEventListener("there", () => {
      this.asks = 0;
    });
    table.addEventListener("seated", event => this.seated(event.detail));
    table.addEventListener("unseated", event => this.unseated(event.detail));
    node.addEventListener("click", event => this.press(event.target.closest("[data-seats]")?.dataset));
    node.addEventListener("submit", event => {
      event.preventDefault();
      this.type(node.querySelector("input"));
    });
  }

  get isOwner() {
    const { viewer, guest } = this.table.view.table;
    return viewer !== "spectator" && !guest;
  }

  show() {
    const view = this.table.view,
      { apart, viewer } = view.table;
    this.node.hidden = !apart;
    this.announce(view.table);
    if (viewer !== "spectator") this.asked(view.table);
    const typing = this.node.querySelector("input")?.value ?? "";
    put(this.node, apart && [this.section(view.table), viewer !== "spectator" && agreement(view.table)]);
    const input = this.node.querySelector("input");
    if (input && input.value !== typing) input.value = typing;
  }

  // Where there is nothing to be done it is one line.
  section(table) {
    const { viewer, guest, seats, player } = table;
    const free = seats.filter(({ taken }) => !taken);
    const open = viewer === "spectator" || free.length > 0 || seats.some(({ code }) => code);
    const title = guest ? [mark(player), say("seats.yours", { player: called(player) })] : say("seats");
    return html`<details class="phone seats"${(open || !!this.note) && html` open`}>
      <summary>${title}</summary>
      ${this.note && html`<p class="note">${this.note()}</p>`}
      ${guest && free.length > 0 && html`<ul>${free.map(seat => this.seat(seat))}</ul>`}
      ${guest && button("stand", say("seats.stand"))}
      ${viewer === "spectator" && this.stranger(table)}
      ${this.isOwner && this.owner(table)}
    </details>`;
  }

  // The owner

  owner({ seats, address, player }) {
    const open = seats.some(({ taken, code }) => !taken && !code);
    return html`<ul>${seats.map(seat => this.seat(seat, player))}</ul>
      ${open && html`<p>${say(address ? "seats.where" : "seats.here-only", { address })}</p>`}`;
  }

  seat({ seat, player, taken, code, typed }, mine) {
    const name = html`${mark(player)}<b>${called(player)}</b>`;
    if (player === mine) return html`<li>${name} <span>${say("seats.you")}</span></li>`;
    if (code)
      return html`<li class="asking">${name}
        <span>${say(typed ? "seats.code-typed" : "seats.code")} <strong>${code}</strong></span>
        ${typed && button("in", say("seats.let-in"), seat)}${button("out", say("seats.no"), seat)}
      </li>`;
    return html`<li>${name} <span>${say(taken ? "seats.taken" : "seats.free")}</span>
      ${taken && button("out", say("seats.give-away"), seat)}
    </li>`;
  }

  // What happens at the others' seats is told to who does not see it.
  announce({ seats, viewer, player: mine }) {
    const news = new Map(
      seats.slice(1).map(({ player, taken, code, typed }) => {
        const key = code ? (typed ? "typed" : "asked") : taken ? "came" : "left";
        return [player, [key, { player: called(player), code: code?.split("").join(" ") }]];
      }),
    );
    for (const [player, [key, figures]] of news) {
      const before = this.told.get(player);
      if (before === key || (before === undefined && key === "left")) continue;
      if (viewer === "spectator" || player === mine) continue;
      (code(key) ? alarm : voice)(say(`seats.${key}`, figures));
    }
    this.told = new Map([...news].map(([player, [key]]) => [player, key]));
  }

  // Somebody opposite wants to agree on something.
  asked({ agreeing, people }) {
    const [side] = agreeing.filter(one => !people.includes(one));
    if (side && side !== this.agreeing) alarm(say("seats.agree", { player: say(side) }));
    this.agreeing = side;
  }

  // Who looks on

  stranger({ seats }) {
    const asked = seats.find(({ seat }) => seat === this.asks);
    if (asked) {
      const player = called(asked.player);
      const form = html`<form>
        <label>
          <span>${say("seats.type")}</span>${" "}
          <input inputmode="numeric" pattern="[0-9]*" maxlength="4" autocomplete="one-time-code" required>
        </label>${" "}
        <button type="submit">${say("phone.send")}</button>
      </form>`;
      return html`<p>${mark(asked.player)}<b>${player}</b></p>
        ${this.typed ? html`<p>${say("seats.wait")}</p>` : form}`;
    }
    const free = seats.filter(({ taken }) => !taken);
    if (!free.length) return html`<p>${say("seats.full")}</p>`;
    return html`<div class="row">
      ${free.map(({ seat, player }) =>
        button("sit", html`${mark(player)}${say("seats.sit", { player: called(player) })}`, seat),
      )}
    </div>`;
  }

  async press({ seats: act, seat } = {}) {
    if (!act) return;
    this.note = "";
    if (act === "stand") return void this.table.send({ do: "unpair", token: recall("seat") ?? "" });
    if (act === "in" || act === "out")
      return void this.table.send({ do: "seat", seat: Number(seat), let: act });
    const answer = await this.table.send({ do: "sit", seat: Number(seat) });
    this.asks = answer.type === "done" ? Number(seat) : 0;
    this.typed = false;
    this.says(answer);
    this.node.querySelector("input")?.focus();
  }

  async type(input) {
    const answer = await this.table.send({ do: "code", code: input.value });
    this.typed = answer.type === "done";
    if (["no-request", "too-many-tries"].includes(answer.reason)) this.asks = 0;
    input.value = "";
    this.says(answer);
  }

  says({ type, reason, seconds, tries }) {
    this.note = type === "refused" ? () => say(`no.${reason}`, { player: this.name(), seconds, tries }) : "";
    if (this.note) alarm(this.note());
    else if (this.typed) voice(say("seats.wait"));
    this.show();
  }

  name() {
    const found = this.table.view.table.seats.find(({ seat }) => seat === this.asks);
    return found ? called(found.player) : say("seats.owner");
  }

  // After a page was loaded again, or the wire had broken: whether the seat is had again.
  async again() {
    const { type, reason } = await this.table.send({ do: "token", token: recall("seat") });
    if (type === "refused" && reason === "unpaired") remember("seat", "");
    return type === "seated";
  }

  seated({ token, seat }) {
    this.asks = 0;
    this.note = "";
    if (!token) return;
    remember("seat", token);
    // Whose screens speak another language than this page: from now on they speak as it does.
    const hear = () => {
      if (this.table.view.table.viewer === "spectator") return;
      this.table.removeEventListener("view", hear);
      const { player } = this.table.view.table.seats.find(one => one.seat === seat);
      voice(say("seats.yours", { player: called(player) }));
      follow(this.table, "");
    };
    this.table.addEventListener("view", hear);
  }

  unseated({ reason }) {
    const had = this.asks || recall("seat");
    this.note = had
      ? () => say(reason === "over" ? "seats.over" : `no.${reason}`, { player: say("seats.owner") })
      : "";
    if (this.note) alarm(this.note());
    this.asks = 0;
    if (reason === "over") remember("seat", "");
    this.show();
  }
}

// A code, and that it was typed, wait for the owner.
const code = key => key === "asked" || key === "typed";

// Somebody would hold both ok with who sits here; or waits for that.
function agreement({ agreeing, people }) {
  if (!agreeing.length) return "";
  if (people.every(side => agreeing.includes(side)))
    return html`<p class="seats agree">${say("seats.agreeing")}</p>`;
  return html`<p class="seats agree">${say("seats.agree", { player: say(agreeing[0]) })}
    <button type="button" data-act="hold" data-names="ok red,ok blue">${say("button.both")}</button></p>`;
}

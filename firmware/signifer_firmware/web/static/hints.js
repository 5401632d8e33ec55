// What would come of a card before it is laid: asked of the table, shown on its places.
import { game } from "./games.js";
import { of, say } from "./words.js";
import * as cards from "./cards.js";

export class Hints {
  constructor(surface, table, tell) {
    this.surface = surface;
    this.table = table;
    this.tell = tell; // shows what is known of a card
    this.known = {};
    this.marked = null;
    table.addEventListener("view", event => {
      if (event.detail.parts.some(part => part === "game" || part === "cards")) {
        this.known = {};
        if (this.marked) this.mark(this.marked);
      }
    });
  }

  mine(card) {
    const view = this.table.view,
      army = card && cards.army(card);
    return (
      card &&
      (army ? view?.table.people.includes(army) : held(view, card)) &&
      view.table.viewer !== "spectator" &&
      view.drawer?.power &&
      view.game.phase === "game" &&
      !view.game.winner
    );
  }

  async ask(card) {
    if (!this.mine(card)) return null;
    const known = this.known;
    known[card] ??= this.table.send({ do: "hint", card });
    const { told } = await known[card];
    if (!told) delete known[card];
    return told?.places ?? null;
  }

  // Beside the card that is read: what it would cost in each column.
  async read(card) {
    clearTimeout(this.waiting);
    this.tell(card, null);
    if (!held(this.table.view, card) || !this.mine(card)) return;
    this.waiting = setTimeout(async () => this.tell(card, await this.ask(card)), 90);
  }

  // On the table, while the card is in the fingers.
  async mark(card) {
    this.marked = card;
    const places = await this.ask(card);
    if (this.marked !== card) return;
    if (places) this.tell(card, places);
    for (const [id, node] of this.surface.places) {
      const hint = places?.[id];
      node.classList.toggle("may", !!hint && !hint.refusal);
      node.classList.toggle("wont", !!hint?.refusal);
      const tip = hint && short(hint, id);
      if (tip) node.dataset.tip = tip;
      else delete node.dataset.tip;
    }
  }

  clear() {
    this.marked = null;
    for (const node of this.surface.places.values()) {
      node.classList.remove("may", "wont");
      delete node.dataset.tip;
    }
  }

  // What is said of a place that is aimed at.
  async why(card, place) {
    const hint = (await this.ask(card))?.[place];
    if (!hint) return "";
    if (hint.refusal) return `${of(hint.refusal.message)} (${hint.refusal.ruling})`;
    return hint.cost ? say("due", { due: hint.cost }) : "";
  }
}

// Whether a card is in a hand that is open here.
const held = (view, card) =>
  Object.entries(view?.cards ?? {}).some(
    ([id, cards]) => id.startsWith("hand ") && Array.isArray(cards) && cards.includes(card),
  );

// What would come of a card in a place: in a word or two, or in words why not.
function short(hint, place) {
  if (hint.refusal) return of(hint.refusal.message);
  if (hint.cost) return say("due", { due: hint.cost });
  return /^\d/.test(place) && hint.does ? say(game().costs ? "free" : "hint.may") : "";
}

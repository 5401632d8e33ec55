// Hands: drag, tap and tap, or keys. They only say what was done; whether it is right, the table says.
import * as cards from "./cards.js";
import { Fingers } from "./fingers.js";
import { game } from "./games.js";
import { SIDES } from "./grid.js";
import { spare, toast } from "./notices.js";
import { enlarge } from "./oled.js";
import { STOPS, Stops } from "./stops.js";
import { say } from "./words.js";

const SETTLE_MS = 200;
const LAID_MS = 80; // till a card that was laid has come to its place
const CALM_MS = 300; // after which what was laid has been read and drawn
const BEAT_MS = 120;
const FAR = 6; // pixels that a pointer may tremble
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hands {
  constructor(surface, table, hints, speak) {
    this.surface = surface;
    this.table = table;
    this.speak = speak; // says something to a screen reader
    this.hints = hints; // what would come of a card
    this.picked = null; // the element in the fingers
    this.drag = null;
    this.spent = new Set(); // pointers that do nothing any more until they come down again
    this.late = 0; // when a card was laid last
    this.stops = new Stops(surface, table); // where keys go
    this.fingers = new Fingers(surface, table, speak); // what is on buttons
    const main = surface.root.parentElement.parentElement;
    main.addEventListener("pointerdown", event => this.down(event));
    window.addEventListener("pointermove", event => this.moved(event));
    window.addEventListener("pointerup", event => this.up(event));
    window.addEventListener("pointercancel", event => this.up(event, true));
    window.addEventListener("blur", () => this.fingers.letGo());
    window.addEventListener("keydown", event => event.key === "Escape" && this.takeBack());
    main.addEventListener("pointerover", event => this.over(event));
    main.addEventListener("focusin", event => this.focused(event));
    main.addEventListener("keydown", event => this.key(event));
    main.addEventListener("keyup", event => this.keyUp(event));
    // Once all is drawn: until then a stop may be one that goes.
    main.addEventListener("free", () => queueMicrotask(() => this.stops.back()));
    main.addEventListener("dblclick", event => this.twice(event));
    main.addEventListener("click", event => this.assisted(event));
    main.addEventListener("contextmenu", event => {
      if (event.target.closest("[data-button], .card")) event.preventDefault();
    });
  }

  get idle() {
    const { mode, viewer } = this.table.view?.table ?? {};
    return mode === "watch" || viewer === "spectator" || !!this.surface.view?.looksBack;
  }

  look(card) {
    if (card) this.hints.read(card);
  }

  // Where it may be laid, and at what cost.
  choosing(node) {
    this.surface.root.parentElement.classList.toggle("choosing", !!node);
    if (node?.spec.card) this.hints.mark(node.spec.card);
    else this.hints.clear();
  }

  mayTake(node) {
    const spec = node.spec;
    if (!spec || spec.ground || this.idle) return false;
    if (spec.quiet && !spec.card) return false;
    const { people, apart } = this.table.view.table;
    const card = spec.card ?? spec.secret,
      army = card ? cards.army(card) : spec.army;
    if (spec.top) return this.draws(spec.army);
    if (!card || spec.fixed) return false;
    return people.includes(army) || !army || (!apart && /^\d/.test(spec.place));
  }

  // A deck is drawn from by its player; one that is no side's by whoever plays.
  draws(deck) {
    return this.table.view.table.people.includes(deck) || !SIDES.includes(deck);
  }

  // What a hand does

  // With ``swaps``, one hand takes away what lies there, while the other lays the card in its place.
  lay(node, place, swaps = false) {
    const spec = node.spec,
      card = spec.card ?? spec.secret;
    if (!place || place === spec.place) return null;
    const lying = this.table.view.cards[place],
      away = /^(\d|pad)/.test(place) && Array.isArray(lying) ? lying.at(-1) : null;
    const deed = spec.top
      ? { do: "draw", player: spec.army, to: place }
      : swaps && away
        ? { do: "swap", away, instead: card }
        : { do: "move", card, to: place };
    this.late = performance.now();
    const sent = this.table.send(deed);
    const name = card && spec.card ? cards.cardName(card) : say("a-card");
    // What comes of it, the table says; that it lies there, only where the table says nothing.
    if (this.table.away) this.speak(say("away"));
    else spare(say("laid", { card: name, place: this.surface.placeName(place) }));
    if (deed.do === "swap") this.fingers.useBoth(false);
    return sent;
  }

  // A tap on a deck does what is asked of it, and nothing else: whoever wants its top card all the same
  // drags it.
  draw(deck) {
    const { view } = this.table,
      { owed, shuffling, table } = view;
    if (shuffling.includes(deck)) return this.table.send({ do: "shuffle", player: deck });
    const to = game().drawTo(view, deck);
    if (to) return this.table.send({ do: "draw", player: deck, to });
    const over = table.people.find(side => owed[side] < 0 && (side === deck || !SIDES.includes(deck)));
    if (over) return this.table.send({ do: "put-back", player: over });
    toast(say("unasked"));
  }

  pick(node) {
    this.drop();
    this.picked = node;
    node.classList.add("picked");
    this.choosing(node);
    const name = node.spec.card ? cards.cardName(node.spec.card) : say("a-card");
    this.speak(say("picked", { card: name }));
  }

  drop() {
    this.picked?.classList.remove("picked");
    this.picked = null;
    this.choosing(null);
    this.aim(null);
  }

  // Another game: nothing is in the fingers, nor on a button.
  forget() {
    if (this.drag) this.up({ pointerId: this.drag.id }, true);
    this.drop();
    this.fingers.forget();
  }

  aim(place) {
    if (this.aimed === place) return;
    this.surface.places.get(this.aimed)?.classList.remove("aimed");
    this.aimed = place;
    this.surface.places.get(place)?.classList.add("aimed");
  }

  // Pointers

  down(event) {
    if (event.button !== 0 && event.pointerType === "mouse") return;
    const button = event.target.closest("[data-button]");
    this.spent.delete(event.pointerId);
    if (event.target.closest(".eye, .curtain")) return;
    if (button && !button.disabled) {
      event.preventDefault();
      button.focus({ preventScroll: true });
      return this.fingers.push(`p${event.pointerId}`, button.dataset.button, event.shiftKey);
    }
    if (this.fingers.enlarge(event)) {
      if (!this.drag?.far) this.takeBack();
      return void this.spent.add(event.pointerId);
    }
    const node = event.target.closest(".card");
    if (node && !node.spec?.ground && !this.drag) {
      this.drag = {
        node,
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        far: false,
        may: this.mayTake(node),
      };
      if (event.target.hasPointerCapture(event.pointerId))
        event.target.releasePointerCapture(event.pointerId);
    }
  }

  moved(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    // It was let go where the page is not told of it, as outside of the window.
    if (event.pointerType === "mouse" && !event.buttons) return this.up(event, true);
    const dx = event.clientX - drag.x,
      dy = event.clientY - drag.y;
    if (!drag.far) {
      if (Math.hypot(dx, dy) < FAR || !drag.may) return;
      drag.far = true;
      this.grip();
      this.drop();
      drag.node.classList.add("dragged");
      this.choosing(drag.node);
    }
    drag.node.style.setProperty("--dx", `${dx}px`);
    drag.node.style.setProperty("--dy", `${dy}px`);
    this.aim(this.placeAt(event.clientX, event.clientY, drag.node));
  }

  up(event, cancelled = false) {
    this.fingers.release(`p${event.pointerId}`);
    if (this.spent.has(event.pointerId)) return;
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) {
      if (!cancelled && event.target.closest?.("#table")) this.tapPlace(event);
      return;
    }
    this.drag = null;
    if (drag.far) {
      // A card that has gone meanwhile lies in no fingers any more.
      const place =
        cancelled || !drag.node.isConnected ? null : this.placeAt(event.clientX, event.clientY, drag.node);
      this.choosing(null);
      this.aim(null);
      this.settle(drag.node, this.lay(drag.node, place, event.shiftKey || this.fingers.both));
    } else if (!cancelled) this.tap(drag.node, event.shiftKey || this.fingers.both);
  }

  // A card that is carried lies where it lay; letting go of it does nothing any more.
  takeBack() {
    if (!this.drag) return;
    const { id } = this.drag;
    this.up({ pointerId: id }, true);
    this.spent.add(id);
  }

  // Who thinks is told to hold still, so that the table sees at once where the card is laid.
  grip() {
    const { tutor, thinking } = this.table.view;
    if (tutor?.on || thinking) this.table.send({ do: "grip" });
  }

  // Once no card is in the fingers, nor on its way, nor taken up at once: for what can wait.
  async calm() {
    await new Promise(done => setTimeout(done, BEAT_MS));
    for (;;) {
      const left = this.drag ? CALM_MS : this.late + CALM_MS - performance.now();
      if (left <= 0) return;
      await new Promise(done => setTimeout(done, left));
    }
  }

  // A card stays where the fingers left it until the table says where it lies now.
  async settle(node, sent) {
    const rest = () => {
      clearTimeout(late);
      this.table.removeEventListener("view", rest);
      if (this.drag?.node === node) return; // taken up again meanwhile
      node.classList.remove("dragged");
      node.style.removeProperty("--dx");
      node.style.removeProperty("--dy");
    };
    let late = 0;
    if (!sent) return rest();
    const answer = await sent;
    if (answer.type !== "done") return rest();
    this.table.addEventListener("view", rest);
    late = setTimeout(rest, SETTLE_MS);
  }

  placeAt(x, y, without) {
    for (const node of document.elementsFromPoint(x, y)) {
      if (node === without || without.contains(node)) continue;
      const place = node.closest("[data-place]")?.dataset.place;
      if (place) return place;
      if (node.closest("[data-ground]") && without.spec.card?.startsWith("terrain/")) return "box";
      const card = node.closest(".card");
      if (card?.dataset.at) return card.dataset.at;
    }
    return null;
  }

  tap(node, shift = false) {
    const picked = this.picked;
    if (picked && picked !== node) {
      const other = node.spec.place,
        from = picked.spec.place;
      this.drop();
      if (other !== from) return this.lay(picked, other, shift);
    } else if (picked) return this.drop();
    if (node.spec.top && this.mayTake(node)) return this.draw(node.spec.army);
    this.look(node.spec.card);
    if (this.mayTake(node)) this.pick(node);
  }

  tapPlace(event) {
    const place = event.target.closest("[data-place]")?.dataset.place;
    const [kind, deck] = (place ?? "").split(" ");
    if (!this.picked) return kind === "deck" && !this.idle && this.draws(deck) && this.draw(deck);
    const node = this.picked;
    this.drop();
    if (place) this.lay(node, place, event.shiftKey || this.fingers.both);
  }

  // A sleeve brushes a card.
  twice(event) {
    const node = event.target.closest(".card");
    if (node && /^(\d|pad)/.test(node.spec?.place ?? "") && node.spec.card && !this.idle) {
      this.drop();
      this.table.send({ do: "bump", card: node.spec.card });
    }
  }

  over(event) {
    // What is in the fingers is read, not what they pass over.
    if (this.drag?.far || this.picked) return;
    const node = event.target.closest(".card");
    if (node?.spec?.card) this.look(node.spec.card);
    else if (node?.spec?.ground) this.look(`terrain/${node.spec.ground}-1`);
  }

  // A press by assistive technology, which has no pointer and no key.
  assisted(event) {
    if (event.detail) return;
    const node = event.target.closest(STOPS),
      button = node?.dataset.button;
    if (!node || node.matches("canvas, .eye, .curtain")) return;
    if (!button) return this.take(node);
    this.fingers.push("assisted", button);
    this.fingers.release("assisted");
  }

  focused(event) {
    const node = event.target.closest(STOPS);
    if (!node) return;
    this.stops.at(node);
    if (node.spec?.card) this.look(node.spec.card);
    if (!this.picked) return;
    this.aim(node.dataset.place ?? null);
    const card = this.picked.spec.card;
    if (card && node.dataset.place)
      this.hints.why(card, node.dataset.place).then(text => {
        if (text && this.picked?.spec.card === card) this.speak(text);
      });
  }

  key(event) {
    const node = event.target.closest(STOPS);
    if (!node) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.stops.go(node, ARROWS[event.key], this.picked);
    } else if (event.key === "Tab") {
      if (this.stops.next(node, event.shiftKey, this.picked)) event.preventDefault();
    } else if (event.key === "Escape" && this.picked) {
      const back = this.picked;
      this.drop();
      back.focus();
      this.speak(say("back"));
    } else if (event.key === "b" && !event.ctrlKey && !event.metaKey && node.matches(".card")) {
      this.twice(event);
    } else if (event.key === "Enter" || event.key === " ") this.enter(event, node);
  }

  // Enter or space: presses a button, lays the card in the fingers, takes one up, or draws.
  enter(event, node) {
    const button = node.dataset.button;
    if (!button && !this.picked && !node.matches(".card, [data-place], canvas")) return;
    event.preventDefault();
    if (!button) return this.take(node, event.shiftKey);
    if (!event.repeat && !node.disabled) this.fingers.push(`k${event.code}`, button, event.shiftKey);
  }

  // What is no button: a card, a place, a screen.
  take(node, shift = false) {
    if (this.picked) return this.layPicked(node, shift || this.fingers.both);
    if (node.matches(".card")) return this.takeUp(node);
    if (node.matches("canvas")) return enlarge(node);
    const [kind, side] = node.dataset.place.split(" ");
    if (kind === "deck" && !this.idle && this.draws(side)) this.draw(side);
  }

  layPicked(node, swaps) {
    const card = this.picked,
      place = node.dataset.place ?? node.dataset.at;
    this.drop();
    if (place === card.spec.place) this.speak(say("back"));
    else this.lay(card, place, swaps);
    // The card comes to its place with the next news; whoever has gone elsewhere meanwhile stays there.
    setTimeout(() => {
      if (![node, document.body].includes(document.activeElement)) return;
      this.stops.first(place)?.focus();
    }, LAID_MS);
  }

  takeUp(node) {
    if (!this.mayTake(node)) return;
    if (node.spec.top) return this.draw(node.spec.army);
    this.pick(node);
    const goal = this.surface.places.get(game().reach(node.spec.card ?? node.spec.secret, this.table.view)),
      stops = this.stops.all(node);
    // What lies there already goes elsewhere.
    (stops.includes(goal) ? goal : stops[0])?.focus();
  }

  keyUp(event) {
    this.fingers.release(`k${event.code}`);
  }
}

// The table from above: its places, screens and buttons, and where each card lies on them.
import * as arrows from "./arrows.js";
import { build } from "./built.js";
import * as cards from "./cards.js";
import { hides, game as shown } from "./games.js";
import { label, make } from "./grid.js";
import { fill, html } from "./html.js";
import { lay } from "./lying.js";
import { mark } from "./marks.js";
import * as oled from "./oled.js";
import { screenName } from "./pieces.js";
import { screenWidth, sized } from "./sizes.js";
import { inOrder } from "./stops.js";
import { apart, recall, remember, say, titled } from "./words.js";

// Parts of a view of which the table shows nothing.
const ASIDE = new Set([
  "record",
  "tones",
  "sound",
  "spoken",
  "totals",
  "prompts",
  "help",
  "faults",
  "past",
  "notes",
  "mine",
]);

export class Surface {
  constructor(root, layer, ink) {
    this.root = root;
    this.layer = layer;
    this.ink = ink;
    this.places = new Map(); // "3 red" -> element
    this.screens = new Map(); // place -> canvas
    this.nodes = new Map(); // key -> card element
    this.drawn = new Map();
    this.spots = new Map(); // "3 red" -> where it is, in mm
    this.hidden = new Set((recall("hidden") ?? "").split(" ").filter(Boolean));
    this.built = "";
    this.made = 0; // cards, each of which has a number
    new ResizeObserver(() => this.resize()).observe(root.parentElement.parentElement);
  }

  // Places

  place(id, kind, label = "") {
    const node = make("div", { class: `place ${kind}`, "data-place": id, role: "button", tabindex: "-1" });
    if (label) node.append(make("span", { class: "label", "aria-hidden": "true" }, label));
    node.append(make("span", { class: "count", "aria-hidden": "true" }));
    this.places.set(id, node);
    return node;
  }

  screen(place) {
    const canvas = make("canvas", {
      width: oled.WIDTH,
      height: oled.HEIGHT,
      "data-screen": place,
      role: "img",
      tabindex: "-1",
    });
    this.screens.set(place, canvas);
    return make("div", { class: "oled" }, canvas);
  }

  button(name, text, kind) {
    return make(
      "button",
      { class: `push ${kind}`, "data-button": name, type: "button", tabindex: "-1" },
      make("span", {}, text),
    );
  }

  // Whether the places are other ones than before.
  build(view) {
    const { buttons, screens, game } = view.table;
    const key = JSON.stringify([buttons, screens, game, shown().shape(view)]);
    if (key === this.built) return false;
    this.built = key;
    for (const known of [this.places, this.screens, this.drawn]) known.clear();
    build(this, view);
    this.resize();
    return true;
  }

  // As large as fits.
  resize() {
    const found = sized(this.root.parentElement.parentElement);
    if (!found) return;
    Object.assign(this, found);
    this.spots.clear();
    for (const [place, canvas] of this.screens) {
      oled.fit(canvas, screenWidth(place, found));
    }
    if (!this.view) return;
    this.lay(this.view, true);
    arrows.draw(this, this.view, this.ink);
  }

  // What lies where

  // Where a place is; asked of the browser once, for it moves only when the window does.
  at(id) {
    if (!this.spots.has(id)) this.spots.set(id, this.measured(id));
    return this.spots.get(id);
  }

  measured(id) {
    const node =
      this.places.get(id) ?? this.root.querySelector(`[data-ground="${id.replace("ground ", "")}"]`);
    const mine = this.layer.getBoundingClientRect(),
      box = node.getBoundingClientRect();
    return {
      x: (box.left - mine.left) / this.mm,
      y: (box.top - mine.top) / this.mm,
      w: box.width / this.mm,
      h: box.height / this.mm,
    };
  }

  // Screens first, and alone where nothing else has changed: they are what hands wait for.
  show(view, parts) {
    this.view = view;
    const fresh = this.build(view);
    for (const [place, canvas] of this.screens) {
      const part = `screen ${place}`,
        pixels = view[part];
      // Places that were built just now have new screens.
      const told = fresh || parts.includes(part);
      if (!told || pixels === undefined || this.drawn.get(place) === pixels) continue;
      this.drawn.set(place, pixels);
      oled.draw(canvas, pixels);
    }
    if (fresh || parts.some(part => part.startsWith("reads "))) this.read(view);
    if (parts.length && parts.every(part => ASIDE.has(part) || /^(screen|reads) /.test(part))) return;
    if (!view.looksBack) this.pass(view);
    this.lay(view);
    mark(this, view);
    arrows.draw(this, view, this.ink);
  }

  // What stands on the screens, for who does not see it: in the words of the player whose it is.
  read(view) {
    for (const [place, canvas] of this.screens) {
      canvas.lang = view.table.languages[place.split(" ").at(-1)] ?? "";
      label(canvas, this.screenText(place));
    }
  }

  screenText(place) {
    const name = screenName(place),
      read = this.view[`reads ${place}`];
    return read ? titled(name, read) : name;
  }

  lay(view, still = false) {
    const wanted = new Map();
    lay(this, view, (key, spec) => wanted.set(key, spec));
    this.layer.classList.toggle("still", still);
    for (const [key, node] of this.nodes) {
      if (wanted.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
    for (const [key, spec] of wanted) this.card(key, spec, still);
    this.tell(view);
  }

  // Cards are told in the order of their places, and not as they came.
  tell(view) {
    const order = inOrder([...this.nodes.values()], view.table.people).map(node => node.id);
    this.layer.setAttribute("aria-owns", order.join(" "));
  }

  // Cards keep their elements, so that they are seen moving from place to place.
  card(key, spec, still) {
    // Backs look different in each game, names in each language, cards in each deck.
    const worn = `${document.documentElement.lang} ${this.view.table.game} ${shown().edition()}`,
      same = JSON.stringify([spec, worn]),
      fresh = !this.nodes.has(key),
      node = this.nodes.get(key) ?? this.element(key, spec);
    if (node.same === same) return;
    node.same = same;
    // A hand that is very full closes its gaps at once: so many cards would keep pixels waiting.
    node.classList.toggle("crowd", !!spec.crowd && node.spec?.place === spec.place);
    node.spec = spec;
    this.face(node, spec, worn);
    const deck = [`deck ${spec.army ?? "red"}`, ...this.places.keys()].find(
      id => id.startsWith("deck ") && this.places.has(id),
    );
    if (fresh && !still && deck && spec.place?.startsWith("hand")) {
      const from = this.at(deck);
      this.move(node, { ...spec, x: from.x + from.w / 2, y: from.y + from.h / 2, turn: 0 });
      node.getBoundingClientRect();
    }
    this.move(node, spec);
    this.call(node);
  }

  // What a card is called, and what the table wants of it.
  call(node) {
    label(node, apart([this.name(node.spec), node.wanted]));
  }

  element(key, spec) {
    const node = spec.ground
      ? make("div", { class: "card land ground-card", role: "img" })
      : make("div", { class: `card${spec.land ? " land" : ""}`, role: "button", tabindex: "-1" });
    node.id = `card-${++this.made}`;
    // Of a deck its place is told.
    if (spec.top) node.setAttribute("aria-hidden", "true");
    this.nodes.set(key, node);
    this.layer.append(node);
    return node;
  }

  face(node, spec, worn) {
    const { ground, card, secret, army, place } = spec;
    const looks = `${ground ? `ground ${ground}` : (card ?? `back ${army}`)} ${worn}`;
    if (node.dataset.looks !== looks) {
      node.dataset.looks = looks;
      const terrain = ground && html`${shown().terrain(ground)}<i class="pennant"></i>`;
      fill(node, terrain ?? (card ? cards.face(card) : cards.back(army)));
    }
    node.dataset.at = place ?? "";
    if (card || secret) node.dataset.card = card ?? secret;
    else delete node.dataset.card;
    if (ground) node.dataset.held = spec.held ?? "";
    node.classList.toggle("fan", !!spec.fan);
    node.classList.toggle("quiet", !!spec.quiet);
    node.classList.toggle("down", !card && !ground);
  }

  move(node, { x, y, z, turn = 0, scale = 1 }) {
    node.style.setProperty("--x", `${x.toFixed(2)}`);
    node.style.setProperty("--y", `${y.toFixed(2)}`);
    node.style.setProperty("--turn", `${turn.toFixed(2)}deg`);
    node.style.setProperty("--scale", scale.toFixed(3));
    node.style.zIndex = z;
  }

  name({ ground, held, number, card, place, nth }) {
    const where = place && this.placeName(place);
    if (card) return apart([cards.described(card), where]);
    if (nth) return say("covered", { place: where, number: nth[0], count: nth[1] });
    if (!ground) return where;
    const figures = { terrain: cards.kindName(ground), column: number, player: say(held ?? "both") };
    return say(held ? "terrain.held" : "terrain.neutral", figures);
  }

  placeName(id) {
    if (id === "box") return say("box");
    const [kind, side] = id.split(" "),
      player = say(side);
    const own = shown().placeName(id);
    if (own) return own;
    if (/^\d$/.test(kind)) return say("column", { column: kind, player });
    return say(kind, { player });
  }

  // Only two people at one screen have anything to hide from each other.
  covers(side) {
    return hides(this.view.table) && this.view.table.people.length === 2 && this.hidden.has(side);
  }

  // When the turn passes at a screen that both share, hands are covered, if they want that.
  pass(view) {
    const deciders = shown().deciders(view),
      actor = deciders.length === 1 ? deciders[0] : null;
    if (!actor || actor === this.actor) return;
    const before = this.actor;
    this.actor = actor;
    const wanted = recall("curtain") === "yes" && hides(view.table) && view.table.people.length > 1;
    if (!wanted || (!before && this.hidden.size)) return;
    for (const owner of shown().hands(view)) this.cover(owner, true);
  }

  cover(side, on) {
    if (on) this.hidden.add(side);
    else this.hidden.delete(side);
    remember("hidden", [...this.hidden].join(" "));
    if (this.view) {
      if (this.covers(side))
        this.covered(["hand", "discard"].flatMap(kind => this.view.cards[`${kind} ${side}`] ?? []));
      this.lay(this.view);
      mark(this, this.view);
    }
  }
}

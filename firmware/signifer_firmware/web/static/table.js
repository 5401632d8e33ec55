// The table from above: its places, screens and buttons, and where each card lies on them.
import { say, remember, recall } from "./words.js";
import * as cards from "./cards.js";
import * as oled from "./oled.js";
import * as arrows from "./arrows.js";
import { SYMBOLS, roman } from "./symbols.js";
import { game as shown } from "./games.js";
import { sized, screenWidth } from "./sizes.js";

export const COLUMNS = [1, 2, 3, 4, 5];
export const ROMAN = ["", "I", "II", "III", "IV", "V"];
const CROWD = 12; // cards in a hand
// Parts of a view of which the table shows nothing.
const ASIDE = new Set(["record", "tones", "sound", "prompts", "help", "faults", "past", "notes", "mine"]);
const PITCH = 28; // mm by which the second unit of a column is staggered

const label = (node, text) => {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
};

export const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

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
      { class: `push ${kind}`, "data-button": name, type: "button" },
      make("span", {}, text),
    );
  }

  build(view) {
    const has = new Set(view.table.buttons),
      screens = new Set(view.table.screens);
    const key = JSON.stringify([
      view.table.buttons,
      view.table.screens,
      view.table.game,
      shown().shape(view),
    ]);
    if (key === this.built) return false;
    this.built = key;
    this.places.clear();
    this.screens.clear();
    this.drawn.clear();
    const wings = { blue: [], red: [] };
    const parts = [];
    for (const side of ["blue", "red"]) {
      const piles = make("div", { class: `wing piles ${side}` }, ...shown().piles(this, side));
      const hand = make("div", { class: `rail ${side}` }, ...shown().rail(this, side, view));
      const own = make("div", { class: `wing own ${side}` });
      const head = make("div", { class: "console" });
      if (screens.has(side)) head.append(this.screen(side));
      if (has.has(`ok ${side}`)) head.append(this.button(`ok ${side}`, "ok", `ok ${side}`));
      own.append(head, this.place(`pad ${side}`, "pad", "pad"));
      const strip = make("div", { class: `strip ${side}` });
      for (const column of COLUMNS) {
        const cell = make("div", { class: "cell" });
        if (screens.has(`${column} ${side}`)) cell.append(this.screen(`${column} ${side}`));
        if (has.has(`column ${column} ${side}`))
          cell.append(this.button(`column ${column} ${side}`, ROMAN[column], `column ${side}`));
        strip.append(cell);
      }
      wings[side].push(piles, own);
      parts.push(hand, strip);
    }
    const field = make("div", { class: "field" });
    for (const column of COLUMNS) {
      const lane = make("div", {
        class: `lane${column === 1 || column === 5 ? " outer" : ""}`,
        "data-lane": column,
      });
      lane.append(
        this.place(`${column} blue`, "zone blue"),
        make("div", { class: "ground", "data-ground": column }, ...shown().ground(column)),
        this.place(`${column} red`, "zone red"),
      );
      field.append(lane);
    }
    const middle = make("div", { class: "middle" });
    if (has.has("dice")) middle.append(this.button("dice", "", "dice"));
    const hub = make("div", { class: "hub", "aria-hidden": "true" });
    hub.innerHTML = `<svg viewBox="0 0 48 48">${SYMBOLS.laurel}</svg><b></b>`;
    this.root.replaceChildren(
      parts[0],
      parts[1],
      field,
      parts[3],
      parts[2],
      ...wings.blue,
      ...wings.red,
      middle,
      hub,
    );
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

  // Screens first, and alone where nothing else has changed: they are what hands wait for. Places built anew have new ones.
  show(view, parts) {
    this.view = view;
    const fresh = this.build(view);
    for (const [place, canvas] of this.screens) {
      const part = `screen ${place}`;
      if (
        view[part] === undefined ||
        this.drawn.get(place) === view[part] ||
        (!fresh && !parts.includes(part))
      )
        continue;
      this.drawn.set(place, view[part]);
      oled.draw(canvas, view[part]);
    }
    if (parts.length && parts.every(part => ASIDE.has(part) || part.startsWith("screen "))) return;
    if (!view.then) this.pass(view);
    this.lay(view);
    this.mark(view);
    arrows.draw(this, view, this.ink);
  }

  lay(view, still = false) {
    const wanted = new Map();
    const put = (key, spec) => wanted.set(key, spec);
    for (const [id, held] of Object.entries(view.cards)) {
      const [kind, side] = id.split(" ");
      const lying = Array.isArray(held) ? held : Array.from({ length: held }, () => null);
      if (kind === "hand") this.hand(id, side, lying, put);
      else if (kind === "deck") this.deck(id, side, held, put);
      else if (kind === "pad") this.pad(id, side, lying, put);
      else if (!/^\d/.test(kind)) this.pile(id, kind, side, lying, put);
      else if (!shown().zone(this, id, lying, put)) this.zone(id, side, lying, put);
    }
    shown().lay(this, view, put);
    this.place_(wanted, still);
  }

  zone(id, side, lying, put) {
    const box = this.at(id);
    lying.forEach((card, at) => {
      const shift = at < 2 ? 0 : (at - 1) * 9;
      put(card, {
        card,
        place: id,
        x: box.x + box.w / 2 + shift,
        y: box.y + 46.5 + Math.min(at, 1) * PITCH + (at > 1 ? 3 : 0),
        z: 20 + at,
      });
    });
  }

  pad(id, side, lying, put) {
    const box = this.at(id),
      scale = this.tall ? 0.62 : 1;
    const step = Math.min(36 * scale, (box.w - 70 * scale) / Math.max(lying.length - 1, 1));
    const from = box.x + box.w / 2 - (step * (lying.length - 1)) / 2;
    lying.forEach((card, at) =>
      put(card ?? `back pad ${side} ${at}`, {
        card,
        army: side,
        place: id,
        x: from + at * step,
        y: box.y + box.h / 2,
        z: 20 + at,
        scale,
        turn: at % 2 ? 2 : -2,
      }),
    );
  }

  deck(id, side, count, put) {
    const box = this.at(id);
    for (let at = 0; at < Math.min(Math.ceil(count / 5), 4); at++)
      put(`back deck ${side} ${at}`, {
        army: side,
        place: id,
        top: true,
        x: box.x + box.w / 2 - at * 0.9,
        y: box.y + box.h / 2 - at * 1.1,
        z: 2 + at,
        scale: this.tall ? 0.62 : 1,
      });
  }

  pile(id, kind, side, lying, put) {
    const box = this.at(id),
      spoils = kind === "victory" || kind === "stock";
    const scale = spoils ? Math.min(0.5, box.h / 100) : this.tall ? 0.62 : 1;
    const step = spoils
      ? Math.min(30 * scale * 1.4, (box.w - 66 * scale - 4) / Math.max(lying.length - 1, 1))
      : 0;
    lying.forEach((card, at) => {
      const last = at === lying.length - 1;
      const down = !spoils && this.covers(side);
      const spread = spoils
        ? { x: box.x + 33 * scale + 2 + at * step }
        : { x: box.x + box.w / 2 + ((at * 7) % 3) - 1, turn: ((at * 37) % 9) - 4 };
      put(card ?? `back ${id} ${at}`, {
        card: down ? null : card,
        army: side,
        place: id,
        y: box.y + box.h / 2,
        z: 2 + at,
        scale,
        quiet: !spoils && !last,
        ...spread,
      });
    });
  }

  hand(id, side, lying, put) {
    const box = this.at(id),
      n = lying.length,
      near = side !== "blue",
      army = near ? "red" : side;
    const scale = near ? 1 : this.tall ? 0.52 : 0.8;
    const step = Math.min(62 * scale, (box.w - 70 - (near ? 0 : this.tall ? 110 : 40)) / Math.max(n - 1, 1));
    const lean = Math.min(1.8, 20 / Math.max(n, 1)) * (near ? 1 : -1);
    lying.forEach((card, at) => {
      const off = at - (n - 1) / 2,
        covered = this.covers(side),
        bow = off * off * (n > 4 ? 26 / n / n : 0.6);
      put(card ?? `back ${id} ${at}`, {
        card: covered ? null : card,
        secret: covered ? card : null,
        army,
        place: id,
        x: box.x + box.w / 2 + off * step,
        y: box.y + box.h / 2 + (near ? bow - 2 : 1 - bow),
        z: 40 + at,
        scale,
        turn: off * lean,
        fan: true,
        crowd: n > CROWD,
      });
    });
  }

  // Cards keep their elements, so that they are seen moving from place to place.
  place_(wanted, still) {
    this.layer.classList.toggle("still", still);
    for (const [key, node] of this.nodes) {
      if (wanted.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
    // Backs look different in each game, names in each language.
    const worn = `${document.documentElement.lang} ${this.view.table.game}`;
    for (const [key, spec] of wanted) {
      let node = this.nodes.get(key);
      const fresh = !node,
        same = JSON.stringify([spec, worn]);
      if (node?.same === same) continue;
      if (fresh) {
        node = spec.ground
          ? make("div", { class: "card land ground-card", role: "img" })
          : make("div", { class: `card${spec.land ? " land" : ""}`, role: "button", tabindex: "-1" });
        this.nodes.set(key, node);
        this.layer.append(node);
      }
      node.same = same;
      const looks = `${spec.ground ? `ground ${spec.ground}` : (spec.card ?? `back ${spec.army}`)} ${worn}`;
      if (node.dataset.looks !== looks) {
        node.dataset.looks = looks;
        node.innerHTML = spec.ground
          ? `${shown().terrain(spec.ground)}<i class="pennant"></i>`
          : spec.card
            ? cards.face(spec.card)
            : cards.back(spec.army);
      }
      // A hand that is very full closes its gaps at once: so many cards would keep pixels waiting.
      node.classList.toggle("crowd", !!spec.crowd && node.spec?.place === spec.place);
      node.spec = spec;
      node.dataset.at = spec.place ?? "";
      if (spec.card || spec.secret) node.dataset.card = spec.card ?? spec.secret;
      else delete node.dataset.card;
      node.classList.toggle("fan", !!spec.fan);
      node.classList.toggle("quiet", !!spec.quiet);
      node.classList.toggle("down", !spec.card && !spec.ground);
      if (spec.ground) node.dataset.held = spec.held ?? "";
      if (fresh && !still && spec.place?.startsWith("hand")) {
        const from = this.at(`deck ${spec.army ?? "red"}`);
        this.move(node, { ...spec, x: from.x + from.w / 2, y: from.y + from.h / 2, turn: 0 });
        node.getBoundingClientRect();
      }
      this.move(node, spec);
      this.name(node, spec);
    }
  }

  move(node, { x, y, z, turn = 0, scale = 1 }) {
    node.style.setProperty("--x", `${x.toFixed(2)}`);
    node.style.setProperty("--y", `${y.toFixed(2)}`);
    node.style.setProperty("--turn", `${turn.toFixed(2)}deg`);
    node.style.setProperty("--scale", scale.toFixed(3));
    node.style.zIndex = z;
  }

  name(node, spec) {
    let name;
    if (spec.ground)
      name = say(spec.held ? "terrain.held" : "terrain.neutral", {
        terrain: cards.kindName(spec.ground),
        column: spec.number,
        player: say(spec.held ?? "both"),
      });
    else if (spec.card) name = `${cards.described(spec.card)}; ${this.placeName(spec.place)}`;
    else name = this.placeName(spec.place);
    label(node, name);
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

  // What shines, and what is counted

  mark(view) {
    const game = view.game,
      people = new Set(view.table.people);
    for (const [id, node] of this.places) {
      const held = view.cards[id],
        [kind, side] = id.split(" ");
      const n = Array.isArray(held) ? held.length : (held ?? 0);
      const count = node.querySelector(".count"),
        owed = kind === "deck" ? view.owed[side] : 0;
      count.textContent = shown().count(view, id, n);
      node.dataset.owed = owed > 0 ? `+${owed}` : "";
      node.classList.toggle("wants", owed > 0 && people.has(side));
      node.classList.toggle("bare", n === 0);
      const what =
        n === 0
          ? say("empty")
          : Array.isArray(held)
            ? held.map(card => cards.kindName(cards.parts(card).kind)).join(", ")
            : say("face-down", { count: n });
      const extra = owed > 0 ? `; ${say("owed", { count: owed })}` : "";
      label(node, `${this.placeName(id)}: ${what}${extra}`);
      node.dataset.name = shown().label(id);
    }
    for (const [place, canvas] of this.screens)
      label(
        canvas,
        say("screen", {
          place: place
            .split(" ")
            .map(word => (isNaN(word) ? say(word) : word))
            .join(" "),
        }),
      );
    for (const button of this.root.querySelectorAll("[data-button]")) {
      const [kind, second, third] = button.dataset.button.split(" ");
      label(button, say(`button.${kind}`, { player: say(third ?? second ?? ""), column: second }));
      button.classList.toggle("held", view.table.held.includes(button.dataset.button));
      const owner = third ?? second;
      // The robot's ok can be asked for, together with one's own.
      const asked = kind === "ok" && view.table.mode === "robot";
      button.disabled =
        view.table.viewer === "spectator" ||
        view.table.mode === "watch" ||
        (owner && !people.has(owner) && !asked);
      button.classList.toggle("open", kind === "column" && shown().opens(view, +second, owner));
    }
    for (const eye of this.root.querySelectorAll("[data-eye]")) {
      const side = eye.dataset.eye,
        seen = Array.isArray(view.cards[`hand ${side}`]);
      eye.hidden = !seen || view.table.people.length < 2 || !shown().hides;
      const covered = this.covers(side);
      eye.setAttribute("aria-pressed", covered);
      eye.setAttribute("aria-label", say(covered ? "show" : "hide", { player: say(side) }));
      eye.title = eye.getAttribute("aria-label");
    }
    // Whoever is to decide, and whose hand is covered, is asked whether he wants to see it.
    for (const curtain of this.root.querySelectorAll("[data-curtain]")) {
      const side = curtain.dataset.curtain;
      curtain.hidden = !this.covers(side) || !!view.then || !(game.actors ?? []).includes(side);
      curtain.textContent = say("show", { player: say(side) });
    }
    for (const lane of this.root.querySelectorAll("[data-lane]")) {
      lane.classList.toggle("fight", game.attack === +lane.dataset.lane);
    }
    const wrong = new Set(view.refusals.map(refusal => refusal.card).filter(Boolean));
    const told = new Map(view.corrections.filter(fix => fix.card).map(fix => [fix.card, fix.verb]));
    const unpaid = new Set(game.unpaid ?? []),
      leads = new Set(shown().leads(view));
    for (const [key, node] of this.nodes) {
      node.classList.toggle(
        "refused",
        wrong.has(key) && node.spec.place !== undefined && !node.spec.place.startsWith("hand"),
      );
      node.classList.toggle("told", told.get(key) === "take" && /^(\d|pad)/.test(node.spec.place ?? ""));
      node.classList.toggle("unpaid", unpaid.has(key));
      node.classList.toggle("lead", leads.has(key));
    }
    const broken = new Map(
      (view.then ? [] : (view.drawer?.broken ?? [])).map(one => [`${one.part} ${one.place}`, one.kind]),
    );
    for (const [id, node] of this.places)
      node.classList.toggle(
        "broken",
        broken.has(`reader ${id}`) || (/^\d/.test(id) && broken.has(`node ${id[0]}`)),
      );
    for (const [place, canvas] of this.screens)
      canvas.parentElement.classList.toggle("broken", broken.has(`screen ${place}`));
    this.root.parentElement.classList.toggle("dark", view.drawer?.power === false);
    const missing = new Set(view.corrections.filter(fix => fix.verb === "put").map(fix => fix.zone));
    for (const [id, node] of this.places) node.classList.toggle("missing", missing.has(id));
    this.root.dataset.active = game.active ?? "";
    this.root.querySelector(".hub b").textContent = game.turn ? roman(game.turn) : "";
    shown().mark(this, view);
    for (const side of ["red", "blue"]) {
      const up = (game.actors ?? []).includes(side);
      for (const node of this.root.querySelectorAll(`.console, .rail.${side}`))
        if (node.closest(`.${side}`)) node.classList.toggle("up", up);
    }
  }

  // Only two people at one screen have anything to hide from each other.
  covers(side) {
    return shown().hides && this.view.table.people.length === 2 && this.hidden.has(side);
  }

  // When the turn passes at a screen that both share, hands are covered, if they want that.
  pass(view) {
    const actor = view.game.actors?.length === 1 ? view.game.actors[0] : null;
    if (!actor || actor === this.actor) return;
    const before = this.actor;
    this.actor = actor;
    if (
      recall("curtain") !== "yes" ||
      !shown().hides ||
      view.table.people.length < 2 ||
      (!before && this.hidden.size)
    )
      return;
    for (const side of ["red", "blue"]) this.cover(side, true);
  }

  cover(side, on) {
    on ? this.hidden.add(side) : this.hidden.delete(side);
    remember("hidden", [...this.hidden].join(" "));
    if (this.view) {
      this.lay(this.view);
      this.mark(this.view);
    }
  }
}

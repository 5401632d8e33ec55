// What shines on the table, what is counted there, and what a screen reader says of it.
import * as cards from "./cards.js";
import * as dice from "./dice.js";
import { game, hides } from "./games.js";
import { label, SIDES } from "./grid.js";
import { isCovered } from "./lying.js";
import { roman } from "./symbols.js";
import { apart, say, titled } from "./words.js";

export function mark(surface, view) {
  markPlaces(surface, view);
  markButtons(surface, view);
  markHands(surface, view);
  markCards(surface, view);
  markBroken(surface, view);
  const { active, attack, turn } = view.game;
  for (const lane of surface.root.querySelectorAll("[data-lane]")) {
    lane.classList.toggle("fight", attack === +lane.dataset.lane);
  }
  surface.root.dataset.active = active ?? "";
  surface.root.querySelector(".hub b").textContent = turn ? roman(turn) : "";
  game().mark(surface, view);
}

function markPlaces(surface, view) {
  const missing = new Set(view.corrections.filter(fix => fix.verb === "put").map(fix => fix.zone));
  for (const [id, node] of surface.places) {
    const held = view.cards[id],
      n = Array.isArray(held) ? held.length : (held ?? 0),
      due = markDeck(view, id, node);
    node.querySelector(".count").textContent = game().count(view, id, n);
    node.dataset.name = game().label(id);
    if (id.startsWith("pad ")) node.querySelector(".label").textContent = say("pad.short");
    node.classList.toggle("bare", n === 0);
    node.classList.toggle("missing", missing.has(id));
    const extra = [due, ...game().spoken(view, id)];
    const told = contents(isCovered(surface, id) ? n : held, n);
    label(node, apart([titled(surface.placeName(id), told), ...extra]));
  }
}

// How many cards of a deck are to be drawn, or to be put back on it; and that in words.
function markDeck(view, id, node) {
  const [kind, side] = id.split(" "),
    owed = (kind === "deck" && view.owed[side]) || 0,
    shuffled = kind === "deck" && view.shuffling.includes(side);
  node.dataset.owed = owed > 0 ? `+${owed}` : owed < 0 ? `−${-owed}` : "";
  node.classList.toggle("wants", (owed !== 0 || shuffled) && view.table.people.includes(side));
  if (shuffled) return say("shuffle");
  if (owed > 0) return say("owed", { count: owed });
  return owed < 0 && say("spare", { count: -owed });
}

function contents(held, n) {
  if (n === 0) return say("empty");
  if (!Array.isArray(held)) return say("face-down", { count: n });
  return held.map(cards.cardName).join(", ");
}

function markButtons(surface, view) {
  const { people, robots, held, viewer, mode, hold_ms, keys, speed = 1 } = view.table;
  surface.root.style.setProperty("--hold", `${(hold_ms / speed / 1000).toFixed(2)}s`);
  for (const button of surface.root.querySelectorAll("[data-button]")) {
    const name = button.dataset.button,
      [kind, second, third] = name.split(" "),
      owner = third ?? second;
    label(
      button,
      kind === "dice" ? dice.called() : say(`button.${kind}`, { player: say(owner ?? ""), column: second }),
    );
    // The robot's ok can be asked for, together with one's own.
    const asked = kind === "ok" && robots.length === 1;
    const strange = owner && !people.includes(owner) && !asked;
    // At a real table whose buttons are the page's: those that are this page's.
    button.disabled = keys?.length
      ? !keys.includes(name)
      : viewer === "spectator" || mode === "watch" || strange;
    button.classList.toggle("held", held.includes(name));
    button.classList.toggle("open", kind === "column" && game().opens(view, +second, owner));
  }
}

// Whose move it is, and how each covers their hand.
function markHands(surface, view) {
  const { root } = surface,
    actors = view.game.actors ?? [],
    deciders = game().deciders(view);
  for (const eye of root.querySelectorAll("[data-eye]")) {
    const side = eye.dataset.eye,
      covered = surface.covers(side),
      text = say(covered ? "show" : "hide", { player: game().playerName(side) });
    const seen = Array.isArray(view.cards[`hand ${side}`]);
    eye.hidden = !seen || view.table.people.length < 2 || !hides(view.table);
    eye.setAttribute("aria-pressed", covered);
    label(eye, text);
    eye.title = text;
  }
  // Whoever is to decide, and whose hand is covered, is asked whether they want to see it.
  for (const curtain of root.querySelectorAll("[data-curtain]")) {
    const side = curtain.dataset.curtain;
    curtain.hidden = !surface.covers(side) || !!view.looksBack || !deciders.includes(side);
    curtain.textContent = say("show", { player: game().playerName(side) });
  }
  for (const side of SIDES) {
    for (const node of root.querySelectorAll(`.${side} .console, .rail.${side}`)) {
      node.classList.toggle("up", actors.includes(side));
    }
  }
}

function markCards(surface, view) {
  const wrong = new Set(view.refusals.map(refusal => refusal.card).filter(Boolean));
  const told = new Map(view.corrections.filter(fix => fix.card).map(fix => [fix.card, fix.verb]));
  const unpaid = new Set(view.game.unpaid ?? []),
    leads = new Set(game().leads(view)),
    fallen = new Set(game().fallen(view));
  for (const [key, node] of surface.nodes) {
    const place = node.spec.place;
    const refused = wrong.has(key) && place !== undefined && !place.startsWith("hand");
    const away = told.get(key) === "take" && /^(\d|pad)/.test(place ?? "");
    node.classList.toggle("refused", refused);
    node.classList.toggle("told", away);
    const wanted = away ? say("told.away") : refused ? say("refused") : "";
    if (wanted !== (node.wanted ?? "")) {
      node.wanted = wanted;
      surface.call(node);
    }
    node.classList.toggle("unpaid", unpaid.has(key));
    node.classList.toggle("lead", leads.has(key));
    node.classList.toggle("fallen", fallen.has(key) && /^\d/.test(place ?? ""));
  }
}

function markBroken(surface, view) {
  const parts = view.looksBack ? [] : (view.drawer?.broken ?? []);
  const broken = new Set(parts.map(one => `${one.part} ${one.place}`));
  for (const [id, node] of surface.places) {
    const byNode = /^\d/.test(id) && broken.has(`node ${id[0]}`);
    node.classList.toggle("broken", broken.has(`reader ${id}`) || byNode);
  }
  for (const [place, canvas] of surface.screens) {
    canvas.parentElement.classList.toggle("broken", broken.has(`screen ${place}`));
  }
  surface.root.parentElement.classList.toggle("dark", view.drawer?.power === false);
}

// Where keys go on the table: the tab key through all stops in their order, as one would tell it, and always
// the same wherever cards travel; arrows to what lies nearest. The way in is where the focus was last.
import { game } from "./games.js";
import { SIDES } from "./grid.js";

// What can have the focus, and what has it by itself.
export const STOPS = ".card, [data-button], .eye, .curtain, [data-place], canvas";
const OPEN = `.card[role=button]:not(.quiet), [data-button]:not([disabled]), .place.deck,
  .eye:not([hidden]), .curtain:not([hidden]), canvas`;

const CARDS = ["hand", "kept", "box", "pad", "1", "2", "3", "4", "5", "discard", "deck", "victory", "stock"];
const BUTTONS = ["ok", "column", "dice", "hand"];

// Cards where they lie, then buttons, then screens; of each one's own side first.
function rank({ dataset, spec }, mine) {
  const { at, place, button, screen, eye, curtain, ground } = dataset;
  const id = button ?? screen ?? (at || place || ground || `hand ${eye ?? curtain}`);
  const words = id.split(" "),
    side = words.find(word => SIDES.includes(word)),
    column = Number(words.find(word => /^\d$/.test(word)) ?? 0);
  const group = button || eye || curtain ? 1 : screen ? 2 : 0,
    kinds = group ? BUTTONS : CARDS;
  const whose = side && !mine.includes(side) ? mine.length : mine.indexOf(side);
  return [group, whose, kinds.indexOf(words[0]), column, spec?.x ?? 0, spec?.z ?? 0];
}

export function inOrder(nodes, mine) {
  const ranked = nodes.map(node => ({ node, rank: rank(node, mine) }));
  ranked.sort((one, two) => {
    const at = one.rank.findIndex((value, index) => value !== two.rank[index]);
    return at < 0 ? 0 : one.rank[at] - two.rank[at];
  });
  return ranked.map(({ node }) => node);
}

export class Stops {
  constructor(surface, table) {
    this.surface = surface;
    this.table = table;
    this.last = null;
  }

  // All of them, in order; while a card is ``picked``, the places where it may be laid.
  all(picked = null) {
    const found = picked
      ? [...this.surface.places.values()].filter(node => node.dataset.place !== picked.spec.place)
      : // Of a deck its place is enough, and of a hand that is not seen.
        [...this.surface.root.parentElement.querySelectorAll(OPEN)].filter(
          ({ spec }) => !spec || spec.card || spec.secret,
        );
    return inOrder(found, this.table.view.table.people);
  }

  // The focus has come here.
  at(node) {
    if (this.last && this.last !== node) this.last.tabIndex = -1;
    node.tabIndex = 0;
    this.last = node;
  }

  to(node) {
    node.tabIndex = 0;
    node.focus({ preventScroll: false });
  }

  // The next stop, or the one before; whether there is one on the table.
  next(from, back, picked) {
    const stops = this.all(picked),
      next = stops[stops.indexOf(from) + (back ? -1 : 1)];
    if (!next || !stops.includes(from)) return false;
    this.to(next);
    return true;
  }

  // The first card of a hand of whoever is to decide, else of any hand.
  hand() {
    const deciders = game().deciders(this.table.view),
      held = this.all().filter(node => node.dataset.at?.startsWith("hand "));
    return held.find(node => deciders.includes(node.dataset.at.slice(5))) ?? held[0];
  }

  // The card that was laid there, else the first stop.
  first(place) {
    const stops = this.all();
    return stops.findLast(node => place && node.spec && node.dataset.at === place) ?? stops[0];
  }

  go(from, [dx, dy], picked) {
    const middle = node => {
      const box = node.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null,
      least = Infinity;
    for (const node of this.all(picked)) {
      if (node === from) continue;
      const [ox, oy] = middle(node),
        along = (ox - x) * dx + (oy - y) * dy,
        across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 4) continue;
      const far = along + across * 2.2;
      if (far < least) {
        least = far;
        best = node;
      }
    }
    if (best) this.to(best);
  }

  // The way in, when nothing on the table has had the focus yet, or when what had it is gone: that gives it
  // to the next one.
  ready() {
    if (this.last?.isConnected) return;
    const had = this.last && document.activeElement === document.body,
      node = this.first();
    if (!node) return;
    this.at(node);
    if (had) node.focus({ preventScroll: true });
  }

  // Where the focus was last, for who has lost it elsewhere on the table.
  back() {
    if (document.activeElement !== document.body) return;
    (this.last?.isConnected ? this.last : this.first())?.focus({ preventScroll: true });
  }
}

// What the table asks of hands, drawn on it: an arrow from where a card lies to where it belongs, and its
// ghost there.
import * as cards from "./cards.js";
import { fill, html } from "./html.js";

const W = 66,
  H = 92;
const NEAR = 20; // mm, below which an arrow would be all tip

const TIP = html`<defs>
  <marker id="tip" viewBox="0 0 10 10" refX="6" refY="5"
    markerWidth="4.500" markerHeight="4.500" orient="auto">
    <path d="M0 0L10 5L0 10L3 5z"/>
  </marker>
</defs>`;

const point = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function bent(from, to) {
  const dx = to.x - from.x,
    dy = to.y - from.y,
    far = Math.hypot(dx, dy) || 1;
  const bow = Math.min(30, far * 0.18),
    mid = { x: (from.x + to.x) / 2 - (dy / far) * bow, y: (from.y + to.y) / 2 + (dx / far) * bow };
  const back = Math.hypot(to.x - mid.x, to.y - mid.y) || 1,
    cut = 8;
  const end = { x: to.x - ((to.x - mid.x) / back) * cut, y: to.y - ((to.y - mid.y) / back) * cut };
  return `M${point(from)} Q${point(mid)} ${point(end)}`;
}

// From where to where a correction asks for an arrow, or for a ghost; null where it asks for neither.
function asked(surface, view, fix) {
  const lies = surface.nodes.get(fix.card)?.spec;
  const middle = box => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
  if (fix.verb === "take" && lies && /^(\d|pad)/.test(lies.place ?? "")) {
    const goal = [fix.to, `hand ${fix.side}`].find(id => surface.places.has(id));
    const from = { x: lies.x, y: lies.y + (lies.land ? 0 : 14) };
    return goal ? { key: fix.card, from, to: middle(surface.at(goal)) } : null;
  }
  if (fix.verb !== "put" || !surface.places.has(fix.zone)) return null;
  const box = surface.at(fix.zone),
    at = Array.isArray(view.cards[fix.zone]) ? view.cards[fix.zone].length : 0;
  const to = /^\d/.test(fix.zone)
    ? { x: box.x + box.w / 2, y: box.y + 46.5 + Math.min(at, 1) * 28 }
    : middle(box);
  const from = lies && lies.place !== fix.zone ? { x: lies.x, y: lies.y } : null;
  return { key: fix.card, from, to, ghost: fix.card };
}

function drawn({ from, to, ghost }) {
  const corner = { x: to.x - W / 2, y: to.y - H / 2 };
  const far = from && Math.hypot(to.x - from.x, to.y - from.y) > NEAR;
  return html`
    ${ghost && html`<g class="ghost" transform="translate(${point(corner)})">${cards.face(ghost)}</g>`}
    ${
      far &&
      html`<path class="halo" d="${bent(from, to)}"/>
        <path class="arrow" d="${bent(from, to)}" marker-end="url(#tip)"/>`
    }`;
}

export function draw(surface, view, layer) {
  const fixes = view.looksBack ? [] : view.corrections.filter(fix => fix.card);
  const found = fixes.map(fix => asked(surface, view, fix)).filter(Boolean);
  const key = JSON.stringify(found);
  if (layer.shown === key) return;
  layer.shown = key;
  const box = surface.layer.getBoundingClientRect();
  const wide = (box.width / surface.mm).toFixed(1),
    high = (box.height / surface.mm).toFixed(1);
  layer.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  fill(layer, [TIP, ...found.map(drawn)]);
  for (const face of layer.querySelectorAll(".ghost > svg")) {
    face.setAttribute("width", W);
    face.setAttribute("height", H);
  }
}

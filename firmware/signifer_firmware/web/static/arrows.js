// What the table asks of hands, drawn on it: an arrow from where a card lies to where it belongs, and its ghost there.
import * as cards from "./cards.js";

const W = 66,
  H = 92;

const bent = (from, to) => {
  const dx = to.x - from.x,
    dy = to.y - from.y,
    far = Math.hypot(dx, dy) || 1;
  const bow = Math.min(30, far * 0.18),
    mid = { x: (from.x + to.x) / 2 - (dy / far) * bow, y: (from.y + to.y) / 2 + (dx / far) * bow };
  const back = Math.hypot(to.x - mid.x, to.y - mid.y) || 1,
    cut = 8;
  const end = { x: to.x - ((to.x - mid.x) / back) * cut, y: to.y - ((to.y - mid.y) / back) * cut };
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)} Q${mid.x.toFixed(1)} ${mid.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
};

export function draw(surface, view, layer) {
  const found = [];
  const spot = id => {
    const box = surface.at(id);
    return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  };
  for (const fix of view.then ? [] : view.corrections) {
    if (!fix.card) continue;
    const node = surface.nodes.get(fix.card),
      lies = node?.spec;
    if (fix.verb === "take" && lies && /^(\d|pad)/.test(lies.place ?? "")) {
      const goal = [fix.to, `hand ${fix.side}`].find(id => surface.places.has(id));
      if (goal)
        found.push({ key: fix.card, from: { x: lies.x, y: lies.y + (lies.land ? 0 : 14) }, to: spot(goal) });
    } else if (fix.verb === "put" && surface.places.has(fix.zone)) {
      const box = surface.at(fix.zone),
        at = Array.isArray(view.cards[fix.zone]) ? view.cards[fix.zone].length : 0;
      const to = /^\d/.test(fix.zone)
        ? { x: box.x + box.w / 2, y: box.y + 46.5 + Math.min(at, 1) * 28 }
        : spot(fix.zone);
      const from = lies && lies.place !== fix.zone ? { x: lies.x, y: lies.y } : null;
      found.push({ key: fix.card, from, to, ghost: fix.card });
    }
  }
  const key = JSON.stringify(found);
  if (layer.shown === key) return;
  layer.shown = key;
  const box = surface.layer.getBoundingClientRect();
  layer.setAttribute(
    "viewBox",
    `0 0 ${(box.width / surface.mm).toFixed(1)} ${(box.height / surface.mm).toFixed(1)}`,
  );
  layer.innerHTML =
    `<defs><marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4.500" markerHeight="4.500" orient="auto"><path d="M0 0L10 5L0 10L3 5z"/></marker></defs>` +
    found
      .map(
        ({ from, to, ghost }) =>
          (ghost
            ? `<g class="ghost" transform="translate(${(to.x - W / 2).toFixed(1)} ${(to.y - H / 2).toFixed(1)})">${cards.face(ghost).replace("<svg ", `<svg width="${W}" height="${H}" `)}</g>`
            : "") +
          (from && Math.hypot(to.x - from.x, to.y - from.y) > 20
            ? `<path class="halo" d="${bent(from, to)}"/><path class="arrow" d="${bent(from, to)}" marker-end="url(#tip)"/>`
            : ""),
      )
      .join("");
}

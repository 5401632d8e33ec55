// The record, line by line, the newest first.
import * as cards from "./cards.js";
import { game } from "./games.js";
import { make } from "./grid.js";
import { fill, html } from "./html.js";
import { law } from "./laws.js";
import { shape } from "./pieces.js";
import { of, say } from "./words.js";

const MOST = 400; // lines

export function show(view, fresh, news, node) {
  const list = node.querySelector("ol");
  if (fresh) list.replaceChildren();
  const lines = fresh ? view.record : (news.record ?? []);
  list.prepend(
    ...lines
      .filter(line => !game().unsaid(line))
      .map(item)
      .reverse(),
  );
  while (list.children.length > MOST) list.lastChild.remove();
  strike(list, new Set(view.undone));
}

// What was taken back is still told, and said to be so.
function strike(list, undone) {
  for (const node of list.children) {
    const is = undone.has(+node.dataset.id);
    if (node.classList.contains("undone") === is) continue;
    node.classList.toggle("undone", is);
    node.querySelector("small.back")?.remove();
    if (is) node.append(make("small", { class: "back" }, say("record.undone")));
  }
}

function item(line) {
  const node = document.createElement("li"),
    side = line.player && line.player !== "both" ? game().side(line.player) : "";
  node.className = `${line.kind} ${side}`;
  node.dataset.id = line.id;
  const told = line.kind === "refused" ? html`${of(line.message)} ${law(line.ruling)}` : sentence(line);
  fill(node, html`${side && shape(side)}<span>${told}</span>`);
  return node;
}

export function sentence(line) {
  const card = line.card ? cards.cardName(line.card) : say("a-card");
  const player = line.player ? say(line.player) : "";
  if (line.kind === "refused") return `${of(line.message)} (${line.ruling})`;
  if (line.kind === "roll") return say("did.roll", { player, value: line.value });
  if (line.kind === "fault") {
    return line.text ? of(line.text) : say("did.fault", { part: line.part, cause: line.cause || line.state });
  }
  if (line.came) return game().came(line);
  if (line.act === "agreed") {
    return say("did.agreed", { text: line.message ? of(line.message) : line.text });
  }
  const figures = {
    ...line,
    card,
    player: line.act === "first" ? say(line.player) : player,
    column: line.column,
  };
  const text = say(game().sentence(line), figures);
  return text.includes("did.") ? say("did.other", figures) : text;
}

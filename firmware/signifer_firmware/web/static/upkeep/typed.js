// What was typed into a form and not sent yet: it is there again where that form is drawn anew, as in another
// language. Whose form it is, its data say: the same card's, before it was written.
import { put } from "../pieces.js";

const typed = form => new Map([...form.elements].map(({ name }) => [name, form.elements[name]?.value]));

export function putKept(node, contents) {
  const before = node.querySelector("form"),
    kept = before && typed(before);
  put(node, contents);
  const after = node.querySelector("form");
  if (!kept || !after || after === before || after.dataset.of !== before.dataset.of) return;
  for (const [name, value] of kept) if (name && after.elements[name]) after.elements[name].value = value;
}

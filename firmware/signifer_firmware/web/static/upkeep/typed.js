// What was typed into a form and not sent yet: it is there again where that form is drawn once more, as in
// another language. Whose form it is, its data say: the same card's, before it was written.
import { put } from "../pieces.js";

function isTyped(field) {
  if (field.localName === "select")
    return [...field.options].some(one => one.selected !== one.defaultSelected);
  return field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
// What nobody has touched is drawn as the table tells it now.
const typed = form =>
  new Map(
    [...form.elements]
      .filter(one => one.name && isTyped(one))
      .map(({ name }) => [name, form.elements[name].value]),
  );

export function putKept(node, contents) {
  const before = node.querySelector("form"),
    kept = before && typed(before);
  put(node, contents);
  const after = node.querySelector("form");
  if (!kept || !after || after === before || after.dataset.of !== before.dataset.of) return;
  for (const [name, value] of kept) if (name && after.elements[name]) after.elements[name].value = value;
}

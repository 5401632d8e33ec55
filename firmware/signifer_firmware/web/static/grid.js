// Columns, and elements of the table.
export const COLUMNS = [1, 2, 3, 4, 5];
export const ROMAN = ["", "I", "II", "III", "IV", "V"];
export const SIDES = ["red", "blue"];

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// What a screen reader says of it; set only where it is another text.
export function label(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}

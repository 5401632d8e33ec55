// What the page itself says: aloud to screen readers, and for a moment beside the table.
const SOON_MS = 1500;
const TOAST_MS = 4000;

let saidAt = 0;

// For screen readers, line by line: they read what is added, so nothing is cut short and nothing read again.
export function voice(text) {
  const node = document.getElementById("voice"),
    line = document.createElement("p");
  if (performance.now() - saidAt >= SOON_MS) node.replaceChildren();
  saidAt = performance.now();
  line.textContent = text;
  requestAnimationFrame(() => node.append(line));
}

let fading = 0;

export function toast(text, lasting = false) {
  const node = document.getElementById("toast");
  node.textContent = text;
  node.classList.toggle("shown", !!text);
  clearTimeout(fading);
  if (text && !lasting) fading = setTimeout(() => node.classList.remove("shown"), TOAST_MS);
}

// What the page itself says: aloud to screen readers, and for a moment beside the table.
const SOON_MS = 1500;
const TOAST_MS = 4000;

let said = "",
  saidAt = 0;

// For screen readers; what follows soon is added, so that nothing is cut short.
export function voice(text) {
  const node = document.getElementById("voice"),
    soon = performance.now() - saidAt < SOON_MS;
  said = soon && said !== text ? `${said} ${text}` : text;
  saidAt = performance.now();
  node.textContent = "";
  requestAnimationFrame(() => {
    node.textContent = said;
  });
}

let fading = 0;

export function toast(text, lasting = false) {
  const node = document.getElementById("toast");
  node.textContent = text;
  node.classList.toggle("shown", !!text);
  clearTimeout(fading);
  if (text && !lasting) fading = setTimeout(() => node.classList.remove("shown"), TOAST_MS);
}

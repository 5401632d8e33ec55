// What the page itself says: aloud to screen readers, and for a moment beside the table.
import { say } from "./words.js";

const TOAST_MS = 4000;
const SPARE_MS = 900;
const LINES = { voice: 30, alarm: 3 };

// Into a live region, line by line: screen readers read what is added, so nothing is cut short and nothing is
// read again. The oldest lines go, unheard.
function add(id, text) {
  if (!text) return;
  clearTimeout(sparing);
  const node = document.getElementById(id),
    line = document.createElement("p");
  line.textContent = text;
  node.append(line);
  while (node.children.length > LINES[id]) node.firstChild.remove();
}

let sparing = 0;

// Said only if nothing else comes of it.
export function spare(text) {
  clearTimeout(sparing);
  sparing = setTimeout(() => voice(text), SPARE_MS);
}

// What can wait until the last sentence is over; and what cannot.
export const voice = text => add("voice", text);
export const alarm = text => add("alarm", text);

let fading = 0;

// For eyes alone: what is to be heard of it, is said beside it.
export function show(text, lasting = false) {
  const node = document.getElementById("toast");
  node.textContent = text;
  node.classList.toggle("shown", !!text);
  clearTimeout(fading);
  if (text && !lasting) fading = setTimeout(() => node.classList.remove("shown"), TOAST_MS);
}

export function toast(text, lasting = false) {
  show(text, lasting);
  voice(text);
}

// What somebody asked for and does not come is missed in a sentence.
export async function asked(does) {
  try {
    return await does();
  } catch (error) {
    toast(say("late.asked"));
    throw error;
  }
}

// What the files of a game's lessons say, in the language of the page.
import { current, once, recall, remember, speakOf } from "../words.js";
import { styles } from "../games.js";

const files = new Map();

async function read(path) {
  if (!files.has(path)) {
    const text = fetch(`learn/${path}.json`).then(answer => answer.json());
    files.set(path, text);
    text.catch(() => files.delete(path));
  }
  return files.get(path);
}

export const textsOf = game => read(`${game}/${current()}`);
export const iconsOf = game => read(`${game}/icons`);

// The words and styles of all that is learned with.
export const ready = once(() => Promise.all([styles("learn"), speakOf("learn")]));

// The lessons of a game that somebody here has done.
export const done = game => (recall(`learned.${game}`) ?? "").split(" ").filter(Boolean);

export function learned(game, lesson) {
  remember(`learned.${game}`, [...new Set([...done(game), lesson])].join(" "));
}

// The page's own words: one catalogue a language, beside the page. What the table says comes translated.
// Each is called in itself, so that all find theirs.
export const NAMES = { en: "English", fr: "Français", de: "Deutsch" };
export const LANGUAGES = Object.keys(NAMES);
const files = new Map(); // what was read, by its path
let words = { late: "Some of this page has not come. Trying again …" }, // until there are any
  language = "en";
const beside = new Set(); // the folders of whose words are read beside those of any game

export const current = () => language;

function file(path) {
  if (!files.has(path)) {
    const read = fetch(path).then(answer => answer.json());
    files.set(path, read);
    // What did not come is asked for again.
    read.catch(() => files.delete(path));
  }
  return files.get(path);
}

async function catalogue(name) {
  const folders = ["lang", ...beside].map(folder => file(`${folder}/${name}.json`));
  return Object.assign({}, ...(await Promise.all(folders)));
}

// The words of a folder, a game's own or another's, too, from now on: no two have a key in common.
export function speakOf(folder) {
  beside.add(folder);
  return speak(language);
}

export async function speak(wanted) {
  words = await catalogue(wanted);
  language = wanted;
  document.documentElement.lang = wanted;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-say-label]"))
    node.setAttribute("aria-label", say(node.dataset.sayLabel));
}

// Another language, as it was chosen; whether it has come.
export async function chosen(wanted) {
  const came = await speak(wanted).then(
    () => true,
    () => false,
  );
  if (came) remember("language", wanted);
  return came;
}

export const AGAIN_MS = 2000;

// What a page begins with, in the language that is wished for; where that never comes, in English. It is
// asked for until it is there: ``late`` hears once that it was not.
export async function begin(late, made, ...folders) {
  for (const folder of folders) beside.add(folder);
  for (let tries = 0, silent = 0; ; tries++) {
    try {
      // Only words that do not come speak against a language.
      silent++;
      await speak(silent % 3 === 0 ? "en" : preferred());
      silent = 0;
      return await made();
    } catch (error) {
      globalThis.reportError?.(error);
      if (!tries) late();
    }
    await new Promise(done => setTimeout(done, AGAIN_MS));
  }
}

// What is made when it is first wanted; what did not come is asked for again by the next who wants it.
export function once(make) {
  let made = null;
  return () => {
    made ??= make();
    made.catch(() => {
      made = null;
    });
    return made;
  };
}

// Where a sentence depends on a number, the form for one has ".one" behind its key; in French none is said
// like one.
export function say(key, figures = {}) {
  const number = Object.values(figures).find(Number.isInteger);
  const form = number === undefined ? "" : new Intl.PluralRules(language).select(number);
  const text = words[`${key}.${form}`] ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => figures[name] ?? all);
}

// What something is called and what is said of it, and what is told one after the other: with the signs that
// the language wants.
export const titled = (what, which) => say("did.plain", { what, which });
export const apart = parts => parts.filter(Boolean).join(say("apart"));

// What the page says under a key; nothing where it has no such words.
export const said = key => (say(key) === key ? "" : say(key));

// A sentence of the table's, which comes in every language.
export const of = texts => texts?.[language] ?? texts?.en ?? "";

export function preferred() {
  const kept = recall("language");
  if (LANGUAGES.includes(kept)) return kept;
  for (const wish of navigator.languages ?? []) {
    const short = wish.slice(0, 2);
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

export function remember(name, value) {
  try {
    localStorage.setItem(`signifer.${name}`, value);
  } catch {
    /* a private window forgets */
  }
}
export function recall(name) {
  try {
    return localStorage.getItem(`signifer.${name}`);
  } catch {
    return null;
  }
}

// The table speaks, in the page's language: what the server gives to everybody to be said, never what this
// page alone knows. Loaded when somebody wants it.
import * as record from "../record.js";
import { current, of } from "../words.js";

// What is said, by how much somebody wants to hear; "did" are the actions of the record.
const SAID = {
  off: [],
  refusals: ["refusal", "fault"],
  turns: ["refusal", "fault", "turn", "result"],
  all: ["refusal", "fault", "turn", "result", "asked", "roll", "total", "did"],
};
const URGENT = SAID.refusals;
const MOST = 5; // waiting; of more the oldest that are not urgent are left out

let waiting = [],
  speaking = null;

export const able = () => "speechSynthesis" in window;

export function hush() {
  waiting = [];
  speaking = null;
  if (able()) speechSynthesis.cancel();
}

// What has just happened; of a picture that is told whole nothing is new.
export function hear(news, level) {
  const wanted = SAID[level] ?? [];
  const did = (news.record ?? []).filter(line => line.kind === "action").map(line => ["did", aloud(line)]);
  const told = (news.spoken ?? []).map(({ about, text }) => [about, of(text)]);
  const found = [...did, ...told].filter(([about, text]) => wanted.includes(about) && text);
  if (!found.length || !able()) return;
  // Who is refused has their hand in the air: whatever else is being said can wait no longer.
  const urgent = ([about]) => Number(URGENT.includes(about));
  found.sort((one, other) => urgent(other) - urgent(one));
  if (urgent(found[0])) cut();
  waiting.push(...found.map(([about, text]) => ({ about, text })));
  while (waiting.length > MOST) {
    const at = waiting.findIndex(({ about }) => !URGENT.includes(about));
    waiting.splice(Math.max(at, 0), 1);
  }
  next();
}

// A card that only some may know is not named where all can hear it.
const aloud = line => record.sentence(line.secret ? { ...line, card: undefined } : line);

function cut() {
  waiting = waiting.filter(({ about }) => URGENT.includes(about));
  if (speaking && !URGENT.includes(speaking.about)) {
    speaking = null;
    speechSynthesis.cancel();
  }
}

function next() {
  if (speaking || !waiting.length) return;
  const said = waiting.shift();
  speaking = said;
  const over = () => {
    if (speaking !== said) return;
    speaking = null;
    next();
  };
  utter(said.text, over);
}

// At once, to whoever holds this phone to the ear.
export function whisper(text) {
  hush();
  utter(text, () => {});
}

function utter(text, over) {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = current();
  utterance.onend = utterance.onerror = over;
  speechSynthesis.speak(utterance);
}

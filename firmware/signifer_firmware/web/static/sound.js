// The buzzer: silent until somebody allows it, for a browser lets nothing sound before.
import { say } from "./words.js";

let context = null,
  heard = 0,
  seen = null,
  fading = 0;

export const loud = () => context !== null && context.state === "running";

export async function allow(on) {
  if (on) {
    context ??= new AudioContext();
    await context.resume();
  } else await context?.suspend();
}

export function play(tones, fresh) {
  const last = Math.max(heard, ...tones.map(tone => tone.id), 0);
  if (loud() && !fresh) {
    let at = context.currentTime;
    for (const tone of tones.filter(tone => tone.id > heard)) {
      const source = context.createOscillator(),
        volume = context.createGain();
      source.type = "square";
      source.frequency.value = tone.hz;
      volume.gain.value = tone.duty < 0.2 ? 0.02 : 0.06;
      source.connect(volume).connect(context.destination);
      source.start(at);
      source.stop(at + tone.ms / 1000);
      at += tone.ms / 1000 + 0.03;
    }
  }
  heard = last;
}
export const forget = () => {
  heard = 0;
};

// The same for eyes: what was heard last, for a moment.
const MOMENT_MS = 1300;
export function sign([number, name], fresh, node) {
  const before = seen;
  seen = number;
  if (fresh || before === null || number <= before || !name) return;
  node.dataset.sound = name;
  node.querySelector("span").textContent = say(`sound.${name}`);
  node.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => node.classList.remove("shown"), MOMENT_MS);
}

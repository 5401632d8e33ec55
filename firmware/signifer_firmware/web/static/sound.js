// The buzzer: silent until somebody allows it, for a browser lets nothing sound before.
let context = null, heard = 0;

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
      const source = context.createOscillator(), volume = context.createGain();
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
export const forget = () => { heard = 0; };

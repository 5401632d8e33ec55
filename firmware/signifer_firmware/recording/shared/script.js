// biome-ignore lint/suspicious/noRedundantUseStrict: it is no module, it stands in the one file of a page.
"use strict";
const frames = JSON.parse(document.getElementById("frames").textContent);
const whole = 16;
const pen = document.getElementById("table").getContext("2d");
const range = document.getElementById("at");
const play = document.getElementById("play");
const steps = [...document.querySelectorAll("#steps button")];
const images = frames.map(
  frame => frame && Object.assign(new Image(), { src: `data:image/png;base64,${frame[2]}` }),
);
let playing = 0;
let shown = -1;
range.max = frames.length - 1;

// From the last whole picture on, each adds what has changed.
async function show(at) {
  shown = at;
  const first = at - (at % whole);
  await Promise.all(images.slice(first, at + 1).map(image => image?.decode()));
  if (shown !== at) return;
  for (let number = first; number <= at; number++) {
    if (frames[number]) pen.drawImage(images[number], frames[number][0], frames[number][1]);
  }
  range.value = at;
  const now = steps.findLast(step => Number(step.dataset.at) <= at);
  range.setAttribute("aria-valuetext", now.textContent);
  for (const step of steps) step.removeAttribute("aria-current");
  now.setAttribute("aria-current", "step");
  if (playing) now.scrollIntoView({ block: "nearest" });
  document.body.dataset.at = at;
}

function toggle() {
  clearInterval(playing);
  playing = playing
    ? 0
    : setInterval(() => {
        if (shown >= frames.length - 1) toggle();
        else show(shown + 1);
      }, 1200);
  play.setAttribute("aria-pressed", String(playing > 0));
}

range.addEventListener("input", () => show(Number(range.value)));
play.addEventListener("click", toggle);
document.getElementById("steps").addEventListener("click", event => {
  if (event.target.dataset.at) show(Number(event.target.dataset.at));
});
show(0);

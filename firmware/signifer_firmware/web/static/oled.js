// A screen, pixel by pixel as its chip's memory has it: rows from the top, eight pixels a byte, the leftmost
// first.
import { dialog } from "./pieces.js";

export const WIDTH = 128,
  HEIGHT = 64;
const LIT = [214, 240, 255],
  DARK = [6, 9, 13];

export function bits(text) {
  const packed = atob(text),
    lit = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < lit.length; at++) lit[at] = (packed.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1;
  return lit;
}

export function draw(canvas, text) {
  const context = canvas.getContext("2d");
  if (text === "masked") {
    context.fillStyle = `rgb(${DARK})`;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    return;
  }
  const image = context.createImageData(WIDTH, HEIGHT),
    lit = bits(text);
  for (let at = 0; at < lit.length; at++) {
    const colour = lit[at] ? LIT : DARK;
    image.data.set([...colour, 255], at * 4);
  }
  context.putImageData(image, 0, 0);
}

// As large as the room is, in whole device pixels a pixel, so that every one of them is a square.
export function fit(canvas, room) {
  const scale = window.devicePixelRatio || 1;
  const times = Math.floor((room * scale) / WIDTH);
  const width = times >= 1 ? (times * WIDTH) / scale : room;
  canvas.style.imageRendering = times >= 1 ? "pixelated" : "auto";
  canvas.style.width = `${width}px`;
  canvas.style.height = `${width / 2}px`;
}

// Large enough for everybody: it stays live while it is looked at.
export function enlarge(canvas) {
  const node = dialog("screen", ""),
    copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.setAttribute("aria-hidden", "true");
  node.setAttribute("aria-label", canvas.getAttribute("aria-label"));
  node.lang = canvas.lang;
  node.append(copy);
  node.addEventListener("click", event => event.detail < 2 && node.close());
  const follow = () => {
    if (!node.open) return;
    copy.getContext("2d").drawImage(canvas, 0, 0);
    requestAnimationFrame(follow);
  };
  node.showModal();
  follow();
}

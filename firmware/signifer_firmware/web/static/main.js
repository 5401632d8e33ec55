// The page: what the table tells goes to the surface and the panel, what hands do goes to the table.
import { Table } from "./net.js";
import { Surface } from "./table.js";
import { Hands } from "./hands.js";
import { Phone } from "./phone.js";
import * as panel from "./panel.js";
import * as cards from "./cards.js";
import * as sound from "./sound.js";
import { say, speak, preferred, current, remember, recall } from "./words.js";

const element = id => document.getElementById(id);
const role = new URLSearchParams(location.search).get("role") === "spectator" ? "spectator" : "hand";
const state = { sound: false, dark: false };

function theme(dark) {
  state.dark = dark;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

function voice(text) { element("voice").textContent = ""; requestAnimationFrame(() => { element("voice").textContent = text; }); }

let fading = 0;
function toast(text, lasting = false) {
  const node = element("toast");
  node.textContent = text;
  node.classList.toggle("shown", !!text);
  clearTimeout(fading);
  if (text && !lasting) fading = setTimeout(() => node.classList.remove("shown"), 4000);
}

async function begin() {
  theme((recall("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark");
  const table = new Table(role);
  const phone = new Phone(element("phone"), table);
  await Promise.all([speak(preferred()), cards.load()]);
  const surface = new Surface(element("surface"), element("cards"));
  const hands = new Hands(surface, table, panel.inspect, voice);

  const show = (parts, fresh, news) => {
    const view = table.view;
    if (!view) return;
    surface.show(view, parts);
    panel.head(view, state);
    panel.now(view);
    phone.show(fresh);
    panel.refusals(view);
    panel.told(view);
    panel.record(view, fresh, news);
    sound.play(fresh ? view.tones : news.tones ?? [], fresh);
    hands.ready();
  };
  const all = () => table.view && show(Object.keys(table.view), true, {});

  table.addEventListener("view", event => {
    const { parts, fresh, again, news } = event.detail;
    if (again) { sound.forget(); hands.drop(); }
    show(parts, fresh, news);
    document.body.dataset.ready = "yes";
  });
  table.addEventListener("refused", event => { if (!phone.says(event.detail.reason)) toast(say(`no.${event.detail.reason}`)); });
  table.addEventListener("away", event => {
    document.body.classList.add("away");
    toast(event.detail.code === 1013 ? say("full") : say("away"), true);
  });
  table.addEventListener("there", () => { document.body.classList.remove("away"); toast(""); });

  const acts = {
    new: () => choose(table),
    "as-told": () => table.send({ do: "as-told" }),
    helping: () => table.send({ do: "helping", on: !table.view.table.helping }),
    speed: node => table.send({ do: "speed", speed: Number(node.value) }),
    language: async node => { await speak(node.value); all(); },
    theme: () => { theme(!state.dark); remember("theme", state.dark ? "dark" : "light"); all(); },
    guided: () => { remember("guided", "yes"); all(); },
    save: () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([panel.text(table.view)], { type: "text/plain" }));
      link.download = "signifer.txt";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
    sound: async () => { await sound.allow(!state.sound); state.sound = sound.loud(); all(); },
  };
  document.addEventListener("click", event => {
    const node = event.target.closest("button[data-act]");
    if (node && node.closest("dialog") === null) acts[node.dataset.act]?.(node);
    const eye = event.target.closest("[data-eye]");
    if (eye) surface.cover(eye.dataset.eye, eye.getAttribute("aria-pressed") !== "true");
    const canvas = event.target.closest("canvas[data-screen]");
    if (canvas) enlarge(canvas);
  });
  document.addEventListener("change", event => {
    const node = event.target.closest("select[data-act]");
    if (node) acts[node.dataset.act]?.(node);
  });
  window.signifer = { table, surface };
  table.open();
}

// A screen, large enough for everybody: it stays live while it is looked at.
function enlarge(canvas) {
  const dialog = document.createElement("dialog"), copy = document.createElement("canvas");
  dialog.className = "screen";
  copy.width = canvas.width; copy.height = canvas.height;
  dialog.append(copy);
  document.body.append(dialog);
  const draw = () => { if (!dialog.open) return; copy.getContext("2d").drawImage(canvas, 0, 0); requestAnimationFrame(draw); };
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  draw();
}

function choose(table) {
  const dialog = document.createElement("dialog");
  dialog.className = "choose";
  const option = mode => `<button type="button" value="${mode}"><b>${say(`new.${mode}`)}</b><span>${say(`new.${mode}.note`)}</span></button>`;
  dialog.innerHTML = `<h2>${say("new.title")}</h2>${["robot", "two", "watch"].map(option).join("")}<button type="button" class="plain" value="">${say("cancel")}</button>`;
  dialog.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button && event.target !== dialog) return;
    if (button?.value) table.send({ do: "new", mode: button.value, red: current(), blue: current() });
    dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

begin();

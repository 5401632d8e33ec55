// The page: what the table tells goes to the surface and the panel, what hands do goes to the table.
import { Table } from "./net.js";
import { Surface } from "./table.js";
import { Hands } from "./hands.js";
import { Phone } from "./phone.js";
import * as panel from "./panel.js";
import { first, use } from "./games.js";
import * as sound from "./sound.js";
import * as drawer from "./drawer.js";
import * as odds from "./odds.js";
import * as finale from "./finale.js";
import * as setup from "./setup.js";
import * as laws from "./laws.js";
import { Hints } from "./hints.js";
import { Past } from "./past.js";
import { say, speak, preferred, remember, recall } from "./words.js";

const element = id => document.getElementById(id);
const role = new URLSearchParams(location.search).get("role") === "spectator" ? "spectator" : "hand";
const state = { sound: false, dark: false };

function theme(dark) {
  state.dark = dark;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

// For screen readers; what follows soon is added, so that nothing is cut short.
let said = "",
  saidAt = 0;
function voice(text) {
  const soon = performance.now() - saidAt < 1500;
  said = soon && said !== text ? `${said} ${text}` : text;
  saidAt = performance.now();
  element("voice").textContent = "";
  requestAnimationFrame(() => {
    element("voice").textContent = said;
  });
}

let fading = 0;
function toast(text, lasting = false) {
  const node = element("toast");
  node.textContent = text;
  node.classList.toggle("shown", !!text);
  clearTimeout(fading);
  if (text && !lasting) fading = setTimeout(() => node.classList.remove("shown"), 4000);
}

async function begin() {
  theme(
    (recall("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark",
  );
  const table = new Table(role);
  const phone = new Phone(element("phone"), table);
  // The wire opens meanwhile; what comes over it waits for the words.
  table.ready = Promise.all([speak(preferred()), first()]);
  table.open();
  await table.ready;
  const surface = new Surface(element("surface"), element("cards"), element("arrows"));
  const hints = new Hints(surface, table, panel.inspect);
  const hands = new Hands(surface, table, hints, voice);
  hands.changed = () =>
    table.view && panel.head(table.view, { ...state, drawer: drawer.isOpen(), both: hands.both });
  const past = new Past(table, () => show([], false, {}));
  const askAgain = () => odds.show(table.view, element("odds"));

  let shown = "field-of-glory",
    turning = null;
  // Cards and places of another game come first.
  const turn = name => {
    turning ??= use(name).then(() => {
      turning = null;
      shown = name;
      hints.clear();
      all();
    });
  };
  const show = (parts, fresh, news) => {
    const view = table.view;
    if (!view) return;
    if (view.table.game !== shown) return turn(view.table.game);
    surface.show(past.of(view), parts);
    // Pixels alone: nothing beside the table tells of them.
    if (parts.length && parts.every(part => part.startsWith("screen "))) return;
    // Of the panel only what the news are about.
    const about = (...names) => fresh || !parts.length || names.some(name => parts.includes(name));
    if (about("table")) panel.head(view, { ...state, drawer: drawer.isOpen(), both: hands.both });
    if (about("game", "table", "prompts")) panel.now(view);
    panel.dark(view);
    drawer.show(view, element("drawer"));
    phone.show();
    if (about("refusals", "faults")) panel.refusals(view);
    if (about("corrections", "owed", "notes", "table")) panel.told(view);
    if (about("game", "table", "help", "record", "drawer")) panel.advice(view);
    askAgain();
    odds.refresh(table, askAgain);
    panel.record(view, fresh, news);
    past.show(view, element("past"));
    panel.then(past.was && view, past.at);
    finale.show(past.of(view), table.run, element("finale"), voice);
    setup.draft(view, element("draft"));
    sound.play(fresh ? view.tones : (news.tones ?? []), fresh);
    const said = (view.notes ?? []).map(key => say(`note.${key}`)).join(" ");
    if (said && said !== state.noted && !fresh) toast(said);
    state.noted = said;
    sound.sign(view.sound, fresh, element("buzz"));
    hands.ready();
    document.body.dataset.ready = "yes";
  };
  const all = () => table.view && show(Object.keys(table.view), true, {});

  table.addEventListener("view", event => {
    const { parts, fresh, again, news } = event.detail;
    if (again) {
      panel.forget();
      sound.forget();
      hands.forget();
      surface.actor = null;
      past.at = past.was = null;
      odds.forget();
      setup.forget();
    }
    show(parts, fresh, news);
    if (!state.laws)
      state.laws = laws.load().then(() => {
        document.body.dataset.laws = "yes";
        all();
      });
  });
  table.addEventListener("refused", event => {
    if (!phone.says(event.detail.reason)) toast(say(`no.${event.detail.reason}`));
  });
  table.addEventListener("away", event => {
    document.body.classList.add("away");
    toast(event.detail.code === 1013 ? say("full") : say("away"), true);
  });
  table.addEventListener("there", () => {
    document.body.classList.remove("away");
    toast("");
  });

  const acts = {
    new: () => setup.choose(table),
    restart: () =>
      table.send({
        do: "new",
        mode: table.view.table.mode,
        game: table.view.table.game,
        by_hand: !!table.view.setup?.draft,
        ...table.view.table.languages,
      }),
    "as-told": () => table.send({ do: "as-told" }),
    helping: () => table.send({ do: "helping", on: !table.view.table.helping }),
    speed: node => table.send({ do: "speed", speed: Number(node.value) }),
    language: async node => {
      await speak(node.value);
      panel.again();
      all();
    },
    theme: () => {
      theme(!state.dark);
      remember("theme", state.dark ? "dark" : "light");
      all();
    },
    guided: () => {
      remember("guided", "yes");
      all();
    },
    pick: node => {
      setup.pick(node.dataset.id);
      all();
      document.querySelector(`[data-act=pick][data-id="${node.dataset.id}"]`)?.focus();
    },
    "draft-look": node => {
      setup.look(node.dataset.player);
      all();
    },
    keep: node => table.send({ do: "keep", player: node.dataset.player, cards: setup.picked() }),
    "keep-rest": node => table.send({ do: "keep", player: node.dataset.player, cards: [] }),
    drawer: () => {
      drawer.toggle();
      all();
    },
    part: node => table.send(drawer.deed(table.view, node.dataset.part, node.dataset.at)),
    way: node => {
      drawer.choose(node.value);
      all();
    },
    mend: () => table.send({ do: "mend" }),
    "two-hands": () => {
      hands.useBoth(!hands.both);
      all();
    },
    hold: node => table.send({ do: "hold", names: node.dataset.names.split(",") }),
    power: () => table.send({ do: "power", on: !table.view.drawer.power }),
    odds: () => odds.toggle(table, askAgain),
    past: node => past.step(node.dataset.way),
    look: node => past.look(Number(node.value)),
    review: () => {
      finale.close(table.run);
      all();
      element("past").querySelector("[data-way=first]").focus();
      past.step("first");
    },
    "close-end": () => {
      finale.close(table.run);
      all();
    },
    save: async () => {
      const answer = await table.send({ do: "export" });
      if (answer.type !== "done") return; // why not, "refused" says
      const text = answer.told.text;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = "signifer-record.txt";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
    sound: async () => {
      await sound.allow(!state.sound);
      state.sound = sound.loud();
      all();
    },
  };
  document.addEventListener("click", event => {
    const node = event.target.closest("button[data-act]");
    if (node && node.closest("dialog") === null) acts[node.dataset.act]?.(node);
    const eye = event.target.closest("[data-eye]");
    const cited = event.target.closest("[data-law]");
    if (cited) return laws.open(cited.dataset.law);
    if (eye) surface.cover(eye.dataset.eye, eye.getAttribute("aria-pressed") !== "true");
    const curtain = event.target.closest("[data-curtain]");
    if (curtain) surface.cover(curtain.dataset.curtain, false);
    const line = event.target.closest("#record li[data-id]");
    if (line?.classList.contains("action")) past.look(Number(line.dataset.id));
    const canvas = event.target.closest("canvas[data-screen]");
    if (canvas) enlarge(canvas);
  });
  document.addEventListener("change", event => {
    const node = event.target.closest("select[data-act], input[data-act=way]");
    if (node) acts[node.dataset.act]?.(node);
  });
  document.addEventListener("input", event => {
    if (event.target.matches("input[data-act=look]")) acts.look(event.target);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      past.leave();
      hands.useBoth(false);
    }
  });
  window.signifer = { table, surface };
}

// A screen, large enough for everybody: it stays live while it is looked at.
function enlarge(canvas) {
  const dialog = document.createElement("dialog"),
    copy = document.createElement("canvas");
  dialog.className = "screen";
  copy.width = canvas.width;
  copy.height = canvas.height;
  dialog.append(copy);
  document.body.append(dialog);
  const draw = () => {
    if (!dialog.open) return;
    copy.getContext("2d").drawImage(canvas, 0, 0);
    requestAnimationFrame(draw);
  };
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  draw();
}

begin();

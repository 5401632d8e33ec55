// What becomes of a press on the page: by its data-act, or by what lies under the finger.
import * as drawer from "./drawer.js";
import * as finale from "./finale.js";
import { list } from "./keys.js";
import * as laws from "./laws.js";
import { asked, toast } from "./notices.js";
import * as odds from "./odds.js";
import * as oled from "./oled.js";
import { isAsking, played, undoing } from "./pieces.js";
import * as reading from "./reading.js";
import * as result from "./result.js";
import * as setup from "./setup.js";
import * as sound from "./sound.js";
import { chosen, current, of, remember, say } from "./words.js";

// What the table is asked for.
const DEEDS = {
  restart: ({ table, setup }) => ({
    do: "new",
    mode: table.mode,
    game: table.game,
    by_hand: !!setup?.draft,
    variant: table.variant,
    decks: table.sitting ?? [],
    ...table.languages,
    apart: table.apart,
    level: table.level,
    tutor: table.tutor,
    practice: table.practice,
    names: table.names,
  }),
  "as-told": () => ({ do: "as-told" }),
  undo: undoing,
  "take-back": (_, node) => ({ do: "take-back", at: node.dataset.with ? Number(node.dataset.with) : null }),
  tutor: (_, node) => ({ do: "tutor", on: node.dataset.with === "yes" }),
  "put-back": (_, node) => ({ do: "put-back", player: node.dataset.player }),
  helping: ({ table }) => ({ do: "helping", on: !table.helping }),
  speed: (_, node) => ({ do: "speed", speed: Number(node.value) }),
  keep: (_, node) => ({ do: "keep", player: node.dataset.player, cards: setup.picked() }),
  "keep-rest": (_, node) => ({ do: "keep", player: node.dataset.player, cards: [] }),
  part: (view, node) => drawer.deed(view, node.dataset.part, node.dataset.at),
  mend: () => ({ do: "mend" }),
  hold: (_, node) => ({ do: "hold", names: node.dataset.names.split(",") }),
  power: ({ drawer }) => ({ do: "power", on: !drawer.power }),
  // A lesson of the game that is shown; without one, a game.
  lesson: ({ table: { game, mode } }, node) => ({
    ...{ do: "new", game, mode, lesson: node.dataset.lesson },
    ...{ red: current(), blue: current() },
  }),
};

// What is shown otherwise then, all of it at once.
const LOOKS = {
  language: async ({ table }, node) => {
    const before = current();
    if (!(await chosen(node.value))) {
      node.value = before;
      toast(say("late.language"));
    }
    follow(table, before);
    reading.again();
  },
  theme: page => {
    page.theme(!page.state.dark);
    remember("theme", page.state.dark ? "dark" : "light");
  },
  guided: () => remember("guided", "yes"),
  "draft-look": (_, node) => setup.look(node.dataset.player),
  "fold-result": () => result.fold(),
  drawer: () => drawer.toggle(),
  hint: async () => (await import("./learn/bar.js")).hint(),
  way: (_, node) => drawer.choose(node.value),
  "two-hands": ({ hands: { fingers } }) => fingers.useBoth(!fingers.both),
  "close-end": ({ table }) => finale.close(table.run),
  sound: async ({ state, table }, node) => {
    const speech = node.value === "tones" ? "off" : node.value;
    await sound.allow(node.value !== "off" && table.view.table.mode !== "real");
    Object.assign(state, { sound: sound.loud(), speech });
    remember("speech", speech);
    const { able, hush } = await import("./aloud/speech.js");
    hush();
    if (speech !== "off" && !able()) toast(say("speech.none"));
  },
};

// Screens that spoke the page's language speak its new one; who has chosen another keeps that.
export function follow(table, before) {
  const { languages, viewer, apart, people } = table.view.table,
    players = Object.keys(languages).filter(player =>
      apart ? people.includes(player) : languages[player] === before,
    );
  if (viewer !== "spectator" && players.length && before !== current())
    table.send({ do: "speak", players, language: current() });
}

// What opens a dialog, which takes a moment to come, or for ever; none of them opens above another one.
const DIALOGS = {
  new: async ({ table }) => {
    const { choose } = await import("./newgame.js");
    if (!isAsking()) choose(table);
  },
  learn: async ({ table }) => (await import("./learn/page.js")).open(table),
  league: async () => (await import("./league/league.js")).open(),
  played: async page => (await played()).choose(page),
};
const opening = new Set();

// Who presses twice is asked once; what does not come keeps nobody from the others.
async function opens(page, name) {
  if (opening.has(name) || isAsking()) return;
  opening.add(name);
  try {
    await DIALOGS[name](page);
  } finally {
    opening.delete(name);
  }
}

const OTHERS = {
  keys: list,
  share: page => played().then(({ share }) => share(page)),
  pick: (page, node) => {
    setup.pick(node.dataset.id);
    page.all();
    document.querySelector(`[data-act=pick][data-id="${node.dataset.id}"]`)?.focus();
  },
  advise: page => page.advise(),
  why: async ({ table }) => {
    const answer = await table.send({ do: "why" });
    if (answer.type === "done") toast(of(answer.told.why));
  },
  odds: page => odds.toggle(page.table, () => page.odds()),
  past: ({ past }, node) => past.step(node.dataset.way),
  look: ({ past }, node) => past.look(Number(node.value)),
  review: page => {
    finale.close(page.table.run);
    page.all();
    document.querySelector("#past [data-way=first]").focus();
    page.past.step("first");
  },
  save: ({ table }) => save(table),
};

const act = (page, node) => asked(() => follows(page, node));

async function follows(page, node) {
  const name = node.dataset.act;
  if (DEEDS[name]) return page.table.send(DEEDS[name](page.table.view, node));
  if (DIALOGS[name]) return opens(page, name);
  if (!LOOKS[name]) return OTHERS[name]?.(page, node);
  await LOOKS[name](page, node);
  page.all();
}

// The record as a file.
async function save(table) {
  const answer = await table.send({ do: "export" });
  if (answer.type !== "done") return; // why not, "refused" says
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.told.text], { type: "text/plain" }));
  link.download = "signifer-record.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// What a press on something that is no button of the panel does, by what it is.
const PRESSED = {
  "[data-law]": (_, cited) => laws.open(cited.dataset.law),
  "[data-eye]": (page, eye) => page.cover(eye.dataset.eye, eye.getAttribute("aria-pressed") !== "true"),
  "[data-curtain]": (page, curtain) => page.cover(curtain.dataset.curtain, false),
  "#record li.action[data-id]": ({ past }, line) => past.look(Number(line.dataset.id)),
  "canvas[data-screen]": (_, canvas) => oled.enlarge(canvas),
};

function pressed(page, target) {
  const button = target.closest("button[data-act]");
  if (button && !button.closest("dialog")) act(page, button);
  const found = Object.keys(PRESSED).find(selector => target.closest(selector));
  if (found) PRESSED[found](page, target.closest(found));
}

export function listen(page) {
  document.addEventListener("click", event => pressed(page, event.target));
  document.addEventListener("change", event => {
    const node = event.target.closest("select[data-act], input[data-act=way]");
    if (node) act(page, node);
  });
  document.addEventListener("input", event => {
    if (event.target.matches("input[data-act=look]")) act(page, event.target);
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (event.target.closest?.("#finale")) document.querySelector("[data-act=close-end]").click();
    page.past.leave();
    page.hands.fingers.useBoth(false);
  });
}

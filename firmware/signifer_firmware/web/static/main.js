// The page: what the table tells goes to the surface and the panel, what hands do goes to the table.
import { follow, listen } from "./acts.js";
import * as dice from "./dice.js";
import * as drawer from "./drawer.js";
import * as finale from "./finale.js";
import * as games from "./games.js";
import { Hands } from "./hands.js";
import * as head from "./head.js";
import { Herald } from "./herald.js";
import { Hints } from "./hints.js";
import { worker } from "./html.js";
import { listenToKeys } from "./keys.js";
import * as laws from "./laws.js";
import { Table } from "./net.js";
import { show as notice, toast, voice } from "./notices.js";
import * as odds from "./odds.js";
import * as panel from "./panel.js";
import { banner, Past } from "./past.js";
import { Phone } from "./phone.js";
import { played } from "./pieces.js";
import * as reading from "./reading.js";
import * as record from "./record.js";
import * as result from "./result.js";
import * as setup from "./setup.js";
import * as sound from "./sound.js";
import { Surface } from "./table.js";
import { AGAIN_MS, begin, current, preferred, recall, remember, said, say } from "./words.js";

const element = id => document.getElementById(id);
const FULL = 1013; // what the server closes a page with that finds no room

class Page {
  constructor(role, { layout, past }) {
    this.layout = layout;
    this.wall = null;
    this.state = { sound: false, dark: false, speech: recall("speech") ?? "off" };
    this.noted = "";
    this.met = false; // whether any table was shown
    this.missed = ""; // what was said of a table that is away
    this.returning = false; // whether the seat is asked for that this page had
    this.table = new Table(role, past);
    this.phone = new Phone(element("phone"), this.table);
    this.bar = null; // that of a game that was played
    this.turning = null; // while another game is loaded
    this.late = new Map(); // what has not come and is asked for again: the timer, by its name
    this.laws = ""; // the game of which the texts of rulings are loaded, or will be
  }

  async open() {
    this.theme((recall("theme") ?? (prefersDark() ? "dark" : "light")) === "dark");
    // The wire opens meanwhile; what comes over it waits for the words.
    this.table.ready = begin(
      () => toast(say("late"), true),
      () => this.layout && this.onWall(),
    );
    this.table.open();
    await this.table.ready;
    // Nobody chooses a language at a wall.
    if (this.layout || current() === preferred()) notice("");
    else toast(say("late.language"));
    this.surface = new Surface(element("surface"), element("cards"), element("arrows"));
    this.surface.covered = reading.cover;
    this.hints = new Hints(this.surface, this.table, reading.inspect);
    this.hands = new Hands(this.surface, this.table, this.hints, voice);
    this.hands.fingers.changed = () => this.table.view && this.head();
    this.herald = new Herald(this.surface);
    this.past = new Past(this.table, () => this.show([], false, {}), voice);
    this.hear();
    listen(this);
    // Where the browser does not trust the address, there is none.
    navigator.serviceWorker?.register(worker()).catch(() => {});
    const linked = () => {
      if (location.hash.startsWith("#game=")) played().then(({ follow }) => follow(location.hash));
    };
    linked();
    window.addEventListener("hashchange", linked);
    if (this.table.past) played().then(({ start }) => start(this));
    if (!this.layout) listenToKeys(this);
    window.signifer = { table: this.table, surface: this.surface };
  }

  // The table for the room, or over a moving picture.
  async onWall() {
    const { Wall } = await import("./wall/wall.js");
    await Wall.styles();
    this.wall = new Wall(this.layout, this.table);
  }

  theme(dark) {
    this.state.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }

  hear() {
    const heard = (kind, hear) => this.table.addEventListener(kind, event => hear(event.detail));
    heard("view", told => this.told(told));
    heard("refused", ({ reason, deed }) => this.phone.says(reason, deed) || toast(refusal(reason, deed)));
    heard("away", ({ code }) => {
      const why = code === FULL ? say("full") : say("away");
      document.body.classList.add("away");
      notice(why, true);
      // Every other try ends like this: it is said aloud once.
      if (why !== this.missed) voice(why);
      this.missed = why;
    });
    heard("there", () => {
      document.body.classList.remove("away");
      if (this.missed) notice("");
      this.missed = "";
      if (this.met) voice(say("there"));
    });
  }

  told({ parts, fresh, again, news }) {
    if (again) this.forget();
    const { view, run } = this.table;
    // Nobody has chosen a language for the screens of a game in which people did nothing; unless this page
    // knows it from before it was loaded again.
    if (!this.met && !view.table.touched && recall("run") !== run) follow(this.table, "en");
    // Of a page that does not speak its own language yet, none is chosen before it does.
    const speaks = current() === preferred();
    if (again && speaks && view.table.viewer !== "spectator") remember("run", run);
    this.met = true;
    if (!this.returns(this.table.view.table, fresh)) this.show(parts, fresh, news);
  }

  // Whether this is somebody who comes back to a seat: what anybody sees who looks on is not shown first.
  returns({ apart, viewer }, fresh) {
    if (viewer !== "spectator") this.returning = false;
    else if (fresh && apart && recall("seat") && !this.layout && !this.table.past) this.sitDown();
    return this.returning;
  }

  async sitDown() {
    this.returning = true;
    const seats = await this.wants(
      "seat",
      () => this.seating(),
      () => this.sitDown(),
    );
    if (await seats.again()) return;
    this.returning = false;
    this.all();
  }

  // What may not come at once: it is missed in one sentence until it is there, and asked for again.
  async wants(name, make, again) {
    try {
      const made = await make();
      clearTimeout(this.late.get(name));
      this.late.delete(name);
      return made;
    } catch (error) {
      if (!this.late.has(name)) toast(say("late"));
      clearTimeout(this.late.get(name));
      this.late.set(name, setTimeout(again, AGAIN_MS));
      throw error;
    }
  }

  // Another game begins: nothing of the last one counts.
  forget() {
    this.wall?.forget();
    for (const part of [dice, reading, result, sound, odds, setup, this.hands, this.herald]) part.forget();
    this.surface.actor = null;
    this.past.at = this.past.was = null;
  }

  // Everything, as it is.
  all() {
    if (this.table.view) this.show(Object.keys(this.table.view), true, {});
  }

  // What the table has told: of which parts of the view, whether all of it, and what is new in lists.
  show(parts, fresh, news) {
    const view = this.table.view;
    if (!view) return;
    if (!games.shows(view.table.game)) return this.turn(view.table.game);
    const seen = this.past.of(view);
    games.game().print(view.printed, view);
    if (seen !== view) games.game().print(seen.printed, seen);
    if (this.wall) return this.asWall(view, fresh, news);
    dice.hear(view, fresh, news);
    this.surface.show(seen, parts);
    // Pixels alone: nothing beside the table tells of them.
    if (parts.length && parts.every(isScreens)) return;
    this.opened(view, fresh);
    if (fresh || parts.includes("table")) this.sitting(view);
    this.beside(view, (...names) => fresh || !parts.length || names.some(name => parts.includes(name)));
    record.show(view, fresh, news, element("record"));
    dice.show(this.surface.root, fresh);
    this.herald.hear(view, fresh, news);
    this.over(view, fresh);
    this.sounds(view, fresh, news);
    this.hands.stops.ready();
    document.body.dataset.ready = "yes";
    // The texts of rulings come last: the first picture does without them.
    if (this.laws === view.table.game || !games.game().ruled) return;
    this.laws = view.table.game;
    this.ruled(this.laws);
  }

  async ruled(name) {
    await this.wants(
      "laws",
      () => laws.load(name),
      () => this.laws === name && this.ruled(name),
    );
    document.body.dataset.laws = "yes";
    this.all();
  }

  asWall(view, fresh, news) {
    this.wall.show(view);
    if (!fresh) this.speaks(news);
    document.body.dataset.ready = "yes";
  }

  // Cards and places of another game come first, and what comes over the wire waits for them. If they do
  // not come, they are asked for again.
  turn(name) {
    if (this.turning) return;
    const use = this.wants(
      "game",
      () => games.use(name),
      () => this.all(),
    );
    this.turning = use.finally(() => {
      this.turning = null;
    });
    this.table.ready = this.turning.catch(() => {});
    this.turning.then(() => {
      document.title = element("title").textContent = `${games.called(name)} – Signifer`;
      this.hints.clear();
      this.all();
    });
  }

  head() {
    head.show(
      this.table.view,
      { ...this.state, drawer: drawer.isOpen(), both: this.hands.fingers.both },
      element("head"),
    );
  }

  // What is being learned. What tells of it comes when there is something.
  async lesson(view) {
    const node = element("lesson");
    if (view.table.lesson || !node.hidden) (await import("./learn/bar.js")).show(view, node, this.table.run);
  }

  // Who sits at devices of their own; nobody else loads what that needs.
  async sitting(view) {
    if (!view.table.apart && !this.seats) return;
    const seats = await this.wants(
      "seats",
      () => this.seating(),
      () => this.all(),
    );
    seats.show();
  }

  async seating() {
    const { prepared, Seats } = await import("./seats/seats.js");
    await prepared();
    this.seats ??= new Seats(element("seats"), this.table);
    return this.seats;
  }

  // The tutor and practice: loaded for whoever wants them, and drawn when no hand waits for a picture.
  async tutor({ tutor, table }) {
    const node = element("tutor");
    const wanted = tutor?.on || tutor?.others?.length || (table.practice && table.people.length);
    if (!wanted && node.hidden) return;
    if (!this.takenBack(tutor)) {
      if (this.tutored) return;
      this.tutored = true;
      try {
        await this.hands.calm();
      } finally {
        this.tutored = false;
      }
    }
    await (await import("./tutor/tutor.js")).show(this, node);
    this.advised = told(this.table.view.tutor);
  }

  // At a screen that two share, what was told of a hand goes at once when that is covered.
  takenBack(tutor) {
    const { advised } = this;
    return (tutor?.passed ?? null) !== null && !!advised && advised !== told(tutor);
  }

  cover(side, on) {
    this.surface.cover(side, on);
    this.opened(this.table.view);
  }

  // Which hands are open where two share a screen: of others the tutor does not speak. Whenever the decision
  // passes on, it is asked again.
  opened(view, fresh) {
    const passed = view.tutor?.passed ?? null;
    if (passed === null) return;
    const hands = games.game().hands(view),
      players = hands.filter(player => !this.surface.covers(player)),
      now = JSON.stringify([passed, players]);
    if (now === this.open && !fresh) return;
    this.open = now;
    this.table.send({ do: "opened", players, passed });
  }

  async advise() {
    await (await import("./tutor/tutor.js")).ask(this);
  }

  odds() {
    odds.show(this.table.view, element("odds"));
  }

  // The panel, of which only what the news are about.
  beside(view, about) {
    if (about("table")) this.head();
    if (about("game", "table", "prompts", "thinking", "why")) panel.now(view);
    if (about("table")) this.lesson(view);
    panel.dark(view);
    drawer.show(view, element("drawer"));
    this.phone.show();
    if (about("refusals", "faults")) panel.refusals(view);
    if (about("corrections", "owed", "to_lay", "shuffling", "astray", "notes", "table")) panel.told(view);
    if (about("game", "table", "help", "record", "drawer")) panel.advice(view);
    this.tutor(view);
    this.odds();
    odds.refresh(this.table, () => this.odds());
    this.past.show(view, element("past"));
    this.bar?.show();
  }

  // What lies over the table.
  over(view, fresh) {
    banner(this.past.was && this.past.of(view), this.past.at, element("then"));
    const tell = text => this.herald.once(text);
    result.show(this.past.of(view), fresh, element("result"), tell);
    finale.show(this.past.of(view), this.table.run, element("finale"), tell);
    setup.draft(view, element("draft"));
  }

  // What is to be said aloud; the voice is loaded for who wants it.
  async speaks(news) {
    if (this.state.speech === "off" || !(news.spoken || news.record)) return;
    (await import("./aloud/speech.js")).hear(news, this.state.speech);
  }

  sounds(view, fresh, news) {
    if (!fresh) this.speaks(news);
    sound.play(fresh ? view.tones : (news.tones ?? []), fresh);
    sound.sign(view.sound, fresh, element("buzz"));
    const noted = (view.notes ?? []).map(key => say(`note.${key}`)).join(" ");
    if (noted && noted !== this.noted && !fresh) toast(noted);
    this.noted = noted;
  }
}

// Why something is refused, in words of the deed's own where it has some.
const refusal = (reason, deed) => said(`no.${deed}.${reason}`) || say(`no.${reason}`);
const isScreens = part => /^(screen|reads) /.test(part);
// What the tutor tells of hands; "" if nothing.
const told = ({ before, after } = {}) => (before || after ? JSON.stringify([before, after]) : "");
const prefersDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

const asked = new URLSearchParams(location.search);
const layout = ["tv", "overlay"].find(one => one === asked.get("layout")) ?? "";
const past = (asked.get("past") ?? "").replace(/[^0-9a-z]/g, "");
const looksOn = layout || past || asked.get("role") === "spectator";
new Page(looksOn ? "spectator" : "hand", { layout, past }).open();

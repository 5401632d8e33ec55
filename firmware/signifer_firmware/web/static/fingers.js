// Fingers on buttons: a button goes down when a finger does, and up when it leaves.
import { say } from "./words.js";

// By a network both halves of a tap are said when it is over: were the second one late, the table would feel
// a hold. Of a finger that stays each half is said as much later, so that it stays for as long there.
const TAP_MS = 200;

export class Fingers {
  constructor(surface, table, speak) {
    this.surface = surface;
    this.table = table;
    this.speak = speak; // says something to a screen reader
    this.pressed = new Map();
    this.late = new Map(); // by button what is not said of it yet
    this.lags = new Map(); // by button that was said to be down, how long after the finger, in ms
    this.poised = null; // the button on which a finger waits for another one
    this.both = false; // both hands at work, as with shift: for who has no shift, or one finger
    this.changed = () => {};
  }

  useBoth(on) {
    if (this.both === on) return;
    this.both = on;
    this.surface.root.parentElement.classList.toggle("both-hands", on);
    this.speak(say(on ? "two-hands.on" : "two-hands.off"));
    if (!on) {
      this.poise(null);
      this.lift();
    }
    this.changed();
  }

  // With shift a finger waits on the button; at the second one so pressed both go down, at the same moment,
  // as the table wants it of two that are held together. They stay down until one of them is pressed again.
  push(finger, name, stay = false) {
    if (this.pressed.has(`stay ${name}`)) return this.lift();
    stay ||= this.both;
    const poised = this.poised;
    this.poise(stay && !poised ? name : null);
    if (stay && !poised)
      this.speak(say("two-hands.wait", { button: this.button(name)?.getAttribute("aria-label") ?? name }));
    if (!stay) return this.press(finger, name);
    if (!poised || poised === name) return;
    // A robot lends its finger for as long as it takes.
    const { robots } = this.table.view.table;
    if ([poised, name].some(one => robots.includes(one.split(" ").at(-1)))) {
      this.useBoth(false);
      return void this.table.send({ do: "hold", names: [poised, name] });
    }
    for (const one of [poised, name]) this.press(`stay ${one}`, one);
  }

  // Down with the first finger of several, and up with the last.
  down(name) {
    return [...this.pressed.values()].includes(name);
  }

  // A second finger beside the first one, while none is on a button: neither takes a card, nor lays one.
  enlarge({ pointerType, isPrimary }) {
    return pointerType === "touch" && !isPrimary && !this.pressed.size;
  }

  press(finger, name) {
    if (this.table.away) return this.speak(say("away"));
    const node = this.button(name),
      down = this.down(name);
    this.pressed.set(finger, name);
    node?.classList.add("pushed");
    node?.classList.toggle("latched", finger.startsWith("stay "));
    if (!down) this.begin(name, this.isFar && !finger.startsWith("stay "));
  }

  // Whether what is said here comes to the table by a network, or beside what does: of two who hold buttons
  // together at two pages both are said as late.
  get isFar() {
    const { mine, table } = this.table.view;
    const isOneOfSeveral = mine || table.guest || table.player || table.keys?.length;
    return !!isOneOfSeveral || !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  }

  begin(name, waits) {
    const since = performance.now();
    this.late.get(name)?.say(); // that the last finger has left
    if (!waits) return this.tell(name, true);
    this.later(name, TAP_MS, () => {
      this.tell(name, true);
      // What it took to say counts, and timers go by whole milliseconds: a hold must not become shorter.
      this.lags.set(name, Math.ceil(performance.now() - since) + 1);
    });
  }

  end(name) {
    const tap = this.late.get(name);
    tap?.say();
    const lag = this.lags.get(name);
    this.lags.delete(name);
    if (tap || !lag) return this.tell(name, false);
    this.later(name, lag, () => this.tell(name, false));
  }

  later(name, ms, tell) {
    const drop = () => {
      clearTimeout(timer);
      this.late.delete(name);
    };
    const say = () => {
      drop();
      tell();
    };
    const timer = setTimeout(say, ms);
    this.late.set(name, { say, drop });
  }

  tell(name, down) {
    this.table.send({ do: "button", name, down });
  }

  poise(name) {
    this.button(this.poised)?.classList.remove("latched");
    this.poised = name;
    this.button(name)?.classList.add("latched");
  }

  button(name) {
    return name && this.surface.root.querySelector(`[data-button="${name}"]`);
  }

  lift() {
    if (this.both) return this.useBoth(false);
    for (const finger of [...this.pressed.keys()]) if (finger.startsWith("stay ")) this.release(finger);
  }

  release(finger) {
    const name = this.pressed.get(finger);
    if (name === undefined) return;
    this.pressed.delete(finger);
    if (this.down(name)) return;
    this.button(name)?.classList.remove("pushed", "latched");
    this.end(name);
  }

  letGo() {
    this.poise(null);
    for (const finger of [...this.pressed.keys()]) this.release(finger);
    for (const { say } of [...this.late.values()]) say();
  }

  // Another game: what a finger has only begun is not done there.
  forget() {
    for (const [name, { drop }] of [...this.late]) if (this.down(name)) drop();
    this.letGo();
  }
}

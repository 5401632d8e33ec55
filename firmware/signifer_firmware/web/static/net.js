// The wire to the table: the newest picture, kept whole; deeds with a number, so that each gets its answer.
import { line } from "./line.js";

// Lists of which only what is new is told, and how many of each are kept.
const GROWS = { record: 400, tones: 12, spoken: 32 };

// What is new in lists that only grow; null where some of it may be lost.
function newer(before, view) {
  const last = before.record.at(-1)?.id ?? 0,
    [first] = view.record;
  if (first && first.id > last + 1) return null;
  const since = part => Math.max(0, ...before[part].map(one => one.id));
  return Object.fromEntries(
    Object.keys(GROWS).map(part => [part, view[part].filter(one => one.id > since(part))]),
  );
}

export class Table extends EventTarget {
  // ``past`` names a game that was played; without it the table's own is looked at.
  constructor(role, past = "") {
    super();
    this.role = role;
    this.past = past;
    this.view = null;
    this.run = "";
    this.seq = 0;
    this.n = 0;
    this.wait = 250;
    this.came = true; // nothing was told since the wire was opened
    this.waiting = new Map();
    this.ready = Promise.resolve();
  }

  open() {
    this.socket = line(
      `/table?role=${this.role}${this.past && `&past=${this.past}`}`,
      message => this.ready.then(() => this.hear(message)),
      event => this.closed(event),
    );
    this.socket.onopen = () => {
      this.came = true;
    };
  }

  closed(event) {
    for (const { done } of this.waiting.values()) done({ type: "away" });
    this.waiting.clear();
    this.tell("away", event);
    setTimeout(() => this.open(), this.wait + Math.random() * this.wait);
    this.wait = Math.min(this.wait * 2, 5000);
  }

  // Everything. Who was too slow for some of the news is told it so: what is new in it is still news.
  whole({ run, seq, view }) {
    const again = this.run !== run;
    const news = again || this.came ? null : newer(this.view, view);
    // Who was let in and finds no room is sent away at once: there it is with the first picture.
    if (this.came) {
      this.wait = 250;
      this.tell("there");
    }
    this.came = false;
    Object.assign(this, { run, seq, view });
    this.tell("view", { parts: Object.keys(view), fresh: !news, again, news: news ?? {} });
  }

  hear(message) {
    if (message.type === "full") {
      this.whole(message);
    } else if (message.type === "news") {
      if (message.run !== this.run || message.seq !== this.seq + 1) return void this.send({ do: "resync" });
      this.seq = message.seq;
      const news = message.view,
        before = this.view;
      this.view = { ...before, ...news };
      for (const [part, most] of Object.entries(GROWS))
        if (news[part]) this.view[part] = [...before[part], ...news[part]].slice(-most);
      this.tell("view", { parts: Object.keys(news), fresh: false, again: false, news });
    } else {
      const { done, deed } = this.waiting.get(message.n) ?? {};
      this.waiting.delete(message.n);
      done?.(message);
      if (["refused", "paired", "unpaired", "seated", "unseated"].includes(message.type))
        this.tell(message.type, { ...message, deed });
    }
  }

  get away() {
    return this.socket?.readyState !== WebSocket.OPEN;
  }

  send(deed) {
    if (this.away) return Promise.resolve({ type: "away" });
    const n = ++this.n;
    this.socket.send(JSON.stringify({ ...deed, run: this.run, n }));
    return new Promise(done => this.waiting.set(n, { done, deed: deed.do }));
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

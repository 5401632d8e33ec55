// The wire of upkeep: how the table stands, wishes with a number, and the token by which a page is let in.
import { line, patience } from "../line.js";
import { recall, remember } from "../words.js";

export class Wire extends EventTarget {
  constructor() {
    super();
    this.view = null;
    this.in = false;
    this.n = 0;
    this.waiting = new Map();
    this.wait = 500;
  }

  get token() {
    return recall("upkeep") ?? "";
  }

  open() {
    this.socket = line(
      "/upkeep/wire",
      message => this.hear(message),
      () => this.closed(),
    );
    this.socket.onopen = () => {
      this.wait = 500;
      this.dispatchEvent(new Event("there"));
      if (this.token) this.ask({ do: "token", token: this.token }).then(answer => this.known(answer));
    };
  }

  known(answer) {
    if (answer.reason === "unpaired") remember("upkeep", "");
  }

  closed() {
    for (const done of this.waiting.values()) done({ type: "refused", reason: "away" });
    this.waiting.clear();
    this.dispatchEvent(new Event("away"));
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, 8000);
  }

  hear(message) {
    if (message.type === "view") {
      this.view = message.view;
      this.in = message.in;
      this.dispatchEvent(new Event("view"));
    } else if (message.type === "paired") {
      remember("upkeep", message.token);
      this.dispatchEvent(new CustomEvent("paired"));
    } else if (message.type === "unpaired") {
      this.in = false;
      this.dispatchEvent(new CustomEvent("unpaired", { detail: message.reason }));
    } else {
      this.waiting.get(message.n)?.(message);
      this.waiting.delete(message.n);
    }
  }

  // What is answered.
  ask(wish) {
    if (this.socket.readyState !== WebSocket.OPEN)
      return Promise.resolve({ type: "refused", reason: "away" });
    const n = ++this.n;
    this.socket.send(JSON.stringify({ ...wish, n }));
    return new Promise(done => this.waiting.set(n, done));
  }

  // A file is sent; how much of it has gone is told meanwhile, from 0 to 1.
  send(path, body, told) {
    return new Promise(done => {
      const asked = new XMLHttpRequest();
      asked.open("POST", path);
      asked.setRequestHeader("Authorization", `Bearer ${this.token}`);
      asked.responseType = "json";
      asked.upload.onprogress = ({ loaded, total }) => told(loaded / total);
      asked.onload = () => done({ status: asked.status, said: asked.response ?? {} });
      asked.onerror = asked.onabort = () => done({ status: 0, said: {} });
      patience.signal.addEventListener("abort", () => asked.abort());
      asked.send(body);
    });
  }

  // A request with the token that lets in.
  fetch(path, more = {}) {
    const { signal } = patience;
    return fetch(path, { ...more, signal, headers: { Authorization: `Bearer ${this.token}` } });
  }
}

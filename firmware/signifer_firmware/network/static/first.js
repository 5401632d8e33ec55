// The page of the first start. It asks the table every other second how things stand; while the table tries a network,
// nobody answers, and the last that was said stays.

const LOOK_MS = 2000;
const HIDDEN_KINDS = ["8021x", "wep"];
const at = id => document.getElementById(id);
let words = {};
let told = null;
let language = "";
let asks = false;

const say = (key, figures = {}) =>
  (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => figures[name] ?? whole);

async function ask(path, body) {
  const sent = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, { cache: "no-store", ...sent });
  return answer.json();
}

async function speak(chosen) {
  words = await ask(`/${chosen}.json`);
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
}

function sentence() {
  if (told.stage === "taken") {
    return say("taken");
  }
  if (told.stage === "tries") {
    return `${say("tries", { name: told.tries })} ${say("later", told)}`;
  }
  if (told.stage === "home") {
    return say("home", told);
  }
  if (told.failed) {
    return `${say(`failed-${told.failed.reason}`, told.failed)} ${say("nothing-lost")}`;
  }
  return told.stage === "seeks" ? say("seeks") : "";
}

function tell(text) {
  const status = at("status");
  status.hidden = !text;
  if (status.textContent !== text) {
    status.textContent = text;
  }
}

function network(found) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const text = document.createElement("span");
  label.className = "network";
  Object.assign(input, { type: "radio", name: "network", value: found.name });
  input.disabled = HIDDEN_KINDS.includes(found.kind);
  text.textContent = input.disabled ? `${found.name} (${say("cannot")})` : found.name;
  label.append(input, text);
  return label;
}

const chosen = () => document.querySelector("input[name=network]:checked")?.value;

// Which networks there are. What failed is chosen again as the form comes back; a name that is not among them is typed
// again.
function list(again) {
  const failed = again ? told.failed?.name : undefined;
  const isTyped = failed !== undefined && !told.networks.some(one => one.name === failed);
  const wanted = isTyped ? "" : (failed ?? chosen());
  at("networks").replaceChildren(...told.networks.map(network));
  for (const input of document.querySelectorAll("input[name=network]")) {
    input.checked = input.value === wanted;
  }
  if (isTyped) {
    at("name").value = failed;
  }
  choose();
}

function choose() {
  const name = chosen();
  const found = told.networks.find(one => one.name === name);
  at("named").hidden = name !== "";
  at("secret").hidden = found?.kind === "open";
  at("loses").textContent = say("loses", { own: told.own });
}

function show(state) {
  if (JSON.stringify(state) === JSON.stringify(told)) {
    return;
  }
  const before = told;
  told = state;
  // Which language comes first, whatever this page speaks meanwhile: the table's screens have one, too.
  const form = state.stage === "own" && state.language && !asks;
  at("languages").hidden = !(asks || (state.stage === "own" && !state.language));
  at("ask").hidden = !form;
  at("beside").hidden = !form;
  if (form) {
    at("game").href = state.game;
    const again = before?.stage !== "own";
    if (again || JSON.stringify(before.networks) !== JSON.stringify(state.networks)) {
      list(again);
    }
  }
  tell(form || state.stage !== "own" ? sentence() : "");
  // Whoever was at something that has gone is where it goes on.
  if (document.activeElement.closest("[hidden]")) {
    const next = ["#status", "#languages button", "#ask input:enabled"]
      .map(one => document.querySelector(one))
      .find(one => !one.closest("[hidden]"));
    next?.focus();
  }
}

async function look() {
  try {
    const state = await ask("/state");
    const wanted =
      state.language || language || (state.stage === "own" ? "" : navigator.language.slice(0, 2));
    if (wanted && wanted !== language && !asks) {
      const offered = document.querySelector(`[data-language="${CSS.escape(wanted)}"]`);
      await speak(offered ? wanted : "en");
      told = null;
    }
    show(state);
  } catch {
    // The table is trying a network, or the phone has left its own.
  }
}

async function begin() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", async () => {
      asks = false;
      await speak(button.dataset.language);
      told = null;
      show(await ask("/language", { language }));
      document.querySelector("#ask input:not(:disabled)")?.focus();
    });
  }
  at("again").addEventListener("click", () => {
    asks = true;
    const state = told;
    told = null;
    show(state);
  });
  at("ask").addEventListener("change", choose);
  at("shown").addEventListener("change", () => {
    at("password").type = at("shown").checked ? "text" : "password";
  });
  at("ask").addEventListener("submit", join);
  await look();
  setInterval(look, LOOK_MS);
}

async function join(event) {
  event.preventDefault();
  const name = chosen() || at("name").value.trim();
  const password = at("secret").hidden ? "" : at("password").value;
  let answer;
  try {
    answer = await ask("/join", { name, password });
  } catch {
    // Its network may be gone before its answer has come; if it is not, the next look says how things stand.
    answer = told;
  }
  if (answer.refused) {
    tell(say(`refused-${answer.refused}`));
    const wrong = {
      "password-length": "#password",
      name: chosen() === "" ? "#name" : "input:not(:disabled)",
    }[answer.refused];
    if (wrong) {
      at("ask").querySelector(wrong).focus();
    }
    return;
  }
  show({ ...answer, stage: "tries", tries: name });
}

begin();

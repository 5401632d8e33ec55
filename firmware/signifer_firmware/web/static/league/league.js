// The league book: how players stand in each game, and every game with its result; who played may be named.
import { called, styles } from "../games.js";
import { fill, html } from "../html.js";
import { patience } from "../line.js";
import { voice } from "../notices.js";
import { dialog, isAsking } from "../pieces.js";
import { once, recall, said, say, speakOf } from "../words.js";

// Its words and styles come once.
const prepared = once(() => Promise.all([speakOf("league"), styles("league")]));

export async function open() {
  await prepared();
  if (!isAsking()) new Book().open();
}

// Asked with the token of who was let in at upkeep, if this is their device.
const asked = (path, more) =>
  fetch(path, {
    ...more,
    signal: patience.signal,
    headers: { Authorization: `Bearer ${recall("upkeep") ?? ""}` },
  });

// A robot by its level, somebody by their name, else the side.
const titled = who =>
  who.robot === undefined ? who.name : say("league.robot", { level: who.robot || "" }).trim();

// One of so many who may win; of two at seats each is called by their side.
const SIDES = { 1: "red", 2: "blue" };
const party = (game, name, many) =>
  said(`league.${game}.${name}`) ||
  (/^\d/.test(name) && many !== 2 ? say("league.seat", { seat: name }) : say(SIDES[name] ?? name));

const row = each => html`<tr>
  <th scope="row">${titled(each)}</th>
  <td>${each.rating ?? html`<span class="off">${say("league.unrated")}</span>`}</td>
  ${[each.won, each.drawn, each.lost].map(number => html`<td>${number}</td>`)}
</tr>`;

const standing = ([game, players]) => html`<table>
  <caption>${called(game)}</caption>
  <thead><tr>${["player", "rating", "won", "drawn", "lost"].map(
    key => html`<th scope="col">${say(`league.${key}`)}</th>`,
  )}</tr></thead>
  <tbody>${players.map(row)}</tbody>
</table>`;

const signed = points => (points < 0 ? `−${-points}` : `+${points}`);

const lucky = (points, error) => say("league.luck.points", { points: signed(points), error });

// One of those who played, with what came of it for them.
const player = ({ game, players }, who) => html`<li>
  <b>${titled(who) || party(game, who.party, players.length)}</b>
  ${titled(who) && html` <small>${party(game, who.party, players.length)}</small>`}
  ${who.result && html` <span>${say(`league.result.${who.result}`)}</span>`}
  ${who.luck && html` <small>${lucky(...who.luck)}</small>`}
</li>`;

// The game that is on has number 0; those before it there have none of their own.
const when = ({ number, date }) => (number ? date || say("league.undated") : say("league.on"));

function line(game, may, reckoning) {
  const told = game.fault || (game.why && say(`league.why.${game.why}`));
  const people = game.players.filter(who => who.robot === undefined);
  return html`<li data-game="${game.number}">
    <h4>${called(game.game)} <small>${when(game)}</small></h4>
    <ul>${game.players.map(who => player(game, who))}</ul>
    ${told && html`<p class="off">${told}</p>`}
    ${game.no_luck && html`<p class="off">${game.no_luck}</p>`}
    ${reckoning === game.number && html`<p class="off">${say("league.luck.busy")}</p>`}
    ${
      may &&
      game.number >= 0 &&
      people.length > 0 &&
      html`<button type="button" data-names="${game.number}"
        aria-label="${say("league.names.of", { game: called(game.game), date: when(game) })}">
        ${say("league.names")}
      </button>`
    }
    ${
      may &&
      game.number > 0 &&
      game.over &&
      reckoning === null &&
      !game.players.some(who => who.luck) &&
      html`<button type="button" data-luck="${game.number}"
        aria-label="${say("league.luck.of", { game: called(game.game), date: when(game) })}">
        ${say("league.luck")}
      </button>`
    }
  </li>`;
}

const naming = game => html`<form class="naming" data-mark="${game.mark}">
  ${game.players
    .filter(who => who.robot === undefined)
    .map(
      who => html`<label>${party(game.game, who.party, game.players.length)}
        <input type="text" name="${who.party}" maxlength="24" autocomplete="off" spellcheck="false"
          value="${who.name}">
      </label>`,
    )}
  <button type="submit" class="main">${say("league.save")}</button>
  <button type="button" data-leave="${game.number}">${say("league.leave")}</button>
  <p class="fault" role="alert"></p>
</form>`;

class Book {
  constructor() {
    this.node = dialog(
      "league",
      html`<h2 id="league-title" tabindex="-1">${say("league")}</h2>
        <div class="book" role="region" tabindex="0" aria-labelledby="league-title"></div>
        <form method="dialog" class="ends">
          <a href="league.csv" download>${say("league.csv")}</a>
          <a href="upkeep.html" target="upkeep">${say("upkeep")}</a>
          <button type="submit">${say("cancel")}</button>
        </form>`,
      "league-title",
    );
    this.games = [];
    this.node.addEventListener("click", event => this.pressed(event.target));
    this.node.addEventListener("submit", event => this.submitted(event));
  }

  // It is open, whether the table answers or not.
  open() {
    this.node.showModal();
    this.node.querySelector("h2").focus();
    this.read().then(() => this.follow());
  }

  // As long as games are still being read: each who asks has more of them read. What is shown again is lost
  // to whoever reads it, so that is not done often; and not while names are typed.
  async follow() {
    for (let shown = Date.now(); this.told.unread && this.node.isConnected; ) {
      await new Promise(done => setTimeout(done, 250));
      if (this.node.querySelector(".naming")) continue;
      const told = await this.ask("league");
      if (told?.unread && Date.now() < shown + 5000) continue;
      // A table that does not answer once may answer later.
      if (!(await this.again())) await new Promise(done => setTimeout(done, 2000));
      shown = Date.now();
    }
  }

  // What the table tells; null where it does not answer.
  ask(path) {
    return asked(path)
      .then(answer => answer.json())
      .catch(() => null);
  }

  // The newest games; with ``before`` those that are older, too. Whether any have come that were not shown.
  async read(before) {
    const told = await this.ask(`league${before === undefined ? "" : `?before=${before}`}`);
    if (before !== undefined && before !== this.told.before) return false;
    if (told) this.games = before === undefined ? told.games : [...this.games, ...told.games];
    this.told = told ?? { standings: {}, before: 0, ...this.told, faults: [say("league.away")] };
    this.show();
    return !!told;
  }

  show() {
    const { standings, faults, unread, before, may, reckoning = null } = this.told,
      tables = Object.entries(standings);
    fill(
      this.node.querySelector(".book"),
      html`${faults.map(fault => html`<p class="fault">${fault}</p>`)}
        ${unread > 0 && html`<p class="off">${say("league.unread", { count: unread })}</p>`}
        ${
          tables.length > 0 &&
          html`<h3>${say("league.standings")}</h3>${tables.map(standing)}
          <p class="off">${say("league.note")}</p>`
        }
        <h3>${say("league.games")}</h3>
        ${
          this.games.some(game => game.players.some(who => who.luck)) &&
          html`<p class="off">${say("league.luck.note")}</p>`
        }
        ${
          this.games.length
            ? html`<ol>${this.games.map(game => line(game, may, reckoning))}</ol>`
            : html`<p class="off">${say("league.none")}</p>`
        }
        ${before > 0 && html`<button type="button" data-before="${before}">${say("league.older")}</button>`}`,
    );
  }

  pressed(target) {
    const { names, leave, before, luck } = target.closest("button")?.dataset ?? {};
    if (names !== undefined) this.name(Number(names));
    if (leave !== undefined) this.back(Number(leave));
    if (before !== undefined) this.older(Number(before));
    if (luck !== undefined) this.reckon(Number(luck));
  }

  async older(before) {
    const first = this.games.length;
    await this.read(before);
    const shown = this.node.querySelectorAll("li[data-game]")[first];
    (shown?.querySelector("button") ?? this.node.querySelector("h2")).focus();
  }

  name(number) {
    this.show();
    const game = this.games.find(each => each.number === number),
      place = this.node.querySelector(`li[data-game="${number}"]`);
    fill(place, naming(game));
    place.scrollIntoView({ block: "nearest" });
    place.querySelector("input").focus({ preventScroll: true });
  }

  back(number) {
    this.show();
    (this.node.querySelector(`[data-names="${number}"]`) ?? this.node.querySelector("h2")).focus();
  }

  // It takes a while; as long as names are typed, nothing new is asked for.
  async reckon(number) {
    const { mark } = this.games.find(each => each.number === number);
    const { refused } = await this.wish("league/luck", { game: number, mark });
    await this.again();
    if (refused) {
      this.told.faults = [refused];
      this.show();
      return;
    }
    this.back(number);
    // The longer it takes, the less often it is asked for: a board that reckons has enough to do.
    for (let wait = 1000; this.node.isConnected && this.told.reckoning === number; wait *= 1.3) {
      await new Promise(done => setTimeout(done, Math.min(wait, 10_000)));
      if (!this.node.querySelector(".naming")) await this.again();
    }
    const found = this.games.find(each => each.mark === mark);
    if (found?.players.some(who => who.luck)) voice(say("league.luck.done"));
    else voice(found?.no_luck || this.told.faults[0] || say("league.away"));
  }

  wish(path, body) {
    return asked(path, { method: "POST", body: JSON.stringify(body) })
      .then(answer => answer.json())
      .catch(() => ({ refused: say("league.away") }));
  }

  // As many games as were shown, and what has the keyboard still has it. Whether the table has answered.
  async again() {
    const shown = this.games.length,
      held = document.activeElement?.dataset ?? {};
    let came = await this.read();
    const { faults } = this.told;
    while (came && this.games.length < shown && this.told.before > 0)
      came = await this.read(this.told.before);
    // What is said once is not taken away by what comes after it.
    if (this.told.faults !== faults) {
      this.told.faults = faults;
      this.show();
    }
    const [key] = Object.keys(held);
    if (key) this.node.querySelector(`button[data-${key}="${held[key]}"]`)?.focus();
    return came;
  }

  async submitted(event) {
    const form = event.target.closest(".naming");
    if (!form) return;
    event.preventDefault();
    const game = Number(form.closest("li").dataset.game);
    const names = Object.fromEntries(new FormData(form));
    const answer = await this.wish("league", { game, mark: form.dataset.mark, names });
    if (answer.refused) {
      form.querySelector(".fault").textContent = answer.refused;
      return;
    }
    await this.again();
    this.back(game);
    voice(say("league.named"));
  }
}

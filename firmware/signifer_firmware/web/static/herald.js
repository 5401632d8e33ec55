// What is read out to who does not look: what was done, what is refused, what came of it, and what is due
// now; each thing once. What changes is said when it has come to rest, for tables think aloud.
import * as cards from "./cards.js";
import { game } from "./games.js";
import { alarm, voice } from "./notices.js";
import { asked } from "./panel.js";
import { sentence } from "./record.js";
import { current, of, say, titled } from "./words.js";

const REST_MS = 400;
const MOST_MISSED = 6;
const AGAIN_MS = 10_000; // within which the same sentence is the same news

// The words of a part of the page, as they stand there; what eyes tell apart by its place, ears do by a
// comma.
export function words(node, glue = ", ") {
  if (!node || node.hidden) return "";
  const found = [],
    walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    if (text && !walker.currentNode.parentElement.closest("button, [aria-hidden=true]")) found.push(text);
  }
  return found.join(glue);
}

const part = (selector, glue) => words(document.querySelector(selector), glue);
const sentences = texts =>
  texts
    .filter(Boolean)
    .map(text => (/[.!?:…]$/.test(text) ? text : `${text}.`))
    .join(" ");

// Whom this page speaks to: whose hands are here, or all, where only robots' are.
const listeners = ({ table }) => (table.people.length ? table.people : ["red", "blue"]);

// Whether somebody else on a side decides there alone; never at a page of all who sit there.
function beside(view, side) {
  const [here, up] = [game().seat(view), game().decider(view, side)];
  return !!here && !!up && up !== here;
}

// What each is asked; by name where several listen, or sit on that side.
function asks(view) {
  const here = listeners(view);
  return here.map(side => {
    const text = part(`#now .who.${side} .says`, ". "),
      up = game().decider(view, side);
    if (text && up && up !== game().seat(view)) return titled(game().playerName(up), text);
    return text && here.length > 1 ? titled(part(`#now .who.${side} h3`), text) : text;
  });
}

// What the table asks for; but what helping hands see to is no news.
const due = view =>
  asked(view)
    .filter(({ helped }) => !helped || !view.table.helping || view.refusals.length)
    .map(({ text }) => text);

// Whether hands as told have nothing to do: what is asked has to be chosen.
export const choosing = view => !asked(view).some(({ helped, over }) => helped || over);

const heading = () => part("#now h2");

// Where one is, and what is due: on arrival, and for who asks.
export function summary(view) {
  const refused = view.refusals.map(
    ({ message, fix }) => `${titled(say("refused"), of(message))} ${titled(say("fix"), of(fix))}`,
  );
  return sentences([heading(), ...refused, ...asks(view), ...due(view)]);
}

// Which game this is, and who one is in it.
function greeting({ table }) {
  const { mode, robots, keys } = table,
    [player] = table.people,
    several = mode.startsWith("robots-") && [say(`new.${mode}.note`), say(`new.${mode}`)],
    one = player && robots.length === 1 && say("herald.against", { player: say(player) }),
    against = several ? sentences(several) : one,
    looksOn = !table.people.length && !keys?.length && say("spectator");
  return sentences([document.title.split(" – ")[0], looksOn || against]);
}

// Who one is at a device of one's own.
const here = ({ table: { player } }) =>
  player ? [say("herald.seat", { player: game().playerName(player) })] : [];

export class Herald {
  constructor(surface) {
    this.surface = surface;
    this.forget();
  }

  // Another game: nothing of the last one was said.
  forget() {
    clearTimeout(this.resting);
    this.said = null; // by what it is about
    this.heard = new Map(); // sentences, and when they were said
    this.undone = new Set();
    this.known = null; // cards that were in sight
    this.pondered = null; // the turn in which a robot was said to think
  }

  hear(view, fresh, news) {
    this.view = view;
    const tongue = current(),
      begins = !this.said || this.tongue !== tongue;
    if (begins) this.begin(view);
    this.tongue = tongue;
    for (const line of fresh ? this.missed(view, begins) : (news.record ?? [])) this.line(line);
    this.last = view.record.at(-1)?.id ?? 0;
    this.refused(view);
    if (!fresh || !begins) this.wait();
  }

  // What was done while the wire was broken, as far as one can listen to it.
  missed(view, begins) {
    return begins ? [] : view.record.filter(line => line.id > this.last).slice(-MOST_MISSED);
  }

  // What is there already is no news; who arrives is told where they are.
  begin(view) {
    const first = !this.said && view.game.phase === "game";
    this.said = this.topics(view);
    this.standing = new Set(view.refusals.map(complaint));
    this.faults = new Set(broken(view).keys());
    this.undone = new Set(view.undone);
    this.known ??= inSight(view);
    if (first) voice([greeting(view), ...here(view), summary(view), say("herald.keys")].join(" "));
  }

  // A result comes by two ways: with its line of the record, and by itself.
  once(text) {
    const now = performance.now();
    if (now - (this.heard.get(text) ?? -AGAIN_MS) < AGAIN_MS) return;
    this.heard.set(text, now);
    voice(text);
  }

  line(line) {
    const before = this.act;
    this.act = line.act ?? before;
    if (line.kind === "refused" || line.kind === "fault") return;
    if (game().unsaid(line) || game().passes(line, before)) return;
    if (line.came) this.once(sentence(line));
    else voice(sentence(line));
  }

  takenBack(view) {
    for (const id of view.undone) {
      if (this.undone.has(id)) continue;
      this.undone.add(id);
      const line = view.record.find(one => one.id === id);
      if (line && !game().unsaid(line)) voice(titled(say("record.undone"), sentence(line)));
    }
  }

  // What is refused cannot wait; what a robot's clumsy hands do can.
  refused(view) {
    const now = new Map(view.refusals.map(refusal => [complaint(refusal), refusal]));
    for (const [key, { player, message, fix, ruling }] of now) {
      if (this.standing.has(key)) continue;
      const text = `${titled(say("refused"), of(message))} (${ruling}) ${titled(say("fix"), of(fix))}`;
      const { people, viewer } = view.table,
        ours = people.length && listeners(view).includes(player);
      if (ours && (viewer === "both" || !beside(view, player))) alarm(text);
      else voice(`${game().playerName(game().decider(view, player) || player)}. ${text}`);
    }
    if (this.standing.size && !now.size) voice(say("herald.mended"));
    this.standing = new Set(now.keys());
    const faults = broken(view);
    for (const [part, text] of faults) if (!this.faults.has(part)) alarm(text);
    this.faults = new Set(faults.keys());
  }

  // All that is said when it has changed, by what it is about. What helping hands see to is no news.
  topics(view) {
    const up = side => view.game.actors?.includes(side) && !beside(view, side),
      here = listeners(view).some(up),
      ponders = view.thinking && this.pondered !== view.game.turn;
    return {
      ponders: ponders ? say("herald.thinks") : "",
      ...advice(view),
      ...game().sums(view),
      ...Object.fromEntries(due(view).map(text => [`asked ${text}`, titled(say("told"), text)])),
      heading: here && view.game.phase === "game" ? heading() : "",
      ...Object.fromEntries(
        [...document.querySelectorAll("#now [data-read]")].map((node, at) => [`read ${at}`, words(node)]),
      ),
      // Who has won is said as the game ends.
      ...Object.fromEntries(view.game.winner ? [] : asks(view).map((text, at) => [`asks ${at}`, text])),
    };
  }

  wait() {
    const now = JSON.stringify([
      this.topics(this.view),
      this.view.undone,
      drawn(this.surface, this.view, this.known),
    ]);
    if (now === this.coming) return;
    this.coming = now;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST_MS);
  }

  rest() {
    this.coming = null;
    this.takenBack(this.view);
    const now = this.topics(this.view),
      came = drawn(this.surface, this.view, this.known);
    const news = Object.keys(now).filter(key => now[key] && now[key] !== this.said[key]);
    if (came.length) voice(say("herald.drawn", { cards: came.map(cards.cardName).join(", ") }));
    if (now.ponders) this.pondered = this.view.game.turn;
    const told = sentences(news.map(key => now[key]));
    if (told) voice(told);
    this.said = now;
    this.known = inSight(this.view);
  }
}

// What the tutor says; it speaks in its own time.
const advice = ({ tutor }) => ({
  advises: tutor?.thinking === "before" ? say("tutor.thinks") : "",
  unadvised: tutor?.note ? say(`no.${tutor.note}`) : "",
  advised: tutor?.before ? titled(say("tutor"), of(tutor.before)) : "",
  judged: tutor?.after ? titled(say("tutor"), `${turn(tutor)} ${of(tutor.after)}`) : "",
});

// Which turn it judges; by name where two share a screen.
export const turn = ({ whose }) =>
  whose ? say("tutor.then.of", { player: game().playerName(whose) }) : say("tutor.then");

const complaint = ({ player, ruling, message, fix }) => `${player} ${ruling} ${of(message)} ${of(fix)}`;

// What fails: parts of the table, or all of it.
const broken = view =>
  view.drawer?.power === false
    ? new Map([["power", sentences([say("dark"), say("dark.note")])]])
    : new Map(view.faults.map(({ part, text }) => [part, titled(say("fault"), of(text))]));

const inSight = view => new Set(Object.values(view.cards).flatMap(held => (Array.isArray(held) ? held : [])));

// Cards that have come into an open hand from where nobody saw them.
const drawn = (surface, view, known) =>
  view.table.people.length
    ? Object.entries(view.cards)
        .filter(([id, held]) => id.startsWith("hand ") && Array.isArray(held) && !surface.covers(id.slice(5)))
        .flatMap(([, held]) => held.filter(card => card && !known.has(card)))
    : [];

// The game that is shown. What is a game's own lies in a folder of its name; its game.js has what pages need,
// as far as it is not as in any game (plain/game.js):
//   load(printed)   takes what is printed on its cards
//   styled, worded   whether it has styles, and words of its own, in its folder
//   print(told, view), edition()   what only some may know of its cards, and what of the view its words
//     need; and which cards they are, where ids do not tell
//   parts, kindName, described, army, face, back   of cards; see cards.js
//   costs   whether laying a card costs anything
//   shape(view)   what changes the places of the table
//   piles(surface, side, view), rail(surface, side, view), ground(column, surface)   places beside the
//     columns and between them
//   lay(surface, view, put), zone(surface, id, lying, put), pad(surface, id, lying, put)   where else cards
//     lie; zone and pad as usual if false
//   hands(view), deciders(view), known(view, owner), cover(view, owner, at, n)   whose hands there are, which
//     of them decide, which cards of a covered one everybody knows, and the back of its card number at of n,
//     where it is not its side's
//   seat(view), decider(view, side), sideName(view, side), isShared(view, side)   who is here, and who alone
//     decides on a side, where several may sit on one, "" where that is anybody there; what all who sit there
//     are called, and whether they are several
//   mark(surface, view), count(view, id, n), opens(view, column, side)   what shines, and what is counted
//   placeName(id), spoken(view, id)   a place's name, and what else of it a screen reader hears, in a list
//   sums(view)   sentences that are read out when they change, by what they are about; so is whatever
//     now(view) has with data-read
//   passes(line, before)   whether a line of the record is not read out, for it follows from the act before
//   playerName(player), drawTo(view, deck), reach(card, view)   where a card goes that is to be drawn from a
//     deck, if any is; where keys go first
//   now(view), guide(view), inspect(card, places), sentence(line), unsaid(line), side(player)   on the panel
//   phone(view, player), phoneOdds   on a player's phone, instead of discards (null: those), and what its
//     odds are called
//   odds {possible, key, list, note}, finale(view)
//   result(view), fallen(view), came(line)   what was just decided, as result.js shows it; which cards fell;
//     and in a sentence what came of a line of the record
import { said, speakOf } from "./words.js";

const known = new Map();
let shown = null; // until the table has told which game is played

export const game = () => shown;
export const shows = name => shown !== null && known.get(name) === shown;
// Whether players hide anything from each other in a game.
export const hides = (table, name = table.game) => table.hides.includes(name);

// What the page calls a game; one of which it has no words, by its name.
export function called(name) {
  const title = said(`game.${name}`);
  return title || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

// Show another game from now on.
export async function use(name) {
  shown = await other(name);
}

// A game, with its words and styles, that need not be the one that is shown.
export async function other(name) {
  if (!known.has(name)) known.set(name, await made(name));
  if (known.get(name).worded) await speakOf(name);
  return known.get(name);
}

// A game's own parts over those of any game. A game without a page of its own has no more: its cards tell.
async function made(name) {
  const printed = await (await fetch(`${name}/cards.json`)).json();
  const any = (await import("./plain/game.js")).default;
  const own = printed.plain ? {} : (await import(`./${name}/game.js`)).default;
  const found = { ...any(), ...own };
  found.load(printed);
  if (found.styled) await styles(name);
  found.ruled = !printed.plain;
  return found;
}

// The styles of a folder, such as a game's own; without them it is still to be played.
export async function styles(folder) {
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: `${folder}/style.css`,
  });
  const read = new Promise(done => {
    link.onload = link.onerror = done;
  });
  document.head.append(link);
  await read;
}

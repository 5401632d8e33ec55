// Who plays Call to Glory: two are Red and Blue, more are numbers; 1 and 3 sit on red's side, 2 and 4 on
// blue's.
import { say } from "../words.js";

const SIDES = { 1: "red", 2: "blue", 3: "red", 4: "blue" };

export const side = player => SIDES[player] ?? player;
export const all = view => (view.game.seats ?? []).map(one => one.seat);
// Who alone decides on a side, where players are numbers.
export const decider = (view, name) => {
  const there = (view.game.deciders ?? []).filter(seat => side(seat) === name);
  return all(view).length > 2 && there.length === 1 ? there[0] : "";
};
export const one = (view, seat) => view.game.seats?.find(each => each.seat === seat);
// While a game is set up, the table alone tells how many play, where they sit at devices.
export const called = (view, seat) =>
  Math.max(all(view).length, view.table.seats?.length ?? 0) > 2
    ? say("cg.player", { player: seat })
    : say(side(seat));
const on = (view, name) => all(view).filter(seat => side(seat) === name);
export const isShared = (view, name) => on(view, name).length > 1;
export const sideName = (view, name) => {
  const here = on(view, name);
  return here.length ? here.map(seat => called(view, seat)).join(", ") : say(name);
};
// The one person who plays against robots sits at seat 1.
export const mine = view => view.table.player || (isRobot(view, "2") && !isRobot(view, "1") ? "1" : "");
export const isRobot = (view, seat) => {
  const { robots, viewer, mode } = view.table;
  return viewer !== "spectator" && (mode === "watch" || (robots.length === 1 && seat !== "1"));
};

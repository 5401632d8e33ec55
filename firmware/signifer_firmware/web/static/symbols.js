// Our own drawings, 48 by 48: what a card is, drawn as arms and animals. Ink is the current colour, "pale"
// what shines.
import { html } from "./html.js";

const pale = html`fill="var(--pale)"`,
  line = html`fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"`,
  cut = html`fill="none" stroke="var(--pale)" stroke-linecap="round" stroke-linejoin="round"`;

const spear = (x, top, bottom, lean = 0) =>
  html`<path ${line} stroke-width="1.7" d="M${x} ${bottom} L${x + lean} ${top + 7}"/>
    <path d="M${x + lean} ${top} c2.4 3 2.4 6 0 9 c-2.4 -3 -2.4 -6 0 -9z"/>`;

const around = (count, each) => Array.from({ length: count }, (_, at) => each((360 / count) * at));

const horse = html`<path d="M32 45 C32.5 38 28.6 34.6 27.2 30.4 C23.4 32.6 19.4 33 16.4 36 C14.6 37.8 11.6
    37.8 10.2 35.8
  L8.6 33 C7.8 31.4 8.2 29.9 9.2 28.6 C13 23.6 14.6 17.4 19.6 12.6 L19 6 L24.2 10.2 C33.4 10.8 41 18.4 41.4
    30
  C41.6 36 41 41 40.2 45 Z"/>
  <path ${cut} stroke-width="1.5" d="M28.5 13.5 C34.5 17 37.6 24 37 33 M25.6 16.5 C31 20 33.4 26 33 32"/>
  <circle cx="20.4" cy="19.6" r="1.5" ${pale}/><circle cx="12.2" cy="31.6" r="1" ${pale}/>
  <path ${cut} stroke-width="1.2" d="M16.6 22 L24.4 29.4 M13.6 26.6 L18 33.4"/>`;

const leaf = turn =>
  html`<path transform="rotate(${turn} 24 25)" d="M24 3.4 c3.2 2.4 3.4 6 .8 9 c-3 -1.8 -3.8 -5.6 -.8
    -9z"/>`;
const laurel = [28, 52, 76, 100, 124, 148].map(turn => [leaf(turn), leaf(360 - turn)]);

const vexillum = (
  x,
  y,
) => html`<path ${line} stroke-width="1.8" d="M${x} ${y + 33} V${y} M${x - 6.5} ${y + 4} H${x + 6.5}"/>
  <path d="M${x - 6} ${y + 5} h12 v13 l-3 -1.8 l-3 1.8 l-3 -1.8 l-3 1.8z"/>
    <circle cx="${x}" cy="${y - 1}" r="1.8"/>
  <path ${cut} stroke-width="1.1" d="M${x - 3} ${y + 8.6} h6 M${x - 3} ${y + 12} h6"/>`;

export const SYMBOLS = {
  "heavy-infantry": html`${spear(10, 2, 46, 26)}<circle cx="24" cy="26" r="16.5"/>
    <circle cx="24" cy="26" r="13.2" ${cut} stroke-width="1.3"/>
    ${around(
      8,
      turn => html`<path transform="rotate(${turn} 24 26)"
    ${pale} d="M24 15.6 l2 7 l-2 3.4 l-2 -3.4z"/>`,
    )}
    <circle cx="24" cy="26" r="2.6"/>`,
  "medium-infantry": html`<path d="M37.4 4 l2.6 .4 l-1 2.8 l-13 33 l-3 -1z"/>
    <path ${line} stroke-width="2.6" d="M20 34 l10.4 4.4"/>
    <path ${line} stroke-width="3" d="M24 37.4 l-2.6 7"/>
    <ellipse cx="22.4" cy="24" rx="12.4" ry="19.4"/>
    <ellipse cx="22.4" cy="24" rx="9.6" ry="16.4" ${cut} stroke-width="1.2"/>
    <path ${cut} stroke-width="2.2" d="M22.4 9.4 V38.6"/>
    <ellipse cx="22.4" cy="24" rx="4" ry="6.4" ${pale}/>
    <ellipse cx="22.4" cy="24" rx="2" ry="4"/>`,
  "light-infantry": html`${spear(14, 2, 46, 14)}${spear(22, 3, 46, 14)}
    <path d="M8.6 22 C7 36 16.6 44.6 26 44 C36 43.4 41.6 34.6 40.6 25 C36.6 30.6 31.6 32.6 25.4 31.6 C18
    30.4 12.6 27.6 8.6 22z"/>
    <path ${cut} stroke-width="1.2" d="M12 29.4 C14 36.6 19.4 41 26 40.6 C32 40.2 36 36.6 37.4 32"/>
    <circle cx="25" cy="36.4" r="2" ${pale}/>`,
  spear: html`${spear(14, 2, 45)}${spear(24, 0, 45)}${spear(34, 2, 45)}
    <path d="M9 21 H39 V33 C39 40 32 44.6 24 47 C16 44.6 9 40 9 33z"/>
    <path ${cut} stroke-width="1.2" d="M12 24 H36 V33 C36 38 30.6 41.8 24 43.8 C17.4 41.8 12 38 12 33z"/>
    <path ${cut} stroke-width="2" d="M24 24.6 V43 M12.6 31.4 H35.4"/>
    <circle cx="24" cy="31.4" r="3.4" ${pale}/><circle cx="24" cy="31.4" r="1.6"/>`,
  pike: html`${[0, 1, 2, 3, 4].map(at => spear(3 + at * 7, 1 + at * 1.4, 47, 13))}
    <circle cx="17" cy="36" r="9.4"/><circle cx="17" cy="36" r="7" ${cut} stroke-width="1.1"/>
    ${around(
      6,
      turn => html`<path transform="rotate(${turn} 17 36)"
    ${pale} d="M17 30.6 l1.3 3.6 l-1.3 1.8 l-1.3 -1.8z"/>`,
    )}`,
  cavalry: horse,
  "light-cavalry": html`<g transform="translate(-2.4 5) scale(.9)">${horse}</g>
    <path ${line} stroke-width="1.6" d="M29 3 L45 19"/><path d="M26.4 .6 l6.2 2.2 l-2.2 2.2 l-1.8 1.6z"/>
    <path ${line} stroke-width="1.5" d="M1.6 21 h5 M.6 27 h4 M2.4 15 h6"/>`,
  elephant: html`<path d="M15 11 C7 3.4 .8 11 2.4 20.6 C3.6 28 9.4 32.4 15 29.4z"/>
    <path d="M33 11 C41 3.4 47.2 11 45.6 20.6 C44.4 28 38.6 32.4 33 29.4z"/>
    <path ${cut} stroke-width="1" d="M12 14 C8.4 11 5.6 14.6 6.2 19.6 C6.8 24 9.6 26.8 12.6 26.2 M36 14
    C39.6 11 42.4 14.6 41.8 19.6 C41.2 24 38.4 26.8 35.4 26.2"/>
    <path d="M24 6 C16.4 6 12.8 12 13.6 20 C14.2 25.6 18 28 19.2 32.4 C20.4 37.4 19.6 42.6 22.4 46 C24.4
    47.4 27.6 46.6 28.6 44
    L26 43 C27.2 39.6 27.6 36.4 28.8 32.4 C30 28 33.8 25.6 34.4 20 C35.2 12 31.6 6 24 6z"/>
    <path ${pale} d="M17.6 27.6 C13.6 31.4 11.6 36.4 12.6 41.6 C15.4 38.8 18.6 35.8 19.4 32.4z M30.4 27.6
    C34.4 31.4 36.4 36.4 35.4 41.6 C32.6 38.8 29.4 35.8 28.6 32.4z"/>
    <path ${line} stroke-width=".9" d="M17.6 27.6 C13.6 31.4 11.6 36.4 12.6 41.6 C15.4 38.8 18.6 35.8 19.4
    32.4 M30.4 27.6 C34.4 31.4 36.4 36.4 35.4 41.6 C32.6 38.8 29.4 35.8 28.6 32.4"/>
    <path ${cut} stroke-width="1.1" d="M21.4 33.6 h5.2 M21.6 37 h4.6 M21.8 40.2 h3.8 M18 13.4 C20.6 10.6
    27.4 10.6 30 13.4"/>
    <circle cx="18.6" cy="19.6" r="1.6" ${pale}/><circle cx="29.4" cy="19.6" r="1.6" ${pale}/>`,
  archer: html`<path d="M13 3.6 C36 5 43.6 12.6 44.6 35 L41.4 35.4 C39.4 15.6 32.4 8.6 12.8 6.8z"/>
    <path ${line} stroke-width="1.1" d="M12.6 5 L19.4 28.6 L43.2 35.2"/>
    <path ${line} stroke-width="2" d="M7.6 40.4 L37.4 10.6"/>
    <path d="M41.6 6.4 l-2.2 8.4 l-6.2 -6.2z"/>
    <path d="M3.6 38.8 l6.4 -1 l.6 .6 l-1 6.4 l-3.6 -.6 l-1.8 -1.8z"/>
    <path d="M8 34.4 l6.4 -1 l.6 .6 l-1 6.4 l-3 -3z"/>`,
  laurel: Array.from({ length: 11 }, (_, at) => [leaf(22 + at * 13.6), leaf(338 - at * 13.6)]),
  commander: html`${laurel}<path ${line} stroke-width="1.4" d="M14.6 43.4 C21 46.6 27 46.6 33.4 43.4"/>
    <path d="M16 24.6 C14.4 15.6 20 11.4 26 12.4 C32.4 13.4 35 18.4 34.4 25z"/>
    <path d="M15.4 26 H35 L34 30 H30 C30 34 28 37.4 24.6 38.4 L24.4 30.4 L16.4 29.4z"/>
    <path d="M13.4 20 C14 9.6 23 5.6 31 9.4 C36 12 38 17 37.6 22.4 L35 19.6 C33 13.6 28 10.8 23 11.4 C18.6
    12 15.6 15 15.4 20.6z"/>
    <path ${cut} stroke-width="1.1" d="M17.4 24.8 H34 M20 15.6 C23 12.8 29 13 31.6 17"/>`,
  overlap: html`<path d="M21 9 H45 V22 C45 31 40 36.4 33 39.6 C26 36.4 21 31 21 22z" opacity=".55"/>
    <path d="M5 13 H29 V26 C29 35 24 40.4 17 43.6 C10 40.4 5 35 5 26z"/>
    <path ${cut} stroke-width="1.3" d="M8 16 H26 V26 C26 33 22.4 37.4 17 40.2 C11.6 37.4 8 33 8 26z"/>
    <path ${cut} stroke-width="2.6" d="M17 21 v13 M10.6 27.4 h12.8"/>
    <path ${line} stroke-width="2.4" d="M8 9 C15 1.6 27 1 34 5.4"/>
    <path d="M38.6 9.6 l-8.2 -.6 l4.4 -6.6z"/>`,
  reserves: html`${vexillum(10.5, 10)}${vexillum(37.5, 10)}${vexillum(24, 5)}`,
};

// A number in Roman signs.
export const roman = number => {
  let found = "",
    left = number;
  for (const [value, sign] of [
    [100, "C"],
    [90, "XC"],
    [50, "L"],
    [40, "XL"],
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ])
    while (left >= value) {
      found += sign;
      left -= value;
    }
  return found;
};

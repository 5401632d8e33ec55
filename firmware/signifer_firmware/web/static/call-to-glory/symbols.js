// Our own drawings of the nine kinds, 48 by 48, each by its name. Ink is the current colour, "pale" what
// shines.
import { html } from "../html.js";

const pale = html`fill="var(--pale)"`,
  line = html`fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"`,
  cut = html`fill="none" stroke="var(--pale)" stroke-linecap="round" stroke-linejoin="round"`;
const around = (count, each) => Array.from({ length: count }, (_, at) => each((360 / count) * at));

const grain = (x, y, turn) => html`<ellipse cx="${x}" cy="${y}" rx="1.700" ry="3.200"
  transform="rotate(${turn} ${x} ${y})"/>`;
const ear = x => html`<path ${line} stroke-width="1.500" d="M24 47 Q${(24 + x) / 2} 42 ${x} 33"/>
  ${grain(x - 2, 33, -30)}${grain(x + 2, 33, 30)}${grain(x, 29.5, 0)}
  ${grain(x - 1.5, 38, -34)}${grain(x + 2.5, 37.5, 34)}`;

const blade = html`<path d="M3.500 3 C17 9 29 20 37 33 L34 35 C25 23 14 12 3.500 3z"/>
  <path ${line} stroke-width="2.200" d="M31 37.500 L39 31.500"/>
  <path ${line} stroke-width="4" d="M36.500 36.500 L43 45"/>
  <path ${cut} stroke-width="1" d="M36.800 39.500 L39.400 37.600 M39.200 42.600 L41.800 40.700"/>`;

const roof = (y, half) => html`<path
  d="M${24 - half} ${y + 8} C${26 - half} ${y + 5.5} ${29 - half} ${y + 3} ${32 - half} ${y}
  H${16 + half} C${19 + half} ${y + 3} ${22 + half} ${y + 5.5} ${24 + half} ${y + 8}
  C${19 + half} ${y + 6.4} ${29 - half} ${y + 6.4} ${24 - half} ${y + 8}z"/>`;

export const KINDS = {
  farmer: html`${ear(12)}${ear(24)}${ear(36)}
    <path d="M24 3 C28 8 37 17 45 22.500 C36 27.500 12 27.500 3 22.500 C11 17 20 8 24 3z"/>
    <path ${cut} stroke-width="1.100" d="M24 7 L15 23 M24 7 L33 23 M24 7 V24"/>`,
  monk: html`${around(
    14,
    turn => html`<circle transform="rotate(${turn} 24 20)" cx="24" cy="4.500" r="3.200"/>`,
  )}
    <circle cx="24" cy="37.500" r="4.400"/><circle cx="24" cy="37.500" r="1.500" ${pale}/>
    <path ${line} stroke-width="1.600" d="M24 41 L20.500 47.500 M24 41 V47.500 M24 41 L27.500 47.500"/>
    <path d="M24 11.500 c5 3.500 6.500 8 0 15 c-6.500 -7 -5 -11.500 0 -15z"/>
    <path d="M15 15.500 c5 1 8 5 8.500 11.500 c-6 -1 -9 -5 -8.500 -11.500z M33 15.500
    c-5 1 -8 5 -8.500 11.500 c6 -1 9 -5 8.500 -11.500z" opacity=".75"/>`,
  envoy: html`<path d="M10 10 H38 V38 H10z"/>
    <rect x="4" y="6" width="7" height="36" rx="3.200"/><rect x="37" y="6" width="7" height="36" rx="3.200"/>
    <path ${cut} stroke-width="1.600" d="M31 15 V33 M26 15 V29 M21 15 V33"/>
    <circle cx="16" cy="31" r="2.600" ${pale}/>
    <path ${cut} stroke-width="1" d="M7.500 10 V38 M40.500 10 V38"/>`,
  ninja: html`<path d="M24 1.500 L29.500 18.500 L46.500 24 L29.500 29.500 L24 46.500 L18.500 29.500
    L1.500 24 L18.500 18.500z"/>
    <path ${cut} stroke-width="1.100" d="M24 8 V18.500 M40 24 H29.500 M24 40 V29.500 M8 24 H18.500"/>
    <circle cx="24" cy="24" r="3.800" ${pale}/>`,
  samurai: html`${blade}<g transform="translate(48 0) scale(-1 1)">${blade}</g>`,
  shogun: html`<path d="M9 1.500 C8 13 15 20.500 24 20.500 C33 20.500 40 13 39 1.500 C37.500 9.500 32 14.500
    24 14.500 C16 14.500 10.500 9.500 9 1.500z"/>
    <path d="M9.500 34 C9 22.500 15 18 24 18 C33 18 39 22.500 38.500 34z"/>
    <path d="M8.500 35.500 H39.500 L46 45 C38 41.500 10 41.500 2 45z"/>
    <path ${cut} stroke-width="1.200" d="M24 21 V34 M17.500 22.500 L15.500 34 M30.500 22.500 L32.500 34
    M7 40.500 C14 38.500 34 38.500 41 40.500"/>
    <circle cx="24" cy="17.500" r="3.300"/><circle cx="24" cy="17.500" r="1.600" ${pale}/>`,
  daimyo: html`<path d="M10 44 L13 34 H35 L38 44z"/><path d="M14 28 H34 V35 H14z"/>
    <path d="M17 17 H31 V23 H17z"/>${roof(23, 19)}${roof(12, 15)}
    <path d="M24 2 L33 9 C28 8 20 8 15 9z"/><path d="M20 8 H28 V13 H20z"/>
    <path ${cut} stroke-width="1.300" d="M20.500 32.800 V35 M27.500 32.800 V35 M24 32.800 V35 M22 21.300 V23
    M26 21.300 V23"/>
    <path ${pale} d="M21 44 V40.500 a3 3 0 0 1 6 0 V44z"/>
    <path ${line} stroke-width="1.800" d="M6 46 H42"/>`,
  empress: html`<path d="M24 43 L2.500 19.500 C12 5 36 5 45.500 19.500z"/>
    <path ${cut} stroke-width="1.100" d="M24 39 L9.500 14.500 M24 39 L18.500 10.500 M24 39 L29.500 10.500
    M24 39 L38.500 14.500 M12.500 27.500 C19 21.500 29 21.500 35.500 27.500"/>
    <circle cx="24" cy="16" r="3.600" ${pale}/>
    <circle cx="24" cy="42" r="3"/><path ${line} stroke-width="1.600" d="M24 44 C20 46 27 47 23 47.500"/>`,
  emperor: html`${around(
    16,
    turn => html`<path transform="rotate(${turn} 24 24)"
    d="M24 18.500 L20.700 4.600 a3.350 3.350 0 0 1 6.600 0z"/>`,
  )}
    <circle cx="24" cy="24" r="7" ${pale}/><circle cx="24" cy="24" r="4.600"/>`,
};

// On the backs: a gate; on those of missions a letter that is folded and sealed.
export const GATE = html`<g class="sign" transform="translate(21 34) scale(.5)">
  <path d="M1 5 C16 9 32 9 47 5 L45 12 C32 14.500 16 14.500 3 12z"/>
  <path d="M9 13 h5 l-1.500 32 h-5z M39 13 h-5 l1.500 32 h5z M5 20 H43 V25 H5z M21.500 13 h5 v8 h-5z"/>
</g>`;
export const LETTER = html`<g class="sign" transform="translate(21 34) scale(.5)">
  <path d="M4 10 H44 V38 H4z"/>
  <path d="M5 11 L24 27 L43 11" fill="none" stroke="var(--army-deep)" stroke-width="2.500"/>
  <circle cx="24" cy="27" r="5" fill="var(--army-deep)"/>
</g>`;

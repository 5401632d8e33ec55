// Our own drawings of terrain, 92 by 66, seen as a wanderer sees it.
import { html } from "../html.js";

const TREE = (
  x,
  y,
  s,
) => html`<g transform="translate(${x} ${y}) scale(${s})"><path fill="#4a3520" d="M-1.1 0 h2.2 v6 h-2.2z"/>
  <path fill="#2f5a34" d="M0 -17 l6 9 h-2.6 l4.2 6.4 h-3 l4 5 h-17.2 l4 -5 h-3 l4.2 -6.4 h-2.6z"/>
  <path fill="#457a45" d="M0 -17 l-6 9 h2.6 l-4.2 6.4 h3 l-4 5 h8.6z"/></g>`;
const ROCK = (
  x,
  y,
  s,
) => html`<g transform="translate(${x} ${y}) scale(${s})"><path fill="#6d675c" d="M-9 5 l3 -9 l6 -4 l7 5 l3
    8z"/>
  <path fill="#8e877a" d="M-9 5 l3 -9 l6 -4 l-1 6 l-4 7z"/><path fill="#a9a294" d="M-6 -4 l6 -4 l-1 6z"/>
    </g>`;
const TUFT = (x, y) =>
  html`<path fill="none" stroke="#7d8a3e" stroke-width=".9" stroke-linecap="round" d="M${x} ${y} l-2 -3.4
    M${x} ${y} v-4.4 M${x} ${y} l2 -3.4"/>`;
const SKY = (top, low) =>
  html`<rect width="92" height="66" fill="${top}"/>
    <rect y="14" width="92" height="16" fill="${low}" opacity=".7"/>`;

export const TERRAINS = {
  plain: html`${SKY("#e8d9a8", "#f3e8c4")}<circle cx="70" cy="15" r="6" fill="#f6cf6a"/>
    <path fill="#c3b568" d="M0 30 C18 24 36 30 54 26 C70 23 82 26 92 24 V66 H0z"/>
    <path fill="#aeab58" d="M0 40 C24 33 40 42 62 37 C76 34 86 36 92 35 V66 H0z"/>
    <path fill="#97994a" d="M0 52 C20 46 44 54 66 48 C78 46 86 47 92 46 V66 H0z"/>
    ${TUFT(14, 47)}${TUFT(34, 44)}${TUFT(58, 58)}${TUFT(76, 44)}${TUFT(24, 60)}`,
  rough: html`${SKY("#d9cbb0", "#e8dcc4")}<path fill="#b5a585" d="M0 30 L14 22 L26 28 L40 18 L56 28 L70 21
    L92 30 V66 H0z"/>
    <path fill="#a39273" d="M0 42 L20 35 L44 43 L66 34 L92 42 V66 H0z"/>
    <path fill="#8f7f62" d="M0 55 L30 49 L60 56 L92 50 V66 H0z"/>
    ${ROCK(20, 45, 1.1)}${ROCK(46, 52, 1.3)}${ROCK(72, 43, 1.15)}${ROCK(
      34,
      36,
      0.6,
    )}${ROCK(62, 60, 0.7)}${ROCK(84, 57, 0.8)}`,
  woods: html`${SKY("#cfdcc0", "#e2ead3")}<path fill="#8fa671" d="M0 30 C20 24 50 30 92 24 V66 H0z"/>
    <path fill="#76935c" d="M0 46 C30 38 60 48 92 42 V66 H0z"/>
    ${TREE(12, 34, 0.8)}${TREE(28, 31, 0.75)}${TREE(62, 31, 0.8)}${TREE(80, 33, 0.85)}${TREE(45, 34, 0.9)}
    ${TREE(20, 47, 1.1)}${TREE(38, 51, 1.2)}${TREE(70, 48, 1.15)}${TREE(
      54,
      54,
      1.25,
    )}${TREE(84, 55, 1.2)}${TREE(6, 56, 1.2)}`,
  hill: html`${SKY("#d8e0e2", "#ecefe6")}<path fill="#b9b98a" d="M0 34 C20 30 30 36 92 30 V66 H0z"/>
    <path fill="#9a9f5e" d="M4 66 C18 30 36 13 48 13 C60 13 76 32 90 66z"/>
    <path fill="#b4b574" d="M4 66 C18 30 36 13 48 13 C44 26 34 44 30 66z"/>
    <path fill="none" stroke="#7f8548" stroke-width=".9" d="M28 34 C40 40 56 40 68 34 M20 46 C38 54 60 54
    77 46 M13 58 C34 66 62 66 84 58"/>
    ${TUFT(48, 20)}${TUFT(38, 38)}${TUFT(60, 44)}`,
};

// How large the table is: everything on it is measured in millimetres, and this says how many pixels one is.
const WIDE = [805, 660],
  TALL = [485, 818]; // mm, with the frame
const STRIP = 64; // mm for a column's screen with its button
const LOW = 0.8; // pixels a mm, below which everything is as small as fingers and eyes allow
const LEAST = 40; // pixels of a screen's width
const BUTTON = 24; // pixels of a button's height: what WCAG wants of a target (2.5.8)

// A phone held upright, or what strong zoom leaves of a larger screen; and a tablet: there the panel lies
// below the table, in so many pixels at least.
const UPRIGHT =
  "(max-width: 560px), (max-width: 700px) and (max-aspect-ratio: 1.05), " +
  "(max-width: 700px) and (min-height: 520px)";
const SCROLLED = 640; // pixels of height that a table held upright has, though not all of it is seen at once

const STACKED = "(min-width: 701px) and (max-aspect-ratio: 1.05)",
  BELOW = 300;

// Sets sizes for the room that there is; null while there is none.
export function sized(main) {
  const box = main.getBoundingClientRect();
  if (!box.width) return null;
  const tall = matchMedia(UPRIGHT).matches,
    stacked = matchMedia(STACKED).matches,
    [wide, high] = tall ? TALL : WIDE,
    height = stacked ? window.innerHeight - BELOW : box.height;
  const room = tall ? box.width : Math.min(box.width, 4200);
  // A button is as high as a finger is wide: on a low screen the strips take of the rest what they need for
  // that.
  let strip = STRIP,
    mm = 0;
  for (let round = 0; round < 4; round++) {
    const all = high + 2 * (strip - STRIP);
    mm = tall
      ? Math.min(room / wide, (Math.max(window.innerHeight, SCROLLED) / high) * 1.3)
      : Math.min(room / wide, height / all);
    strip = Math.max(STRIP, (Math.max(94 * mm, LEAST) / 2 + BUTTON + 5 * mm + 3) / mm);
  }
  const zoom = Math.max(1, Math.min(window.innerHeight / 1000, window.innerWidth / 1640, 2.5));
  // The panel, and dialogs as well.
  document.documentElement.style.setProperty("--zoom", tall ? 1 : zoom.toFixed(2));
  main.classList.toggle("tall", tall);
  main.classList.toggle("low", !tall && mm < LOW);
  main.style.setProperty("--strip", tall ? STRIP : strip.toFixed(2));
  main.style.setProperty("--mm", `${mm.toFixed(4)}px`);
  return { mm, tall };
}

// The room for a screen: a column's, or a player's.
export const screenWidth = (place, { mm, tall }) =>
  Math.max((place.includes(" ") ? 94 : tall ? 112 : mm < LOW ? 90 : 100) * mm, tall ? 60 : LEAST);

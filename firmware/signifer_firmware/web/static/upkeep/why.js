// Why the table refused something, in the page's language; what that has no words for is said as the table
// has said it.
import { say, said } from "../words.js";
import { nameOf, word } from "./sitting.js";

// What stands in a sentence, as it is called here: the table says figures and cards by their ids.
const CALLED = { figure: word, other: word, card: nameOf };

function sentence({ code, figures }) {
  if (!code || !said(`upkeep.why.${code}`)) return "";
  const named = Object.entries(figures ?? {}).map(([name, value]) => [name, CALLED[name]?.(value) ?? value]);
  return say(`upkeep.why.${code}`, Object.fromEntries(named));
}

// Each of its reasons: a word of the page with its figures, or the table's sentence with what it is about.
export function reasons({ reason, refused, faults, causes = [], ...figures }) {
  const first = reason ?? refused;
  return (faults ?? [first]).map(
    (fault, at) =>
      sentence(causes[at] ?? {}) ||
      sentence({ code: fault, figures }) ||
      say("upkeep.why.other", { said: fault }),
  );
}

// What has become of something, in the page's language.
export const retold = (told, cause) => reasons({ reason: told, causes: [cause] })[0];

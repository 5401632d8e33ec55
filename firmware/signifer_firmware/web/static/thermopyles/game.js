// Thermopyles, for pages; what each part does stands in ../games.js.
import * as cards from "./cards.js";
import * as table from "./table.js";
import * as panel from "./panel.js";
import * as odds from "./odds.js";
import { fallen, result } from "./result.js";

export default { styled: true, worded: true, ...cards, ...table, ...panel, odds, result, fallen };

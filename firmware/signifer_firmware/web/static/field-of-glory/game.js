// Field of Glory, for pages; what each part does stands in ../games.js.
import * as cards from "./cards.js";
import * as table from "./table.js";
import * as panel from "./panel.js";
import * as odds from "./odds.js";
import { finale } from "./finale.js";
import { fallen, result } from "./result.js";

export default { costs: true, ...cards, ...table, ...panel, odds, finale, result, fallen };

/**
 * The phrases of bettors, and the filters that each sets. A phrase is a pattern of words in small letters, numbers as digits, teams as `@0`, `@1` and so on.
 * Phrases are looked for in this order, and what one has taken is not there for those after it.
 */
import { sportFacts } from "../../domain/sports.ts";
import { type Apply, type Phrase, type SaidMarket, type SaidPeriod, setFilter, sets } from "./draft.ts";
import { formPhrases } from "./form-phrases.ts";
import { linePhrases } from "./line-phrases.ts";
import { placePhrases } from "./place-phrases.ts";
import { hourPhrases, roundPhrases, timePhrases } from "./time-phrases.ts";

const market =
  (wanted: SaidMarket, selection?: string): Apply =>
  (draft) => {
    if (draft.market !== null && draft.market !== wanted) return false;
    draft.market = wanted;
    return selection === undefined || setFilter(draft, "selection", selection);
  };

const period =
  (wanted: SaidPeriod): Apply =>
  (draft) => {
    if (draft.period !== null) return false;
    draft.period = wanted;
    return true;
  };

const ofInning =
  (selection: string): Apply =>
  (draft, found, today) =>
    period("inn1")(draft, found, today) && market("total", selection)(draft, found, today);

const ofGame: readonly Phrase[] = [
  ["nrfi|no runs? (?:in the )?first inning", ofInning("under")],
  ["yrfi|runs? (?:in the )?first inning", ofInning("over")],
  ["(?:1st|first) halves|(?:1st|first) half|1h", period("1h")],
  ["(?:2nd|second) half|2h", period("2h")],
  ["(?:1st|first) quarter|1q|q1", period("q1")],
  ["(?:2nd|second) quarter|2q|q2", period("q2")],
  ["(?:3rd|third) quarter|3q|q3", period("q3")],
  ["(?:4th|fourth) quarter|4q|q4", period("q4")],
  ["(?:1st|first) period|p1", period("p1")],
  ["(?:1st|first) 5(?: innings?)?|f5", period("inn5")],
  ["(?:1st|first) inning", period("inn1")],
  ["full games?", period("game")],
  [
    "team totals? (over|under)s?|(over|under)s? (?:on )?(?:the |their )?team totals?",
    (draft, [, one, other], today) => market("team_total", one ?? other)(draft, [], today),
  ],
  ["moneylines?|money lines?|ml|straight up|outright", market("moneyline")],
  [
    "(run|puck) ?lines?",
    (draft, [, kind = ""], today) =>
      sportFacts[draft.sport].spreadName.toLowerCase().startsWith(kind) && market("spread")(draft, [], today),
  ],
  ["(?:to )?covers?(?: the)?(?: (?:spreads?|number))?", market("spread")],
  ["spreads?|against the spread|ats|point spreads?", market("spread")],
  // A question how often a team wins asks for the winner of the game, unless a spread or a total is named.
  [
    "(?<=how (?:often|many times) .*)(?:wins?|won|cash|cashes|hits?)",
    (draft, found, today) =>
      draft.market !== null || /^(?:cash|hit)/.test(found[0] ?? "") || market("moneyline")(draft, found, today),
  ],
  ["(?:at |by )(?:the )?clos(?:e|ing)(?: (?:lines?|prices?|odds))?|closing (?:lines?|prices?|odds)", () => true],
  ["(?:win|winning|hit|cover) (?:rates?|percentages?|percents?|pct)", () => true],
];

const ofTotals: readonly Phrase[] = [
  ["overs?", market("total", "over")],
  ["unders?", market("total", "under")],
  ["totals?|over unders?", market("total")],
];

const ofSide: readonly Phrase[] = [
  ["home|hosts?(?! (?:the )?@)|at home", sets("selection=home")],
  ["road|rd|away|visitors?|visiting|on the road", sets("selection=away")],
  ["favou?rites?|favou?red|favs?|faves?|chalk", sets("role=favorite")],
  ["underdogs?|dogs?", sets("role=underdog")],
];

export const phrases: readonly Phrase[] = [
  ...hourPhrases,
  ...roundPhrases,
  ...formPhrases,
  ...placePhrases,
  ...ofGame,
  ...linePhrases,
  ...ofTotals,
  ...ofSide,
  ...timePhrases,
];

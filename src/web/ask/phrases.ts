/**
 * What bettors say, and what it sets. A phrase is a pattern of words in small letters, numbers as digits, teams as `@0`, `@1` and so on.
 * Phrases are looked for in this order, and what one has taken is not there for those after it.
 */
import { seasonOf } from "../../domain/seasons.ts";
import { sportFacts } from "../../domain/sports.ts";
import { type Apply, type Draft, type Phrase, type SaidMarket, type SaidPeriod, setFilter, sets } from "./draft.ts";
import { formPhrases } from "./form-phrases.ts";
import { linePhrases } from "./line-phrases.ts";
import { placePhrases } from "./place-phrases.ts";

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
  ["spreads?|against the spread|ats|point spreads?", market("spread")],
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

const ofTime: readonly Phrase[] = [
  ["playoffs?|postseason|post season|bowl games?|bowls", sets("season_type=postseason")],
  ["regular season", sets("season_type=regular")],
  [
    "(?:this|the current|current) (?:season|year)",
    (draft, _, today) => setFilter(draft, "season", String(seasonOf(draft.sport, today))),
  ],
  ["last (?:season|year)", (draft, _, today) => setFilter(draft, "season", String(seasonOf(draft.sport, today) - 1))],
  [
    "(?:over |in )?(?:the )?(?:last|past) (\\d) (?:seasons?|years?)",
    (draft, [, count = ""], today) =>
      setFilter(draft, "since", String(seasonOf(draft.sport, today) - Number(count) + 1)),
  ],
  ["since (?:the )?(20\\d\\d)(?: season)?", (draft, [, year = ""]) => setFilter(draft, "since", year)],
  ["(?:in |of |during )?(?:the )?(20\\d\\d)(?: season)?", (draft, [, year = ""]) => setFilter(draft, "season", year)],
  [
    "weeks? (\\d\\d?) (?:and |or )?(?:later|on|onwards?|after)",
    (draft, [, week = ""]) => setFilter(draft, "week_min", week),
  ],
  [
    "weeks? (\\d\\d?) (?:to|through|until) (?:week )?(\\d\\d?)",
    (draft, [, from = "", to = ""]) => setFilter(draft, "week_min", from) && setFilter(draft, "week_max", to),
  ],
  ["(?:after|since) week (\\d\\d?)", (draft, [, week = ""]) => setFilter(draft, "week_min", String(Number(week) + 1))],
  ["(?:before|until) week (\\d\\d?)", (draft, [, week = ""]) => setFilter(draft, "week_max", String(Number(week) - 1))],
  ["week (\\d\\d?)", (draft, [, week = ""]) => setFilter(draft, "week", week)],
  ["late in the (?:season|year)|late season", (draft) => hasWeeks(draft) && setFilter(draft, "week_min", "13")],
  ["early in the (?:season|year)|early season", (draft) => hasWeeks(draft) && setFilter(draft, "week_max", "4")],
  ...[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
  ].map((name, at): Phrase => [name === "may" ? "in may" : `(?:in )?${name}`, sets(`month=${at + 1}`)]),
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
    (name): Phrase => [`(?:on )?${name}s?(?: nights?)?(?: football)?`, sets(`weekday=${name.slice(0, 3)}`)],
  ),
];

function hasWeeks({ sport }: Draft): boolean {
  return sportFacts[sport].hasWeeks;
}

export const phrases: readonly Phrase[] = [
  ...formPhrases,
  ...placePhrases,
  ...ofGame,
  ...linePhrases,
  ...ofTotals,
  ...ofSide,
  ...ofTime,
];

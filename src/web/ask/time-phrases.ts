/** When games are played, as bettors say it: hours of New York, nights, rounds of a postseason, seasons, weeks and months. */
import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import { sportFacts } from "../../domain/sports.ts";
import { monthNames, weekdayNames } from "../ui/words.ts";
import { type Apply, type Draft, filterPhrases, type Phrase, setFilter, sets, unanswered } from "./draft.ts";

/** Bettors call the games of the evening night games: the earliest begin a little after half past six. */
const night = "start_hour_min=18";

const starting =
  "(?:(?:that |which )?(?:are )?(?:start|starts|started|starting|begin|begins|beginning|kick off|kicks off|kicking off|kickoffs?|tip off|tips off) )?";
const clock = "(\\d\\d?)(?::00)? ?([ap]m)(?: (?:et|est|edt|eastern)(?: time)?)?";

/** @param bounds the filters of an hour, 0 to 23. Null: there is none such. */
const hour =
  (bounds: (hour: number) => Readonly<Record<string, number>> | null): Apply =>
  (draft, [, text = "", half = ""]) => {
    const said = Number(text);
    if (said < 1 || said > 12) return false;
    const found = bounds((said % 12) + (half === "pm" ? 12 : 0));
    return found !== null && Object.entries(found).every(([name, value]) => setFilter(draft, name, String(value)));
  };

export const hourPhrases: readonly Phrase[] = [
  [
    `${starting}(?:at or after|after|from|later than) ${clock}|${starting}(?:at )?${clock} (?:or|and) later`,
    (draft, found, today) =>
      hour((each) => ({ start_hour_min: each }))(
        draft,
        ["", ...found.slice(1).filter((each) => each !== undefined)],
        today,
      ),
  ],
  [`${starting}before ${clock}`, hour((each) => (each === 0 ? null : { start_hour_max: each - 1 }))],
  [`${starting}(?:at )?${clock}`, hour((each) => ({ start_hour_min: each, start_hour_max: each }))],
  [`${starting}before noon|mornings?`, sets("start_hour_max=11")],
  [`${starting}after noon`, sets("start_hour_min=12")],
  [`${starting}(?:at )?noon(?: kickoffs?)?`, sets("start_hour_min=12", "start_hour_max=12")],
];

/** A round is a filter where it is always the same week. Those of other sports are named as not answered. */
const roundOf =
  (name: "wildCard" | "divisional" | "conference" | "final"): Apply =>
  (draft, found, today) => {
    const weeks = sportFacts[draft.sport].roundWeeks;
    if (weeks === null) return round(draft, found, today);
    return setFilter(draft, "season_type", "postseason") && setFilter(draft, "week", String(weeks[name]));
  };

const round: Apply = (draft, found, today) =>
  setFilter(draft, "season_type", "postseason") && unanswered(draft, found, today);

export const roundPhrases: readonly Phrase[] = [
  ["game \\d of (?:a |the )?double ?headers?", unanswered],
  ["(?:pre ?season|exhibition|spring training|all star|pro bowl)(?: games?)?", unanswered],
  ["(?:nba cup|in season tournament|play in)(?: tournament)?(?: games?)?", unanswered],
  ["wild ?cards?(?: round| weekend| games?)?", roundOf("wildCard")],
  ["division(?:al)? (?:round|playoffs?|weekend)", roundOf("divisional")],
  ["conference championships?(?: round| games?| weekend)?", roundOf("conference")],
  ["(?:the )?super ?bowls?", roundOf("final")],
  [
    "(?:the )?(?:(?:nba|afc|nfc) )?(?:world series|[an]lcs|[an]lds|(?:division|championship|league) (?:championship )?series|stanley cup(?: finals?)?|" +
      "(?:conference |cup |quarter |semi )?finals|(?:conference )?(?:semi|quarter) ?finals?|(?:afc|nfc|national) (?:championships?|title)(?: games?)?|" +
      "(?:opening|1st|2nd|3rd|first|second|third|last|final) round|round (?:of )?\\d+|game [1-7]|elimination games?|(?:college football )?(?:playoff )?cfp|" +
      "(?:rose|sugar|orange|cotton|peach|fiesta) bowls?)",
    round,
  ],
];

/** A season as both of its years, as in 2023-24. */
const ofTwoYears: Apply = (draft, [, first = "", last = ""]) => {
  const year = Number(first);
  const found = [year, year + 1].find((season) => {
    const { from, to } = datesOfSeason({ sport: draft.sport, season });
    return from.startsWith(first) && to.startsWith(String(year + 1));
  });
  return Number(last) === (year + 1) % 100 && found !== undefined && setFilter(draft, "season", String(found));
};

export const timePhrases: readonly Phrase[] = [
  // Where the playoffs are a few of the bowls, no filter has them.
  [
    "playoffs?",
    (draft, found, today) =>
      (sportFacts[draft.sport].hasBowls ? round : sets("season_type=postseason"))(draft, found, today),
  ],
  ["postseason|post season", sets("season_type=postseason")],
  ["bowl games?|bowls", (draft) => sportFacts[draft.sport].hasBowls && setFilter(draft, "season_type", "postseason")],
  ["regular season", sets("season_type=regular")],
  ["(?:in )?(?:all|every|any) (?:seasons?|years?)|all time", () => true],
  [
    "(?:this|the current|current) (?:season|year)",
    (draft, _, today) => setFilter(draft, "season", String(seasonOf(draft.sport, today))),
  ],
  [
    "since last (?:season|year)",
    (draft, _, today) => setFilter(draft, "since", String(seasonOf(draft.sport, today) - 1)),
  ],
  ["last (?:season|year)", (draft, _, today) => setFilter(draft, "season", String(seasonOf(draft.sport, today) - 1))],
  [
    "(?:over |in )?(?:the )?(?:last|past) (\\d) (?:seasons?|years?)",
    (draft, [, count = ""], today) =>
      setFilter(draft, "since", String(seasonOf(draft.sport, today) - Number(count) + 1)),
  ],
  ["(?:in |of |during )?(?:the )?(20\\d\\d)[-/](\\d\\d)(?: season)?", ofTwoYears],
  [
    "(?:from |between )?(20\\d\\d) (?:to|through|until|and) (20\\d\\d)(?: seasons?)?",
    (draft, [, first = "", last = ""]) =>
      first < last &&
      setFilter(draft, "since", first) &&
      setFilter(draft, "to", datesOfSeason({ sport: draft.sport, season: Number(last) }).to),
  ],
  ...filterPhrases(`
(?:since|from) (?:the )?(20\\d\\d)(?: season)? (?:on|onwards?) -> since=$1
since (?:the )?(20\\d\\d)(?: season)? -> since=$1
(?:in |of |during )?(?:the )?(20\\d\\d)(?: season)? -> season=$1
weeks? (\\d\\d?) (?:and |or )?(?:later|on|onwards?|after) -> week_min=$1
weeks? (\\d\\d?) (?:to|through|until) (?:week )?(\\d\\d?) -> week_min=$1 week_max=$2
`),
  ["(?:after|since) week (\\d\\d?)", (draft, [, week = ""]) => setFilter(draft, "week_min", String(Number(week) + 1))],
  ["(?:before|until) week (\\d\\d?)", (draft, [, week = ""]) => setFilter(draft, "week_max", String(Number(week) - 1))],
  ["week (\\d\\d?)", sets("week=$1")],
  ["late in the (?:season|year)|late season", (draft) => hasWeeks(draft) && setFilter(draft, "week_min", "13")],
  ["early in the (?:season|year)|early season", (draft) => hasWeeks(draft) && setFilter(draft, "week_max", "4")],
  ...monthNames.map((month, at): Phrase => {
    const name = month.toLowerCase();
    return [name === "may" ? "in may" : `(?:in )?${name}`, sets(`month=${at + 1}`)];
  }),
  ...Object.entries(weekdayNames).map(
    ([day, name]): Phrase => [
      `(?:on )?${name.toLowerCase()}s?( nights?| evenings?)?(?: football)?`,
      (draft, [, isNight], today) =>
        sets(`weekday=${day}`, ...(isNight === undefined ? [] : [night]))(draft, [], today),
    ],
  ),
  // Not in "3 games in 4 nights" and "last night".
  ["(?:at |in )?(?:the )?(?<!(?:\\d|last|2nd|second|next|same) )(?:nights?|evenings?)(?: games?)?", sets(night)],
  ["(?:in )?(?:the )?(?:day games?|day time|daytime|matinees?)", sets("start_hour_max=16")],
  ["(?:in )?(?:the )?afternoons?(?: games?)?", sets("start_hour_min=12", "start_hour_max=16")],
];

function hasWeeks({ sport }: Draft): boolean {
  return sportFacts[sport].hasWeeks;
}

/**
 * Every filter of the explorer, once: what it is called, what its field looks like, the words that find it, and how a set's name says
 * it. The sentence, the fields below it and the names of sets on every page are made of this.
 */
import { nearest } from "../../contract/hints.ts";
import { betSides } from "../../domain/bets/sides.ts";
import { usBooks } from "../../domain/books.ts";
import { foldName } from "../../domain/fold-name.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import { bySport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { allTeamsOf, findTeam } from "../../domain/teams/registry.ts";
import type { Choice } from "../ui/field.ts";
import {
  betTypeName,
  between,
  bookName,
  marketName,
  monthNames,
  periodInWords,
  plain,
  weekdayNames,
} from "../ui/words.ts";
import { type Field, formFields, listed, type Said } from "./form-fields.ts";

export const sportNames: Readonly<Record<Sport, string>> = bySport((sport) => sportFacts[sport].inWords);

type RestWord = { readonly word: string; readonly label: string; readonly name: string; readonly days: string };

/** Rest of the team that is bet on, as bettors say it. In the API it is a bound in days, and a page may be asked for by the word. */
const restTable = {
  bye: { word: "bye", label: "off a bye", name: "rest_min", days: "13" },
  short_week: { word: "short_week", label: "on a short week", name: "rest_max", days: "5" },
  back_to_back: { word: "back_to_back", label: "on a back-to-back", name: "rest_max", days: "1" },
} as const satisfies Readonly<Record<string, RestWord>>;

/** The words of each sport. In baseball teams play nearly every day, and rest is counted in days alone. */
export const restWords: Readonly<Record<Sport, readonly RestWord[]>> = bySport((sport) =>
  sportFacts[sport].restWords.map((word) => restTable[word]),
);

/** The word for two bounds; null: there is none, and they are said in days. */
export function restWordOf(sport: Sport, min: string, max: string): RestWord | null {
  const isOf = ({ name, days }: RestWord): boolean =>
    name === "rest_min" ? min === days && max === "" : max === days && min === "";
  return restWords[sport].find(isOf) ?? null;
}

function restSays(team: string, [min = "", max = ""]: readonly string[]): string {
  const days = (count: string) => (count === "1" ? "1 day" : `${count} days`);
  if (min === "" && max === "1") return `${team} team on no rest`;
  const count =
    min === max
      ? days(min)
      : max === ""
        ? `${min} or more days`
        : min === ""
          ? `at most ${days(max)}`
          : `${min} to ${days(max)}`;
  return `${team} team ${count} after its last game`;
}

function teamNames(sport: Sport, teams: string): string {
  const names = teams.split(",").map((team) => findTeam(sport, team)?.name ?? team);
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function lineSays([min = "", max = ""]: readonly string[], { value }: Said): string {
  const role = value("role");
  if (role === "underdog" && max === "" && Number(min) > 0) return `by ${min} or more`;
  if (role === "favorite" && min === "" && Number(max) < 0) return `by ${max.replace("-", "")} or more`;
  return `line ${min !== "" && max !== "" && min !== max ? "from " : ""}${between(min, max)}`;
}

/** Prices are in the order of what they pay, in which a favorite's -200 is below its -150. */
function priceSays([min = "", max = ""]: readonly string[]): string {
  const shown = (price: string) => (Number(price) > 0 ? `+${Number(price)}` : plain(price));
  return `price ${min !== "" && max !== "" && min !== max ? "from " : ""}${between(min, max, ["or better", "or worse"], shown)}`;
}

function hourSays([min = "", max = ""]: readonly string[]): string {
  const time = max === "" ? `at ${min}:00` : min === "" ? `by ${max}:59` : `from ${min}:00 to ${max}:59`;
  return `start ${time} New York time${max === "" ? " or later" : ""}`;
}

const inSentence = (names: readonly string[], say: Field["say"], more: Partial<Field> = {}): Field => ({
  ...{ names, label: "", place: "sentence", kind: "words", say },
  ...more,
});
const one = (name: string, label: string, kind: Field["kind"], say: (value: string, said: Said) => string): Field => ({
  ...{ names: [name], label, place: "below", kind },
  say: ([value = ""], said) => say(value, said),
});
const range = (of: string, label: string, means: string, say: Field["say"]): Field => ({
  ...{ names: [`${of}_min`, `${of}_max`], label, place: "below", kind: "words", means, say },
});

const same = (values: readonly string[]): readonly Choice[] => values.map((each) => [each, each]);
/** The conferences or divisions of a sport. */
const groups = (of: "conference" | "division") => (sport: Sport) =>
  same([...new Set(allTeamsOf(sport).flatMap((team) => team[of] ?? []))].sort());
const selections: readonly Choice[] = [
  ["home", "home teams"],
  ["away", "away teams"],
  ["over", "overs"],
  ["under", "unders"],
];
const moves: readonly Choice[] = [
  ["toward", "toward the bet"],
  ["away", "away from the bet"],
  ["none", "not at all"],
];
const nameOf = (choices: readonly Choice[], value: string): string =>
  choices.find(([each]) => each === value)?.[1] ?? value;
const teamSays = (sport: Sport, value: string): string => findTeam(sport, value)?.name ?? value;

/** In the order in which a set's name has them. */
export const fields: readonly Field[] = [
  inSentence(["on"], ([teams = ""], { sport }) => `take the ${teamNames(sport, teams)}`),
  range(
    "rest",
    "Rest, days",
    "days since the last game of the team that is bet on",
    (ends, { sport }) => restWordOf(sport, ends[0] ?? "", ends[1] ?? "")?.label ?? restSays("own", ends),
  ),
  range("opponent_rest", "Opponent's rest", "days since the last game of its opponent", (ends) =>
    restSays("opponent", ends),
  ),
  one("team", "In games of", "team", (value, { sport }) => `in games of the ${teamSays(sport, value)}`),
  one("home", "Home team", "team", (value, { sport }) => `${teamSays(sport, value)} at home`),
  one("away", "Away team", "team", (value, { sport }) => `${teamSays(sport, value)} on the road`),
  inSentence(["selection"], ([value = ""]) => nameOf(selections, value), {
    label: "Side",
    kind: listed(...selections),
  }),
  inSentence(["role"], ([value = ""]) => `${value}s`, {
    label: "Role",
    kind: listed(["favorite", "favorites"], ["underdog", "underdogs"]),
  }),
  inSentence(["min_line", "max_line"], lineSays),
  {
    ...range("price", "Closing price", "American odds of the close, in the order of what they pay", priceSays),
    names: ["min_price", "max_price"],
  },
  inSentence(["bet_type"], ([value = ""]) => value.split(",").map(betTypeName).join(", "), {
    label: "Bet",
    // Spread bets are asked for as ATS, too.
    kind: (sport) =>
      sportFacts[sport].betTypes.map((each) => [each, each === "spread" ? "spread (ATS)" : betTypeName(each)]),
  }),
  one(
    "market",
    "Market",
    (sport) =>
      lineMarkets
        .filter((each) => betSides[sport].some((side) => side.marketName === each))
        .map((each) => [each, marketName(each, sport).toLowerCase()]),
    (value) => value.replace("_", " "),
  ),
  one(
    "period",
    "Period",
    (sport) =>
      linePeriods
        .filter((each) => betSides[sport].some((side) => side.periodName === each))
        .map((each) => [each, periodInWords(each)]),
    periodInWords,
  ),
  range("home_rest", "Home rest", "days since the last game of the home team", (ends) => restSays("home", ends)),
  range("away_rest", "Away rest", "days since the last game of the away team", (ends) => restSays("away", ends)),
  one(
    "month",
    "Month",
    listed(...monthNames.map((name, at): Choice => [String(at + 1), name])),
    (value) => `in ${monthNames[Number(value) - 1] ?? ""}`,
  ),
  one(
    "weekday",
    "Weekday",
    listed(...Object.entries(weekdayNames)),
    (value) => `on ${nameOf(Object.entries(weekdayNames), value)}s`,
  ),
  range("start_hour", "Start hour", "hour of the start in New York, 0 to 23", hourSays),
  one("conference", "Conference", groups("conference"), (value) => `both of ${value}`),
  one("division", "Division", groups("division"), (value) => `both of ${value}`),
  range(
    "wind",
    "Wind, mph",
    "wind in miles per hour",
    ([min = "", max = ""]) => `wind of ${measured(min, max, "mph")}`,
  ),
  range(
    "temperature",
    "Temperature, °F",
    "temperature in degrees Fahrenheit",
    ([min = "", max = ""]) => `at ${measured(min, max, "°F")}`,
  ),
  one("indoor", "Under a roof", listed(["true", "indoors"], ["false", "outdoors"]), (value) =>
    value === "true" ? "indoors" : "outdoors",
  ),
  one("shortened", "Cut short", listed(["true", "cut short"], ["false", "whole games"]), (value) =>
    value === "true" ? "games cut short" : "whole games",
  ),
  one("rules", "Settled by", listed(["score", "the period's score alone"]), () => "by the period's score alone"),
  one("open_moved", "Line moved", listed(...moves), (value) =>
    value === "none" ? "line did not move" : `line moved ${nameOf(moves, value)}`,
  ),
  ...formFields,
  one("season_type", "Season part", listed(["regular", "regular season"], ["postseason", "postseason"]), (value) =>
    value === "postseason" ? "postseason" : "regular season",
  ),
  one("week", "Week", "words", (value) => `week ${value}`),
  {
    ...one("result", "Result", listed(...same(["won", "lost", "push", "void"])), (value) => `only ${value}`),
    place: "set",
  },
  { ...one("game_id", "Game", "words", (value) => value), place: "set" },
  inSentence(["book"], ([value = ""]) => `at the ${bookName(value)} close`, {
    label: "Book",
    kind: listed(...usBooks.map(({ slug, name }): Choice => [slug, name])),
    unsaid: () => "at the consensus close",
  }),
  inSentence(["season"], ([value]) => `${value} season`),
  inSentence(
    ["from"],
    ([value = ""], { sport }) => {
      const year = seasonThatBegins(sport, value);
      return year === null ? `from ${value}` : `since ${year}`;
    },
    { unsaid: ({ value, firstSeason: first }) => (value("season") !== "" || first === null ? null : `since ${first}`) },
  ),
  one("to", "Until", "days", (value) => `until ${value}`),
];

function measured(min: string, max: string, unit: string): string {
  const [first, more] = between(min, max).split(/ (?=or )/);
  return more === undefined ? `${first} ${unit}` : `${first} ${unit} ${more}`;
}

/**
 * The parts of a set's name, as they stand with dots between.
 * @param filters those that the API was asked with. They are right.
 */
export function partsOf(
  filters: readonly (readonly [name: string, value: string])[],
  firstSeason: number | null,
): readonly string[] {
  const value = (name: string) => filters.find(([each]) => each === name)?.[1] ?? "";
  const sport = value("sport");
  if (!isSport(sport)) return [];
  const said = { sport, value, firstSeason };
  const parts = fields.map(({ names, say, unsaid }) => {
    const values = names.map(value);
    return values.some((each) => each !== "") ? say(values, said) : (unsaid?.(said) ?? null);
  });
  return [sportNames[sport], ...parts.filter((part) => part !== null)];
}

/** The season whose first day a date is; null: it is no season's. */
export function seasonThatBegins(sport: Sport, date: string): number | null {
  if (!/^[1-8]\d{3}-\d\d-\d\d$/.test(date)) return null;
  const year = Number(date.slice(0, 4));
  return [year, year + 1].find((season) => datesOfSeason({ sport, season }).from === date) ?? null;
}

/** All that can be typed, each with its field. What sets a value needs no field to be filled in. */
const typed = fields.flatMap((field) =>
  field.found === undefined
    ? []
    : [[field.label, null] as const, ...field.found].map(([words, value]) => ({ words, field, value })),
);

/** All that can be typed, as it is offered. */
export const typedWords = typed.map(({ words }) => words);

type Added =
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "shown"; readonly label: string }
  | { readonly kind: "unknown"; readonly message: string };

/** @param text as somebody typed it. */
export function addedBy(text: string): Added {
  const wanted = foldName(text);
  const found = typed.find(({ words }) => foldName(words) === wanted);
  if (found === undefined) {
    const near = nearest(text, typedWords);
    const hint =
      near === null ? "choose one of the list, such as winning streak, off a loss or rematch" : `did you mean ${near}?`;
    return { kind: "unknown", message: `No filter is called “${text.slice(0, 40)}”; ${hint}` };
  }
  const { label, names } = found.field;
  return found.value === null ? { kind: "shown", label } : { kind: "set", name: names[0] ?? "", value: found.value };
}

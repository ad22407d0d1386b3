/** Every filter of the explorer: its label, its field, and its words in a set's name. Sentences and names of sets are made of this. */
import { weekdayNames } from "../../contract/enum-texts.ts";
import { everyWhose } from "../../contract/filters/form.ts";
import { betSides } from "../../domain/bets/sides.ts";
import { usBooks } from "../../domain/books.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import { isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { allTeamsOf, findTeam } from "../../domain/teams/registry.ts";
import type { Choice } from "../ui/parts.ts";
import { betTypeName, between, marketName, monthNames, periodInWords, signedText } from "../ui/words.ts";

/** The other values that a set's name depends on. */
type Said = {
  readonly sport: Sport;
  readonly value: (name: string) => string;
  /** The first season that there is; null: there is none, or it is not said. */
  readonly firstSeason: number | null;
};

/** A filter, or both ends of a range. */
export type Field = {
  readonly names: readonly string[];
  /** The field is in the sentence, below it, below it only where the filter is set, or where it is added by typing. */
  readonly place: "sentence" | "below" | "set" | "added";
  readonly label: string;
  /** A day of the calendar; the name of a team; both other; or a list. */
  readonly kind: "days" | "team" | "words" | ((sport: Sport) => readonly Choice[]);
  /** @param values in the order of the names, one of them not empty. */
  readonly say: (values: readonly string[], said: Said) => string;
  /** Of a range: what the label stands for. */
  readonly means: string;
};

/** Rest of the team that is bet on, as bettors say it. In the API it is a bound in days, and a page may be asked for by the word. */
const restTable = {
  bye: { word: "bye", label: "off a bye", name: "rest_min", days: "13" },
  short_week: { word: "short_week", label: "on a short week", name: "rest_max", days: "5" },
  back_to_back: { word: "back_to_back", label: "on a back-to-back", name: "rest_max", days: "1" },
} as const;

/** The words of a sport. In baseball teams play nearly every day, and rest is counted in days alone. */
export const restWordsOf = (sport: Sport) => sportFacts[sport].restWords.map((word) => restTable[word]);

/** The word for two bounds; nothing: there is none, and they are said in days. */
export function restWordOf(sport: Sport, min: string, max: string) {
  return restWordsOf(sport).find(
    ({ name, days }) => (name === "rest_min" ? `${days} ` : ` ${days}`) === `${min} ${max}`,
  );
}

const restOf =
  (team: string) =>
  ([min = "", max = ""]: readonly string[]): string => {
    if (min === "" && max === "1") return `${team} team on no rest`;
    const days = (count: string) => (count === "1" ? "1 day" : `${count} days`);
    const both = min === max ? days(min) : `${min} to ${days(max)}`;
    const count = max === "" ? `${min} or more days` : min === "" ? `at most ${days(max)}` : both;
    return `${team} team ${count} after its last game`;
  };

function teamNames(sport: Sport, teams: string): string {
  const names = teams.split(",").map((team) => findTeam(sport, team)?.name ?? team);
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function lineSays([min = "", max = ""]: readonly string[], { value }: Said): string {
  const role = value("role");
  if (role === "underdog" && max === "" && Number(min) > 0) return `by ${min} or more`;
  if (role === "favorite" && min === "" && Number(max) < 0) return `by ${max.replace("-", "")} or more`;
  return `line ${fromIfBoth(min, max)}${between(min, max)}`;
}

const fromIfBoth = (min: string, max: string) => (min !== "" && max !== "" && min !== max ? "from " : "");
const priceText = (price: string) => signedText(Number(price));

function hourSays([min = "", max = ""]: readonly string[]): string {
  const time = max === "" ? `at ${min}:00` : min === "" ? `by ${max}:59` : `from ${min}:00 to ${max}:59`;
  return `start ${time} New York time${max === "" ? " or later" : ""}`;
}

/** Words of a set's name that depend on more than the value. */
const sayings: Readonly<Record<string, Field["say"]>> = {
  on: ([teams = ""], { sport }) => `take the ${teamNames(sport, teams)}`,
  "rest_*": ([min = "", max = ""], { sport }) => restWordOf(sport, min, max)?.label ?? restOf("own")([min, max]),
  "opponent_rest_*": restOf("opponent"),
  "home_rest_*": restOf("home"),
  "away_rest_*": restOf("away"),
  "*_line": lineSays,
  // Prices are in the order of what they pay, in which a favorite's -200 is below its -150.
  "*_price": ([min = "", max = ""]) =>
    `price ${fromIfBoth(min, max)}${between(min, max, ["or better", "or worse"], priceText)}`,
  "start_hour_*": hourSays,
  bet_type: ([value = ""]) => value.split(",").map(betTypeName).join(", "),
  "week_*": ([min = "", max = ""]) =>
    max === "" ? `week ${min} or later` : min === "" ? `until week ${max}` : `weeks ${min} to ${max}`,
  "win_share_*": ([min = "", max = ""]) =>
    `that won ${between(min, max, undefined, (share) => `${Math.round(1000 * Number(share)) / 10}%`)}`,
  from([value = ""], { sport }) {
    const year = seasonThatBegins(sport, value);
    return year === null ? `from ${value}` : `since ${year}`;
  },
};

/** Where a filter is not set, and its default is part of the name. */
const unsaid: Readonly<Record<string, (said: Said) => string | null>> = {
  book: () => "at the consensus close",
  from: ({ value, firstSeason: first }) => (value("season") !== "" || first === null ? null : `since ${first}`),
};

const groups = (of: "conference" | "division") => (sport: Sport) =>
  [...new Set(allTeamsOf(sport).flatMap((team) => team[of] ?? []))].sort().map((each): Choice => [each, each]);

/** Values that stand somewhere else already. */
const lists: Readonly<Record<string, (sport: Sport) => readonly Choice[]>> = {
  // Spread bets are asked for as ATS, too.
  bets: (sport) =>
    sportFacts[sport].betTypes.map((each) => [each, each === "spread" ? "spread (ATS)" : betTypeName(each)]),
  markets(sport) {
    const offered = new Set(betSides[sport].map((side) => side.marketName));
    return lineMarkets.filter((each) => offered.has(each)).map((each) => [each, marketName(each, sport).toLowerCase()]);
  },
  periods(sport) {
    const offered = new Set(betSides[sport].map((side) => side.periodName));
    return linePeriods.filter((each) => offered.has(each)).map((each) => [each, periodInWords(each)]);
  },
  months: () => monthNames.map((name, at) => [String(at + 1), name]),
  weekdays: () => Object.entries(weekdayNames),
  books: () => usBooks.map(({ slug, name }) => [slug, name]),
  conferences: groups("conference"),
  divisions: groups("division"),
};

/**
 * The filters, in the order in which a set's name has them: the name at the API, with `*` for both ends of a range; the place; the
 * label; the kind, a list, or values with their words; and the words of a set's name. In those, `{}` is the value, its choice or both
 * ends, `{n}` is that with "or more" behind everything, and `=` are those above. A streak has words for above 0, below 0 and both. Behind
 * them stands what a range means.
 */
const beforeForm = `
on | sentence | Team that is bet on | words | =
rest_* | below | Rest, days | words | = | days since the last game of the team that is bet on
opponent_rest_* | below | Opponent's rest | words | = | days since the last game of its opponent
team | below | In games of | team | in games of the {}
home | below | Home team | team | {} at home
away | below | Away team | team | {} on the road
selection | sentence | Side | home: home teams, away: away teams, over: overs, under: unders | {}
role | sentence | Role | favorite: favorites, underdog: underdogs | {}
*_line | sentence | Line | words | =
*_price | below | Closing price | words | = | American odds of the close, in the order of what they pay
bet_type | sentence | Bet | bets | =
market | below | Market | markets | {}
period | below | Period | periods | {}
home_rest_* | below | Home rest | words | = | days since the last game of the home team
away_rest_* | below | Away rest | words | = | days since the last game of the away team
month | below | Month | months | in {}
weekday | below | Weekday | weekdays | on {}s
start_hour_* | below | Start hour | words | = | hour of the start in New York, 0 to 23
conference | below | Conference | conferences | both of {}
division | below | Division | divisions | both of {}
wind_* | below | Wind, mph | words | wind of {n} mph | wind in miles per hour
temperature_* | below | Temperature, °F | words | at {n} °F | temperature in degrees Fahrenheit
indoor | below | Under a roof | true: indoors, false: outdoors | {}
shortened | below | Cut short | true: cut short, false: whole games | true: games cut short, false: whole games
rules | below | Settled by | score: the period's score alone | by {}
open_moved | below | Line moved | toward: toward the bet, away: away from the bet, none: not at all | toward: line moved toward the bet, away: line moved away from the bet, none: line did not move
`;

/** The filters by form [A-17] as bettors say them, without the team that they are asked of. */
const ofTeam = `
last | added | result of its last game | won: after a win, lost: after a loss, covered: that covered last time, failed: that failed to cover last time, over: after an over, under: after an under | {}
last_margin_* | added | margin of its last game | words | after a win by {} / after a loss by {} / with a last margin of {}
last_role | added | role in its last game | favorite: favorite, underdog: underdog | favorite: favored last time, underdog: underdogs last time
streak_* | added | streak of wins or losses | words | on a winning streak of {} / on a losing streak of {} / with a streak of {}
ats_streak_* | added | streak against the spread | words | after {} covers in a row / after {} failures to cover in a row / with a streak against the spread of {}
total_streak_* | added | streak of overs or unders | words | after {} overs in a row / after {} unders in a row / with a streak of overs of {}
win_share_* | added | share of games won | words | =
games_min | added | games played, at least | words | with {} or more games played
starter | added | starting pitcher or goalie | words | with {} starting
starter_hand | added | hand of the starting pitcher | L: left, R: right, S: both | L: with a left-handed starter, R: with a right-handed starter, S: with a switch-handed starter
`;

const afterForm = `
meeting | added | Meeting of the season | first: first, rematch: rematch | first: first meetings of the season, rematch: rematches of the season
meeting_last | added | Last meeting of the two teams | won: won, lost: lost, covered: covered, failed: failed, over: over, under: under | won: that won the last meeting, lost: that lost the last meeting, covered: that covered the last meeting, failed: that failed the last meeting, over: after an over in the last meeting, under: after an under in the last meeting
week_* | added | Weeks | words | =
same_division | added | Both teams of one division | true: yes | division rivals
same_conference | added | Both teams of one conference | true: yes | teams of one conference
season_type | below | Season part | regular: regular season, postseason: postseason | {}
week | below | Week | words | week {}
result | set | Result | won: won, lost: lost, push: push, void: void | only {}
game_id | set | Game | words | {}
book | sentence | Book | books | at the {} close
season | sentence | Season | words | {} season
from | sentence | First season | words | =
to | below | Until | days | until {}
`;

/** `won: after a win, lost: after a loss`. */
const choicesIn = (text: string) =>
  text.split(", ").map((each): Choice => [each.slice(0, each.indexOf(": ")), each.slice(each.indexOf(": ") + 2)]);

function fieldOf(line: string): Field {
  const [name = "", place = "", label = "", kindText = "", words = "", means = ""] = line.split(" | ");
  const kind = kindText.includes(": ") ? () => choicesIn(kindText) : (lists[kindText] ?? (kindText as "words"));
  return {
    place: place as Field["place"],
    label,
    kind,
    means,
    names: name.includes("*") ? ["min", "max"].map((end) => name.replace("*", end)) : [name],
    say: words === "=" ? (sayings[name] as Field["say"]) : (values, said) => sayIn(words, kind, values, said),
  };
}

/** How the fields of a team begin, and how a set's name says whose form it is. */
const whose = {
  team: ["Team that is bet on", ""],
  opponent: ["Its opponent", "against a team "],
  either: ["Either team", "either team "],
  both: ["Both teams", "both teams "],
} as const;

const fieldsOf = (lines: string) => lines.trim().split("\n").map(fieldOf);

export const fields: readonly Field[] = [
  ...fieldsOf(beforeForm),
  ...everyWhose.flatMap((prefix) => {
    const [of, lead] = whose[prefix];
    return fieldsOf(ofTeam).map(
      (each): Field => ({
        ...each,
        names: each.names.map((name) => `${prefix}_${name}`),
        label: `${of}: ${each.label}`,
        say: (values, said) => lead + each.say(values, said),
      }),
    );
  }),
  ...fieldsOf(afterForm),
];

/** The words of a line of the table, filled in. */
function sayIn(words: string, kind: Field["kind"], [value = "", max]: readonly string[], { sport }: Said): string {
  const chosen = (choices: readonly Choice[]) => choices.find(([each]) => each === value)?.[1];
  if (words.includes(": ")) return chosen(choicesIn(words)) ?? value;
  const [up = "", down, both] = words.split(" / ");
  if (max === undefined) {
    const own = kind === "team" ? teamNames(sport, value) : typeof kind === "function" ? chosen(kind(sport)) : value;
    return words.replace("{}", own ?? value);
  }
  const ends = between(value, max);
  if (down !== undefined && both !== undefined) {
    if (Number(value) > 0 && max === "") return up.replace("{}", ends);
    if (Number(max) < 0 && value === "") return down.replace("{}", `${max.replace("-", "")} or more`);
    return both.replace("{}", ends);
  }
  const [number = "", more = ""] = ends.split(/ (?=or )/);
  return `${words.replace("{n}", number)} ${more}`.trim();
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
  const parts = fields.map((each) => {
    const values = each.names.map(value);
    return values.some((one) => one !== "") ? each.say(values, said) : (unsaid[each.names[0] ?? ""]?.(said) ?? null);
  });
  return [sportFacts[sport].inWords, ...parts.filter((part) => part !== null)];
}

/** The season whose first day a date is; null: it is no season's. */
export function seasonThatBegins(sport: Sport, date: string): number | null {
  if (!/^[1-8]\d{3}-\d\d-\d\d$/.test(date)) return null;
  const year = Number(date.slice(0, 4));
  return [year, year + 1].find((season) => datesOfSeason({ sport, season }).from === date) ?? null;
}

/** The labels that can be typed to have the field of a filter shown. */
export const addedLabels = fields.flatMap(({ place, label }) => (place === "added" ? [label] : []));

/**
 * The filters by what surrounded a bet: the circumstances of its game, the team that is bet on, and what the teams had
 * done before. Each is a row of a table that says what it reads and how it matches; they keep the names that callers give them.
 */
import { formFilters, type LastResult } from "../../contract/filters/form.ts";
import { betOnFilters, situationFilters } from "../../contract/filters/situations.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { lost, won } from "../../domain/bets/grading.ts";
import { foldName } from "../../domain/names.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { Starter } from "../../domain/teams/team.ts";
import { hourMs, newYorkHour } from "../../domain/times.ts";
import { noWeek } from "../../release/season-table.ts";
import type { SeasonShelf } from "../season.ts";
import {
  dayOf,
  isHome,
  monthOf,
  nameAt,
  noGame,
  placeOfTeam,
  type Standing,
  seasonBefore,
  seasonTeams,
  teamResults,
  type Way,
  winShare,
} from "../team-games/teams.ts";
import { isShortenedAt, teamBits } from "./side-slots.ts";

const { open_moved: _ofBets, ...ofGames } = situationFilters;
const surroundings = { ...ofGames, ...betOnFilters, ...formFilters };
export type AskedSurroundings = ValuesOf<typeof surroundings>;

/** The conditions that a request names, and no others. */
export type Surroundings = { readonly [Name in keyof AskedSurroundings]?: NonNullable<AskedSurroundings[Name]> };

export function surroundingsOf(asked: AskedSurroundings): Surroundings {
  const names = Object.keys(surroundings) as (keyof AskedSurroundings)[];
  return Object.fromEntries(names.flatMap((name) => (asked[name] === null ? [] : [[name, asked[name]]])));
}

/** The season that is tested, and the one before it, of which the last meeting may be; null: it is not there. */
type Facts = { readonly season: SeasonShelf; readonly previous: SeasonShelf | null };

/** A test of a game, or of a team in it by its place, which is `2 * game` when it is home and one more when it is away. */
type Test = (at: number) => boolean;

/** Numbers that have bounds, `…_min` and `…_max`. What is not known is NaN, which is outside of any. */
const numbers: Readonly<Record<string, (facts: Facts) => (at: number) => number>> = {
  start_hour: ({ season }) => numberIn(startHoursOf(season)),
  wind: ({ season }) => numberIn(season.conditions.winds),
  temperature: ({ season }) => numberIn(season.conditions.temperatures),
  week: ({ season }) => numberIn(season.weeks, noWeek),
  rest: ({ season, previous }) => numberIn(seasonTeams(season, previous).rests),
  games: (facts) => ofStanding(facts, "games", ({ games }) => games),
  last_margin: (facts) => {
    const { margins } = teamResults(facts.season);
    return ofStanding(facts, "margin", ({ last }) => (last === noGame ? Number.NaN : (margins[last] as number)));
  },
  streak: (facts) => ofStanding(facts, "streak", ({ straightUp }) => straightUp.streak),
  ats_streak: (facts) => ofStanding(facts, "ats_streak", ({ spread }) => spread.streak),
  total_streak: (facts) => ofStanding(facts, "total_streak", ({ total }) => total.streak),
  win_share: (facts) => ofStanding(facts, "win_share", ({ straightUp }) => winShare(straightUp) ?? Number.NaN),
};

function numberIn(column: ArrayLike<number>, unknown?: number): (at: number) => number {
  return (at) => (column[at] === unknown ? Number.NaN : (column[at] as number));
}

/** A number of the standings before the games. */
function ofStanding({ season, previous }: Facts, name: string, read: (standing: Standing) => number) {
  const { before, columns } = seasonTeams(season, previous);
  return numberIn(columns.getOrInsertComputed(name, () => Float64Array.from(before, read)));
}

const knownHours = new WeakMap<SeasonShelf, Uint8Array>();

/** The hours of the starts in New York. Games are in order of their starts, and many begin in the same hour. */
function startHoursOf(season: SeasonShelf): Uint8Array {
  let [since, hour] = [Number.NaN, 0];
  const hourOf = (startMs: number): number => {
    const begun = Math.floor(startMs / hourMs);
    if (begun !== since) [since, hour] = [begun, newYorkHour(startMs)];
    return hour;
  };
  return knownHours.getOrInsertComputed(season, () => Uint8Array.from(season.startMs, hourOf));
}

const resultOf: Readonly<Record<LastResult, readonly [way: Way, outcome: number]>> = {
  won: ["straightUp", won],
  lost: ["straightUp", lost],
  covered: ["spread", won],
  failed: ["spread", lost],
  over: ["total", won],
  under: ["total", lost],
};

/** The filters that are no bounds. Those of both teams of a game test games, and the others places. */
const tests: Readonly<Record<string, (facts: Facts, value: never) => Test>> = {
  month:
    ({ season: { gameDates } }, month: number) =>
    (game) =>
      monthOf(gameDates[game] as number) === month,
  // 1 January 1970 was a Thursday, which is 4.
  weekday:
    ({ season: { gameDates } }, weekday: number) =>
    (game) =>
      ((((dayOf(gameDates[game] as number) + 3) % 7) + 7) % 7) + 1 === weekday,
  indoor: ({ season }, isIndoor: boolean) => {
    const { indoors } = season.conditions;
    return (game) => indoors[game] === Number(isIndoor);
  },
  shortened:
    ({ season }, isShort: boolean) =>
    (game) =>
      isShortenedAt(season, game) === isShort,
  conference: (facts, name: string) => ofBothTeams(facts, "conference", (one, other) => one === name && other === name),
  division: (facts, name: string) => ofBothTeams(facts, "division", (one, other) => one === name && other === name),
  same_conference: (facts) => ofBothTeams(facts, "conference", (one, other) => one !== null && one === other),
  same_division: (facts) => ofBothTeams(facts, "division", (one, other) => one !== null && one === other),
  meeting: ({ season, previous }, which: "first" | "rematch") => {
    const { meetings } = seasonTeams(season, previous);
    return (game) => (meetings[game] as (typeof meetings)[number]).times > 0 === (which === "rematch");
  },
  /** The last meeting as the team at a place saw it. */
  meeting_last: ({ season, previous }, result: LastResult) => {
    const [way, outcome] = resultOf[result];
    const { meetings } = seasonTeams(season, previous);
    return (place) => {
      const last = meetings[place >> 1]?.last ?? null;
      if (last === null) return false;
      const then = placeOfTeam(last.season, last.game, nameAt(season, place));
      return teamResults(last.season).outcomes[way][then] === outcome;
    };
  },
  on:
    ({ season }, teams: readonly string[]) =>
    (place) =>
      teams.includes(nameAt(season, place)),
  last: (facts, result: LastResult) => {
    const [way, outcome] = resultOf[result];
    const outcomes = teamResults(facts.season).outcomes[way];
    return ofLastGame(facts, (place) => outcomes[place] === outcome);
  },
  last_role: (facts, role: "favorite" | "underdog") => {
    const { roles } = teamResults(facts.season);
    return ofLastGame(facts, (place) => roles[place] === (role === "favorite" ? 1 : -1));
  },
  /** By id, or by name without case and accents. */
  starter: (facts, wanted: string) => {
    const folded = foldName(wanted);
    return ofStarter(facts, ({ id, name }) => id === wanted || foldName(name) === folded);
  },
  starter_hand: (facts, wanted: Starter["hand"]) => ofStarter(facts, ({ hand }) => hand === wanted),
};

type Group = "conference" | "division";

function ofBothTeams(
  { season }: Facts,
  kind: Group,
  isMet: (one: string | null, other: string | null) => boolean,
): Test {
  const groups = season.teams.map((name) => teamByAbbreviation(season.sport, name)?.[kind] ?? null);
  return (game) => isMet(groups[season.homes[game] as number] ?? null, groups[season.aways[game] as number] ?? null);
}

/** A team that has not played yet does not pass. */
function ofLastGame(facts: Facts, test: Test): Test {
  const lastAt = ofStanding(facts, "last", ({ last }) => last);
  return (place) => lastAt(place) !== noGame && test(lastAt(place));
}

function ofStarter({ season: { starters } }: Facts, isMet: (starter: Starter) => boolean): Test {
  const { people, homes, aways } = starters;
  const isWanted = people.map(isMet);
  return (place) => isWanted[((isHome(place) ? homes : aways)[place >> 1] as number) - 1] === true;
}

function testOf(what: string, value: unknown, facts: Facts): Test {
  const [, name = "", bound] = /^(.*)_(min|max)$/.exec(what) ?? [];
  if (bound === undefined) return (tests[what] as (typeof tests)[string])(facts, value as never);
  const numberAt = (numbers[name] as (typeof numbers)[string])(facts);
  const limit = value as number;
  return bound === "min" ? (at) => numberAt(at) >= limit : (at) => numberAt(at) <= limit;
}

type Whose = "game" | "team" | "opponent" | "home" | "away" | "either" | "both";

/** Whose it is, and what is asked: `opponent_rest_min` is `rest_min` of the opponent. */
function partsOf(name: string, value: unknown): readonly [whose: Whose, what: string] {
  const [, whose, what = name] = /^(team|opponent|home|away|either|both)_(.*)$/.exec(name) ?? [];
  if (whose !== undefined) return [whose as Whose, what];
  // Both teams saw the same total.
  if (name === "meeting_last") return [value === "over" || value === "under" ? "home" : "team", name];
  return [name === "on" || name.startsWith("rest_") ? "team" : "game", name];
}

/** Whether something is asked of the team that is bet on, which a total of both teams has not. */
export function isOfTeam(asked: Surroundings): boolean {
  return Object.entries(asked).some(([name, value]) => ["team", "opponent"].includes(partsOf(name, value)[0]));
}

/** Of a game, the bits of the teams that may be bet on; null when nothing is asked of them. */
export type TeamTest = ((game: number) => number) | null;

export type Wanted = {
  /** Null when every game passes. */
  readonly game: Test | null;
  readonly teams: TeamTest;
};

/** @param spans of all seasons of the sport: the last meeting may be of the season before. */
export function wantedOf(
  season: SeasonShelf,
  spans: readonly { readonly season: SeasonShelf }[],
  asked: Surroundings,
): Wanted {
  const facts = { season, previous: seasonBefore(season, spans) };
  const made: Record<Whose, Test[]> = { game: [], team: [], opponent: [], home: [], away: [], either: [], both: [] };
  for (const [name, value] of Object.entries(asked)) {
    const [whose, what] = partsOf(name, value);
    made[whose].push(testOf(what, value, facts));
  }
  const [either, both] = [all(made.either), all(made.both)];
  const game = all([
    ...made.game,
    ...made.home.map(seenFrom((each) => 2 * each)),
    ...made.away.map(seenFrom((each) => 2 * each + 1)),
    ...(either === null ? [] : [(each: number) => either(2 * each) || either(2 * each + 1)]),
    ...(both === null ? [] : [(each: number) => both(2 * each) && both(2 * each + 1)]),
  ]);
  const team = all([...made.team, ...made.opponent.map(seenFrom((place) => place ^ 1))]);
  if (team === null) return { game, teams: null };
  const teams = (each: number) => (team(2 * each) ? teamBits.home : 0) | (team(2 * each + 1) ? teamBits.away : 0);
  return { game, teams };
}

function seenFrom(placeOf: (at: number) => number): (test: Test) => Test {
  return (test) => (at) => test(placeOf(at));
}

/** Null: nothing is asked. */
function all(parts: readonly Test[]): Test | null {
  const [first, second] = parts;
  if (first === undefined) return null;
  return second === undefined ? first : (at) => parts.every((test) => test(at));
}

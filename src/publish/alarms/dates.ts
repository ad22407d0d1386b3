/**
 * Finds what the games of one season contradict in each other's dates: weeks, parts of the season, and teams in two places. One error at a
 * provider is one sentence that names all of its games. Pure.
 */

import { sportFacts } from "../../domain/sports.ts";
import { daysBetween, hourMs, slateDate } from "../../domain/times.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { GameFacts } from "../../release/values.ts";
import { type Finding, findingOf, type PricedGame, type Season } from "./season.ts";

type Dated = Pick<GameFacts, "game_id" | "game_date" | "start_time" | "season_type" | "week"> & {
  readonly teams: PricedGame["teams"];
  /** By the calendar, Tuesday to Monday; null where the sport has no weeks. */
  readonly calendarWeek: number | null;
};

/** Fewer games of one week say nothing together: two were once moved from Sunday to Tuesday. */
const leastOfWeek = 3;
/** A game that begins so long after midnight in New York may be dated by the evening of its place. */
const lateMs = 3 * hourMs;
/** Football never has fewer days than four between two games of a team. */
const footballRestDays = 3;

/** In the order of their starts. */
function datesIn({ games }: Season): Dated[] {
  const dated = games.map(({ facts, teams, sport }): Dated => {
    const calendarWeek = sportFacts[sport].calendarWeek?.(facts.season, facts.game_date) ?? null;
    return { ...facts, teams, calendarWeek };
  });
  return dated.sort((a, b) => compareTexts(a.start_time, b.start_time) || compareTexts(a.game_id, b.game_id));
}

/** The games of each team, in the same order. */
function byTeam(games: readonly Dated[]): Dated[][] {
  const found = new Map<string, Dated[]>();
  for (const game of games) for (const team of game.teams) found.getOrInsertComputed(team, () => []).push(game);
  return [...found.values()];
}

/** Every two games of a team that follow each other. */
function neighbours(games: readonly Dated[]): (readonly [Dated, Dated])[] {
  return byTeam(games).flatMap((own) => own.slice(1).map((game, index) => [own[index] as Dated, game] as const));
}

/** One sentence for each error. */
function contradictions(games: Iterable<Dated>, words: (game: Dated) => string): Finding[] {
  return [...Map.groupBy(games, words)].map(([about, of]) => findingOf(about, of.map(({ game_id: id }) => id).sort()));
}

/**
 * Games whose week is not that of their date, where most games of those days say so, or where a team then plays twice in a week or
 * in a later week first. A game that was moved by a few days contradicts no other.
 */
export function wrongWeeks(season: Season): Finding[] {
  const games = datesIn(season);
  const isOff = ({ week, calendarWeek }: Dated): boolean =>
    week !== null && calendarWeek !== null && week !== calendarWeek;
  const wrong = new Set<Dated>();
  const regular = games.filter(({ season_type: type, week }) => type === "regular" && week !== null);
  for (const ofWeek of Map.groupBy(regular, ({ calendarWeek }) => calendarWeek).values()) {
    const off = ofWeek.filter(isOff);
    if (off.length >= leastOfWeek && off.length * 2 > ofWeek.length) for (const game of off) wrong.add(game);
  }
  for (const [one, other] of neighbours(games)) {
    if (one.week === null || other.week === null || one.week < other.week) continue;
    for (const game of [one, other]) if (isOff(game)) wrong.add(game);
  }
  return contradictions(
    wrong,
    ({ week, calendarWeek }) => `week ${week} is stated for games of week ${calendarWeek} by their dates`,
  );
}

/** Games of the postseason before a team's regular ones, or regular ones after it: of each team those that are fewer. */
export function wrongTypes(season: Season): Finding[] {
  const games = datesIn(season);
  const [first] = season.games;
  const lastWeek = first === undefined ? null : (sportFacts[first.sport].lastRegularWeek?.(first.facts.season) ?? null);
  const isPostseason = ({ season_type: type }: Dated): boolean => type === "postseason";
  const isOffByWeek = (game: Dated): boolean => {
    if (game.calendarWeek === null || lastWeek === null) return false;
    return isPostseason(game) ? game.calendarWeek < lastWeek : game.calendarWeek > lastWeek;
  };
  const wrong = new Set(games.filter(isOffByWeek));
  for (const ofTeam of byTeam(games)) {
    const left = ofTeam.filter((game) => !wrong.has(game));
    const [begun, over] = [left.findIndex(isPostseason), left.findLastIndex((game) => !isPostseason(game))];
    if (begun === -1 || begun > over) continue;
    const [early = [], late = []] = [true, false].map((is) =>
      left.slice(begun, over + 1).filter((game) => isPostseason(game) === is),
    );
    if (early.length <= late.length) for (const game of early) wrong.add(game);
    if (late.length <= early.length) for (const game of late) wrong.add(game);
  }
  return contradictions(wrong, (game) => {
    const where = isPostseason(game) ? "before regular ones" : "after the postseason has begun";
    return `${game.season_type} is stated for games ${where}`;
  });
}

/** Doubleheaders are of two teams; no team has two opponents on one day, or in days of rest. */
export function teamInTwoPlaces(season: Season): Finding[] {
  const restDays = season.games.some(({ sport }) => sportFacts[sport].hasWeeks) ? footballRestDays : 1;
  const found = neighbours(datesIn(season)).filter(([one, other]) => {
    const isSamePair = one.teams.every((team) => other.teams.includes(team));
    return daysBetween(one.game_date, other.game_date) < restDays && !isSamePair;
  });
  return [...Map.groupBy(found, ([one]) => one.game_date)].flatMap(([date, pairs]) =>
    contradictions(new Set(pairs.flat()), () => `${date}: teams with two opponents`),
  );
}

/** The dates of a provider that is a day off, as one that is dated by UTC. */
export function wrongDates(season: Season): Finding[] {
  const wrong = datesIn(season).filter(({ game_date: date, start_time: start }) => {
    const startMs = Date.parse(start);
    return slateDate(startMs) !== date && slateDate(startMs - lateMs) !== date;
  });
  return contradictions(wrong, ({ game_date: date }) => `${date} is stated for games that start on another day`);
}

/**
 * Finds what the games of one season contradict in each other's dates: weeks, parts of the season, and teams in two places. One error at a
 * provider is one sentence that names all of its games. Pure.
 */

import { sportFacts } from "../../domain/sports.ts";
import { daysBetween, hourMs, slateDate } from "../../domain/times.ts";
import { type Finding, findingOf, type PricedGame, type Season } from "./season.ts";

/** Fewer games of one week say nothing together: two were once moved from Sunday to Tuesday. */
const leastOfWeek = 3;
/** A game that begins so long after midnight in New York may be dated by the evening of its place. */
const lateMs = 3 * hourMs;
/** Football never has fewer days than four between two games of a team. */
const footballRestDays = 3;

/** By the calendar, Tuesday to Monday; null where the sport has no weeks. */
function calendarWeek({ sport, facts }: PricedGame): number | null {
  return sportFacts[sport].calendarWeek?.(facts.season, facts.game_date) ?? null;
}

/** The games of each team, in the same order. */
function byTeam(games: readonly PricedGame[]): PricedGame[][] {
  const found = new Map<string, PricedGame[]>();
  for (const game of games) for (const team of game.teams) found.getOrInsertComputed(team, () => []).push(game);
  return [...found.values()];
}

/** Every two games of a team that follow each other. */
function neighbours(games: readonly PricedGame[]): (readonly [PricedGame, PricedGame])[] {
  return byTeam(games).flatMap((own) => own.slice(1).map((game, index) => [own[index] as PricedGame, game] as const));
}

/** One sentence for each error. */
function contradictions(games: Iterable<PricedGame>, words: (game: PricedGame) => string): Finding[] {
  return [...Map.groupBy(games, words)].map(([about, of]) => findingOf(about, of.map(({ gameId }) => gameId).sort()));
}

/**
 * Games whose week is not that of their date, where most games of those days say so, or where a team then plays twice in a week or
 * in a later week first. A game that was moved by a few days contradicts no other.
 */
export function wrongWeeks({ games }: Season): Finding[] {
  const isOff = (game: PricedGame): boolean => {
    const [week, ofDate] = [game.facts.week, calendarWeek(game)];
    return week !== null && ofDate !== null && week !== ofDate;
  };
  const wrong = new Set<PricedGame>();
  const regular = games.filter(({ facts }) => facts.season_type === "regular" && facts.week !== null);
  for (const ofWeek of Map.groupBy(regular, calendarWeek).values()) {
    const off = ofWeek.filter(isOff);
    if (off.length >= leastOfWeek && off.length * 2 > ofWeek.length) for (const game of off) wrong.add(game);
  }
  for (const [one, other] of neighbours(games)) {
    if (one.facts.week === null || other.facts.week === null || one.facts.week < other.facts.week) continue;
    for (const game of [one, other]) if (isOff(game)) wrong.add(game);
  }
  return contradictions(
    wrong,
    (game) => `week ${game.facts.week} is stated for games of week ${calendarWeek(game)} by their dates`,
  );
}

/** Games of the postseason before a team's regular ones, or regular ones after it: of each team those that are fewer. */
export function wrongTypes({ games }: Season): Finding[] {
  const [first] = games;
  const lastWeek = first === undefined ? null : (sportFacts[first.sport].lastRegularWeek?.(first.facts.season) ?? null);
  const isPostseason = ({ facts }: PricedGame): boolean => facts.season_type === "postseason";
  const isOffByWeek = (game: PricedGame): boolean => {
    const week = calendarWeek(game);
    if (week === null || lastWeek === null) return false;
    return isPostseason(game) ? week < lastWeek : week > lastWeek;
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
    return `${game.facts.season_type} is stated for games ${where}`;
  });
}

/** Doubleheaders are of two teams; no team has two opponents on one day, or in days of rest. */
export function teamInTwoPlaces({ games }: Season): Finding[] {
  const restDays = games.some(({ sport }) => sportFacts[sport].hasWeeks) ? footballRestDays : 1;
  const found = neighbours(games).filter(([one, other]) => {
    const isSamePair = one.teams.every((team) => other.teams.includes(team));
    return daysBetween(one.date, other.date) < restDays && !isSamePair;
  });
  return [...Map.groupBy(found, ([one]) => one.date)].flatMap(([date, pairs]) =>
    contradictions(new Set(pairs.flat()), () => `${date}: teams with two opponents`),
  );
}

/** The dates of a provider that is a day off, as one that is dated by UTC. */
export function wrongDates({ games }: Season): Finding[] {
  const wrong = games.filter(({ date, startMs }) => {
    return slateDate(startMs) !== date && slateDate(startMs - lateMs) !== date;
  });
  return contradictions(wrong, ({ date }) => `${date} is stated for games that start on another day`);
}

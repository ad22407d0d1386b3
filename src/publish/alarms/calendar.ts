/**
 * Finds what the games of one season contradict in each other's dates: weeks, parts of the season, and teams in two places. One error at a
 * provider is one sentence that names all of its games. Pure.
 */
import { daysBetween } from "../../domain/bounds-in-time.ts";
import { hourMs } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { sportFacts } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { GameFacts } from "../../release/values.ts";
import type { Finding, PricedGame, Season } from "./season.ts";

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
  for (const [one, other] of byTeam(games).flatMap(neighbours)) {
    if (one.week === null || other.week === null || one.week < other.week) continue;
    for (const game of [one, other]) if (isOff(game)) wrong.add(game);
  }
  const byError = Map.groupBy(
    wrong,
    ({ week, calendarWeek }) => `week ${week} is stated for games of week ${calendarWeek}`,
  );
  return [...byError].map(([words, off]) => contradiction(`${words} by their dates`, off));
}

/** Games of the postseason before a team's regular ones, or regular ones after it: of each team those that are fewer. */
export function wrongTypes(season: Season): Finding[] {
  const games = datesIn(season);
  const [first] = season.games;
  const lastWeek = first === undefined ? null : (sportFacts[first.sport].lastRegularWeek?.(first.facts.season) ?? null);
  const wrong = new Set<Dated>();
  for (const game of games) {
    const { calendarWeek: week, season_type: type } = game;
    if (week === null || lastWeek === null) continue;
    if (type === "postseason" ? week < lastWeek : week > lastWeek) wrong.add(game);
  }
  for (const ofTeam of byTeam(games)) {
    const types = ofTeam.filter((game) => !wrong.has(game));
    const first = types.findIndex(({ season_type: type }) => type === "postseason");
    const last = types.findLastIndex(({ season_type: type }) => type === "regular");
    if (first === -1 || first > last) continue;
    const early = types.slice(first, last).filter(({ season_type: type }) => type === "postseason");
    const late = types.slice(first, last + 1).filter(({ season_type: type }) => type === "regular");
    if (early.length <= late.length) for (const game of early) wrong.add(game);
    if (late.length <= early.length) for (const game of late) wrong.add(game);
  }
  return [...Map.groupBy(wrong, ({ season_type: type }) => type)].map(([type, ofType]) => {
    const where = type === "postseason" ? "before regular ones" : "after the postseason has begun";
    return contradiction(`${type} is stated for games ${where}`, ofType);
  });
}

/** Doubleheaders are of two teams; no team has two opponents on one day, or in days of rest. */
export function teamInTwoPlaces(season: Season): Finding[] {
  const restDays = season.games.some(({ sport }) => sportFacts[sport].hasWeeks) ? footballRestDays : 1;
  const found = byTeam(datesIn(season))
    .flatMap(neighbours)
    .filter(([one, other]) => {
      const isSamePair = one.teams.every((team) => other.teams.includes(team));
      return daysBetween(one.game_date, other.game_date) < restDays && !isSamePair;
    });
  return [...Map.groupBy(found, ([one]) => one.game_date)].map(([date, pairs]) =>
    contradiction(`${date}: teams with two opponents`, [...new Set(pairs.flat())]),
  );
}

/** The dates of a provider that is a day off, as one that is dated by UTC. */
export function wrongDates(season: Season): Finding[] {
  const wrong = datesIn(season).filter(({ game_date: date, start_time: start }) => {
    const startMs = Date.parse(start);
    return slateDate(startMs) !== date && slateDate(startMs - lateMs) !== date;
  });
  return [...Map.groupBy(wrong, ({ game_date: date }) => date)].map(([date, ofDate]) =>
    contradiction(`${date} is stated for games that start on another day`, ofDate),
  );
}

function neighbours(games: readonly Dated[]): (readonly [Dated, Dated])[] {
  return games.slice(1).map((game, index) => [games[index] as Dated, game] as const);
}

function contradiction(words: string, games: readonly Dated[]): Finding {
  const ids = games.map(({ game_id: id }) => id).sort();
  return { sentence: `${words}: ${ids.join(", ")}`, games: ids };
}

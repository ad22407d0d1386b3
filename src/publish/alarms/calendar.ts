/**
 * Finds what the games of one season contradict in each other's dates: weeks, parts of the season, and teams in two places. One error at a
 * provider is one sentence that names all of its games. Pure.
 */
import { daysBetween } from "../../domain/bounds-in-time.ts";
import { hourMs } from "../../domain/durations.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { sportFacts } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { GameFacts } from "../../release/values.ts";
import type { Finding } from "./rules.ts";

type Dated = Pick<GameFacts, "game_id" | "game_date" | "start_time" | "season_type" | "week"> & {
  /** Abbreviations. */
  readonly teams: readonly [string, string];
  /** By the calendar, Tuesday to Monday; null where the sport has no weeks. */
  readonly calendarWeek: number | null;
};

/** Fewer games of one week say nothing together: two were once moved from Sunday to Tuesday. */
const leastOfWeek = 3;
/** A game that begins so long after midnight in New York may be dated by the evening of its place. */
const lateMs = 3 * hourMs;
/** Football never has fewer days than four between two games of a team. */
const footballRestDays = 3;

/** @param facts all games of the season. */
export function contradictionsIn({ sport, season }: SeasonKey, facts: readonly GameFacts[]): Finding[] {
  const { calendarWeek, lastRegularWeek } = sportFacts[sport];
  const games = facts
    .map((game): Dated => {
      const { home, away, game_date: date } = game;
      const teams = [home.abbreviation ?? "", away.abbreviation ?? ""] as const;
      return { ...game, teams, calendarWeek: calendarWeek?.(season, date) ?? null };
    })
    .sort((a, b) => compareTexts(a.start_time, b.start_time) || compareTexts(a.game_id, b.game_id));
  const byTeam = new Map<string, Dated[]>();
  for (const game of games) for (const team of game.teams) byTeam.set(team, [...(byTeam.get(team) ?? []), game]);
  const ofTeams = [...byTeam.values()];
  return [
    ...wrongWeeks(games, ofTeams),
    ...wrongTypes(games, ofTeams, lastRegularWeek?.(season) ?? null),
    ...twoPlaces(ofTeams, sportFacts[sport].hasWeeks ? footballRestDays : 1),
    ...wrongDates(games),
  ];
}

/**
 * Games whose week is not that of their date, where most games of those days say so, or where a team then plays twice in a week or
 * in a later week first. A game that was moved by a few days contradicts no other.
 */
function wrongWeeks(games: readonly Dated[], ofTeams: readonly (readonly Dated[])[]): Finding[] {
  const isOff = ({ week, calendarWeek }: Dated): boolean =>
    week !== null && calendarWeek !== null && week !== calendarWeek;
  const wrong = new Set<Dated>();
  const regular = games.filter(({ season_type: type, week }) => type === "regular" && week !== null);
  for (const ofWeek of Map.groupBy(regular, ({ calendarWeek }) => calendarWeek).values()) {
    const off = ofWeek.filter(isOff);
    if (off.length >= leastOfWeek && off.length * 2 > ofWeek.length) for (const game of off) wrong.add(game);
  }
  for (const [one, other] of ofTeams.flatMap(neighbours)) {
    if (one.week === null || other.week === null || one.week < other.week) continue;
    for (const game of [one, other]) if (isOff(game)) wrong.add(game);
  }
  const byError = Map.groupBy(
    wrong,
    ({ week, calendarWeek }) => `week ${week} is stated for games of week ${calendarWeek}`,
  );
  return [...byError].map(([words, off]) => contradiction("week-off-its-dates", `${words} by their dates`, off));
}

/** Games of the postseason before a team's regular ones, or regular ones after it: of each team those that are fewer. */
function wrongTypes(
  games: readonly Dated[],
  ofTeams: readonly (readonly Dated[])[],
  lastWeek: number | null,
): Finding[] {
  const wrong = new Set<Dated>();
  for (const game of games) {
    const { calendarWeek: week, season_type: type } = game;
    if (week === null || lastWeek === null) continue;
    if (type === "postseason" ? week < lastWeek : week > lastWeek) wrong.add(game);
  }
  for (const ofTeam of ofTeams) {
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
    return contradiction("season-type-out-of-order", `${type} is stated for games ${where}`, ofType);
  });
}

/** Doubleheaders are of two teams; no team has two opponents on one day, or in `restDays`. */
function twoPlaces(ofTeams: readonly (readonly Dated[])[], restDays: number): Finding[] {
  const found = ofTeams.flatMap(neighbours).filter(([one, other]) => {
    const isSamePair = one.teams.every((team) => other.teams.includes(team));
    return daysBetween(one.game_date, other.game_date) < restDays && !isSamePair;
  });
  return [...Map.groupBy(found, ([one]) => one.game_date)].map(([date, pairs]) =>
    contradiction("team-in-two-places", `${date}: teams with two opponents`, [...new Set(pairs.flat())]),
  );
}

/** The dates of a provider that is a day off, as one that is dated by UTC. */
function wrongDates(games: readonly Dated[]): Finding[] {
  const wrong = games.filter(({ game_date: date, start_time: start }) => {
    const startMs = Date.parse(start);
    return slateDate(startMs) !== date && slateDate(startMs - lateMs) !== date;
  });
  return [...Map.groupBy(wrong, ({ game_date: date }) => date)].map(([date, ofDate]) =>
    contradiction("date-off-its-start", `${date} is stated for games that start on another day`, ofDate),
  );
}

function neighbours(games: readonly Dated[]): (readonly [Dated, Dated])[] {
  return games.slice(1).map((game, index) => [games[index] as Dated, game] as const);
}

function contradiction(rule: Finding["rule"], words: string, games: readonly Dated[]): Finding {
  const ids = games.map(({ game_id: id }) => id).sort();
  return { rule, sentence: `${words}: ${ids.join(", ")}`, games: ids };
}

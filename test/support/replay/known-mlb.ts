/**
 * What StatsAPI knew of a week of MLB, from rows of the final state of its schedule and the times at which each final
 * first stood in a nightly file. The rows state scheduled starts, which were known all along: a start that moved on the
 * day itself is nowhere in them. Three things the rows do not say, so the replay decides them:
 * - from its scheduled start until its final is known, a game is in progress;
 * - a game that was postponed counts as scheduled until midnight in New York, and from then on as postponed;
 * - its makeup game, and the fact that it makes a doubleheader of another game, are told from that midnight on.
 */
import { easternText } from "../real-data.ts";
import type { KnownGame } from "./replay-world.ts";

type RawSide = { readonly team: string; readonly score?: number; readonly isWinner?: boolean };

/** A row as a recorder kept it: without ids of teams, and with the state as a text. */
export type RawScheduleRow = {
  readonly gamePk: number;
  readonly season: string;
  readonly gameDate: string;
  readonly officialDate: string;
  readonly status: string;
  readonly teams: { readonly away: RawSide; readonly home: RawSide };
  readonly venue: string;
  readonly rescheduleDate?: string;
  readonly rescheduleGameDate?: string;
  readonly rescheduledFrom?: string;
  readonly rescheduledFromDate?: string;
  readonly doubleHeader?: string;
  readonly gameNumber?: number;
};

export type KnownSchedule = {
  /** When each final was known, by `gamePk`. */
  readonly knownMs: ReadonlyMap<number, number>;
  readonly rows: readonly RawScheduleRow[];
};

const isPostponed = (row: RawScheduleRow): boolean => row.status === "Postponed";

/** Midnight in New York after the day of a start, during summer time. */
function endOfDayMs(start: string): number {
  const date = easternText(Date.parse(start)).slice(0, 10);
  return Date.parse(`${date}T04:00:00Z`) + 86_400_000;
}

/** The moment from which a makeup game is told. */
function toldMs({ rescheduledFrom }: RawScheduleRow): number {
  return rescheduledFrom === undefined ? Number.NEGATIVE_INFINITY : endOfDayMs(rescheduledFrom);
}

/** The makeup game that makes a doubleheader of a game; null when there is none. */
function makeupBeside(row: RawScheduleRow, rows: readonly RawScheduleRow[]): RawScheduleRow | null {
  const makeups = rows.filter(({ rescheduledFrom }) => rescheduledFrom !== undefined);
  const isBeside = (each: RawScheduleRow): boolean =>
    each.officialDate === row.officialDate && each.teams.home.team === row.teams.home.team;
  return makeups.find(isBeside) ?? null;
}

/** The same row as the provider gave it at a moment. */
function rowAt(row: RawScheduleRow, { rows, knownMs }: KnownSchedule, nowMs: number): Record<string, unknown> {
  const { season, gamePk, gameDate, officialDate, venue, teams } = row;
  const { doubleHeader = "N", gameNumber = 1, rescheduleDate, rescheduleGameDate } = row;
  const { rescheduledFrom, rescheduledFromDate } = row;
  const startMs = Date.parse(gameDate);
  const isFinal = !isPostponed(row) && nowMs >= (knownMs.get(gamePk) ?? Number.POSITIVE_INFINITY);
  const isCalledOff = isPostponed(row) && nowMs >= endOfDayMs(gameDate);
  const makeup = makeupBeside(row, rows);
  const isDouble = makeup !== null && nowMs >= toldMs(makeup);
  const [abstractGameState, detailedState] = isFinal
    ? ["Final", "Final"]
    : isCalledOff
      ? ["Final", "Postponed"]
      : nowMs >= startMs && !isPostponed(row)
        ? ["Live", "In Progress"]
        : ["Preview", "Scheduled"];
  const side = ({ team, score, isWinner }: RawSide): Record<string, unknown> => ({
    team: { name: team },
    ...(isFinal ? { score, isWinner } : {}),
  });
  return {
    gamePk,
    gameType: "R",
    season,
    gameDate,
    // The official date of a postponed game is that of its makeup game, once there is one.
    officialDate: isPostponed(row) && !isCalledOff ? easternText(startMs).slice(0, 10) : officialDate,
    ...(isCalledOff ? { rescheduleDate, rescheduleGameDate } : {}),
    ...(rescheduledFrom === undefined ? {} : { rescheduledFrom, rescheduledFromDate }),
    status: { abstractGameState, detailedState, startTimeTBD: false },
    teams: { away: side(teams.away), home: side(teams.home) },
    // The rows have no periods. An answer to a request for them has their object.
    ...(isFinal ? { linescore: {} } : {}),
    venue: { name: venue },
    doubleHeader: isDouble ? doubleHeader : "N",
    gameNumber: isDouble ? gameNumber : 1,
    scheduledInnings: 9,
  };
}

/** The day that a row stands under: for a postponed game, the one on which it was not played. */
function dayOf(row: RawScheduleRow): string {
  return isPostponed(row) ? easternText(Date.parse(row.gameDate)).slice(0, 10) : row.officialDate;
}

/** An answer of `/api/v1/schedule` at a moment, for a span of dates. */
export function scheduleAt(known: KnownSchedule, nowMs: number, from: string, to: string): unknown {
  const told = known.rows.filter((row) => nowMs >= toldMs(row) && dayOf(row) >= from && dayOf(row) <= to);
  const dates = [...Map.groupBy(told, dayOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    totalGames: told.length,
    dates: dates.map(([date, rows]) => ({
      date,
      totalGames: rows.length,
      games: rows.map((row) => rowAt(row, known, nowMs)),
    })),
  };
}

export function finalsOf({ rows }: KnownSchedule): KnownGame[] {
  return rows
    .filter((row) => !isPostponed(row))
    .map(({ officialDate, gameDate, teams }) => ({
      date: officialDate,
      startMs: Date.parse(gameDate),
      away: teams.away.team,
      home: teams.home.team,
      awayScore: teams.away.score ?? 0,
      homeScore: teams.home.score ?? 0,
    }));
}

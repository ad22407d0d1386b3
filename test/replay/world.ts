/**
 * What providers knew of baseball at each moment of a span of the recorded week: it is what a replay answers from. The rows of StatsAPI
 * have the final state of its schedule, and beside them stands when each final first stood in a nightly file. They state scheduled
 * starts, which were known all along: a start that moved on the day itself is nowhere in them. Three things the rows do not say, so
 * the replay decides them:
 * - from its scheduled start until its final is known, a game is in progress;
 * - a game that was postponed counts as scheduled until midnight in New York, and from then on as postponed;
 * - its makeup game, and the fact that it makes a doubleheader of another game, are told from that midnight on.
 */
import { basename } from "node:path";
import { easternText, readRawCsv, readRawJson, readRawText, realFiles, realPath } from "../real/real-data.ts";

/** A game as a replay expects it in the archive. */
export type KnownGame = {
  /** Slate date, YYYY-MM-DD. */
  readonly date: string;
  /** The scheduled start. */
  readonly startMs: number;
  /** Names of the teams as the provider of the result writes them. */
  readonly away: string;
  readonly home: string;
  readonly awayScore: number;
  readonly homeScore: number;
};

/** A captured answer of The Odds API to a request for current odds: an array of events with their bookmakers, as JSON. */
type Capture = { readonly atMs: number; readonly path: string; read(): string };

export type ReplayWorld = ReturnType<typeof mlb>;

type RawSide = { readonly team: string; readonly score?: number; readonly isWinner?: boolean };

/** A row as a recorder kept it: without ids of teams, and with the state as a text. */
type RawScheduleRow = {
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

type KnownSchedule = {
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
function scheduleAt(known: KnownSchedule, nowMs: number, from: string, to: string): unknown {
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

function finalsOf({ rows }: KnownSchedule): KnownGame[] {
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

/** The time that a capture's name states, such as `20260705T061527Z.json.gz`. */
function timeOfCapture(name: string): number {
  const iso = name.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ).*$/, "$1-$2-$3:$4:$5");
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`${name} does not begin with a time of capture`);
  return ms;
}

/** A span of the recorded week. The files stay where they are, and are read when they are asked for. */
function mlb(from: string, until: string) {
  const rows = readRawJson<RawScheduleRow[]>(realPath("mlb-results", "2026-07-05_12.json"));
  const seen = readRawCsv(realPath("mlb-results", "2026-07-05_12_first_seen.csv"));
  const known = {
    rows,
    knownMs: new Map(seen.map((row) => [Number(row.gamePk), Date.parse(row.first_seen_utc ?? "")])),
  };
  const captures = realFiles("the-odds-api", "mlb-2026-07-week").map((path): Capture => {
    return { atMs: timeOfCapture(basename(path)), path, read: () => readRawText(path) };
  });
  return {
    /** The replay begins and ends at these times. */
    fromMs: Date.parse(from),
    untilMs: Date.parse(until),
    /** The newest capture at a moment; null before the first one. */
    captureAt: (nowMs: number): Capture | null => captures.findLast(({ atMs }) => atMs <= nowMs) ?? null,
    /** What StatsAPI's `/api/v1/schedule` answers. Dates are inclusive. */
    schedule: (nowMs: number, first: string, last: string) => scheduleAt(known, nowMs, first, last),
    /** Every game of the week. */
    finals: finalsOf(known),
  };
}

const worlds = {
  "MLB day": () => mlb("2026-07-07T10:00:00Z", "2026-07-08T10:00:00Z"),
  // From the first capture until after the publish of 13 July, which takes the last finals.
  "MLB week": () => mlb("2026-07-05T06:00:00Z", "2026-07-13T10:00:00Z"),
} as const;

/** Spans of time that can be replayed: a process that is started is told the name. */
export type WorldName = keyof typeof worlds;

export function worldOf(name: WorldName): ReplayWorld {
  return worlds[name]();
}

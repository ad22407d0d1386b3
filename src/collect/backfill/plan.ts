/** Plans which games of the past a back-fill of lines is for, as a publish knows them, and the requests around their starts with their costs. */
import { type Database, tablesOf } from "../../database/engine.ts";
import { type PairKey, pairOf } from "../../domain/game-ids.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { dayMs, minuteMs, newYorkInstantMs } from "../../domain/times.ts";
import { readListedEvents } from "../../ledger/events.ts";
import { readGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { assembleGames, type LedgerGame } from "../../publish/match/assemble.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import { agreedStart } from "../../publish/match/starts.ts";
import type { Ask } from "../asking/ask.ts";
import type { OddsClient, PastOddsClient } from "../clients/client.ts";
import { firstPeriodSnapshotMs } from "../clients/the-odds-api.ts";
import type { SlateSpan } from "../jobs/results.ts";
import { gamesOfDays } from "../schedule/known-games.ts";

export type PlayedGame = {
  readonly pair: PairKey;
  readonly date: string;
  /** Tells the games of a day apart. */
  readonly number: number;
  readonly startMs: number;
};

/** A first pitch that is later than this after the stated start was delayed; others are only not on the minute. */
const delayMs = 15 * minuteMs;

/**
 * The games of a span in the order of their starts, and how many there are of which no provider states a start, so that nothing can be
 * asked for them. Those that were called off, or have not begun yet, are left out.
 * @throws DatabaseError
 */
export async function playedGames(database: Database, { sport, from, to }: SlateSpan, nowMs: number) {
  const played = (await gamesOfDays(database, sport, [{ from, to }])).filter((game) => !isGameCalledOff(game));
  const games = played.flatMap((game) => {
    const startMs = startOf(game);
    if (startMs === null || startMs >= nowMs) return [];
    return [{ pair: pairOf(game.records[0]), date: game.gameDate, number: game.gameNumber, startMs }];
  });
  return {
    games: games.sort((one, other) => one.startMs - other.startMs),
    withoutStart: played.filter(({ startMs }) => startMs === null).length,
  };
}

/** The scheduled start, which games share, or that of a first pitch that was delayed. Null where nobody states either. */
function startOf({ records, gameDate, startMs }: LedgerGame): number | null {
  const scheduled = records.map((record) => ({ ...record, actual_start_time: null }));
  const { startMs: scheduledMs } = agreedStart({ records: scheduled, gameDate, events: [] });
  return scheduledMs === null || (startMs !== null && startMs - scheduledMs > delayMs) ? startMs : scheduledMs;
}

/** A request: a snapshot that serves some games, or the periods of one game. */
export type Step = {
  readonly kind: "open" | "close" | "periods";
  readonly atMs: number;
  readonly games: readonly PlayedGame[];
  /** In credits. */
  readonly mostCredits: number;
  /** Null for periods: the event of a game is looked for when its turn comes, after its snapshots. */
  readonly ask: Ask | null;
};

export type Wanted = { readonly sport: Sport; readonly opening: boolean; readonly periods: boolean };

/** The steps in the order in which they are made: a game's opening and closing lines before its periods, old games first. */
export function planBackfill(client: OddsClient, games: readonly PlayedGame[], wanted: Wanted) {
  const { sport, opening, periods } = wanted;
  const snapshot = (kind: Step["kind"], moment: Moment): Step => {
    const ask = client.historical(sport, moment.atMs);
    return { kind, ...moment, mostCredits: ask.mostCredits ?? 0, ask };
  };
  const periodsOf = ({ atMs, games: ofMoment }: Moment): Step[] => {
    const { mostCredits = 0 } = client.historicalEvent(sport, "event", atMs);
    return ofMoment.map((game) => ({ kind: "periods", atMs, games: [game], mostCredits, ask: null }));
  };
  const closing = closingMoments(games);
  const early = closing.filter(({ atMs }) => atMs < firstPeriodSnapshotMs);
  const steps = [
    ...(opening ? openingMoments(sport, games).map((moment) => snapshot("open", moment)) : []),
    ...closing.map((moment) => snapshot("close", moment)),
    ...(periods ? closing.slice(early.length).flatMap(periodsOf) : []),
  ];
  return {
    steps: steps.sort((one, other) => one.atMs - other.atMs || Number(one.ask === null) - Number(other.ask === null)),
    /** Games from before the snapshots of periods, for which none are asked. */
    tooEarlyForPeriods: periods ? early.flatMap((moment) => moment.games).length : 0,
  };
}

/** The request of a step; null when it is not known which event its game is. */
export async function askOf(database: Database, client: PastOddsClient, sport: Sport, step: Step): Promise<Ask | null> {
  const [game] = step.games;
  if (step.ask !== null || game === undefined) return step.ask;
  const { pair, date, number } = game;
  const tables = tablesOf<LedgerTables>(database.kysely);
  const events = await readListedEvents(tables, (event) =>
    event.where("pair", "=", pair).where("provider", "=", client.provider),
  );
  const { games } = assembleGames(await readGameRecords(tables, [pair]), events);
  const event = games.find(({ gameDate, gameNumber }) => gameDate === date && gameNumber === number)?.events[0];
  return event === undefined ? null : client.historicalEvent(sport, event.eventId, step.atMs);
}

/** A moment of the past whose snapshot is asked for: one serves every game that starts then. */
type Moment = Pick<Step, "atMs" | "games">;

/**
 * Starts this close together share a closing snapshot. Snapshots are five minutes apart, so the closing line of the last
 * of them is ten minutes old at most.
 */
const sharedMs = 5 * minuteMs;

/** The last snapshot before each start, or before the first of several that share it. */
function closingMoments(games: readonly PlayedGame[]): readonly Moment[] {
  const moments: { atMs: number; games: PlayedGame[] }[] = [];
  let firstMs = Number.NEGATIVE_INFINITY;
  for (const game of games) {
    const last = moments.at(-1);
    if (last !== undefined && game.startMs < firstMs + sharedMs) {
      last.games.push(game);
      continue;
    }
    firstMs = game.startMs;
    // A snapshot of the very moment of the start could be in play already.
    moments.push({ atMs: firstMs - 1000, games: [game] });
  }
  return moments;
}

/**
 * One snapshot for the games of a day: at eight in the evening before it, when books have posted the next day. Football
 * has one for the games of a week, on Tuesday at noon, when the week before is over and every book has posted the next.
 */
function openingMoments(sport: Sport, games: readonly PlayedGame[]): readonly Moment[] {
  const byMoment = Map.groupBy(games, ({ date }) => openingMs(sport, date));
  return [...byMoment]
    .map(([atMs, ofMoment]) => ({ atMs, games: ofMoment.filter(({ startMs }) => startMs > atMs) }))
    .filter((moment) => moment.games.length > 0)
    .sort((one, other) => one.atMs - other.atMs);
}

function openingMs(sport: Sport, date: string): number {
  if (!sportFacts[sport].hasWeeks) return newYorkInstantMs(date, "20:00") - dayMs;
  const day = Temporal.PlainDate.from(date);
  // The Tuesday on or before the day; a game on a Tuesday evening belongs to the week that begins then.
  const tuesday = day.subtract({ days: (day.dayOfWeek + 5) % 7 });
  return newYorkInstantMs(tuesday.toString(), "12:00");
}

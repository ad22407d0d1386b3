/**
 * A back-fill of lines: the games of a span of dates as a publish knows them, the requests for the lines around their starts
 * with their costs, and the making of these requests one after another, each answer in the ledger before the next.
 */
import { type Database, tablesOf } from "../../database/engine.ts";
import { dayMs, minuteMs } from "../../domain/durations.ts";
import { type PairKey, pairOf } from "../../domain/pairs.ts";
import { newYorkInstantMs } from "../../domain/slate-date.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { importItems } from "../../ledger/import.ts";
import { readGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { assembleGames, type LedgerGame } from "../../publish/match/assemble.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import { agreedStart } from "../../publish/match/starts.ts";
import type { Ask, Asker, FailureReason } from "../asking/ask.ts";
import { noteHad } from "../asking/memory.ts";
import { isRefusedAnswer, isShortAnswer, type OddsClient } from "../clients/client.ts";
import type { Clock } from "../clock.ts";
import { mostlyUnread } from "../jobs/answers.ts";
import { gamesOfDays, readListedEvents } from "../schedule/known-games.ts";

/** Days are slate dates, both inclusive, YYYY-MM-DD. */
type Span = { readonly sport: Sport; readonly from: string; readonly to: string };

export type PlayedGame = {
  readonly pair: PairKey;
  readonly date: string;
  /** Tells the games of a day apart. */
  readonly number: number;
  readonly startMs: number;
};

type PlayedGames = {
  /** In the order of their starts. */
  readonly games: readonly PlayedGame[];
  /** Games of which no provider states a start, so that nothing can be asked for them. */
  readonly withoutStart: number;
};

/** A first pitch that is later than this after the stated start was delayed; others are only not on the minute. */
const delayMs = 15 * minuteMs;

/** The games of a span. Those that were called off, or have not begun yet, are left out. @throws DatabaseError */
export async function playedGames(database: Database, { sport, from, to }: Span, nowMs: number): Promise<PlayedGames> {
  return playedOf(await gamesOfDays(database, sport, [{ from, to }]), nowMs);
}

export function playedOf(all: readonly LedgerGame[], nowMs: number): PlayedGames {
  const played = all.filter((game) => !isGameCalledOff(game));
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

/** Which event of a provider a game is, so that its periods can be asked for by the event's id; null: the ledger has none. */
export async function eventOfGame(
  { kysely }: Database,
  provider: string,
  { pair, date, number }: PlayedGame,
): Promise<string | null> {
  const tables = tablesOf<LedgerTables>(kysely);
  const events = await readListedEvents(tables, (event) =>
    event.where("pair", "=", pair).where("provider", "=", provider),
  );
  const games = assembleGames(await readGameRecords(tables, [pair]), events);
  const game = games.find(({ gameDate, gameNumber }) => gameDate === date && gameNumber === number);
  return game?.events[0]?.eventId ?? null;
}

/** A snapshot of all games of a sport, or the periods of one game. */
export type Step =
  | { readonly kind: "open" | "close"; readonly ask: Ask; readonly atMs: number; readonly games: number }
  | { readonly kind: "periods"; readonly game: PlayedGame; readonly atMs: number; readonly mostCredits: number };

export type BackfillPlan = {
  /** In the order in which they are made: a game's opening and closing lines before its periods, old games first. */
  readonly steps: readonly Step[];
  /** Games from before the snapshots of periods, for which none are asked. */
  readonly tooEarlyForPeriods: number;
};

export type Wanted = {
  readonly sport: Sport;
  readonly opening: boolean;
  readonly periods: boolean;
  /** The moment of the first snapshot of periods. */
  readonly firstPeriodsMs: number;
};

export function planBackfill(client: OddsClient, games: readonly PlayedGame[], wanted: Wanted): BackfillPlan {
  const { sport, opening, periods, firstPeriodsMs } = wanted;
  const snapshot =
    (kind: "open" | "close") =>
    ({ atMs, games: { length } }: Moment): Step => ({ kind, ask: client.historical(sport, atMs), atMs, games: length });
  const closing = closingMoments(games);
  const ofPeriods = periods ? closing.filter(({ atMs }) => atMs >= firstPeriodsMs) : [];
  const steps = [
    ...(opening ? openingMoments(sport, games).map(snapshot("open")) : []),
    ...closing.map(snapshot("close")),
    ...ofPeriods.flatMap(({ atMs, games: ofMoment }) =>
      ofMoment.map((game): Step => {
        const mostCredits = client.costOf(client.historicalEvent(sport, "event", atMs));
        return { kind: "periods", game, atMs, mostCredits };
      }),
    ),
  ];
  const early = periods ? closing.filter(({ atMs }) => atMs < firstPeriodsMs) : [];
  return {
    steps: steps.sort((one, other) => one.atMs - other.atMs || rank(one) - rank(other)),
    tooEarlyForPeriods: early.reduce((sum, moment) => sum + moment.games.length, 0),
  };
}

function rank({ kind }: Step): number {
  return kind === "periods" ? 1 : 0;
}

/** Returns the most that a step costs, in credits. */
export function costOfStep(client: OddsClient, step: Step): number {
  return step.kind === "periods" ? step.mostCredits : client.costOf(step.ask);
}

/** A moment of the past whose snapshot is asked for: one serves every game that starts then. */
type Moment = { readonly atMs: number; readonly games: readonly PlayedGame[] };

/**
 * Starts this close together share a closing snapshot. Snapshots are five minutes apart, so the closing line of the last
 * of them is ten minutes old at most.
 */
const sharedMs = 5 * minuteMs;

/** The last snapshot before each start, or before the first of several that share it. */
export function closingMoments(games: readonly PlayedGame[]): readonly Moment[] {
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
export function openingMoments(sport: Sport, games: readonly PlayedGame[]): readonly Moment[] {
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

export type BackfillTools = {
  readonly database: Database;
  readonly client: OddsClient;
  readonly asker: Asker;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep: (done: number, all: number) => void;
};

/** After these nothing more is asked: the next request would fare the same. */
const endingReasons = ["no-credits", "stopped-for-today", "key-refused", "resting", "no-memory", "aborted"] as const;
type Ending = (typeof endingReasons)[number];
const endings: ReadonlySet<FailureReason> = new Set<Ending>(endingReasons);

/** Answers that nobody can read are paid for too, so after some of them in a row it is asked no further. */
const mostUnreadable = 3;

export type BackfillResult = {
  /** Requests that were answered now, and those whose answers were had before. */
  asked: number;
  hadBefore: number;
  /** In credits, as the provider said; where it said nothing, what an answer costs at most. */
  spent: number;
  /** Quotes. */
  accepted: number;
  unchanged: number;
  refused: number;
  /** Games whose event is not in the ledger, or has no periods, so that there is nothing to ask or to take. */
  withoutEvent: number;
  /** A sentence for each request that failed. */
  readonly failures: string[];
  /** Why the back-fill ended before its last request; null when it did not. */
  ended: {
    readonly reason: Ending | "unreadable";
    readonly detail: string;
    readonly notBeforeMs: number | null;
  } | null;
  /** The requests that were not made: how many, and what they cost at most. */
  readonly left: { requests: number; credits: number };
};

/** @param had labels of requests whose answers are in the ledger; those of new answers are added. */
export async function runBackfill(
  tools: BackfillTools,
  sport: Sport,
  steps: readonly Step[],
  had: Set<string>,
): Promise<BackfillResult> {
  const sums = { asked: 0, hadBefore: 0, spent: 0, accepted: 0, unchanged: 0, refused: 0, withoutEvent: 0 };
  const result: BackfillResult = { ...sums, failures: [], ended: null, left: { requests: 0, credits: 0 } };
  let unreadable = 0;
  for (const [index, step] of steps.entries()) {
    const ask = await askOf(tools, sport, step);
    if (ask !== null && had.has(ask.label)) result.hadBefore += 1;
    else if (result.ended === null && ask === null) result.withoutEvent += 1;
    else if (result.ended === null && ask !== null) {
      const taken = await takeAnswer(tools, sport, ask, { result, had });
      if (taken === "sound") unreadable = 0;
      if (taken === "unread") unreadable += 1;
      if (unreadable === mostUnreadable) {
        const detail = `${mostUnreadable} answers in a row cannot be read`;
        result.ended = { reason: "unreadable", detail, notBeforeMs: null };
      }
      if (taken === "ended") leave(result, tools.client.costOf(ask));
      tools.onStep(index + 1, steps.length);
    } else leave(result, costOfStep(tools.client, step));
  }
  return result;
}

function leave({ left }: BackfillResult, credits: number): void {
  left.requests += 1;
  left.credits += credits;
}

/** Null when it is not known which event a game is. */
async function askOf({ client, database }: BackfillTools, sport: Sport, step: Step): Promise<Ask | null> {
  if (step.kind !== "periods") return step.ask;
  const eventId = await eventOfGame(database, client.provider, step.game);
  return eventId === null ? null : client.historicalEvent(sport, eventId, step.atMs);
}

type State = { readonly result: BackfillResult; readonly had: Set<string> };

const notFound = 404;

/** An answer that came is sound or unread. After a request that failed the next one may fare better, or it ends the back-fill. */
type Taken = "sound" | "unread" | "failed" | "ended";

/** Takes what can be read of an answer into the ledger, and remembers a sound one, so that nobody pays for it twice. */
async function takeAnswer(tools: BackfillTools, sport: Sport, ask: Ask, { result, had }: State): Promise<Taken> {
  const { client, asker, signal, database, clock } = tools;
  const remember = async (cost: number | null): Promise<void> => {
    await noteHad(database, ask, cost, clock.nowMs());
    had.add(ask.label);
  };
  const answer = await asker.ask(ask, signal);
  if (answer.kind === "failed") {
    const { reason, detail, notBeforeMs, status } = answer;
    if (isEnding(reason)) {
      result.ended = { reason, detail, notBeforeMs };
      return "ended";
    }
    if (status === notFound) {
      // The provider has nothing of it, and will have nothing tomorrow.
      result.withoutEvent += 1;
      await remember(0);
    } else result.failures.push(`${ask.label}: ${detail}`);
    return "failed";
  }
  const items = [...client.read(sport, { payload: answer.payload, label: ask.label, receivedMs: answer.receivedMs })];
  const cost = answer.credits?.cost ?? null;
  result.asked += 1;
  result.spent += cost ?? client.costOf(ask);
  const unread =
    items.find(isRefusedAnswer)?.refusal?.detail ??
    (await take(tools, items, result)) ??
    items.find(isShortAnswer)?.refusal?.detail ??
    null;
  if (unread === null) {
    await remember(cost);
    return "sound";
  }
  result.failures.push(`${ask.label}: ${unread}`);
  return "unread";
}

/** Takes what can be read. Returns why the answer is no good as a whole, so that it is not noted as one that is had. */
async function take(
  { database, clock }: BackfillTools,
  items: FeedItem[],
  result: BackfillResult,
): Promise<string | null> {
  const importedAt = new Date(clock.nowMs()).toISOString();
  const report = await importItems(database, items, importedAt, { source: "backfill the-odds-api" });
  result.accepted += report.accepted;
  result.unchanged += report.unchanged;
  result.refused += report.refused;
  return mostlyUnread(report.summary());
}

function isEnding(reason: FailureReason): reason is Ending {
  return endings.has(reason);
}

/** A back-fill of lines: makes the planned requests one after another, each answer in the ledger before the next. */
import { type Database, tablesOf } from "../../database/engine.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { importItems } from "../../ledger/import.ts";
import { readGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { assembleGames } from "../../publish/match/assemble.ts";
import type { Ask, FailureReason } from "../asking/ask.ts";
import { AskMemory } from "../asking/memory.ts";
import { isRefusedAnswer, isShortAnswer, type PastOddsClient } from "../clients/client.ts";
import { mostlyUnread } from "../jobs/answers.ts";
import { readListedEvents } from "../schedule/known-games.ts";
import { costOfStep, type PlayedGame, type Step } from "./plan.ts";
import type { BackfillTools } from "./results.ts";

/** Finds the event of a provider that a game is, so that its periods can be asked for by the event's id; null: the ledger has none. */
async function eventOfGame(
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
  /** Games whose event is not in the ledger, or has no odds, so that there is nothing to ask or to take. */
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

type Tools = BackfillTools & { readonly client: PastOddsClient };

/**
 * @param had labels of requests whose answers are in the ledger; those of new answers are added.
 * @param onTaken is told what came into the ledger.
 */
export async function runBackfill(
  tools: Tools,
  sport: Sport,
  steps: readonly Step[],
  had: Set<string>,
  onTaken: (items: readonly FeedItem[]) => void = () => {},
): Promise<BackfillResult> {
  const sums = { asked: 0, hadBefore: 0, spent: 0, accepted: 0, unchanged: 0, refused: 0, withoutEvent: 0 };
  const result: BackfillResult = { ...sums, failures: [], ended: null, left: { requests: 0, credits: 0 } };
  const leave = (credits: number): void => {
    result.left.requests += 1;
    result.left.credits += credits;
  };
  let unreadable = 0;
  for (const [index, step] of steps.entries()) {
    const ask = await askOf(tools.database, tools.client, sport, step);
    if (ask !== null && had.has(ask.label)) result.hadBefore += 1;
    else if (result.ended !== null) leave(costOfStep(tools.client, step));
    else if (ask === null) result.withoutEvent += 1;
    else {
      const taken = await takeAnswer(tools, sport, ask, { result, had, onTaken });
      if (taken === "sound") unreadable = 0;
      if (taken === "unread") unreadable += 1;
      if (taken === "ended") leave(tools.client.costOf(ask));
      if (unreadable === mostUnreadable) {
        const detail = `${mostUnreadable} answers in a row cannot be read`;
        result.ended = { reason: "unreadable", detail, notBeforeMs: null };
      }
      tools.onStep(index + 1, steps.length);
    }
  }
  return result;
}

/** The request of a step; null when it is not known which event its game is. */
export async function askOf(database: Database, client: PastOddsClient, sport: Sport, step: Step): Promise<Ask | null> {
  if (step.kind !== "periods") return step.ask;
  const eventId = await eventOfGame(database, client.provider, step.game);
  return eventId === null ? null : client.historicalEvent(sport, eventId, step.atMs);
}

type State = {
  readonly result: BackfillResult;
  readonly had: Set<string>;
  readonly onTaken: (items: readonly FeedItem[]) => void;
};

const notFound = 404;

/** An answer that came is sound or unread. After a request that failed the next one may fare better, or it ends the back-fill. */
type Taken = "sound" | "unread" | "failed" | "ended";

/** Takes what can be read of an answer into the ledger, and remembers a sound one, so that nobody pays for it twice. */
async function takeAnswer(tools: Tools, sport: Sport, ask: Ask, { result, had, onTaken }: State): Promise<Taken> {
  const { client, asker, signal, database, clock } = tools;
  const remember = async (cost: number | null): Promise<void> => {
    await new AskMemory(database).noteHad(ask, cost, clock.nowMs());
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
  let unread = items.find(isRefusedAnswer)?.refusal?.detail ?? null;
  if (unread === null) {
    const importedAt = new Date(clock.nowMs()).toISOString();
    const report = await importItems(database, items, importedAt, { source: `backfill ${client.provider}` });
    result.accepted += report.accepted;
    result.unchanged += report.unchanged;
    result.refused += report.refusedCount;
    onTaken(items);
    unread = mostlyUnread(report) ?? items.find(isShortAnswer)?.refusal?.detail ?? null;
  }
  if (unread === null) {
    await remember(cost);
    return "sound";
  }
  result.failures.push(`${ask.label}: ${unread}`);
  return "unread";
}

function isEnding(reason: FailureReason): reason is Ending {
  return endings.has(reason);
}

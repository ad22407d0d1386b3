/** Makes the requests of a back-fill one after another, and brings each answer into the ledger before the next. */
import type { Database } from "../../database/engine.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import { importItems } from "../../ledger/import.ts";
import type { Ask, Asker, FailureReason } from "../asking/ask.ts";
import type { OddsClient } from "../clients/client.ts";
import { isRefusedAnswer, isShortAnswer } from "../clients/read-each.ts";
import type { Clock } from "../clock.ts";
import { mostlyUnread } from "../jobs/unread.ts";
import { eventOfGame } from "./event-of-game.ts";
import { noteHad } from "./had.ts";
import { costOfStep, type Step } from "./plan.ts";

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
  readonly asked: number;
  readonly hadBefore: number;
  /** In credits, as the provider said; where it said nothing, what an answer costs at most. */
  readonly spent: number;
  /** Quotes. */
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Games whose event is not in the ledger, or has no periods, so that there is nothing to ask or to take. */
  readonly withoutEvent: number;
  /** A sentence for each request that failed. */
  readonly failures: readonly string[];
  /** Why the back-fill ended before its last request; null when it did not. */
  readonly ended: {
    readonly reason: Ending | "unreadable";
    readonly detail: string;
    readonly notBeforeMs: number | null;
  } | null;
  /** The requests that were not made: how many, and what they cost at most. */
  readonly left: { readonly requests: number; readonly credits: number };
};

type Tally = { -readonly [Name in keyof BackfillResult]: BackfillResult[Name] };

/** @param had labels of requests whose answers are in the ledger; those of new answers are added. */
export async function runBackfill(
  tools: BackfillTools,
  sport: Sport,
  steps: readonly Step[],
  had: Set<string>,
): Promise<BackfillResult> {
  const failures: string[] = [];
  const left = { requests: 0, credits: 0 };
  const tally: Tally = {
    asked: 0,
    hadBefore: 0,
    spent: 0,
    accepted: 0,
    unchanged: 0,
    refused: 0,
    withoutEvent: 0,
    failures,
    ended: null,
    left,
  };
  const state: State = { tally, failures, left, had, unreadable: 0 };
  for (const [index, step] of steps.entries()) {
    const ask = await askOf(tools, sport, step);
    if (ask !== null && had.has(ask.label)) tally.hadBefore += 1;
    else if (tally.ended !== null) {
      left.requests += 1;
      left.credits += costOfStep(tools.client, step);
    } else if (ask === null) tally.withoutEvent += 1;
    else {
      await takeAnswer(tools, sport, ask, state);
      tools.onStep(index + 1, steps.length);
    }
  }
  return tally;
}

/** Null when it is not known which event a game is. */
async function askOf({ client, database }: BackfillTools, sport: Sport, step: Step): Promise<Ask | null> {
  if (step.kind !== "periods") return step.ask;
  const eventId = await eventOfGame(database, step.game);
  return eventId === null ? null : client.historicalEvent(sport, eventId, step.atMs);
}

type State = {
  readonly tally: Tally;
  readonly failures: string[];
  readonly left: { requests: number; credits: number };
  readonly had: Set<string>;
  /** How many of the last answers could not be read. */
  unreadable: number;
};

async function takeAnswer(tools: BackfillTools, sport: Sport, ask: Ask, state: State): Promise<void> {
  const { client, asker, signal } = tools;
  const { tally, failures, left, had } = state;
  const answer = await asker.ask(ask, signal);
  if (answer.kind === "failed") {
    const { reason, detail, notBeforeMs, status } = answer;
    if (isEnding(reason)) {
      tally.ended = { reason, detail, notBeforeMs };
      left.requests += 1;
      left.credits += client.costOf(ask);
    } else if (status === notFound) {
      // The provider has nothing of it, and will have nothing tomorrow.
      tally.withoutEvent += 1;
      await remember(tools, ask, 0, had);
    } else failures.push(`${ask.label}: ${detail}`);
    return;
  }
  // Back-fills make no conditional requests, so an answer without a payload does not come.
  if (answer.kind === "unchanged") return;
  const items = [...client.read(sport, { payload: answer.payload, label: ask.label, receivedMs: answer.receivedMs })];
  const cost = answer.credits?.cost ?? null;
  tally.asked += 1;
  tally.spent += cost ?? client.costOf(ask);
  const refused = items.find(isRefusedAnswer)?.refusal ?? null;
  const unread =
    refused?.detail ?? (await take(tools, items, tally)) ?? items.find(isShortAnswer)?.refusal?.detail ?? null;

  state.unreadable = unread === null ? 0 : state.unreadable + 1;
  if (unread === null) return remember(tools, ask, cost, had);
  failures.push(`${ask.label}: ${unread}`);
  if (state.unreadable < mostUnreadable) return;
  tally.ended = {
    reason: "unreadable",
    detail: `${mostUnreadable} answers in a row cannot be read`,
    notBeforeMs: null,
  };
}

/** Takes what can be read. Returns why the answer is no good as a whole, so that it is not noted as one that is had. */
async function take({ database, clock }: BackfillTools, items: FeedItem[], tally: Tally): Promise<string | null> {
  const importedAt = new Date(clock.nowMs()).toISOString();
  const report = await importItems(database, items, importedAt, { source: "backfill the-odds-api" });
  tally.accepted += report.accepted;
  tally.unchanged += report.unchanged;
  tally.refused += report.refused;
  return mostlyUnread(report.summary());
}

const notFound = 404;

async function remember(
  { database, clock }: BackfillTools,
  { label }: Ask,
  cost: number | null,
  had: Set<string>,
): Promise<void> {
  await noteHad(database, label, cost, clock.nowMs());
  had.add(label);
}

function isEnding(reason: FailureReason): reason is Ending {
  return endings.has(reason);
}

/**
 * Back-fills of lines: they make requests one after another, and each answer is in the ledger before the next. The Odds API sells what a plan
 * has. For nothing ESPN's core API still has the books' openings and closings, which are asked for game by game.
 */
import type { Sport } from "../../domain/sports.ts";
import type { EspnPriced } from "../../feed/providers/espn-odds.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import type { FailureReason } from "../asking/ask.ts";
import { AskMemory } from "../asking/memory.ts";
import { secondOpinion } from "../clients/all.ts";
import { type PastOddsClient, type ResultsClient, spansOfDays } from "../clients/client.ts";
import { espnCoreClient } from "../clients/espn.ts";
import { Round } from "../jobs/round.ts";
import { gamesOfDays, KnownGames } from "../schedule/known-games.ts";
import { askOf, type Step } from "./plan.ts";
import { type BackfillTools, pastRound } from "./results.ts";

/** After these nothing more is asked: the next request would fare the same. */
const endings = ["no-credits", "stopped-for-today", "key-refused", "resting", "no-memory", "aborted"] as const;
type Ending = (typeof endings)[number];

function isEnding(reason: FailureReason): reason is Ending {
  return (endings as readonly FailureReason[]).includes(reason);
}

/** Answers that nobody can read are paid for too, so after some of them in a row it is asked no further. */
const mostUnreadable = 3;

/**
 * @param had labels of requests whose answers are in the ledger; those of new answers are added.
 * @param onTaken called with what came into the ledger.
 */
export async function backfillLines(
  tools: BackfillTools & { readonly client: PastOddsClient },
  sport: Sport,
  steps: readonly Step[],
  had: Set<string>,
  onTaken: (items: readonly FeedItem[]) => void = () => {},
) {
  const { client, database, clock, signal } = tools;
  const round = new Round(tools, { signal, stop: signal, nowMs: clock.nowMs() }, `backfill ${client.provider}`);
  const left = { requests: 0, credits: 0 };
  const failures: string[] = [];
  let ended: { reason: Ending | "unreadable"; detail: string; notBeforeMs: number | null } | null = null;
  let [answered, hadBefore, withoutEvent, unreadable] = [0, 0, 0, 0];
  const leave = (step: Step): void => {
    left.requests += 1;
    left.credits += step.mostCredits;
  };
  for (const [index, step] of steps.entries()) {
    const ask = await askOf(database, client, sport, step);
    if (ask !== null && had.has(ask.label)) {
      hadBefore += 1;
      continue;
    }
    if (ended !== null) {
      leave(step);
      continue;
    }
    if (ask === null) {
      withoutEvent += 1;
      continue;
    }
    const known = round.failures.length;
    const { answer, received } = await round.ask(ask);
    if (received !== null) {
      answered += 1;
      onTaken(await round.take(client, sport, [received]));
    }
    const failure = round.failures[known];
    const isAbsent = answer.kind === "failed" && answer.status === 404;
    if (isAbsent) withoutEvent += 1;
    else if (answer.kind === "failed" && isEnding(answer.reason)) {
      const { reason, detail, notBeforeMs } = answer;
      ended = { reason, detail, notBeforeMs };
      leave(step);
    } else if (failure !== undefined) failures.push(`${ask.label}: ${failure.detail}`);
    if (received !== null) unreadable = failure === undefined ? 0 : unreadable + 1;
    if (unreadable === mostUnreadable && ended === null) {
      const detail = `${mostUnreadable} answers in a row cannot be read`;
      ended = { reason: "unreadable", detail, notBeforeMs: null };
    }
    // Nobody pays twice for an answer, and what the provider does not have it will not have tomorrow.
    if (isAbsent || failure === undefined) {
      await new AskMemory(database).noteHad(ask);
      had.add(ask.label);
    }
    tools.onStep(index + 1, steps.length);
  }
  const sumOf = (what: "accepted" | "unchanged") => round.imports.reduce((sum, each) => sum + each[what], 0);
  const refusals = round.imports.flatMap(({ refused }) => Object.values(refused));
  return {
    /** Requests that were answered now, and those whose answers were had before. */
    asked: answered,
    hadBefore,
    spent: round.credits,
    /** Quotes. */
    accepted: sumOf("accepted"),
    unchanged: sumOf("unchanged"),
    refused: refusals.reduce((sum, { count }) => sum + count, 0),
    /** Games whose event is not in the ledger, or has no odds, so that there is nothing to ask or to take. */
    withoutEvent,
    /** A sentence for each request that failed. */
    failures,
    /** Why the back-fill ended before its last request; null when it did not. */
    ended,
    /** The requests that were not made: how many, and what they cost at most. */
    left,
  };
}

export type EspnLines = BackfillTools & {
  /** The client of ESPN's scoreboards, and the address of its site API. */
  readonly scoreboards: ResultsClient;
  readonly base: string;
  readonly sport: Sport;
  /** Slate dates, YYYY-MM-DD, inclusive. */
  readonly from: string;
  readonly to: string;
  /** Labels of requests whose answers are in the ledger. */
  readonly had: Set<string>;
};

/** @throws DatabaseError */
export async function backfillEspnLines(backfill: EspnLines) {
  const { sport, database, had } = backfill;
  const boards = await askForIds(backfill);
  const games = await finalsOf(backfill);
  const known = new KnownGames(database);
  await known.refresh(Date.parse(backfill.from));
  const priced = new Map<string, EspnPriced>();
  for (const id of games.flatMap(espnIdsOf)) {
    // As ESPN has it: the records of a game may be turned round to another source's home side.
    const record = known.recordOf("espn", sport, id);
    if (record === null) continue;
    const { home, away, game_date, start_time } = record;
    priced.set(id, { sport, event_id: id, home, away, game_date, start_time });
  }
  const client = espnCoreClient(backfill.base, (id) => priced.get(id) ?? null);
  const steps = [...priced.keys()].map((id): Step => {
    return { kind: "close", atMs: 0, games: [], mostCredits: 0, ask: client.historicalEvent(sport, id, 0) };
  });
  const pricedGames = new Set<string>();
  const gamesOf = new Map<string, Set<string>>();
  const result = await backfillLines({ ...backfill, client }, sport, steps, had, (items) => {
    for (const { record } of items) {
      if (record?.type !== "quote") continue;
      pricedGames.add(record.event_id);
      gamesOf.set(record.book, (gamesOf.get(record.book) ?? new Set()).add(record.event_id));
    }
  });
  const books = [...gamesOf].map(([book, { size }]) => [book, size] as const).sort((a, b) => b[1] - a[1]);
  return {
    /** Games that are over, and of them those that ESPN does not list. */
    games: games.length,
    notListed: games.filter((game) => espnIdsOf(game).length === 0).length,
    /** Games of which an answer of this run had the lines of any book, and of how many each book had them, by its slug. */
    withLines: pricedGames.size,
    books: Object.fromEntries(books),
    result: { ...result, failures: [...boards, ...result.failures] },
  };
}

/**
 * Where the ledger does not have ESPN's id of a game, the scoreboard of its day tells it. Returns a sentence for each that failed; a game
 * that a scoreboard lacks is counted as not listed.
 */
async function askForIds(backfill: EspnLines): Promise<string[]> {
  const { from, to, scoreboards, sport, signal } = backfill;
  const lacking = (await finalsOf(backfill)).filter((game) => espnIdsOf(game).length === 0);
  const days = new Set(lacking.map(({ gameDate }) => gameDate));
  const { round, take } = await pastRound(backfill, from);
  for (const span of spansOfDays(from, to, 1)) {
    if (signal.aborted) break;
    if (days.has(span.from)) await take({ sport, ...span }, secondOpinion(scoreboards));
  }
  round.end();
  return round.failures
    .filter(({ reason }) => reason !== "games-missing")
    .map(({ label, detail }) => `${label}: ${detail}`);
}

async function finalsOf({ database, sport, from, to }: EspnLines): Promise<LedgerGame[]> {
  const games = await gamesOfDays(database, sport, [{ from, to }]);
  return games.filter(({ records }) => records.some(({ status }) => status === "final"));
}

function espnIdsOf({ records }: LedgerGame): string[] {
  return records.filter(({ provider }) => provider === "espn").map(({ game_id: id }) => id);
}

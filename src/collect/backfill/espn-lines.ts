/**
 * Lines of past games for nothing: ESPN's core API still has the books' openings and closings, which are asked for game by game. Where
 * the ledger does not have ESPN's id of a game, the scoreboard of its day tells it.
 */
import type { Sport } from "../../domain/sports.ts";
import type { EspnPriced } from "../../feed/providers/espn-odds.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import { secondOpinion } from "../clients/all.ts";
import { type ResultsClient, spansOfDays } from "../clients/client.ts";
import { espnCoreClient } from "../clients/espn.ts";
import { RunReport } from "../jobs/answers.ts";
import { gamesOfDays, KnownGames } from "../schedule/known-games.ts";
import { type BackfillResult, runBackfill } from "./odds.ts";
import { askPast, type BackfillTools } from "./results.ts";

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

export type EspnLinesResult = {
  /** Games that are over. */
  readonly games: number;
  /** Of them, those that ESPN does not list. */
  readonly notListed: number;
  /** Games of which an answer of this run had the lines of any book. */
  readonly withLines: number;
  /** How many of them each book had, by its slug. */
  readonly books: Readonly<Record<string, number>>;
  readonly result: BackfillResult;
};

const provider = "espn";

/** @throws DatabaseError */
export async function backfillEspnLines(backfill: EspnLines): Promise<EspnLinesResult> {
  const { sport } = backfill;
  const scoreboards = (await askForIds(backfill)).end().report;
  const games = await finalsOf(backfill);
  const known = new KnownGames(backfill.database);
  await known.refresh(Date.parse(backfill.from));
  const priced = new Map<string, EspnPriced>();
  for (const id of games.flatMap(espnIdsOf)) {
    // As ESPN has it: the records of a game may be turned round to another source's home side.
    const record = known.recordOf(provider, sport, id);
    if (record === null) continue;
    const { home, away, game_date, start_time } = record;
    priced.set(id, { sport, event_id: id, home, away, game_date, start_time });
  }
  const client = espnCoreClient(backfill.base, (id) => priced.get(id) ?? null);
  const steps = [...priced.keys()].map((id) => {
    return { kind: "close", ask: client.historicalEvent(sport, id, 0), atMs: 0, games: 1 } as const;
  });
  const booksOfGame = new Map<string, Set<string>>();
  const result = await runBackfill({ ...backfill, client }, sport, steps, backfill.had, (items) => {
    for (const { record } of items) {
      if (record?.type !== "quote") continue;
      const books = booksOfGame.get(record.event_id) ?? new Set();
      booksOfGame.set(record.event_id, books.add(record.book));
    }
  });
  const ofBook = Object.entries(
    Object.groupBy(
      [...booksOfGame.values()].flatMap((books) => [...books]),
      (book) => book,
    ),
  );
  const books = ofBook.map(([book, all = []]) => [book, all.length] as const).sort((a, b) => b[1] - a[1]);
  // A game that a scoreboard lacks is counted as not listed.
  const failures = scoreboards.failures
    .filter(({ reason }) => reason !== "games-missing")
    .map(({ label, detail }) => `${label}: ${detail}`);
  return {
    games: games.length,
    notListed: games.filter((game) => espnIdsOf(game).length === 0).length,
    withLines: booksOfGame.size,
    books: Object.fromEntries(books),
    result: { ...result, failures: [...failures, ...result.failures] },
  };
}

/** Asks for the scoreboards of days with games of which the ledger does not have ESPN's id. */
async function askForIds(backfill: EspnLines): Promise<RunReport> {
  const { from, to, scoreboards, sport, signal } = backfill;
  const lacking = (await finalsOf(backfill)).filter((game) => espnIdsOf(game).length === 0);
  const days = new Set(lacking.map(({ gameDate }) => gameDate));
  const noted = { report: new RunReport(), games: new KnownGames(backfill.database) };
  for (const span of spansOfDays(from, to, 1)) {
    if (signal.aborted) break;
    if (days.has(span.from)) await askPast(backfill, { sport, ...span }, secondOpinion(scoreboards), noted);
  }
  return noted.report;
}

async function finalsOf({ database, sport, from, to }: EspnLines): Promise<LedgerGame[]> {
  const games = await gamesOfDays(database, sport, [{ from, to }]);
  return games.filter(({ records }) => records.some(({ status }) => status === "final"));
}

function espnIdsOf({ records }: LedgerGame): string[] {
  return records.filter((record) => record.provider === provider).map(({ game_id: id }) => id);
}

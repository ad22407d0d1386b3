/** Plants one error into each of many games of a sport's real input, publishes, and says which were told of. */
import { type Database, openDatabase, tablesOf } from "../../../src/database/engine.ts";
import { consensusBookId } from "../../../src/domain/books.ts";
import type { GameRecord, QuoteRecord } from "../../../src/feed/records.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { expectedOf, logitOf, thresholds } from "../../../src/publish/doubt/sheet.ts";
import type { PublishReport } from "../../../src/publish/findings.ts";
import { publish } from "../../../src/publish/publish.ts";
import { entriesIn } from "../../../src/release/game-lines.ts";
import { publishedValues } from "../../support/published.ts";
import { quoteErrors, resultErrors, scopes, timings } from "./errors.ts";
import { inputs, type PlantedSport } from "./sports.ts";

const at = "2026-08-01T00:00:00.000Z";

type Candidate = {
  readonly id: string;
  readonly startMs: number;
  readonly quotes: readonly QuoteRecord[];
  readonly result: GameRecord;
  /** The game as it is published without the error. */
  readonly body: string;
};

type Planted = { readonly name: string; readonly candidate: Candidate };
export type Told = { readonly name: string; readonly gameId: string; readonly isTold: boolean };

async function publishAll(items: readonly FeedItem[]): Promise<{ report: PublishReport; database: Database }> {
  const database = await openDatabase(":memory:");
  await importItems(database, items, at);
  return { report: await publish(database, { all: false, acceptRemovals: true, publishedAt: at }), database };
}

/** Each error is planted some times, each time into another game. */
export async function plantAll(sport: PlantedSport): Promise<Told[]> {
  const { repeats, ...input } = inputs[sport];
  const odds = [...input.odds()];
  const items = [...input.results(), ...odds];
  const candidates = await candidatesOf(sport, items, odds);
  const jobs = jobsOf(sport).flatMap((job) => Array.from({ length: repeats }, () => job));
  const told: Told[] = [];
  for (let from = 0; from < jobs.length; from += candidates.length) {
    told.push(...(await plantRound(sport, items, candidates, jobs.slice(from, from + candidates.length), from)));
  }
  return told;
}

/** Games of which one event has the lines, and nothing is in doubt as it is. */
async function candidatesOf(
  sport: PlantedSport,
  items: readonly FeedItem[],
  odds: readonly FeedItem[],
): Promise<Candidate[]> {
  const quotesOf = Map.groupBy(
    odds.flatMap(({ record }) => (record?.type === "quote" ? [record] : [])),
    ({ event_id }) => event_id,
  );
  const finals = items.flatMap(({ record }) => (record?.type === "game" && record.status === "final" ? [record] : []));
  const finalOf = new Map(finals.map((game) => [game.game_id, game]));
  const { database } = await publishAll(items);
  const identities = await tablesOf<{ ledger_identities: { record_key: string; game_id: string } }>(database.kysely)
    .selectFrom("ledger_identities")
    .select(["record_key", "game_id"])
    .execute();
  const values = new Map((await publishedValues(database)).map((game) => [game.facts.game_id, game]));
  await database.close();
  return identities.flatMap(({ record_key, game_id: id }) => {
    const game = values.get(id);
    if (game === undefined) return [];
    const { facts, ids, doubts, lines } = game;
    const event = sport === "ncaaf" ? ids.cfbd : ids.the_odds_api.length === 1 ? ids.the_odds_api[0] : undefined;
    const result = finalOf.get(record_key.slice(record_key.indexOf(":") + 1));
    const quotes = event == null ? undefined : quotesOf.get(event);
    const hasClose = entriesIn(lines).some(
      ({ period, bookId, close }) => period === "full" && bookId !== consensusBookId && close !== null,
    );
    const isGood = doubts.length === 0 && hasClose && quotes !== undefined && result !== undefined;
    return isGood ? [{ id, startMs: Date.parse(facts.start_time), quotes, result, body: JSON.stringify(facts) }] : [];
  });
}

function jobsOf(sport: PlantedSport): string[] {
  const ofQuotes = Object.keys(quoteErrors).flatMap((error) =>
    scopes.flatMap((scope) =>
      // What is stated without a time has no end.
      timings
        .filter((timing) => sport !== "ncaaf" || timing === "always")
        .map((timing) => `${error}, ${scope}, ${timing}`),
    ),
  );
  return [...ofQuotes, ...Object.keys(resultErrors)];
}

async function plantRound(
  sport: PlantedSport,
  items: readonly FeedItem[],
  candidates: readonly Candidate[],
  jobs: readonly string[],
  shift: number,
): Promise<Told[]> {
  const planted: Planted[] = [];
  const spoilt = new Map<QuoteRecord | GameRecord, readonly (QuoteRecord | GameRecord)[]>();
  let place = shift;
  for (const name of jobs) {
    // The first game in turn in which this is an error: some are in none that is left.
    for (let tried = 0; tried < candidates.length; tried++, place++) {
      const candidate = candidates[(place * 7919) % candidates.length] as Candidate;
      if (planted.some((each) => each.candidate === candidate)) continue;
      const other = candidates[(place * 7919 + 1) % candidates.length] as Candidate;
      const changes = changesOf(sport, name, candidate, other);
      if (changes.size === 0) continue;
      for (const [record, made] of changes) spoilt.set(record, made);
      planted.push({ name, candidate });
      break;
    }
  }
  const spoiltItems = items.flatMap((item): FeedItem[] => {
    const { record } = item;
    if (record?.type !== "quote" && record?.type !== "game") return [item];
    return spoilt.get(record)?.map((made) => ({ record: made })) ?? [item];
  });
  const { report, database } = await publishAll(spoiltItems);
  const bodies = new Map((await publishedValues(database)).map(({ facts }) => [facts.game_id, JSON.stringify(facts)]));
  await database.close();
  const words = JSON.stringify([report.findings, report.judged]);
  return planted.map(({ name, candidate: { id, body } }) => {
    const isTold = idsOf(id).some((each) => words.includes(each));
    // An error of one source that the others outvote is healed.
    const isHealed = name in resultErrors && bodies.get(id) === body;
    return { name, gameId: id, isTold: isTold || isHealed };
  });
}

/** The ids under which the game may be told of: its own, with its sides the other way round, and on the next date. */
function idsOf(id: string): string[] {
  const [sport, date = "", away, home] = id.split("-");
  const day = Temporal.PlainDate.from(date.replace(/^(....)(..)(..)$/, "$1-$2-$3"));
  return [
    id,
    `${sport}-${date}-${home}-${away}`,
    `${sport}-${String(day.add({ days: 1 })).replaceAll("-", "")}-${away}-${home}`,
  ];
}

type Changes = ReadonlyMap<QuoteRecord | GameRecord, readonly (QuoteRecord | GameRecord)[]>;

/** Empty where the error would not be one in this game, or could not be told from what books differ by. */
function changesOf(sport: PlantedSport, name: string, candidate: Candidate, other: Candidate): Changes {
  const spoilResult = resultErrors[name];
  if (spoilResult !== undefined) {
    // One file states both results and lines of college football, so that nobody contradicts its start.
    if (sport === "ncaaf" && name === "a start an hour late") return new Map();
    const made = spoilResult(candidate.result);
    return made.length === 0 ? new Map() : new Map([[candidate.result, made]]);
  }
  const [error = "", scope, timing] = name.split(", ");
  const spoil = quoteErrors[error];
  if (spoil === undefined) throw new RangeError(`there is no error ${error}`);
  const full = candidate.quotes.filter(({ period }) => period === "full");
  const books = [...new Set(full.map(({ book }) => book))].sort();
  const erring = books.filter(
    (_, place) => scope === "all books" || (scope === "one book" ? place === 0 : place % 2 === 0),
  );
  if (scope !== "all books" && books.length < 3) return new Map();
  const changes = new Map<QuoteRecord, QuoteRecord[]>();
  let most = 0;
  for (const quote of full) {
    // A clock is wrong during the game, too.
    const isOver = error !== "a lost time zone" && isLate(quote, candidate);
    if (!erring.includes(quote.book) || isOver) continue;
    if (timing === "at the end" && quote !== lastOf(full, quote, candidate)) continue;
    // The first captures of a market that loses its prices still have them.
    if (error === "no prices" && timing === "always" && quote === firstOf(full, quote)) continue;
    const like = other.quotes.find(
      (each) => each.book === quote.book && each.market === quote.market && each.period === "full",
    );
    const made = spoil(quote, sport, like ?? null);
    if (made === null || JSON.stringify(made) === JSON.stringify(quote)) continue;
    changes.set(quote, [made]);
    most = Math.max(most, howFar(sport, quote, made));
  }
  if (error === "a lost time zone") return scope === "all books" && timing === "always" ? changes : new Map();
  const isError = error === "no prices" ? hasEarlier(full, changes) : most > 1.5;
  return isError ? changes : new Map();
}

function isLate({ captured_at: at }: QuoteRecord, { startMs }: Candidate): boolean {
  return at !== null && Date.parse(at) >= startMs;
}

const isSameSeries = (one: QuoteRecord, other: QuoteRecord): boolean =>
  one.book === other.book && one.market === other.market;

function lastOf(quotes: readonly QuoteRecord[], quote: QuoteRecord, candidate: Candidate): QuoteRecord | undefined {
  const own = quotes.filter((each) => isSameSeries(each, quote) && !isLate(each, candidate));
  return own.toSorted((a, b) => (a.captured_at ?? "").localeCompare(b.captured_at ?? "")).at(-1);
}

function firstOf(quotes: readonly QuoteRecord[], quote: QuoteRecord): QuoteRecord | undefined {
  const own = quotes.filter((each) => isSameSeries(each, quote));
  return own.toSorted((a, b) => (a.captured_at ?? "").localeCompare(b.captured_at ?? ""))[0];
}

/** A market that never had prices lacks none. */
function hasEarlier(quotes: readonly QuoteRecord[], changes: ReadonlyMap<QuoteRecord, unknown>): boolean {
  const [first] = changes.keys();
  if (first === undefined || first.captured_at === null) return false;
  return quotes.some((each) => isSameSeries(each, first) && (each.captured_at ?? "") < (first.captured_at ?? ""));
}

/** How far the error takes a quote, in what books never differ by; impossible prices are far at once. */
function howFar(sport: PlantedSport, quote: QuoteRecord, made: QuoteRecord): number {
  const bounds = thresholds[sport].fromBooks;
  const { market } = quote;
  const bound = market === "moneyline" ? bounds.moneyline : market === "spread" ? bounds.spread : bounds.total;
  const [from, to] = [expectedOfQuote(sport, quote), expectedOfQuote(sport, made)];
  const sum = (made.home_odds ?? made.over_odds ?? 0) > 0 && (made.away_odds ?? made.under_odds ?? 0) > 0;
  const isSteep = (made.home_odds ?? made.over_odds) === -250 && (made.away_odds ?? made.under_odds) === -250;
  return sum || isSteep || made.home_odds === -400 ? 9 : Math.abs(to - from) / bound;
}

function expectedOfQuote(sport: PlantedSport, quote: QuoteRecord): number {
  const [first, second] = [quote.home_odds ?? quote.over_odds, quote.away_odds ?? quote.under_odds];
  return expectedOf(sport, "full", quote.market, logitOf(first ?? 0, second ?? 0), quote.line ?? Number.NaN);
}

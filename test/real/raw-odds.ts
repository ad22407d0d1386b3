/**
 * A second reading of The Odds API's captures, written apart from src/: what every book showed at which moment, and
 * from that the opening and closing that must be published [D-12].
 */
import { basename } from "node:path";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { readRawJson } from "./real-data.ts";

export type RawCapture = {
  readonly event: string;
  readonly homeName: string;
  readonly awayName: string;
  /** The start as this snapshot states it. */
  readonly commenceMs: number;
  /** When the snapshot was taken. */
  readonly seenMs: number;
  readonly book: string;
  /** The market's key as the provider writes it. */
  readonly market: string;
  /** The market's own last update. */
  readonly atMs: number;
  readonly line: number | null;
  /** Of home or over. */
  readonly first: number | null;
  /** Of away or under. */
  readonly second: number | null;
};

type RawOutcome = { readonly name: string; readonly price: number; readonly point?: number };
type RawMarket = {
  readonly key: string;
  readonly last_update?: string;
  readonly outcomes: readonly RawOutcome[];
};
type RawBook = { readonly key: string; readonly last_update?: string; readonly markets: readonly RawMarket[] };
type RawEvent = {
  readonly id: string;
  readonly commence_time: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly bookmakers: readonly RawBook[];
};
type RawFile = readonly RawEvent[] | { readonly timestamp: string; readonly data: readonly RawEvent[] };

/** Every market of every book in the files, in their order. */
export function* rawCaptures(files: readonly string[]): Generator<RawCapture> {
  for (const file of files) {
    const content = readRawJson<RawFile>(file);
    const isWrapped = "data" in content;
    const events = isWrapped ? content.data : content;
    const seenMs = isWrapped ? Date.parse(content.timestamp) : timeInName(file);
    for (const event of events) {
      for (const book of event.bookmakers) {
        for (const market of book.markets) yield capture(event, book, market, seenMs);
      }
    }
  }
}

function timeInName(file: string): number {
  const [, day = "", hour = "", minute = "", second = ""] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z/.exec(basename(file)) ?? [];
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}:${second}Z`);
}

function capture(event: RawEvent, book: RawBook, market: RawMarket, seenMs: number): RawCapture {
  const isTotal = market.key.startsWith("totals");
  const first = market.outcomes.find(({ name }) => name === (isTotal ? "Over" : event.home_team));
  const second = market.outcomes.find(({ name }) => name === (isTotal ? "Under" : event.away_team));
  return {
    event: event.id,
    homeName: event.home_team,
    awayName: event.away_team,
    commenceMs: Date.parse(event.commence_time),
    seenMs,
    book: book.key === "williamhill_us" ? "caesars" : book.key,
    market: market.key,
    atMs: Date.parse(market.last_update ?? book.last_update ?? ""),
    line: lineOf(market, first, second, isTotal),
    first: priceOf(first),
    second: priceOf(second),
  };
}

/** The home side's line, or the total. Both sides must tell the same: this input holds no other case. */
function lineOf(market: RawMarket, first: RawOutcome | undefined, second: RawOutcome | undefined, isTotal: boolean) {
  if (market.outcomes.length > 2) throw new Error(`${market.key} has ${market.outcomes.length} outcomes`);
  if (market.key.startsWith("h2h")) return null;
  const [ofFirst, ofSecond] = [first?.point, second?.point];
  const line = ofFirst ?? (ofSecond === undefined ? undefined : isTotal ? ofSecond : -ofSecond);
  if (line === undefined) throw new Error(`${market.key} without a line`);
  if (ofFirst !== undefined && ofSecond !== undefined && ofFirst !== (isTotal ? ofSecond : -ofSecond)) {
    throw new Error(`${market.key}: ${ofFirst} and ${ofSecond}`);
  }
  return line + 0;
}

function priceOf(outcome: RawOutcome | undefined): number | null {
  const price = outcome?.price;
  if (price === undefined || price === 0 || price === 9999) return null;
  if (!Number.isInteger(price) || Math.abs(price) < 100) throw new Error(`${price} is not American odds`);
  return price === -100 ? 100 : price;
}

/** What one market of one book showed first and last before the start. Several where one moment is stated twice. */
type Expected = { readonly open: readonly RawCapture[]; readonly close: readonly RawCapture[] };

/** By book, then by market, of the captures of one game. Books that only came after the start are absent. */
function expectedLines(
  captures: readonly RawCapture[],
  startMs: number,
): ReadonlyMap<string, ReadonlyMap<string, Expected>> {
  const books = new Map<string, Map<string, Expected>>();
  const onTime = captures.filter((each) => each.atMs < startMs);
  for (const [book, ofBook] of Map.groupBy(onTime, (each) => each.book)) {
    for (const [market, ofMarket] of Map.groupBy(ofBook, (each) => each.market)) {
      const times = ofMarket.map((each) => each.atMs);
      const [earliest, latest] = [Math.min(...times), Math.max(...times)];
      const markets = books.get(book) ?? new Map<string, Expected>();
      books.set(book, markets);
      markets.set(market, {
        open: ofMarket.filter((each) => each.atMs === earliest),
        close: ofMarket.filter((each) => each.atMs === latest),
      });
    }
  }
  return books;
}

type Published = Pick<OddsRow, "moneyline" | "spread" | "total">;

/** Differences between a published full-game row (undefined: none) and the captures. */
function rowDifferences(row: Published | undefined, expected: ReadonlyMap<string, Expected> | undefined) {
  const { moneyline, spread, total } = row ?? {};
  const differences: string[] = [];
  const compare = (market: string, moment: "open" | "close", found: readonly (number | null | undefined)[]): void => {
    const wanted = (expected?.get(market)?.[moment] ?? []).map(({ line, first, second }) =>
      JSON.stringify(market === "h2h" ? [first, second] : [line, first, second]),
    );
    const text = JSON.stringify(found.map((value) => value ?? null));
    const nothing = JSON.stringify(found.map(() => null));
    const isRight = wanted.length === 0 ? text === nothing : wanted.includes(text);
    if (!isRight)
      differences.push(`${market} ${moment}: published ${text}, captured ${wanted.join(" or ") || nothing}`);
  };
  compare("h2h", "open", [moneyline?.home_open, moneyline?.away_open]);
  compare("h2h", "close", [moneyline?.home_close, moneyline?.away_close]);
  compare("spreads", "open", [spread?.open, spread?.home_juice_open, spread?.away_juice_open]);
  compare("spreads", "close", [spread?.close, spread?.home_juice_close, spread?.away_juice_close]);
  compare("totals", "open", [total?.open, total?.over_juice_open, total?.under_juice_open]);
  compare("totals", "close", [total?.close, total?.over_juice_close, total?.under_juice_close]);
  return differences;
}

/** Moments that a book states twice with different values, which nothing in D-12 decides. */
function contradictions(expected: ReadonlyMap<string, Expected>): string[] {
  const found: string[] = [];
  for (const [market, moments] of expected) {
    for (const moment of ["open", "close"] as const) {
      const values = new Set(moments[moment].map(({ line, first, second }) => JSON.stringify([line, first, second])));
      if (values.size > 1) found.push(`${market} ${moment}: ${[...values].join(" or ")}`);
    }
  }
  return found;
}

type OfGame = { readonly captures: readonly RawCapture[]; readonly startMs: number };

/**
 * Where the odds rows of games are not what was captured: values that are others, and rows that are missing or too many.
 * @returns the differences, and how many rows there must be.
 */
export function oddsProblems(
  games: Iterable<{ readonly id: string; readonly odds: readonly OddsRow[] }>,
  of: (id: string) => OfGame,
): { readonly problems: string[]; readonly rows: number } {
  const problems: string[] = [];
  let rows = 0;
  for (const { id, odds } of games) {
    const { captures, startMs } = of(id);
    const expected = expectedLines(captures, startMs);
    const published = new Map(odds.map((row) => [row.book, row]));
    for (const book of new Set([...expected.keys(), ...published.keys()])) {
      const ofBook = expected.get(book);
      const hasFullGame = ["h2h", "spreads", "totals"].some((market) => ofBook?.has(market));
      if (hasFullGame) rows += 1;
      const found = [
        ...(hasFullGame === published.has(book) ? [] : ["a row is missing or too many"]),
        ...contradictions(ofBook ?? new Map()),
        ...rowDifferences(published.get(book), ofBook),
      ];
      problems.push(...found.map((text) => `${id} ${book}: ${text}`));
    }
  }
  return { problems, rows };
}

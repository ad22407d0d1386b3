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

type OfGame = { readonly captures: readonly RawCapture[]; readonly startMs: number };

/** What a row of odds publishes of each market at both ends: its line, then its prices. */
function shownIn({ moneyline, spread, total }: Pick<OddsRow, "moneyline" | "spread" | "total">) {
  return {
    "h2h open": [null, moneyline.home_open, moneyline.away_open],
    "h2h close": [null, moneyline.home_close, moneyline.away_close],
    "spreads open": [spread.open, spread.home_juice_open, spread.away_juice_open],
    "spreads close": [spread.close, spread.home_juice_close, spread.away_juice_close],
    "totals open": [total.open, total.over_juice_open, total.under_juice_open],
    "totals close": [total.close, total.over_juice_close, total.under_juice_close],
  };
}

/** What one book showed first and last before the start. Several values where it states one moment twice, which nothing in D-12 decides. */
function expectedOf(captures: readonly RawCapture[], startMs: number): ReadonlyMap<string, readonly string[]> {
  const onTime = Map.groupBy(
    captures.filter(({ atMs }) => atMs < startMs),
    ({ market }) => market,
  );
  return new Map(
    [...onTime].flatMap(([market, own]) => {
      const times = own.map(({ atMs }) => atMs);
      const at = (moment: number) => {
        const shown = own.filter(({ atMs }) => atMs === moment);
        return [...new Set(shown.map(({ line, first, second }) => JSON.stringify([line, first, second])))];
      };
      const ends = [
        [`${market} open`, at(Math.min(...times))],
        [`${market} close`, at(Math.max(...times))],
      ] as const;
      return ends;
    }),
  );
}

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
    const captured = Map.groupBy(captures, ({ book }) => book);
    const published = new Map(odds.map((row) => [row.book, row]));
    for (const book of new Set([...captured.keys(), ...published.keys()])) {
      const expected = expectedOf(captured.get(book) ?? [], startMs);
      const row = published.get(book);
      if (expected.size > 0) rows += 1;
      if (row === undefined) {
        if (expected.size > 0) problems.push(`${id} ${book}: a row is missing`);
        continue;
      }
      for (const [end, found] of Object.entries(shownIn(row))) {
        const wanted = expected.get(end) ?? [JSON.stringify([null, null, null])];
        const text = JSON.stringify(found);
        if (wanted.length > 1 || wanted[0] !== text)
          problems.push(`${id} ${book}: ${end}: published ${text}, captured ${wanted.join(" or ")}`);
      }
    }
  }
  return { problems, rows };
}

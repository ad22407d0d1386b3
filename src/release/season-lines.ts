/**
 * The scores and the quotes of all games of a season in columns, from which rows are made at a request. A scan over them
 * touches a few bytes an entry, and a season's columns are a tenth of the rows that can be made of them.
 */

import { consensusBookId } from "../domain/books.ts";
import {
  bySport,
  type Market,
  markets,
  type OddsPeriod,
  oddsPeriods,
  type ScorePeriod,
  type Sport,
  sportFacts,
} from "../domain/sports.ts";
import { noLine, noTime, type PackedLines, scoredPeriods, unpackLines } from "./packed-lines.ts";
import { marketBits } from "./tables.ts";

/** A period and a market that a sport publishes. Its place in the sport's list is its slot. */
export type LineSlot = { readonly period: OddsPeriod; readonly market: Market };

/** In the order of `oddsPeriods` and `markets`. */
export const lineSlots: Readonly<Record<Sport, readonly LineSlot[]>> = bySport(slotsOf);

function slotsOf(sport: Sport): LineSlot[] {
  const published = sportFacts[sport].publishedMarkets;
  return oddsPeriods.flatMap((period) => (published[period] ?? []).map((market) => ({ period, market })));
}

export type SeasonLines = {
  readonly slots: readonly LineSlot[];
  /**
   * The entries of a game and slot are neighbours, ordered by book id, so the consensus (book id 0) is the first: from
   * `from[game * slots.length + slot]` to before the next of `from`.
   */
  readonly from: Uint32Array;
  readonly bookIds: Uint16Array;
  /** The opening and the closing line of each entry in quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
  /** Four of each entry, as in `PackedLines`; read them with `priceAt`. */
  readonly prices: Int16Array;
  /** The prices that do not fit, by their place in `prices`. */
  readonly largePrices: ReadonlyMap<number, number>;
  /** Places in `times`, counted from the game's `timesFrom`, of the opening and the closing quote of each entry. */
  readonly timesAt: Uint16Array;
  readonly timesFrom: Uint32Array;
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  /** Home and away points of each game and period of `scoredPeriods`; -1 for a period that was not played. */
  readonly scores: Int16Array;
};

/** What `prices` has in the place of a price that does not fit. */
export const isLarge = -32_768;

/** The price at a place of `prices`; 0 is none. */
export function priceAt({ prices, largePrices }: SeasonLines, at: number): number {
  const price = prices[at] as number;
  return price === isLarge ? (largePrices.get(at) as number) : price;
}

/** Epoch milliseconds of the opening (`which` 0) or closing (1) quote of an entry; null for a statement without a time. */
export function timeAt(
  { timesAt, timesFrom, times }: SeasonLines,
  game: number,
  entry: number,
  which: 0 | 1,
): number | null {
  const at = timesAt[2 * entry + which] as number;
  return at === noTime ? null : (times[(timesFrom[game] as number) + at] as number);
}

/** The line of an entry; null where it has none. */
export function lineAt({ quarters }: SeasonLines, entry: number, which: 0 | 1): number | null {
  const line = quarters[2 * entry + which] as number;
  return line === noLine ? null : line / 4;
}

/** Where the entries of a game and slot begin, and where they end. */
export function entriesOf({ from, slots }: SeasonLines, game: number, slot: number): [from: number, end: number] {
  const at = game * slots.length + slot;
  return [from[at] as number, from[at + 1] as number];
}

/** The odds rows of a season, one of each book that has a line of the whole game, and the markets that it has priced. */
export type OddsIndex = {
  /** The rows of a game are neighbors, ordered by book id: from `oddsFrom[game]` to before `oddsFrom[game + 1]`. */
  readonly oddsFrom: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
};

export function oddsIndexOf(lines: SeasonLines, games: number): OddsIndex {
  const oddsFrom = new Uint32Array(games + 1);
  const bookIds: number[] = [];
  const bits: number[] = [];
  const slots = lines.slots.flatMap(({ period, market }, slot) => (period === "full" ? [{ slot, market }] : []));
  for (let game = 0; game < games; game++) {
    const bitsOfBook = new Map<number, number>();
    for (const { slot, market } of slots) {
      const [from, end] = entriesOf(lines, game, slot);
      for (let entry = from; entry < end; entry++) {
        const bookId = lines.bookIds[entry] as number;
        if (bookId === consensusBookId) continue;
        bitsOfBook.set(bookId, (bitsOfBook.get(bookId) ?? 0) | (isInRow(lines, entry, market) ? bitOf[market] : 0));
      }
    }
    for (const [bookId, own] of [...bitsOfBook].sort(([one], [other]) => one - other)) {
      bookIds.push(bookId);
      bits.push(own);
    }
    oddsFrom[game + 1] = bookIds.length;
  }
  return { oddsFrom, bookIds: Uint16Array.from(bookIds), marketBits: Uint8Array.from(bits) };
}

const bitOf: Readonly<Record<Market, number>> = {
  moneyline: marketBits.moneyline,
  spread: marketBits.spread,
  total: marketBits.total,
  home_team_total: marketBits.team_total,
  away_team_total: marketBits.team_total,
};

/** Whether an odds row shows any value of an entry: it shows no line of a moneyline, and no opening price of a team's total. */
function isInRow({ quarters, prices }: SeasonLines, entry: number, market: Market): boolean {
  const isTeamTotal = bitOf[market] === marketBits.team_total;
  const hasLine = market !== "moneyline" && (quarters[2 * entry] !== noLine || quarters[2 * entry + 1] !== noLine);
  const hasOpen = prices[4 * entry] !== 0 || prices[4 * entry + 1] !== 0;
  const hasClose = prices[4 * entry + 2] !== 0 || prices[4 * entry + 3] !== 0;
  return hasLine || hasClose || (!isTeamTotal && hasOpen);
}

/** The place in `scores` of the home points of a period; the away points follow. */
export function scoreAt(game: number, period: "full" | ScorePeriod): number {
  return 2 * (game * scoredPeriods.length + scoredPeriods.indexOf(period));
}

/**
 * @param packed the packed lines of the games, in their order.
 * @throws when they are no packed lines, or have a market that the sport does not publish.
 */
export function packSeasonLines(sport: Sport, packed: readonly Uint8Array[]): SeasonLines {
  const games = packed.map(unpackLines);
  const slots = lineSlots[sport];
  const slotOfKey = new Map(
    slots.map(({ period, market }, slot) => [oddsPeriods.indexOf(period) * 256 + markets.indexOf(market), slot]),
  );
  const entryCount = games.reduce((sum, { keys }) => sum + keys.length, 0);
  const timeCount = games.reduce((sum, { times }) => sum + times.length, 0);
  const largePrices = new Map<number, number>();
  const lines = {
    slots,
    from: new Uint32Array(games.length * slots.length + 1),
    bookIds: new Uint16Array(entryCount),
    quarters: new Int16Array(2 * entryCount),
    prices: new Int16Array(4 * entryCount),
    largePrices,
    timesAt: new Uint16Array(2 * entryCount),
    timesFrom: new Uint32Array(games.length + 1),
    times: new Float64Array(timeCount),
    scores: new Int16Array(games.length * scoredPeriods.length * 2).fill(-1),
  };
  let entry = 0;
  let time = 0;
  for (const [game, each] of games.entries()) {
    lines.times.set(each.times, time);
    lines.timesFrom[game] = time;
    time += each.times.length;
    lines.quarters.set(each.quarters, 2 * entry);
    lines.timesAt.set(each.timesAt, 2 * entry);
    copyPrices(each, lines.prices, largePrices, 4 * entry);
    copyScores(each, lines.scores, game);
    let slot = 0;
    for (const key of each.keys) {
      const own = slotOfKey.get(Math.floor(key / 65_536));
      if (own === undefined || own < slot) throw new RangeError(`${sport} has no lines of the key ${key}`);
      for (; slot < own; slot++) lines.from[game * slots.length + slot + 1] = entry;
      lines.bookIds[entry++] = key % 65_536;
    }
    for (; slot < slots.length; slot++) lines.from[game * slots.length + slot + 1] = entry;
  }
  lines.timesFrom[games.length] = time;
  return lines;
}

function copyPrices({ prices }: PackedLines, to: Int16Array, largePrices: Map<number, number>, at: number): void {
  for (let index = 0; index < prices.length; index++) {
    const price = prices[index] as number;
    if (price > isLarge && price < -isLarge) to[at + index] = price;
    else {
      to[at + index] = isLarge;
      largePrices.set(at + index, price);
    }
  }
}

function copyScores({ scores }: PackedLines, to: Int16Array, game: number): void {
  for (let index = 0; index < scores.length; index += 3) {
    const at = 2 * (game * scoredPeriods.length + (scores[index] as number));
    to[at] = scores[index + 1] as number;
    to[at + 1] = scores[index + 2] as number;
  }
}

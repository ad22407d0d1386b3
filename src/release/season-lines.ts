/**
 * The scores and the quotes of all games of a season in columns, from which rows are made at a request. A scan over them
 * touches a few bytes an entry, and a season's columns are a tenth of the rows that can be made of them.
 */
import type { SideScores } from "../domain/period-scores.ts";
import {
  bySport,
  type Market,
  type OddsPeriod,
  oddsPeriods,
  type ScorePeriod,
  type Sport,
  sportFacts,
} from "../domain/sports.ts";
import { type GameLines, lineKey, scoredPeriods } from "./game-lines.ts";
import type { GameFacts } from "./values.ts";

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
  /** Four of each entry, as in `GameLines`. */
  readonly prices: Int32Array;
  /** Places in `times`, counted from the game's `timesFrom`, of the opening and the closing quote of each entry. */
  readonly timesAt: Uint16Array;
  readonly timesFrom: Uint32Array;
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  /** Home and away points of each game and period of `scoredPeriods`; -1 for a period that was not played. */
  readonly scores: Int16Array;
};

/** The value in `timesAt` for a statement without a time. */
const noTime = 65_535;

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

/** Where the entries of a game and slot begin, and where they end. */
export function entriesOf({ from, slots }: SeasonLines, game: number, slot: number): [from: number, end: number] {
  const at = game * slots.length + slot;
  return [from[at] as number, from[at + 1] as number];
}

/** The place in `scores` of the home points of a period; the away points follow. */
function scoreAt(game: number, period: "full" | ScorePeriod): number {
  return 2 * (game * scoredPeriods.length + scoredPeriods.indexOf(period));
}

/** The score of a period; null when it was not played. */
export function periodScore({ scores }: SeasonLines, game: number, period: "full" | ScorePeriod): SideScores | null {
  const at = scoreAt(game, period);
  const home = scores[at] as number;
  return home < 0 ? null : { home, away: scores[at + 1] as number };
}

type ScoredLines = {
  readonly facts: Pick<GameFacts, "home" | "away" | "period_scores">;
  readonly lines: GameLines;
};

/**
 * @param games in their order.
 * @throws RangeError when one has a market that the sport does not publish, or quotes of more times than a game can have.
 */
export function seasonLines(sport: Sport, games: readonly ScoredLines[]): SeasonLines {
  const slots = lineSlots[sport];
  const slotOfKey = new Map(slots.map(({ period, market }, slot) => [lineKey(period, market, 0), slot]));
  const entryCount = games.reduce((sum, { lines: { keys } }) => sum + keys.length, 0);
  const times: number[] = [];
  const lines = {
    slots,
    from: new Uint32Array(games.length * slots.length + 1),
    bookIds: new Uint16Array(entryCount),
    quarters: new Int16Array(2 * entryCount),
    prices: new Int32Array(4 * entryCount),
    timesAt: new Uint16Array(2 * entryCount),
    timesFrom: new Uint32Array(games.length + 1),
    scores: new Int16Array(games.length * scoredPeriods.length * 2).fill(-1),
  };
  let entry = 0;
  for (const [game, { facts, lines: own }] of games.entries()) {
    lines.quarters.set(own.quarters, 2 * entry);
    lines.prices.set(own.prices, 4 * entry);
    copyTimes(own, lines.timesAt, times, 2 * entry);
    copyScores(facts, lines.scores, game);
    let slot = 0;
    for (const key of own.keys) {
      const bookId = key % 65_536;
      const ownSlot = slotOfKey.get(key - bookId);
      if (ownSlot === undefined || ownSlot < slot) throw new RangeError(`${sport} has no lines of the key ${key}`);
      for (; slot < ownSlot; slot++) lines.from[game * slots.length + slot + 1] = entry;
      lines.bookIds[entry++] = bookId;
    }
    for (; slot < slots.length; slot++) lines.from[game * slots.length + slot + 1] = entry;
    lines.timesFrom[game + 1] = times.length;
  }
  return { ...lines, times: Float64Array.from(times) };
}

/** The quotes of a game have few different times. */
function copyTimes({ times }: GameLines, to: Uint16Array, all: number[], at: number): void {
  const places = new Map<number, number>();
  for (let index = 0; index < times.length; index++) {
    const time = times[index] as number;
    const place = Number.isNaN(time) ? noTime : (places.get(time) ?? places.size);
    to[at + index] = place;
    if (place !== places.size) continue;
    if (place === noTime) throw new RangeError(`a game cannot have quotes of ${noTime} times`);
    places.set(time, place);
    all.push(time);
  }
}

/** The final score, and those of the periods that were played. */
function copyScores({ home, away, period_scores }: ScoredLines["facts"], to: Int16Array, game: number): void {
  const final = { home: home.score, away: away.score };
  for (const [index, period] of scoredPeriods.entries()) {
    const score = period === "full" ? final : period_scores[period];
    if (score?.home == null || score.away == null) continue;
    const at = 2 * (game * scoredPeriods.length + index);
    to[at] = score.home;
    to[at + 1] = score.away;
  }
}

/** Bets, graded, in columns: each is read off the columns of its season, for a side, a book and the rules that settle it. */
import {
  betterQuarters,
  favoredByPrice,
  lineOf,
  movementOf,
  noVigProbability,
  noVigShare,
  type Outcome,
  profitOfStake,
  type Settling,
  scoreFor,
  settled,
  ungraded,
  unknownMovement,
} from "../../domain/bets/grading.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { HouseRule, Rules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { noLine } from "../../release/game-lines.ts";
import type { MomentLines } from "../../release/moments.ts";
import { entriesOf, type SeasonLines } from "../../release/season-lines.ts";
import type { SeasonShelf } from "../season.ts";
import { decidingScore, rulesAt, type SideSlot, sideSlots } from "./side-slots.ts";
import type { TeamTest } from "./wanted.ts";

/** The kind of array that keeps each column. */
const kinds = {
  game: Uint32Array,
  side: Uint8Array,
  bookId: Uint16Array,
  /** The place of the bet's quotes in the lines of its season. */
  entry: Uint32Array,
  openLine: Int16Array,
  closeLine: Int16Array,
  openPrice: Int32Array,
  closePrice: Int32Array,
  openOutcome: Uint8Array,
  closeOutcome: Uint8Array,
  openNoVig: Int16Array,
  closeNoVig: Int16Array,
  noVigShift: Float64Array,
  /** The profit on a stake of one unit, in ten thousandths; `noStake` where there was none. */
  openProfit: Int32Array,
  closeProfit: Int32Array,
  /** From open to close, as `movementOf` says it; `unknownMovement` where it is not known. */
  movement: Int8Array,
  /** Quarters of a point by which the open was better than the close; `noLine` without both lines. */
  betterQuarters: Int16Array,
  /**
   * By how many quarters of a point the selection was ahead of its closing line; of a moneyline, of the other team. What it
   * means for a bet that is ungraded is nothing.
   */
  ahead: Int32Array,
  /** 1 favorite, -1 underdog, 0 neither. */
  role: Int8Array,
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];
export type Columns = { readonly [Name in keyof typeof kinds]: InstanceType<(typeof kinds)[Name]> };

function columnsOf(make: (name: keyof typeof kinds, Column: Kind) => InstanceType<Kind>): Columns {
  const made = Object.entries(kinds).map(([name, Column]) => [name, make(name as keyof typeof kinds, Column)]);
  return Object.fromEntries(made) as Columns;
}

/** Columns that grow. A bet is a number from 0 to before `count`. */
export class BetColumns {
  count = 0;
  #capacity = 0;
  /** Others after each `reserve`. */
  columns = columnsOf((_, Column) => new Column());

  /** Makes room for so many more bets. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.#capacity) return;
    this.#capacity = Math.max(2 * this.#capacity, needed);
    this.columns = columnsOf((name, Column) => {
      const column = new Column(this.#capacity);
      column.set(this.columns[name].subarray(0, this.count));
      return column;
    });
  }

  /** The columns of the bets alone. */
  finish(): Columns {
    return columnsOf((name) => this.columns[name].subarray(0, this.count));
  }
}

/** The most bets that a set of several books may have, so that nobody's question takes all of a server's time. */
const mostOfBooks = 150_000;

/** More bets match than a set of several books may have. */
export class SetTooLarge extends Error {
  override readonly name = "SetTooLarge";
}

/** Whether a bet is wanted, by what its columns say. */
export type BetTest = (bets: Columns, bet: number, at: SideSlot) => boolean;

/** Which bets of a game are graded and kept. */
export type BetsWanted = {
  readonly sides: readonly SideSlot[];
  /** Null: the consensus and every book. */
  readonly books: ReadonlySet<number> | null;
  readonly rules: Rules;
  /** Null: all of them. */
  readonly test: BetTest | null;
};

/** Adds the bets of games of one season. @param teamsOf the bits of the teams that may be bet on; null: nothing is asked of them. */
export function addGames(
  bets: BetColumns,
  season: SeasonShelf,
  games: Iterable<number>,
  { sides, books, rules, test }: BetsWanted,
  teamsOf: TeamTest,
): void {
  const { lines } = season;
  const lastBook = books === null ? Number.POSITIVE_INFINITY : Math.max(...books);
  for (const game of games) {
    bets.reserve(books?.size === 1 ? sides.length : 2 * quotesOf(lines, game));
    const { columns } = bets;
    const teams = teamsOf === null ? null : teamsOf(game);
    const settling = rules === "house" ? rulesAt(season, game) : null;
    for (const at of sides) {
      if (teams !== null && (teams & at.teamBit) === 0) continue;
      const [first, end] = entriesOf(lines, game, at.slot);
      if (first === end || decidingScore(lines, game, at, null) === null) continue;
      const own = settling?.[at.place];
      const common = standingOf(lines, game, at, own?.common ?? null);
      for (let entry = first; entry < end; entry++) {
        const bookId = lines.bookIds[entry] as number;
        if (bookId > lastBook) break;
        if (books !== null && !books.has(bookId)) continue;
        const bet = bets.count;
        columns.game[bet] = game;
        columns.side[bet] = at.place;
        columns.bookId[bet] = bookId;
        columns.entry[bet] = entry;
        const ofBook = own?.books.get(bookId);
        grade(columns, bet, lines, game, at, ofBook === undefined ? common : standingOf(lines, game, at, ofBook));
        if (test === null || test(columns, bet, at)) bets.count++;
      }
    }
    if (bets.count > mostOfBooks && books?.size !== 1) throw new SetTooLarge(`more than ${mostOfBooks} bets match`);
  }
}

/** How many quotes a game has, each of which is of two sides. */
function quotesOf({ from, slots }: SeasonLines, game: number): number {
  return (from[(game + 1) * slots.length] as number) - (from[game * slots.length] as number);
}

/** How far the deciding score is for a side, and how that is settled. */
type Standing = { readonly ahead: number; readonly settling: Settling };

function standingOf(lines: SeasonLines, game: number, at: SideSlot, rule: HouseRule | null): Standing {
  const { home, away } = decidingScore(lines, game, at, rule) as SideScores;
  return { ahead: scoreFor(at.side.market, at.side.selection, home, away), settling: rule?.settles ?? "score" };
}

/** Fills the columns of a bet whose entry is there already. */
function grade(
  columns: Columns,
  bet: number,
  lines: SeasonLines,
  game: number,
  at: SideSlot,
  { ahead, settling }: Standing,
): void {
  const { isMoneyline, lineSign, priceOffset } = at;
  const { selection } = at.side;
  const entry = columns.entry[bet] as number;
  const openLine = isMoneyline ? noLine : seenLine(lines.quarters[2 * entry] as number, at);
  const closeLine = isMoneyline ? noLine : seenLine(lines.quarters[2 * entry + 1] as number, at);
  const [openAt, closeAt] = [4 * entry, 4 * entry + 2];
  const openPrice = lines.prices[openAt + priceOffset] as number;
  const closePrice = lines.prices[closeAt + priceOffset] as number;
  const openOther = lines.prices[openAt + 1 - priceOffset] as number;
  const closeOther = lines.prices[closeAt + 1 - priceOffset] as number;
  const isOpen = isMoneyline ? openPrice !== 0 : openLine !== noLine;
  const isClosed = isMoneyline ? closePrice !== 0 : closeLine !== noLine;
  const aheadOfOpen = isMoneyline ? ahead : ahead + lineSign * openLine;
  const aheadOfClose = isMoneyline || !isClosed ? ahead : ahead + lineSign * closeLine;
  columns.openLine[bet] = openLine;
  columns.closeLine[bet] = closeLine;
  columns.openPrice[bet] = openPrice;
  columns.closePrice[bet] = closePrice;
  const openOutcome = isOpen ? settled(settling, selection, aheadOfOpen) : ungraded;
  const closeOutcome = isClosed ? settled(settling, selection, aheadOfClose) : ungraded;
  columns.openOutcome[bet] = openOutcome;
  columns.closeOutcome[bet] = closeOutcome;
  columns.openProfit[bet] = profitOfStake(openPrice, openOutcome);
  columns.closeProfit[bet] = profitOfStake(closePrice, closeOutcome);
  columns.movement[bet] =
    movementOf(!isMoneyline, lineSign, openLine, closeLine, noLine, openPrice, closePrice) ?? unknownMovement;
  columns.betterQuarters[bet] = betterQuarters(!isMoneyline, lineSign, openLine, closeLine, noLine) ?? noLine;
  const hasOpen = openPrice !== 0 && openOther !== 0;
  const hasClose = closePrice !== 0 && closeOther !== 0;
  columns.openNoVig[bet] = hasOpen ? noVigProbability(openPrice, openOther) : -1;
  columns.closeNoVig[bet] = hasClose ? noVigProbability(closePrice, closeOther) : -1;
  columns.noVigShift[bet] =
    hasOpen && hasClose ? noVigShare(closePrice, closeOther) - noVigShare(openPrice, openOther) : Number.NaN;
  columns.ahead[bet] = aheadOfClose;
  if (isMoneyline) columns.role[bet] = hasClose ? favoredByPrice(closePrice, closeOther) : 0;
  else if (!at.isSpread) columns.role[bet] = 0;
  else if (closeLine !== noLine && closeLine !== 0) columns.role[bet] = closeLine < 0 ? 1 : -1;
  else columns.role[bet] = roleByMoneyline(lines, game, at, columns.bookId[bet] as number);
}

/** A line as the selection sees it. */
function seenLine(posted: number, { side }: SideSlot): number {
  return posted === noLine ? noLine : lineOf(side.selection, posted);
}

/** The role that the same book's closing moneyline gives to a side whose spread does not tell. */
function roleByMoneyline(lines: SeasonLines, game: number, at: SideSlot, bookId: number): -1 | 0 | 1 {
  const [first, end] = entriesOf(lines, game, at.moneylineSlot);
  for (let entry = first; entry < end; entry++) {
    if (lines.bookIds[entry] !== bookId) continue;
    const own = lines.prices[4 * entry + 2 + at.priceOffset] as number;
    const other = lines.prices[4 * entry + 3 - at.priceOffset] as number;
    return own === 0 || other === 0 ? 0 : favoredByPrice(own, other);
  }
  return 0;
}

/** A bet at the line and the price of a moment; `noLine` and 0 are none. */
type BetAtMoment = { readonly line: number; readonly price: number; readonly other: number; readonly outcome: Outcome };

/** The same bet graded at the lines of a moment. */
export function gradedAt(
  { quarters, prices }: MomentLines,
  columns: Columns,
  bet: number,
  at: SideSlot,
  settling: Settling,
): BetAtMoment {
  const { isMoneyline, lineSign, priceOffset } = at;
  const entry = columns.entry[bet] as number;
  const line = isMoneyline ? noLine : seenLine(quarters[entry] as number, at);
  const price = prices[2 * entry + priceOffset] as number;
  const other = prices[2 * entry + 1 - priceOffset] as number;
  // How far the bet was ahead of its closing line says how far of any other.
  const close = columns.closeLine[bet] as number;
  const ahead = (columns.ahead[bet] as number) - (close === noLine ? 0 : lineSign * close);
  const isGraded = isMoneyline ? price !== 0 : line !== noLine;
  const difference = isMoneyline ? ahead : ahead + lineSign * line;
  return { line, price, other, outcome: isGraded ? settled(settling, at.side.selection, difference) : ungraded };
}

/**
 * All bets of a season at the consensus. Most questions are about them, and to grade a bet takes longer than all else that a trend does with
 * it. They are graded when a season is first asked for, and go with the season.
 */
type GradedSeason = {
  readonly columns: Columns;
  /** The first bet of each game; one more at the end. */
  readonly firstOf: Uint32Array;
};

const known: Readonly<Record<Rules, WeakMap<SeasonShelf, GradedSeason>>> = {
  house: new WeakMap(),
  score: new WeakMap(),
};

export function gradedSeason(season: SeasonShelf, rules: Rules): GradedSeason {
  return known[rules].getOrInsertComputed(season, () => {
    const bets = new BetColumns();
    const wanted = { sides: sideSlots[season.sport], books: new Set([consensusBookId]), rules, test: null };
    const firstOf = new Uint32Array(season.gameIds.length + 1);
    for (const game of season.gameIds.keys()) {
      addGames(bets, season, [game], wanted, null);
      firstOf[game + 1] = bets.count;
    }
    const graded = bets.finish();
    // A copy takes no more memory than the bets need.
    return { columns: columnsOf((name) => graded[name].slice()), firstOf };
  });
}

/** The columns of a set of bets, and how they grow while bets are added. */

import { movementOf } from "../../domain/bets/movement.ts";
import type { Sport } from "../../domain/sports.ts";
import type { TrendBets } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import type { SideSlot } from "../bets/side-slots.ts";
import type { SeasonShelf } from "../season.ts";

/** The columns of all bets. A bet is a number from 0 to before `count`. */
export type BetSet = TrendBets & {
  readonly sport: Sport;
  readonly seasons: readonly SeasonShelf[];
  /**
   * By how many quarters of a point the selection was ahead of its closing line; of a moneyline, of the other team. What it
   * means for a bet that is ungraded is nothing.
   */
  readonly ahead: Int32Array;
  /** 1 favorite, -1 underdog, 0 neither. */
  readonly role: Int8Array;
};

/** Columns that grow. */
export class BetColumns {
  count = 0;
  capacity = 0;
  readonly seasons: SeasonShelf[] = [];
  season = new Uint8Array();
  game = new Uint32Array();
  side = new Uint8Array();
  bookId = new Uint16Array();
  /** The place of the bet's quotes in the lines of its season. */
  entry = new Uint32Array();
  openLine = new Int16Array();
  closeLine = new Int16Array();
  openPrice = new Int32Array();
  closePrice = new Int32Array();
  openOutcome = new Uint8Array();
  closeOutcome = new Uint8Array();
  openNoVig = new Int16Array();
  closeNoVig = new Int16Array();
  noVigShift = new Float64Array();
  ahead = new Int32Array();
  role = new Int8Array();

  /** The place of a season. Where seasons overlap, one comes up several times. */
  placeOf(season: SeasonShelf): number {
    const known = this.seasons.indexOf(season);
    return known === -1 ? this.seasons.push(season) - 1 : known;
  }

  /** Makes room for so many more bets. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed > this.capacity) this.#resize(Math.max(2 * this.capacity, needed));
  }

  /** Gives back the room that no bet has taken. */
  shrink(): void {
    this.#resize(this.count);
  }

  #resize(capacity: number): void {
    const resized = <Column extends Growing>(before: Column, now: Column): Column => {
      now.set(before.subarray(0, this.count) as never);
      return now;
    };
    this.capacity = capacity;
    this.season = resized(this.season, new Uint8Array(capacity));
    this.game = resized(this.game, new Uint32Array(capacity));
    this.side = resized(this.side, new Uint8Array(capacity));
    this.bookId = resized(this.bookId, new Uint16Array(capacity));
    this.entry = resized(this.entry, new Uint32Array(capacity));
    this.openLine = resized(this.openLine, new Int16Array(capacity));
    this.closeLine = resized(this.closeLine, new Int16Array(capacity));
    this.openPrice = resized(this.openPrice, new Int32Array(capacity));
    this.closePrice = resized(this.closePrice, new Int32Array(capacity));
    this.openOutcome = resized(this.openOutcome, new Uint8Array(capacity));
    this.closeOutcome = resized(this.closeOutcome, new Uint8Array(capacity));
    this.openNoVig = resized(this.openNoVig, new Int16Array(capacity));
    this.closeNoVig = resized(this.closeNoVig, new Int16Array(capacity));
    this.noVigShift = resized(this.noVigShift, new Float64Array(capacity));
    this.ahead = resized(this.ahead, new Int32Array(capacity));
    this.role = resized(this.role, new Int8Array(capacity));
  }

  finish(sport: Sport): BetSet {
    const { count, seasons } = this;
    return {
      sport,
      count,
      seasons,
      noLine,
      season: this.season.subarray(0, count),
      game: this.game.subarray(0, count),
      side: this.side.subarray(0, count),
      bookId: this.bookId.subarray(0, count),
      openLine: this.openLine.subarray(0, count),
      closeLine: this.closeLine.subarray(0, count),
      openPrice: this.openPrice.subarray(0, count),
      closePrice: this.closePrice.subarray(0, count),
      openOutcome: this.openOutcome.subarray(0, count),
      closeOutcome: this.closeOutcome.subarray(0, count),
      openNoVig: this.openNoVig.subarray(0, count),
      closeNoVig: this.closeNoVig.subarray(0, count),
      noVigShift: this.noVigShift.subarray(0, count),
      ahead: this.ahead.subarray(0, count),
      role: this.role.subarray(0, count),
      atMoment: null,
    };
  }
}

type Growing = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | Float64Array;

export function movementAt(bets: BetColumns, bet: number, { isMoneyline, lineSign }: SideSlot): -1 | 0 | 1 | null {
  return movementOf(
    !isMoneyline,
    lineSign,
    bets.openLine[bet] as number,
    bets.closeLine[bet] as number,
    noLine,
    bets.openPrice[bet] as number,
    bets.closePrice[bet] as number,
  );
}

/** The columns of a set of bets, and how they grow while bets are added. */

import { movementOf } from "../../domain/bets/movement.ts";
import type { Rules } from "../../domain/house-rules.ts";
import type { Sport } from "../../domain/sports.ts";
import type { TrendBets } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import type { SideSlot } from "../bets/side-slots.ts";
import type { SeasonShelf } from "../season.ts";

/** The kind of array that keeps each column. */
const kinds = {
  season: Uint8Array,
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
  /**
   * By how many quarters of a point the selection was ahead of its closing line; of a moneyline, of the other team. What it
   * means for a bet that is ungraded is nothing.
   */
  ahead: Int32Array,
  /** 1 favorite, -1 underdog, 0 neither. */
  role: Int8Array,
} as const;

export type Columns = { readonly [Name in keyof typeof kinds]: InstanceType<(typeof kinds)[Name]> };

/** The columns of all bets. A bet is a number from 0 to before `count`. */
export type BetSet = TrendBets &
  Columns & { readonly sport: Sport; readonly seasons: readonly SeasonShelf[]; readonly rules: Rules };

/** Columns that grow. */
export class BetColumns {
  count = 0;
  #capacity = 0;
  readonly seasons: SeasonShelf[] = [];
  /** Others after each `reserve` and `shrink`. */
  columns = columnsOf((_, Column) => new Column());

  /** The place of a season. Where seasons overlap, one comes up several times. */
  placeOf(season: SeasonShelf): number {
    const known = this.seasons.indexOf(season);
    return known === -1 ? this.seasons.push(season) - 1 : known;
  }

  /** Makes room for so many more bets. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed > this.#capacity) this.#resize(Math.max(2 * this.#capacity, needed));
  }

  /** Gives back the room that no bet has taken. */
  shrink(): void {
    this.#resize(this.count);
  }

  #resize(capacity: number): void {
    const before = this.columns;
    this.#capacity = capacity;
    this.columns = columnsOf((name, Column) => {
      const column = new Column(capacity);
      column.set(before[name].subarray(0, this.count));
      return column;
    });
  }

  finish(sport: Sport, rules: Rules): BetSet {
    const { count, seasons, columns } = this;
    const own = columnsOf((name) => columns[name].subarray(0, count));
    return { sport, rules, count, seasons, noLine, ...own, atMoment: null };
  }
}

type Kind = (typeof kinds)[keyof typeof kinds];

function columnsOf(make: (name: keyof typeof kinds, Column: Kind) => InstanceType<Kind>): Columns {
  const made = Object.entries(kinds).map(([name, Column]) => [name, make(name as keyof typeof kinds, Column)]);
  return Object.fromEntries(made) as Columns;
}

export function movementAt(
  { openLine, closeLine, openPrice, closePrice }: Columns,
  bet: number,
  { isMoneyline, lineSign }: SideSlot,
): -1 | 0 | 1 | null {
  const [open, close] = [openLine[bet] as number, closeLine[bet] as number];
  return movementOf(!isMoneyline, lineSign, open, close, noLine, openPrice[bet] as number, closePrice[bet] as number);
}

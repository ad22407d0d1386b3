/**
 * One bet as the columns of a season have it. A scan reads each bet into the same object, because an object for each of a
 * million bets would cost more than all the rest.
 */

import {
  favoredByPrice,
  lineOf,
  noVigProbability,
  noVigShift,
  type Outcome,
  outcomeOf,
  scoreFor,
  ungraded,
} from "../../domain/bets/grading.ts";
import { betterQuarters, type MovementSign, movementOf } from "../../domain/bets/movement.ts";
import { noLine, scoredPeriods } from "../../release/packed-lines.ts";
import { priceAt, type SeasonLines } from "../../release/season-lines.ts";
import type { SideSlot } from "./side-slots.ts";

/** 1 is the favorite, -1 the underdog, 0 neither. */
export type Role = -1 | 0 | 1;

export class Bet {
  readonly lines: SeasonLines;
  /** The place of the game in its season. */
  game = 0;
  at: SideSlot;
  /** The score of the period. */
  home = 0;
  away = 0;
  /** How many books priced the side. */
  bookCount = 0;
  entry = 0;
  bookId = 0;
  #scoreFor = 0;
  /** The lines as the selection sees them, in quarters of a point; `noLine` is none. */
  openLine = noLine;
  closeLine = noLine;
  /** American odds; 0 is none. */
  openPrice = 0;
  closePrice = 0;

  constructor(lines: SeasonLines, at: SideSlot) {
    this.lines = lines;
    this.at = at;
  }

  /** Goes to a side of a game, and returns whether its period was played. */
  moveTo(game: number, at: SideSlot): boolean {
    const scoreFrom = 2 * (game * scoredPeriods.length + at.scoreCode);
    this.game = game;
    this.at = at;
    this.home = this.lines.scores[scoreFrom] as number;
    this.away = this.lines.scores[scoreFrom + 1] as number;
    this.#scoreFor = scoreFor(at.side.market, at.side.selection, this.home, this.away);
    return this.home >= 0;
  }

  /** Goes to the bet at one book on the side. */
  read(entry: number): void {
    this.entry = entry;
    this.bookId = this.lines.bookIds[entry] as number;
    this.openLine = this.#lineAt(0);
    this.closeLine = this.#lineAt(1);
    this.openPrice = this.#priceAt(0);
    this.closePrice = this.#priceAt(1);
  }

  /** The result against any line and price. */
  outcomeAt(line: number, price: number): Outcome {
    if (this.at.isMoneyline) return price === 0 ? ungraded : outcomeOf(this.#scoreFor);
    return line === noLine ? ungraded : outcomeOf(this.#scoreFor + this.at.lineSign * line);
  }

  get openOutcome(): Outcome {
    return this.outcomeAt(this.openLine, this.openPrice);
  }

  get closeOutcome(): Outcome {
    return this.outcomeAt(this.closeLine, this.closePrice);
  }

  /** In ten thousandths; -1 when either side has no closing price. */
  get noVigProbability(): number {
    const opposite = this.#oppositeAt(1);
    return this.closePrice === 0 || opposite === 0 ? -1 : noVigProbability(this.closePrice, opposite);
  }

  /** By how many quarters of a point the open was better than the close; null: nothing can be said. */
  get betterQuarters(): number | null {
    const { isMoneyline, lineSign } = this.at;
    return betterQuarters(!isMoneyline, lineSign, this.openLine, this.closeLine, noLine);
  }

  /**
   * The close's no-vig probability minus the open's, in ten thousandths; null where the line moved, or a price is missing.
   */
  get probabilityShift(): number | null {
    const { openPrice, closePrice } = this;
    if (!this.at.isMoneyline && this.betterQuarters !== 0) return null;
    const [openOpposite, closeOpposite] = [this.#oppositeAt(0), this.#oppositeAt(1)];
    if (openPrice === 0 || closePrice === 0 || openOpposite === 0 || closeOpposite === 0) return null;
    return noVigShift(openPrice, openOpposite, closePrice, closeOpposite);
  }

  get role(): Role {
    const { isMoneyline, isSpread, isAway, moneylineSlot } = this.at;
    if (isMoneyline) return this.#roleAt(this.entry, isAway);
    if (!isSpread) return 0;
    const line = this.closeLine;
    if (line !== noLine && line !== 0) return line < 0 ? 1 : -1;
    const from = this.game * this.lines.slots.length + moneylineSlot;
    const end = this.lines.from[from + 1] as number;
    for (let entry = this.lines.from[from] as number; entry < end; entry++) {
      if (this.lines.bookIds[entry] === this.bookId) return this.#roleAt(entry, isAway);
    }
    return 0;
  }

  get movement(): MovementSign {
    const { isMoneyline, lineSign } = this.at;
    const { openLine, openPrice } = this;
    return movementOf(!isMoneyline, lineSign, openLine, this.closeLine, noLine, openPrice, this.closePrice);
  }

  /** The role that the closing moneyline of an entry gives to a side. */
  #roleAt(entry: number, isAway: boolean): Role {
    const first = priceAt(this.lines, 4 * entry + 2);
    const second = priceAt(this.lines, 4 * entry + 3);
    if (first === 0 || second === 0) return 0;
    return isAway ? favoredByPrice(second, first) : favoredByPrice(first, second);
  }

  #lineAt(which: 0 | 1): number {
    const posted = this.lines.quarters[2 * this.entry + which] as number;
    return posted === noLine || this.at.isMoneyline ? noLine : lineOf(this.at.side.selection, posted);
  }

  #oppositeAt(which: 0 | 1): number {
    return priceAt(this.lines, 4 * this.entry + 2 * which + 1 - this.at.priceOffset);
  }

  #priceAt(which: 0 | 1): number {
    return priceAt(this.lines, 4 * this.entry + 2 * which + this.at.priceOffset);
  }
}

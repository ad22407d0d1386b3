/** Whether the opens of a set of bets were better for the bettor than their closes, and by how much. */
import type { MovementSign } from "../bets/movement.ts";
import type { Estimate } from "./estimate.ts";
import { Rate } from "./game-sums.ts";

export type ClosingLine = {
  /** Bets whose open was better than their close, worse, or the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** better / (better + worse). */
  readonly beat: Estimate | null;
  /** The mean of the points by which the open was better; null without a bet on a line. */
  readonly points: number | null;
  /** The mean of the close's no-vig probability minus the open's, of bets whose line did not move. */
  readonly probability: number | null;
  readonly probabilityBets: number;
};

/** Bets of the same game are added one after the other. */
export class ClosingLineSum {
  #same = 0;
  readonly #beat = new Rate();
  #quarters = 0;
  #lines = 0;
  #shift = 0;
  #shifts = 0;
  #unmoved = 0;
  #unmovedBets = 0;

  /**
   * @param movement as `movementOf` says it: a close that asks more of the bet than the open did is a better open.
   * @param quarters of a point by which the open was better; null for a bet without a line, or without both.
   * @param isUnmoved whether the line is known to be the same at both, or there is none.
   * @param shift the close's no-vig probability minus the open's, not rounded; NaN is none.
   */
  add(movement: MovementSign, quarters: number | null, isUnmoved: boolean, shift: number): void {
    if (movement === 0) this.#same++;
    else if (movement !== null) this.#beat.add(movement === 1);
    if (quarters !== null) {
      this.#quarters += quarters;
      this.#lines++;
    }
    if (Number.isNaN(shift)) return;
    this.#shift += shift;
    this.#shifts++;
    if (!isUnmoved) return;
    this.#unmoved += shift;
    this.#unmovedBets++;
  }

  endGame(): void {
    this.#beat.endGame();
  }

  get value(): ClosingLine {
    const { wins, decided } = this.#beat;
    return {
      better: wins,
      worse: decided - wins,
      same: this.#same,
      beat: this.#beat.estimate,
      points: this.#lines === 0 ? null : this.#quarters / 4 / this.#lines,
      probability: this.#unmovedBets === 0 ? null : this.#unmoved / this.#unmovedBets,
      probabilityBets: this.#unmovedBets,
    };
  }

  /** The mean of `probability` over all bets that have both no-vig probabilities, also where the line moved [D-55]. */
  get meanShift(): number | null {
    return this.#shifts === 0 ? null : this.#shift / this.#shifts;
  }
}

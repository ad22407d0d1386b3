/** Chances that are slow to work out are kept at the crossings of a grid, and interpolated between them. */
import type { OddsPeriod } from "../../../src/domain/sports.ts";
import type { GameChances, LineChances, MarketChances } from "./game-chances.ts";

export class ChanceGrid {
  readonly #marginStep: number;
  readonly #totalStep: number;
  readonly #make: (margin: number, total: number) => GameChances;
  readonly #made = new Map<number, GameChances>();

  constructor(marginStep: number, totalStep: number, make: (margin: number, total: number) => GameChances) {
    this.#marginStep = marginStep;
    this.#totalStep = totalStep;
    this.#make = make;
  }

  /** The whole game, or a part for which the grid's games have chances of their own. */
  at(margin: number, total: number, part: OddsPeriod | null): MarketChances {
    const column = margin / this.#marginStep;
    const row = total / this.#totalStep;
    const [left, near] = [Math.floor(column), Math.round(row)];
    const [low, middle] = [Math.floor(row), Math.round(column)];
    // Margins hardly depend on the total, nor totals on the margin: there the nearest crossing will do.
    return {
      margins: new Between(
        this.#crossing(left, near, part).margins,
        this.#crossing(left + 1, near, part).margins,
        column - left,
      ),
      totals: new Between(
        this.#crossing(middle, low, part).totals,
        this.#crossing(middle, low + 1, part).totals,
        row - low,
      ),
    };
  }

  #crossing(column: number, row: number, part: OddsPeriod | null): MarketChances {
    const key = column * 10_000 + row;
    let chances = this.#made.get(key);
    if (chances === undefined) {
      chances = this.#make(column * this.#marginStep, row * this.#totalStep);
      this.#made.set(key, chances);
    }
    if (part === null) return chances;
    const ofPart = chances.parts?.[part];
    if (ofPart === undefined) throw new RangeError(`no chances of ${part}`);
    return ofPart;
  }
}

class Between implements LineChances {
  readonly middle: number;
  readonly #low: LineChances;
  readonly #high: LineChances;
  readonly #weight: number;

  constructor(low: LineChances, high: LineChances, weight: number) {
    this.#low = low;
    this.#high = high;
    this.#weight = weight;
    this.middle = weight < 0.5 ? low.middle : high.middle;
  }

  shareAbove(line: number): number {
    return (1 - this.#weight) * this.#low.shareAbove(line) + this.#weight * this.#high.shareAbove(line);
  }
}

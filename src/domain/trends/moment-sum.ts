/** The record and the return of a set of bets at a moment before the start. */
import { lost, type Outcome, push, won } from "../bets/grading.ts";
import type { MomentMinutes } from "../moments.ts";
import type { Estimate } from "./estimate.ts";
import { Stakes } from "./stakes.ts";
import type { TrendMoment } from "./trend-bets.ts";

/** Bets are those with a price and a result at the moment. */
export type MomentSummary = Readonly<Record<"bets" | "won" | "lost" | "push", number>> & {
  readonly minutes: MomentMinutes;
  readonly returned: Estimate | null;
};

export class MomentSum {
  readonly #moment: TrendMoment;
  readonly #stakes = new Stakes();
  readonly #counts = [0, 0, 0, 0];

  constructor(moment: TrendMoment) {
    this.#moment = moment;
  }

  /** @param bet its place in the columns. Bets of the same game are added one after the other. */
  add(bet: number): void {
    const { outcome, price, noVig } = this.#moment;
    const own = outcome[bet] as Outcome;
    const ownPrice = price[bet] as number;
    if (ownPrice === 0) return;
    this.#counts[own] = (this.#counts[own] as number) + 1;
    this.#stakes.add(own, ownPrice, noVig[bet] as number);
  }

  endGame(): void {
    this.#stakes.endGame();
  }

  get value(): MomentSummary {
    const [wins, losses, pushes] = [won, lost, push].map((outcome) => this.#counts[outcome] as number) as [
      number,
      number,
      number,
    ];
    const { minutes } = this.#moment;
    return {
      minutes,
      bets: wins + losses + pushes,
      won: wins,
      lost: losses,
      push: pushes,
      returned: this.#stakes.estimate,
    };
  }
}

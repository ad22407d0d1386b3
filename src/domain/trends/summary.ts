/** The record of a set of bets, and what it is worth. */
import { impliedProbability } from "../american-odds.ts";
import { lost, type Outcome, outcomeNames, push, tenThousand, ungraded, voided, won } from "../bets/grading.ts";
import { betSides } from "../bets/sides.ts";
import type { MomentMinutes } from "../periods.ts";
import { bySport } from "../sports.ts";
import { ChanceSum } from "./chance.ts";
import { ClosingLineSum, MomentSum, type Picks, Rate, type SideTraits, Stakes, type TrendBets } from "./game-sums.ts";

/** Of the sides of a sport, by their places among `betSides`. */
export const sideTraits = bySport((sport): readonly SideTraits[] =>
  betSides[sport].map((side) => ({
    isTotal: side.selection === "over" || side.selection === "under",
    hasLine: side.market !== "moneyline",
    opposite: betSides[sport].findIndex(
      ({ market, period, selection }) =>
        market === side.market && period === side.period && selection !== side.selection,
    ),
  })),
);

// Sets are summed one after the other, and columns that are made anew for each of hundreds of groups would cost more than the sum.

/** No game has more bets than a sport has sides, at each book. */
const chancesOfSides = new Float64Array(8192);
const chancesOfTotals = new Float64Array(8192);
/** Book ids are below this, and so are the sides of a sport. */
const most = 256;
/** By side and book, the number of the game in which it was last seen. */
const seenIn = new Float64Array(most * most);
let games = 0;

/** The implied probabilities of all usual prices. */
const largest = 4000;
const implied = Float64Array.from({ length: 2 * largest + 1 }, (_, at) => impliedProbability(at - largest));

/** How much of a win each outcome is, by its number. */
const winsOf = Uint8Array.from(outcomeNames, (name) => (name === "won" ? 1 : 0));

/** Rates are fractions, returns in units on one unit staked. A member is null where the bets say too little of it. */
export type Summary = SummarySum["value"];

/** Adds bets up, those of a season at a time. */
export class SummarySum {
  readonly #traits: readonly SideTraits[];
  readonly #counts = [0, 0, 0, 0, 0];
  readonly #atClose = new Stakes();
  readonly #atOpen = new Stakes();
  readonly #winRate = new Rate();
  readonly #chance = new ChanceSum();
  readonly #closingLine = new ClosingLineSum();
  readonly #atMoment: MomentSum | null;
  #count = 0;
  #bothSides = 0;
  #impliedSum = 0;
  #implied = 0;

  /**
   * @param traits by side.
   * @param minutes the moment before the start at which bets are summed besides; null: at none.
   */
  constructor(traits: readonly SideTraits[], minutes: MomentMinutes | null) {
    this.#traits = traits;
    this.#atMoment = minutes === null ? null : new MomentSum(minutes);
  }

  /** @param picks the places of the bets, rising. */
  add(bets: TrendBets, picks: Picks): void {
    const { openProfit, openPrice, openNoVig, closeProfit, closePrice, closeNoVig, atMoment } = bets;
    this.#count += picks.length;
    this.#addResults(bets, picks);
    this.#atClose.add(bets, { profit: closeProfit, price: closePrice, noVig: closeNoVig }, picks);
    this.#atOpen.add(bets, { profit: openProfit, price: openPrice, noVig: openNoVig }, picks);
    this.#closingLine.add(bets, picks, this.#traits);
    if (atMoment !== null) this.#atMoment?.add(bets, atMoment, picks);
  }

  #addResults({ game: gameOf, side: sideOf, bookId: bookOf, ...bets }: TrendBets, picks: Picks): void {
    const traits = this.#traits;
    const counts = this.#counts;
    for (let at = 0; at < picks.length; ) {
      const game = gameOf[picks[at] as number];
      let [decided, wins, sides, totals, winsWithChance] = [0, 0, 0, 0, 0];
      games++;
      for (; at < picks.length; at++) {
        const bet = picks[at] as number;
        if (gameOf[bet] !== game) break;
        const side = sideOf[bet] as number;
        const bookId = bookOf[bet] as number;
        const { isTotal, opposite } = traits[side] as SideTraits;
        seenIn[side * most + bookId] = games;
        if (opposite !== -1 && seenIn[opposite * most + bookId] === games) this.#bothSides += 2;
        const outcome = bets.closeOutcome[bet] as Outcome;
        const price = bets.closePrice[bet] as number;
        counts[outcome] = (counts[outcome] as number) + 1;
        if (price !== 0 && outcome !== voided) {
          this.#impliedSum += implied[price + largest] ?? impliedProbability(price);
          this.#implied++;
        }
        if (outcome !== won && outcome !== lost) continue;
        decided++;
        wins += winsOf[outcome] as number;
        const noVig = bets.closeNoVig[bet] as number;
        if (noVig < 0) continue;
        if (isTotal) chancesOfTotals[totals++] = noVig / tenThousand;
        else chancesOfSides[sides++] = noVig / tenThousand;
        winsWithChance += winsOf[outcome] as number;
      }
      this.#winRate.addGame(wins, decided);
      if (sides + totals > 0) this.#chance.addGame(winsWithChance, chancesOfSides, sides, chancesOfTotals, totals);
    }
  }

  get value() {
    const of = (outcome: Outcome) => this.#counts[outcome] as number;
    return {
      bets: this.#count,
      won: of(won),
      lost: of(lost),
      push: of(push),
      void: of(voided),
      ungraded: of(ungraded),
      /** How many bets have their opposite in the set, so that one of the two wins whatever happens. */
      bothSides: this.#bothSides,
      /** Of the decided bets. */
      winRate: this.#winRate.estimate,
      /** How many decided bets are as good as one independent fact. */
      designEffect: this.#winRate.designEffect,
      /** The mean implied probability of the closing prices, void bets aside. */
      breakEven: this.#implied === 0 ? null : this.#impliedSum / this.#implied,
      returnAtClose: this.#atClose.estimate,
      returnAtOpen: this.#atOpen.estimate,
      closingLineValue: this.#closingLine.meanShift,
      closingLine: this.#closingLine.value,
      /** Of the decided bets that have a no-vig probability. */
      pValue: this.#chance.value,
      /** Null where no moment is asked for. */
      atMoment: this.#atMoment?.value ?? null,
    };
  }
}

/** The chances that prices imply and the profits that they pay, of all usual prices at once, because a trend asks for hundreds of thousands of them. */
import { impliedProbability } from "../american-odds.ts";
import { profitOf, tenThousand, won } from "../bets/grading.ts";

const largest = 4000;

function tableOf(of: (price: number) => number): Float64Array {
  return Float64Array.from({ length: 2 * largest + 1 }, (_, at) => {
    const price = at - largest;
    return Math.abs(price) < 100 ? Number.NaN : of(price);
  });
}

const implied = tableOf(impliedProbability);
const profits = tableOf((price) => profitOf(price, won) / tenThousand);

/** @param price legal American odds. */
export function impliedOf(price: number): number {
  return Math.abs(price) <= largest ? (implied[price + largest] as number) : impliedProbability(price);
}

/** Units won on a stake of one, of a bet that won: as `profit` of /v1/bets says it. */
export function profitOfWin(price: number): number {
  return Math.abs(price) <= largest ? (profits[price + largest] as number) : profitOf(price, won) / tenThousand;
}

/** The traits of the sides that bets are on, as a trend needs them, by their places among `betSides`. */
import { lineSign } from "../bets/grading.ts";
import { betSides } from "../bets/sides.ts";
import { type Sport, sports } from "../sports.ts";

export type SideTraits = {
  /** A bet on points, and not on who wins. */
  readonly isTotal: boolean;
  /** A moneyline has prices alone. */
  readonly hasLine: boolean;
  readonly lineSign: -1 | 1;
  /** The place of the other side of the same market and period, one of which wins where the other loses. */
  readonly opposite: number;
};

export const sideTraits: Readonly<Record<Sport, readonly SideTraits[]>> = Object.fromEntries(
  sports.map((sport) => [
    sport,
    betSides[sport].map((side) => ({
      isTotal: side.selection === "over" || side.selection === "under",
      hasLine: side.market !== "moneyline",
      lineSign: lineSign(side.selection),
      opposite: betSides[sport].findIndex(
        ({ market, period, selection }) =>
          market === side.market && period === side.period && selection !== side.selection,
      ),
    })),
  ]),
) as unknown as Record<Sport, readonly SideTraits[]>;

/** Book ids are below this, and so are the sides of a sport. */
const most = 256;

/**
 * By side and book, the number of the game in which it was last seen. It is kept between sets, which are summed one after the
 * other, because to make it anew for each of hundreds of groups would cost more than the sum.
 */
const seenIn = new Uint32Array(most * most);
let games = 0;

/**
 * How many bets of a set have their opposite in it, so that one of the two wins whatever happens. Bets of the same game are
 * added one after the other.
 */
export class BothSides {
  count = 0;
  #game = nextGame();

  /** @param opposite the place of the other side of the same bet; -1 where it has none. */
  add(side: number, opposite: number, bookId: number): void {
    seenIn[side * most + bookId] = this.#game;
    if (opposite !== -1 && seenIn[opposite * most + bookId] === this.#game) this.count += 2;
  }

  endGame(): void {
    this.#game = nextGame();
  }
}

function nextGame(): number {
  if (games === 2 ** 32 - 1) {
    seenIn.fill(0);
    games = 0;
  }
  games++;
  return games;
}

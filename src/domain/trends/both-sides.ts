/** How many bets of a set have their opposite in it, so that one of the two wins whatever happens. */

/** Book ids are below this, and so are the sides of a sport. */
const most = 256;

/**
 * By side and book, the number of the game in which it was last seen. It is kept between sets, which are summed one after the
 * other, because to make it anew for each of hundreds of groups would cost more than the sum.
 */
const seenIn = new Uint32Array(most * most);
let games = 0;

/** Bets of the same game are added one after the other. */
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

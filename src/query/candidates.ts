/**
 * The games of a season that a filter can match, so that a page costs what it has and not what is stored: a team's games are
 * listed, and a season that cannot have a match is not looked at.
 */

/** The games of each team of a season, by the team's code. */
export type TeamGames = {
  /** The places in `games` where those of a team begin; one more at the end. */
  readonly from: Uint32Array;
  /** Ordinals of games, rising within a team. */
  readonly games: Uint32Array;
};

export function teamGamesOf(homes: Uint16Array, aways: Uint16Array, teamCount: number): TeamGames {
  const teamsOf = (game: number): readonly number[] => {
    const [home, away] = [homes[game] as number, aways[game] as number];
    return home === away ? [home] : [home, away];
  };
  const from = new Uint32Array(teamCount + 1);
  for (let game = 0; game < homes.length; game++) {
    for (const code of teamsOf(game)) from[code + 1] = (from[code + 1] as number) + 1;
  }
  for (let code = 0; code < teamCount; code++) from[code + 1] = (from[code + 1] as number) + (from[code] as number);
  const games = new Uint32Array(from[teamCount] as number);
  const next = Uint32Array.from(from);
  for (let game = 0; game < homes.length; game++) {
    for (const code of teamsOf(game)) {
      const place = next[code] as number;
      games[place] = game;
      next[code] = place + 1;
    }
  }
  return { from, games };
}

/** The games of a team, rising. */
export function gamesOfTeam({ from, games }: TeamGames, code: number): Uint32Array {
  return games.subarray(from[code], from[code + 1]);
}

/** The first place of rising numbers whose number is not below a bound. */
export function firstPlace(rising: Uint32Array, bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The markets that each book has priced in any game of a season, as `market_bits`, by book id. */
export function marketsOfBooks(bookIds: Uint16Array, marketBits: Uint8Array): ReadonlyMap<number, number> {
  const markets = new Map<number, number>();
  for (let row = 0; row < bookIds.length; row++) {
    const bookId = bookIds[row] as number;
    markets.set(bookId, (markets.get(bookId) ?? 0) | (marketBits[row] as number));
  }
  return markets;
}

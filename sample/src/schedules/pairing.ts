/** Building blocks of schedules. */

/** A game to be given a day. */
export type Pair = { readonly home: string; readonly away: string };

/**
 * The circle method: rounds in which everybody meets everybody once. With an odd number one team a round has nobody to
 * play and is missing from it.
 */
export function roundRobin(teams: readonly string[]): readonly (readonly [string, string])[][] {
  const circle: (string | null)[] = teams.length % 2 === 0 ? [...teams] : [...teams, null];
  const size = circle.length;
  const rounds: (readonly [string, string])[][] = [];
  for (let round = 0; round < size - 1; round++) {
    const pairs: (readonly [string, string])[] = [];
    for (let at = 0; at < size / 2; at++) {
      const first = circle[at];
      const second = circle[size - 1 - at];
      if (typeof first === "string" && typeof second === "string") {
        pairs.push((round + at) % 2 === 0 ? [first, second] : [second, first]);
      }
    }
    rounds.push(pairs);
    circle.splice(1, 0, circle.pop() as string | null);
  }
  return rounds;
}

/** Repeats a pair, with the home side changing; an odd one more goes to `first` when it is the heavy host. */
export function repeatedPair(first: string, second: string, games: number, firstIsHeavy: boolean): Pair[] {
  return Array.from({ length: games }, (_, index) =>
    (index % 2 === 0) === firstIsHeavy ? { home: first, away: second } : { home: second, away: first },
  );
}

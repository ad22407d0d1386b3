/** The starters of a season's games, as its view has them: every person once, and their places by game. */
import type { Starter } from "../../domain/starters.ts";
import type { GameValues } from "../values.ts";

export type SeasonStarters = {
  /** Each once for all that is said of him, so that one id may be there with two spellings of a name. */
  readonly people: readonly Starter[];
  /** By game: the place in `people`, from 1; 0 where nobody says who started. */
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
};

/** The people are in the order in which they first started. */
export function seasonStarters(games: readonly Pick<GameValues, "starters">[]): SeasonStarters {
  const people: Starter[] = [];
  const places = new Map<string, number>();
  const placeOf = (starter: Starter | null): number => {
    if (starter === null) return 0;
    const key = JSON.stringify([starter.id, starter.name, starter.hand]);
    const place = places.get(key) ?? people.push(starter);
    places.set(key, place);
    return place;
  };
  const sides = games.map(({ starters: { home, away } }) => [placeOf(home), placeOf(away)] as const);
  return {
    people,
    homes: Uint16Array.from(sides, ([home]) => home),
    aways: Uint16Array.from(sides, ([, away]) => away),
  };
}

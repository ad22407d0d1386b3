/** Values by season. */
import type { SeasonKey } from "../domain/seasons.ts";
import { type Sport, sports } from "../domain/sports.ts";

export class SeasonMap<Value> {
  readonly #bySport = new Map<Sport, Map<number, Value>>();

  constructor(entries: Iterable<readonly [SeasonKey, Value]> = []) {
    for (const [season, value] of entries) this.set(season, value);
  }

  get({ sport, season }: SeasonKey): Value | undefined {
    return this.#bySport.get(sport)?.get(season);
  }

  set({ sport, season }: SeasonKey, value: Value): void {
    const ofSport = this.#bySport.get(sport) ?? new Map<number, Value>();
    this.#bySport.set(sport, ofSport);
    ofSport.set(season, value);
  }

  delete({ sport, season }: SeasonKey): void {
    this.#bySport.get(sport)?.delete(season);
  }

  has({ sport, season }: SeasonKey): boolean {
    return this.#bySport.get(sport)?.has(season) ?? false;
  }

  /** In the order of the sports, then of the seasons. */
  entries(): [SeasonKey, Value][] {
    const rank = (sport: Sport): number => sports.indexOf(sport);
    return [...this.#bySport]
      .sort(([one], [other]) => rank(one) - rank(other))
      .flatMap(([sport, ofSport]) =>
        [...ofSport]
          .sort(([one], [other]) => one - other)
          .map(([season, value]): [SeasonKey, Value] => [{ sport, season }, value]),
      );
  }

  /** In that order, too. */
  keys(): SeasonKey[] {
    return this.entries().map(([season]) => season);
  }
}

/** Each of some seasons once, in the order of a \`SeasonMap\`. */
export function eachOnce(seasons: readonly SeasonKey[]): SeasonKey[] {
  return new SeasonMap(seasons.map(({ sport, season }) => [{ sport, season }, null])).keys();
}

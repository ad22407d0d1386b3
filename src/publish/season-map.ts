/** Values by season. */
import type { SeasonKey } from "../domain/seasons.ts";
import { sports } from "../domain/sports.ts";

export class SeasonMap<Value> {
  readonly #entries = new Map<string, [SeasonKey, Value]>();

  constructor(entries: Iterable<readonly [SeasonKey, Value]> = []) {
    for (const [season, value] of entries) this.set(season, value);
  }

  get(season: SeasonKey): Value | undefined {
    return this.#entries.get(nameOf(season))?.[1];
  }

  set({ sport, season }: SeasonKey, value: Value): void {
    this.#entries.set(nameOf({ sport, season }), [{ sport, season }, value]);
  }

  delete(season: SeasonKey): void {
    this.#entries.delete(nameOf(season));
  }

  has(season: SeasonKey): boolean {
    return this.#entries.has(nameOf(season));
  }

  /** In the order of the sports, then of the seasons. */
  entries(): [SeasonKey, Value][] {
    const rank = ({ sport }: SeasonKey): number => sports.indexOf(sport);
    return [...this.#entries.values()].sort(([a], [b]) => rank(a) - rank(b) || a.season - b.season);
  }

  /** In that order, too. */
  keys(): SeasonKey[] {
    return this.entries().map(([season]) => season);
  }
}

function nameOf({ sport, season }: SeasonKey): string {
  return `${sport} ${season}`;
}

/** Each of some seasons once, in the order of a `SeasonMap`. */
export function eachOnce(seasons: readonly SeasonKey[]): SeasonKey[] {
  return new SeasonMap(seasons.map((season) => [season, null])).keys();
}

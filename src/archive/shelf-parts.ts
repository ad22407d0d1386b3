/**
 * Reading the archive part by part, when a part cannot be read: the engines end the transaction with the query that failed,
 * so all begins anew without that part, and takes over what was read before.
 */
import { type ArchiveDamaged, asDamage } from "./damage.ts";
import type { WantedSeason } from "./shelf-read.ts";
import type { SeasonShelf } from "./shelf-season.ts";

/** The transaction is over, and a part more is known to be unreadable. */
class PartUnreadable extends Error {}

/** What is known of the parts while one snapshot is being made. */
export class Parts {
  readonly #unreadable = new Map<string, ArchiveDamaged>();
  readonly #seasons: SeasonShelf[] = [];

  /** Repeats a transaction until it meets no unreadable part that it did not know of. */
  async read<Result>(transaction: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await transaction();
      } catch (error) {
        if (!(error instanceof PartUnreadable)) throw error;
      }
    }
  }

  /** One part, or why it cannot be read. */
  async part<Result>(name: string, read: () => Promise<Result>): Promise<Result | ArchiveDamaged> {
    const known = this.#unreadable.get(name);
    if (known !== undefined) return known;
    try {
      return await read();
    } catch (error) {
      const damage = asDamage(error);
      if (damage === null) throw error;
      this.#unreadable.set(name, damage);
      throw new PartUnreadable();
    }
  }

  async season(
    { sport, season, revision }: WantedSeason,
    read: () => Promise<SeasonShelf | ArchiveDamaged>,
  ): Promise<SeasonShelf | ArchiveDamaged> {
    const known = this.#seasons.find(
      (each) => each.sport === sport && each.season === season && each.revision === revision,
    );
    if (known !== undefined) return known;
    const result = await this.part(`${sport} ${season} ${revision}`, read);
    if ("gameIds" in result) this.#seasons.push(result);
    return result;
  }
}

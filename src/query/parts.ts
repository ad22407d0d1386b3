/**
 * Reads the archive part by part when a part cannot be read. The engines end the transaction in which a query failed,
 * so the reading starts again without that part, and takes over the seasons that were read before.
 */
import { type ArchiveDamaged, asDamage } from "../release/damage.ts";
import type { WantedSeason } from "./read.ts";
import type { SeasonShelf } from "./season.ts";

/** The transaction is over, and one more part is known to be unreadable. */
class PartUnreadable extends Error {}

/** Remembers, while one snapshot is being made, which parts are unreadable and which seasons have been read. */
export class Parts {
  readonly #unreadable = new Map<string, ArchiveDamaged>();
  readonly #seasons: SeasonShelf[] = [];

  /** Repeats a transaction until it meets no further unreadable part. */
  async read<Result>(transaction: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await transaction();
      } catch (error) {
        if (!(error instanceof PartUnreadable)) throw error;
      }
    }
  }

  /** Reads one part, or returns why it cannot be read. */
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

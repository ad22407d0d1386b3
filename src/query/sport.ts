/**
 * Builds one sport of a snapshot from what is good in the database and, where that is damaged, from the snapshot
 * before.
 */
import { ArchiveDamaged } from "../release/damage.ts";
import { type RenderedList, renderList } from "./lists.ts";
import type { WantedSeason } from "./read.ts";
import type { SeasonHead, SeasonShelf } from "./season.ts";
import { type Span, spansOf } from "./spans.ts";

export type SportShelf = {
  /** In the order of the seasons. */
  readonly seasons: readonly SeasonShelf[];
  readonly spans: readonly Span[];
  /** Seasons that are damaged in the database. A request that they could match cannot be answered. */
  readonly refused: readonly number[];
  /** Null when it is damaged in the database and must not be served. */
  readonly seasonList: RenderedList | null;
  readonly teamList: RenderedList | null;
};

export const emptySport: SportShelf = {
  seasons: [],
  spans: [],
  refused: [],
  seasonList: renderList([]),
  teamList: renderList([]),
};

/** Collects one sport of a snapshot that is being made. */
export class SportLoader {
  readonly damages: string[] = [];
  readonly #before: SportShelf;
  readonly #seasons: SeasonShelf[] = [];
  readonly #refused: number[] = [];
  /** The description of each season; null when its row is damaged. */
  readonly #heads: (SeasonHead | null)[] = [];

  constructor(before: SportShelf) {
    this.#before = before;
  }

  get heads(): readonly SeasonHead[] | null {
    return this.#heads.every((head) => head !== null) ? this.#heads : null;
  }

  /** @param read reads the season, or returns what is wrong with it. */
  async load(wanted: WantedSeason, read: () => Promise<SeasonShelf | ArchiveDamaged>): Promise<void> {
    const kept = this.#before.seasons.find((each) => each.season === wanted.season);
    const found = kept?.revision === wanted.revision ? kept : await read();
    if (found instanceof ArchiveDamaged) {
      const instead = kept === undefined ? "not served" : `served as it was in revision ${kept.revision}`;
      this.damages.push(`${wanted.season} is damaged, and ${instead}: ${found.message}`);
    }
    const served = found instanceof ArchiveDamaged ? kept : found;
    if (served === undefined) this.#refused.push(wanted.season);
    else this.#seasons.push(served);
    this.#heads.push(served ?? wanted.head);
  }

  finish(teams: readonly string[] | ArchiveDamaged): SportShelf {
    const isDamaged = teams instanceof ArchiveDamaged;
    const teamsBefore = this.#before === emptySport ? null : this.#before.teamList;
    if (isDamaged) {
      const instead = teamsBefore === null ? "not listed" : "listed as before";
      this.damages.push(`is damaged, and its teams are ${instead}: ${teams.message}`);
    }
    return {
      seasons: this.#seasons,
      spans: spansOf(this.#seasons),
      refused: this.#refused,
      seasonList: this.heads === null ? null : renderList(this.heads.map(({ row }) => JSON.stringify(row))),
      teamList: isDamaged ? teamsBefore : renderList(teams),
    };
  }
}

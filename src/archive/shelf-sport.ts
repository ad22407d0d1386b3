/** One sport of a snapshot: what is good in the database, what was good before, and what neither has. */
import { ArchiveDamaged } from "./damage.ts";
import { type RenderedList, renderList } from "./shelf-lists.ts";
import type { WantedSeason } from "./shelf-read.ts";
import type { SeasonHead, SeasonShelf } from "./shelf-season.ts";
import { type Span, spansOf } from "./shelf-spans.ts";

export type SportShelf = {
  /** By season. */
  readonly seasons: readonly SeasonShelf[];
  readonly spans: readonly Span[];
  /** Seasons that are damaged in the database: what could match them cannot be answered. */
  readonly refused: readonly number[];
  /** Null: damaged in the database, and not to be answered. */
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

/** A sport of the snapshot that is being made. */
export class SportLoader {
  readonly damages: string[] = [];
  readonly #before: SportShelf;
  readonly #seasons: SeasonShelf[] = [];
  readonly #refused: number[] = [];
  /** What is said of each season; null of one whose row is damaged. */
  readonly #heads: (SeasonHead | null)[] = [];

  constructor(before: SportShelf) {
    this.#before = before;
  }

  get heads(): readonly SeasonHead[] | null {
    return this.#heads.every((head) => head !== null) ? this.#heads : null;
  }

  /** @param read reads the season, or says what is wrong with it. */
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

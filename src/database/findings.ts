/** What a check of the database has found: everything that is wrong, by name, and how much was read. */
import { DatabaseError, isDamage, reasonOf } from "./database-error.ts";

export type Problem = {
  /** What it is about: a file, a season, a game, a row. */
  readonly where: string;
  /** What is wrong with it. */
  readonly what: string;
};

/** Where everything is wrong, not everything is named. */
const mostNamed = 1000;

export class Findings {
  readonly problems: Problem[] = [];
  /** How many problems there are beyond those that are named. */
  unnamed = 0;
  readonly read: Record<string, number> = {};

  note(where: string, what: string): void {
    if (this.problems.length < mostNamed) this.problems.push({ where, what });
    else this.unnamed++;
  }

  /** Notes it when something does not hold. */
  check(holds: boolean, where: string, what: string): void {
    if (!holds) this.note(where, what);
  }

  count(what: string, more: number): void {
    this.read[what] = (this.read[what] ?? 0) + more;
  }

  /** Does a part of the check; where it cannot be read, that is noted, and the next part is checked. */
  async part(where: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDamage(error) && !(error instanceof DatabaseError && error.cause === undefined)) throw error;
      this.note(where, `cannot be read: ${reasonOf(error)}`);
    }
  }
}

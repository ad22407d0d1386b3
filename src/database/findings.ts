/** The findings of a check of the database: every problem by name, and how much was read. */
import { DatabaseError, isDamage, reasonOf } from "./database-error.ts";

export type Problem = {
  /** The thing that has the problem: a file, a season, a game, a row. */
  readonly where: string;
  /** The problem. */
  readonly what: string;
};

/** The most problems that are named; the others are only counted. */
const mostNamed = 1000;

export class Findings {
  readonly problems: Problem[] = [];
  /** How many problems there are besides the named ones. */
  unnamed = 0;
  readonly read: Record<string, number> = {};

  note(where: string, what: string): void {
    if (this.problems.length < mostNamed) this.problems.push({ where, what });
    else this.unnamed++;
  }

  /** Notes a problem when the condition does not hold. */
  check(holds: boolean, where: string, what: string): void {
    if (!holds) this.note(where, what);
  }

  /** Takes over what another part found. */
  add({ problems, unnamed, read }: Findings): void {
    for (const { where, what } of problems) this.note(where, what);
    this.unnamed += unnamed;
    for (const [what, count] of Object.entries(read)) this.count(what, count);
  }

  count(what: string, more: number): void {
    this.read[what] = (this.read[what] ?? 0) + more;
  }

  /**
   * Runs one part of the check. When that part cannot be read, this is noted, and the check goes on with the next part.
   */
  async part(where: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDamage(error) && !(error instanceof DatabaseError && error.cause === undefined)) throw error;
      this.note(where, `cannot be read: ${reasonOf(error)}`);
    }
  }
}

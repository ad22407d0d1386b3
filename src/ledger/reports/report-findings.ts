/** The findings that an import or a publish makes on its way, counted by name, with examples in words. */
import type { FindingCount } from "./tables.ts";

/** A mistake in a whole file is told of every record of it: a season of MLB has 2,430 games, an archive of odds more. */
export const mostExamplesOfName = 10_000;
/** Characters of one example. */
const longestExample = 500;
/** Characters of all examples together, so that no file can fill the database with its own faults. */
const mostCharacters = 4_000_000;

type Kept = { count: number; readonly examples: string[] };

/** The counts are exact. Examples are kept up to the bounds above; of each name at least the first one. */
export class ReportFindings {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  /**
   * @param example makes the words; it is not called when they would not be kept.
   * @param count how many things the example stands for.
   */
  add(name: string, example: () => string, count = 1): void {
    const kept = this.#kept.get(name) ?? { count: 0, examples: [] };
    this.#kept.set(name, kept);
    kept.count += count;
    if (kept.examples.length >= mostExamplesOfName) return;
    if (kept.examples.length > 0 && this.#characters >= mostCharacters) return;
    const text = example();
    const words = text.length <= longestExample ? text : `${text.slice(0, longestExample).toWellFormed()}…`;
    kept.examples.push(words);
    this.#characters += words.length;
  }

  get total(): number {
    let total = 0;
    for (const { count } of this.#kept.values()) total += count;
    return total;
  }

  counts(): FindingCount[] {
    return [...this.#kept].map(([name, { count, examples }]) => ({ name, count, example: examples[0] ?? "" }));
  }

  /** The examples that were kept, by name. */
  examples(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#kept].map(([name, { examples }]) => [name, examples]));
  }
}

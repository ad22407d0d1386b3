/** A fault made on purpose, and how it is put into the code under test. */
import type { Gate } from "../../src/access/gate.ts";
import type { Backend } from "./world/pglite.ts";

export type Mutation = {
  /** What is wrong, as a sentence about the code. */
  readonly name: string;
  /** The world that must notice. */
  readonly world: string;
  /** In so many seeds, from 0. */
  readonly within: number;
  /** The first that finds it, as long as nothing else is changed. */
  readonly seed: number;
  /** Only these kinds of faults happen, each in every seed: it takes them to show it. */
  readonly only?: readonly string[];
  readonly gate?: (gate: Gate) => Gate;
  /** Changes the functions of the database. */
  readonly postgres?: (backend: Backend) => Promise<void>;
  /** Changes a statement of a process before it is prepared. */
  readonly sqlite?: (sql: string, process: string) => string;
  /** Changes what all processes stand on; the returned function puts it back. */
  readonly put?: () => () => void;
};

/** Changes the text of a function where there is something to change. */
export async function changeFunction(
  backend: Backend,
  base: string,
  what: string | RegExp,
  into: string,
): Promise<void> {
  const functions = await backend.query(
    "select pg_get_functiondef(oid) as definition from pg_proc where proname like $1 || '%'",
    [base],
  );
  // Also older versions of it, which nobody calls.
  const texts = functions.map(({ definition }) => String(definition));
  const changed = texts.map((text) => text.replace(what, into)).filter((text, index) => text !== texts[index]);
  if (changed.length === 0) throw new Error(`${base} has no ${what}`);
  for (const text of changed) await backend.query(text);
}

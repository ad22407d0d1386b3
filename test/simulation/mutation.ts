/** A fault made on purpose (a mutation), and how it is put into the code under test. */
import type { Gate } from "../../src/access/gate.ts";
import type { Backend } from "./world/pglite.ts";

export type Mutation = {
  /** Says what is wrong, as a sentence about the code. */
  readonly name: string;
  /** The world in which the fault must be found. */
  readonly world: string;
  /** The number of seeds, counted from 0, within which the fault must be found. */
  readonly within: number;
  /** The first seed that finds the fault, as long as nothing else in the code changes. */
  readonly seed: number;
  /**
   * When given, only these kinds of faults happen, each in every seed, because they are needed to show the mutation.
   */
  readonly only?: readonly string[];
  readonly gate?: (gate: Gate) => Gate;
  /** Changes the functions of the database. */
  readonly postgres?: (backend: Backend) => Promise<void>;
  /** Changes a statement of a process before the statement is prepared. */
  readonly sqlite?: (sql: string, process: string) => string;
  /** Changes code that all processes share; the returned function undoes the change. */
  readonly put?: () => () => void;
};

/** Changes the text of every version of a database function that contains `what`. */
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
  // These include older versions of the function, which nothing calls.
  const texts = functions.map(({ definition }) => String(definition));
  const changed = texts.map((text) => text.replace(what, into)).filter((text, index) => text !== texts[index]);
  if (changed.length === 0) throw new Error(`${base} has no ${what}`);
  for (const text of changed) await backend.query(text);
}

/** Replaces a method that a class has or inherits; the returned function puts the old method back. */
export function replaceMethod<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  change: (method: Owner[Name]) => Owner[Name],
): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value: change(owner[name]), configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, own);
  };
}

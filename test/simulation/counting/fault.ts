/** What a fault is given, and how it is written down for those who check the answers. */

import type { Process } from "../world/process.ts";
import type { World } from "../world/world.ts";
import type { Book, Trouble } from "./book.ts";
import type { GradelineNode } from "./gradeline-node.ts";
import type { Operator } from "./operator.ts";
import type { Store } from "./store.ts";

export type FaultSurroundings = {
  readonly world: World;
  readonly book: Book;
  readonly store: Store;
  readonly operator: Operator;
  readonly nodes: readonly GradelineNode[];
  /** Does what the surroundings do, such as cutting a cable. */
  readonly fate: Process;
};

export type Fault = (around: FaultSurroundings) => void;

/** Something is the matter from now on for so long, or until the returned function is called. */
export function trouble({ world, book }: FaultSurroundings, what: string, whose: string, forMs: number): Trouble {
  const entry = { what, whose, fromMs: world.nowMs, toMs: world.nowMs + forMs };
  book.troubles.push(entry);
  world.note(`${what} for ${(forMs / 1000).toFixed(1)} s: ${whose}`);
  return entry;
}

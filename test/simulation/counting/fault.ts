/** The surroundings that a fault works on, and the record of its disturbances, by which the answers are checked. */

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
  /** The process in whose slot faults happen, such as cutting a cable. */
  readonly fate: Process;
};

export type Fault = (around: FaultSurroundings) => void;

/** Records a disturbance that lasts for `forMs` from now on, and returns its entry. */
export function trouble({ world, book }: FaultSurroundings, what: string, whose: string, forMs: number): Trouble {
  const entry = { what, whose, fromMs: world.nowMs, toMs: world.nowMs + forMs };
  book.troubles.push(entry);
  world.note(`${what} for ${(forMs / 1000).toFixed(1)} s: ${whose}`);
  return entry;
}

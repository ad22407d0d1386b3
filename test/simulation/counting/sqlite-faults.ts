/** Disturbances of an SQLite file, its disk, and the processes that use it. */

import type { Process } from "../world/process.ts";
import { setSqliteFaults, sqliteError } from "../world/sqlite.ts";
import type { World } from "../world/world.ts";
import { type Fault, type FaultSurroundings, trouble } from "./fault.ts";

/** Decides what happens to the next statements on SQLite. */
class SqliteTrouble {
  readonly #world: World;
  /** The statements that fail now, with their error code and how likely it is. */
  failing: { readonly matches: RegExp; readonly code: 10 | 13; readonly chance: number } | null = null;
  /** The process that dies before or after one of its next statements. */
  dying: { readonly process: Process; statements: number; readonly isAfter: boolean } | null = null;

  constructor(world: World) {
    this.#world = world;
    setSqliteFaults(world, {
      before: (process, sql) => {
        if (this.#isToDie(process, false)) return world.kill(process, `before: ${sql.slice(0, 40)}`);
        const { failing } = this;
        if (failing === null || !process.name.startsWith("node") || !failing.matches.test(sql)) return;
        if (this.#world.random.chance(failing.chance)) throw sqliteError(failing.code);
      },
      after: (process, sql) => {
        if (this.#isToDie(process, true)) world.kill(process, `after: ${sql.slice(0, 40)}`);
      },
    });
  }

  #isToDie(process: Process, isAfter: boolean): boolean {
    const { dying } = this;
    if (dying === null || dying.process !== process || dying.isAfter !== isAfter) return false;
    if (--dying.statements > 0) return false;
    this.dying = null;
    return true;
  }
}

const otherWrites = "another connection writes";
const isReplaced = "the file is replaced";

export function sqliteFaults(world: World) {
  const next = new SqliteTrouble(world);
  const { random } = world;
  return {
    /** A process dies in the middle of a transaction, or right before or after its commit. */
    dieInside({ nodes }) {
      const { process } = random.pick(nodes);
      if (process !== null) next.dying = { process, statements: random.int(1, 25), isAfter: random.chance(0.5) };
    },
    full: (around) => failing(around, 13, /^(insert|update|commit)/),
    // A rollback cannot fail: SQLite ends the transaction even when the disk fails.
    unreadable: (around) => failing(around, 10, /^(?!rollback)/),
    /** Another process holds a transaction, such as an operator's that waits for a disk. */
    otherWriter(around) {
      const { fate, store } = around;
      if (isGoingOn(around)) return;
      const forMs = 50 + random.next() ** 2 * 6000;
      trouble(around, otherWrites, "all", forMs);
      const letGo = store.sqlite?.write();
      world.after(forMs, fate, () => letGo?.());
    },
    /** Somebody replaces the file by another one, and restarts the servers some time later. */
    replaced(around) {
      const { book, fate, store, nodes, operator } = around;
      if (isGoingOn(around)) return;
      for (const { process } of nodes) if (process !== null) book.replacedMs.set(process, world.nowMs);
      const forMs = 200 + random.next() * 5000;
      trouble(around, isReplaced, "all", forMs + 1000);
      store.sqlite?.replace();
      world.after(forMs, fate, () => {
        operator.leave();
        for (const { process } of nodes) if (process !== null) world.kill(process, "it is started again");
      });
    },
  } satisfies Record<string, Fault>;

  function isGoingOn({ book }: FaultSurroundings): boolean {
    return book.troubles.some(({ what, toMs }) => (what === otherWrites || what === isReplaced) && toMs >= world.nowMs);
  }

  function failing(around: FaultSurroundings, code: 10 | 13, matches: RegExp): void {
    const { fate } = around;
    const forMs = 100 + random.next() * 4000;
    trouble(around, code === 13 ? "the disk is full" : "the disk cannot be read", "all", forMs);
    next.failing = { matches, code, chance: random.pick([0.05, 0.5, 1]) };
    world.after(forMs, fate, () => {
      next.failing = null;
    });
  }
}

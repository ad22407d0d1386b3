/** What goes wrong in a run, and when: drawn from its seed, a few kinds of many, so that some runs have only one. */

import { setSqliteFaults, sqliteError } from "../world/sqlite.ts";
import type { Process, World } from "../world/world.ts";
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

/** What a clock that was wrong has done may hold this long after it is right again. */
export const afterClockMs = 120_000;

const dayMs = 86_400_000;

type Fault = (around: FaultSurroundings) => void;

/** Something is the matter from now on for so long, or until the returned function is called. */
function trouble({ world, book }: FaultSurroundings, what: string, whose: string, forMs: number): Trouble {
  const entry = { what, whose, fromMs: world.nowMs, toMs: world.nowMs + forMs };
  book.troubles.push(entry);
  world.note(`${what} for ${(forMs / 1000).toFixed(1)} s: ${whose}`);
  return entry;
}

const everywhere = {
  /** As by SIGKILL, or by a machine that goes away. */
  kill({ world, nodes }) {
    const { process } = world.random.pick(nodes);
    if (process !== null) world.kill(process, "SIGKILL");
  },
  /** As by SIGSTOP, or by a machine that swaps. */
  stop(around) {
    const { world, nodes } = around;
    const { process, name } = world.random.pick(nodes);
    if (process === null) return;
    const forMs = 100 + world.random.next() ** 2 * 5000;
    process.stoppedUntilMs = world.nowMs + forMs;
    trouble(around, "stands still", name, forMs);
  },
  clock: (around) => wrongClock(around, [7_200_000, 40 * dayMs, -7_200_000, 40_000, -40_000, 3000, -3000]),
  monthBack: (around) => wrongClock(around, [-40 * dayMs]),
} satisfies Record<string, Fault>;

function wrongClock(around: FaultSurroundings, aheads: readonly number[]): void {
  const { world, book, store, nodes } = around;
  const aheadMs = world.random.pick(aheads);
  const forMs = world.random.pick([1, 50, 2000]);
  const whose =
    store.postgres === null
      ? () => nodes.flatMap(({ process }) => process ?? [])
      : () => [(store.postgres as NonNullable<Store["postgres"]>).process];
  book.insane.push({ fromMs: world.nowMs, toMs: world.nowMs + forMs + afterClockMs });
  world.note(`the clock is ${aheadMs / 1000} s ahead for ${forMs} ms`);
  for (const process of whose()) process.clockAheadMs = aheadMs;
  world.after(forMs, around.fate, () => {
    for (const process of whose()) process.clockAheadMs = 0;
  });
}

const onPostgres = {
  loseBefore: (around) => losing(around, "before"),
  loseAfter: (around) => losing(around, "after"),
  terminate(around) {
    trouble(around, "a session is terminated", "all", 1);
    around.store.postgres?.terminateAny();
  },
  restart(around) {
    const { random } = around.world;
    const [downMs, startingMs] = [random.next() * 3000, random.next() * 3000];
    trouble(around, "PostgreSQL restarts", "all", downMs + startingMs);
    around.store.postgres?.restart(downMs, startingMs);
  },
  freeze(around) {
    const { world, store } = around;
    const forMs = 500 + world.random.next() ** 2 * 30_000;
    if (store.postgres !== null) store.postgres.process.stoppedUntilMs = world.nowMs + forMs;
    trouble(around, "PostgreSQL stands still", "all", forMs);
  },
  silence(around) {
    const { world, store } = around;
    const { postgres } = store;
    if (postgres === null) return;
    const forMs = 500 + world.random.next() ** 2 * 30_000;
    trouble(around, "PostgreSQL's host is silent", "all", forMs);
    store.network.silence(postgres.process);
    world.after(forMs, around.fate, () => store.network.heal(postgres.process));
  },
  lock(around) {
    const { world, book, store, fate } = around;
    const { postgres } = store;
    if (postgres === null || postgres.isHeld) return;
    const { email } = world.random.pick(book.accounts);
    if (book.isTroubled(world.nowMs, world.nowMs, [email])) return;
    const forMs = 500 + world.random.next() ** 2 * 20_000;
    trouble(around, "somebody has locked the row", email, forMs);
    void postgres.lockAccount(email).then((letGo) => world.after(forMs, fate, () => void letGo()));
  },
  usedUp(around) {
    const { world, store, fate } = around;
    const forMs = 500 + world.random.next() * 6000;
    trouble(around, "no connection is left", "all", forMs);
    store.postgres?.allowSessions(0);
    store.postgres?.terminateAny();
    world.after(forMs, fate, () => store.postgres?.allowSessions(100));
  },
  full(around) {
    const { world, store, fate } = around;
    const forMs = 500 + world.random.next() * 6000;
    trouble(around, "PostgreSQL's disk is full", "all", forMs);
    store.postgres?.setFull(true);
    world.after(forMs, fate, () => store.postgres?.setFull(false));
  },
} satisfies Record<string, Fault>;

function losing(around: FaultSurroundings, when: "before" | "after"): void {
  const { world, store, fate } = around;
  const { postgres } = store;
  if (postgres === null) return;
  const forMs = 200 + world.random.next() * 3000;
  trouble(around, `connections are lost ${when} statements`, "all", forMs);
  postgres.losses[when] = 0.1 + world.random.next() * 0.5;
  world.after(forMs, fate, () => {
    postgres.losses[when] = 0;
  });
}

/** What the next statements on SQLite meet. */
class SqliteTrouble {
  readonly #world: World;
  /** Which statements fail now, and how. */
  failing: { readonly matches: RegExp; readonly code: 10 | 13; readonly chance: number } | null = null;
  /** A process dies at one of its next statements, or right after it. */
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

function onSqlite(trouble_: SqliteTrouble) {
  return {
    dieInside({ world, nodes }) {
      const { process } = world.random.pick(nodes);
      const { random } = world;
      if (process !== null) trouble_.dying = { process, statements: random.int(1, 25), isAfter: random.chance(0.5) };
    },
    full: (around) => failing(around, 13, /^(insert|update|commit)/),
    // A rollback cannot fail: SQLite gives up the transaction whatever the disk says.
    unreadable: (around) => failing(around, 10, /^(?!rollback)/),
    /** Another process's transaction, such as an operator's that waits for a disk. */
    otherWriter(around) {
      const { world, fate, book } = around;
      if (book.troubles.some(({ what, toMs }) => what === otherWrites && toMs >= world.nowMs)) return;
      const forMs = 50 + world.random.next() ** 2 * 6000;
      trouble(around, otherWrites, "all", forMs);
      const letGo = around.store.write?.();
      world.after(forMs, fate, () => letGo?.());
    },
  } satisfies Record<string, Fault>;

  function failing(around: FaultSurroundings, code: 10 | 13, matches: RegExp): void {
    const { world, fate } = around;
    const forMs = 100 + world.random.next() * 4000;
    trouble(around, code === 13 ? "the disk is full" : "the disk cannot be read", "all", forMs);
    trouble_.failing = { matches, code, chance: world.random.pick([0.05, 0.5, 1]) };
    world.after(forMs, fate, () => {
      trouble_.failing = null;
    });
  }
}

/** Faults that no seed draws: nothing is promised for them yet. */
const onlyByName: ReadonlySet<string> = new Set(["monthBack"]);

/** Draws what goes wrong between two moments. */
export function planFaults(
  around: FaultSurroundings,
  only: readonly string[] | null,
  fromMs: number,
  untilMs: number,
): void {
  const { world, store, fate } = around;
  const { random } = world;
  const sqlite = store.engine === "sqlite" ? onSqlite(new SqliteTrouble(world)) : null;
  const kinds: Readonly<Record<string, Fault>> = { ...everywhere, ...(sqlite ?? onPostgres) };
  // Every fourth run is calm: then everything must be exact.
  const isCalm = world.seed % 4 === 0;
  const drawn = Object.keys(kinds).filter((kind) => random.chance(0.25) && !isCalm && !onlyByName.has(kind));
  const chosen = only ?? drawn;
  world.note(`faults: ${chosen.join(", ") || "none"}`);
  for (const kind of chosen) {
    for (let time = random.int(1, 4); time > 0; time--) {
      const atMs = fromMs + random.next() * (untilMs - fromMs);
      world.after(atMs - world.nowMs, fate, () => kinds[kind]?.(around));
    }
  }
}

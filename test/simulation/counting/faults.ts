/**
 * Draws the faults of a run and their times from its seed. Only a few of the many kinds are drawn, so some runs have
 * only one.
 */

import { PostgresWithStandby } from "../world/postgres-standby.ts";
import type { Process } from "../world/process.ts";
import { type Fault, type FaultSurroundings, trouble } from "./fault.ts";
import { postgresFaults, standbyFaults } from "./postgres-faults.ts";
import { sqliteFaults } from "./sqlite-faults.ts";

/** The effects of a wrong clock may last this long after the clock is right again. */
const afterClockMs = 120_000;
const dayMs = 86_400_000;

const everywhere = {
  /** Kills a node, like SIGKILL or a machine that fails. */
  kill({ world, nodes }) {
    const { process } = world.random.pick(nodes);
    if (process !== null) world.kill(process, "SIGKILL");
  },
  /** Stops a node for a while, like SIGSTOP or a machine that swaps. */
  stop(around) {
    const { world, nodes } = around;
    const { process, name } = world.random.pick(nodes);
    if (process === null) return;
    const forMs = 100 + world.random.next() ** 2 * 5000;
    world.stop(process, forMs);
    trouble(around, "stands still", name, forMs);
  },
  /** Sets the clock by which requests are counted: that of the servers' machine, or of PostgreSQL's. */
  clock(around) {
    const { world, book, store, nodes } = around;
    const { postgres } = store;
    const aheadMs = world.random.pick(aheads);
    const forMs = world.random.pick([1, 50, 2000]);
    book.insane.push({ fromMs: world.nowMs, toMs: world.nowMs + forMs + afterClockMs });
    world.note(`the clock is ${aheadMs / 1000} s ahead for ${forMs} ms`);
    setClocks(
      around,
      postgres === null ? nodes.map((node) => () => node.process) : [() => postgres.process],
      aheadMs,
      forMs,
    );
  },
  /** Sets the clock of one server's machine. With PostgreSQL that clock must have no effect. */
  serverClock(around) {
    const { world, store, nodes } = around;
    if (store.postgres === null) return;
    const node = world.random.pick(nodes);
    const aheadMs = world.random.pick(aheads);
    world.note(`the clock of ${node.name} is ${aheadMs / 1000} s ahead`);
    setClocks(around, [() => node.process], aheadMs, 2000);
  },
} satisfies Record<string, Fault>;

const aheads = [7_200_000, 40 * dayMs, -40 * dayMs, -7_200_000, 40_000, -40_000, 3000, -3000];

function setClocks(
  { world, fate }: FaultSurroundings,
  whose: readonly (() => Process | null)[],
  aheadMs: number,
  forMs: number,
): void {
  const set = (clockAheadMs: number): void => {
    for (const process of whose) Object.assign(process() ?? {}, { clockAheadMs });
  };
  set(aheadMs);
  world.after(forMs, fate, () => set(0));
}

/** Draws the faults between two moments. */
export function planFaults(
  around: FaultSurroundings,
  only: readonly string[] | null,
  fromMs: number,
  untilMs: number,
): void {
  const { world, store, fate } = around;
  const { random } = world;
  const standby: Readonly<Record<string, Fault>> = store.postgres instanceof PostgresWithStandby ? standbyFaults : {};
  const own = store.sqlite === null ? { ...postgresFaults, ...standby } : sqliteFaults(world);
  const kinds: Readonly<Record<string, Fault>> = { ...everywhere, ...own };
  // Every fourth run has no faults, so that everything must be exact.
  const isCalm = world.seed % 4 === 0;
  // A standby is there to take over.
  const drawn = Object.keys(kinds).filter((kind) => random.chance(kind in standby ? 1 : 0.25) && !isCalm);
  const chosen = only ?? drawn;
  world.note(`faults: ${chosen.join(", ") || "none"}`);
  for (const kind of chosen) {
    for (let time = random.int(1, 4); time > 0; time--) {
      const atMs = fromMs + random.next() * (untilMs - fromMs);
      world.after(atMs - world.nowMs, fate, () => kinds[kind]?.(around));
    }
  }
}

/** Disturbances of PostgreSQL, its machine, and the network between it and the servers. */
import { PostgresWithStandby } from "../world/postgres-standby.ts";
import { type Fault, type FaultSurroundings, trouble } from "./fault.ts";

export const postgresFaults = {
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
    if (store.postgres !== null) world.stop(store.postgres.process, forMs);
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
    if (postgres === null || postgres.isHeld || postgres.isFailingOver) return;
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

/** With a standby, besides. */
export const standbyFaults = {
  failOver(around) {
    const { world, store } = around;
    const { postgres } = store;
    if (!(postgres instanceof PostgresWithStandby) || !postgres.mayFailOver) return;
    const { random } = world;
    const [lateMs, downMs, staleMs] = [random.next() * 3000, random.next() * 8000, random.next() * 3000];
    trouble(around, "the primary is replaced", "all", lateMs + Math.max(downMs, staleMs));
    void postgres.failOver(lateMs, downMs, staleMs);
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

/** Runs a world of counting: accounts near their limits, callers, an operator, and faults. */
import { connectionsFor, type Database } from "../../../src/database/engine.ts";
import type { Outcome, RunOptions } from "../outcome.ts";
import { within } from "../world/environment.ts";
import { World } from "../world/world.ts";
import { balanceProblem } from "./balance.ts";
import { Book } from "./book.ts";
import { type Surroundings, sendAsk, startCaller } from "./callers.ts";
import { planFaults } from "./faults.ts";
import { gateFront, httpFront, type OpenFront } from "./front.ts";
import { GradelineNode } from "./gradeline-node.ts";
import { Operator } from "./operator.ts";
import { waitingProblems } from "./promises.ts";
import type { Store, Stores } from "./store.ts";

export type CountingOptions = {
  readonly stores: Stores;
  readonly isHttp: boolean;
  /** Wraps every gate, to make a fault on purpose. */
  readonly changeGate: Parameters<typeof gateFront>[0];
} & RunOptions;

/** The middle of a month and day, shortly before the end of a month, and shortly before midnight. */
const starts = [Date.UTC(2026, 10, 21, 12), Date.UTC(2026, 10, 30, 23, 58), Date.UTC(2026, 10, 20, 23, 58)] as const;
/** Everything must be right again this long after the faults. */
const calmMs = 10_000;

export async function simulateCounting(seed: number, options: CountingOptions): Promise<Outcome> {
  const world = new World(seed, starts[seed % 5 === 0 ? 1 : seed % 5 === 1 ? 2 : 0]);
  world.except = options.except;
  const store = await options.stores.open(world);
  try {
    const asks = await within(world, () => run(world, store, options)).catch((error) => {
      world.violated(`the simulation itself fails: ${error instanceof Error ? error.stack : error}`);
      return 0;
    });
    return {
      violations: world.violations,
      notes: world.lastNotes(200),
      asks,
      fingerprint: world.fingerprint(),
    };
  } finally {
    await store.close();
  }
}

async function run(world: World, store: Store, { isHttp, changeGate, faults }: CountingOptions): Promise<number> {
  const { random } = world;
  const book = new Book();
  const fate = world.process("fate");
  const operator = new Operator(world, book, store);
  const front: OpenFront = isHttp ? httpFront(store.network, changeGate) : gateFront(changeGate);
  await makeAccounts(world, operator);

  // This is how `gradeline serve` opens the accounts.
  const openForAdmission = async (): Promise<Database> => connectionsFor(await store.open(), "admission");
  // With SQLite there is one server.
  const nodes = Array.from({ length: store.sqlite === null ? random.int(1, 3) : 1 }, (_, index) => {
    return new GradelineNode(world, `node${index + 1}`, { access: openForAdmission, front, onStart: () => {} });
  });
  for (const node of nodes) node.start(fate);
  await world.run(world.nowMs + 1000);

  const fromMs = world.nowMs;
  const untilMs = fromMs + random.int(20, 240) * 1000;
  planFaults({ world, book, store, operator, nodes, fate }, faults, fromMs, untilMs);
  planOperator(world, book, operator, store, fromMs, untilMs);
  const around: Surroundings = {
    world,
    book,
    nodes,
    network: isHttp ? store.network : null,
    process: world.process("callers"),
    settlesLater: store.sqlite !== null,
  };
  const callers = random.int(1, 5);
  for (let caller = 0; caller < callers; caller++) {
    const account = random.pick(book.accounts);
    startCaller(around, account.keys, untilMs, (callers * (untilMs - fromMs)) / random.int(30, 120));
  }
  await world.run(untilMs);
  if (world.violations.length > 0) return book.asks.length;

  // All disturbances are over. The effects of a wrong clock last for a minute from a key's next request.
  await world.run(calmMs + Math.max(world.nowMs, ...book.troubles.map(({ toMs }) => toMs)));
  if (book.insane.length > 0) {
    await world.run(Math.max(world.nowMs, ...book.insane.map(({ toMs }) => toMs + 1)));
    await askEverywhere(around);
    await world.run(world.nowMs + 62_000);
  }
  await askEverywhere(around);
  await world.run(world.nowMs + calmMs);
  for (const problem of waitingProblems(book, world.nowMs)) world.violated(problem);
  for (const account of book.accounts) {
    if (world.violations.length > 0) break;
    const problem = balanceProblem(account, await operator.usedBy(account), world.nowMs);
    if (problem !== null) world.violated(problem);
  }
  for (const { process } of nodes) if (process !== null) world.kill(process, "the run is over");
  world.kill(operator.process, "the run is over");
  return book.asks.length;
}

/** Sends a request with every key to every node. */
async function askEverywhere(around: Surroundings): Promise<void> {
  const { world, book, nodes } = around;
  for (const { keys } of book.accounts) {
    for (const node of nodes) {
      for (const key of keys) sendAsk(around, { key, want: "rows", node, patienceMs: null });
      await world.run(world.nowMs + 20);
    }
  }
}

async function makeAccounts(world: World, operator: Operator): Promise<void> {
  const { random } = world;
  const count = random.int(1, 4);
  for (let number = 1; number <= count; number++) {
    await operator.makeAccount(`account${number}`, {
      plan: random.chance(0.2) ? "trial" : "standard",
      perMinute: random.chance(0.8) ? random.int(1, 12) : null,
      quota: random.chance(0.7) ? random.int(1, 40) : null,
      keys: random.int(1, 3),
    });
  }
}

function planOperator(
  world: World,
  book: Book,
  operator: Operator,
  store: Store,
  fromMs: number,
  untilMs: number,
): void {
  const { random } = world;
  const acts = random.chance(0.5) ? random.int(1, 5) : 0;
  for (let act = 0; act < acts; act++) {
    world.after(random.next() * (untilMs - fromMs), operator.process, () => {
      const account = random.pick(book.accounts);
      const { postgres } = store;
      const isOut =
        book.isTroubled(world.nowMs, world.nowMs, ["all", account.email]) ||
        account.keys.some((key) => book.isInsane(key, world.nowMs, world.nowMs));
      if (isOut || (postgres !== null && (postgres.isHeld || !postgres.isUp))) return;
      const kind = random.int(1, 4);
      const isTrial = account.terms.at(-1)?.endsMs !== null;
      if (kind === 1) operator.revoke(random.pick(account.keys));
      else if (kind === 2 && !isTrial) operator.setStanding(account, random.pick(["active", "past_due", "canceled"]));
      else operator.setLimits(account, random.int(1, 12), random.int(1, 40));
    });
  }
}

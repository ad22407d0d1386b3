/** Runs a world of the archive: imports and publishes, servers that load what is published, and readers. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, tablesOf } from "../../../src/database/engine.ts";
import type { ReleaseTables } from "../../../src/release/tables.ts";
import { GradelineNode } from "../counting/gradeline-node.ts";
import type { OpenWorld, Outcome, RunOptions } from "../outcome.ts";
import { within } from "../world/environment.ts";
import { Network } from "../world/network.ts";
import { closeAbandoned, setSqlChange, setSqliteFaults } from "../world/sqlite.ts";
import { setStatementTime } from "../world/sqlite-driver.ts";
import { World } from "../world/world.ts";
import { archiveFront } from "./archive-server.ts";
import { games } from "./expected.ts";
import { planArchiveFaults, Troubles, watchCommits } from "./faults.ts";
import { questions } from "./questions.ts";
import { Readers } from "./readers.ts";
import { Writers } from "./writers.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
/**
 * How long after the last disturbance and publish everything must be new; `repairMs` applies when something was
 * damaged.
 */
const calmMs = 8000;
const repairMs = 70_000;
/** How long the publishes of a run, which wait for each other, may take together after the last disturbance. */
const longestQueueMs = 60_000;

/** @param change changes each statement of a process before it is prepared, to make a fault on purpose. */
export async function openArchiveWorlds(change: (sql: string, process: string) => string): Promise<OpenWorld> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-simulation-"));
  const template = join(folder, "template.db");
  const database = await openDatabase(template);
  await tablesOf<ReleaseTables>(database.kysely)
    .updateTable("archive_identity")
    .set({ archive_id: "simulated" })
    .execute();
  await database.close();
  setSqlChange(change);
  let count = 0;
  return {
    async run(seed, options): Promise<Outcome> {
      const file = join(folder, `run${++count}.db`);
      copyFileSync(template, file);
      const world = new World(seed, startMs);
      world.except = options.except;
      const asks = await within(world, () => run(world, file, options)).catch((error) => {
        world.violated(`the simulation itself fails: ${error instanceof Error ? error.stack : error}`);
        return 0;
      });
      closeAbandoned(world);
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
      return { violations: world.violations, notes: world.lastNotes(200), asks, fingerprint: world.fingerprint() };
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function run(world: World, file: string, { faults }: RunOptions): Promise<number> {
  const { random } = world;
  const network = new Network(world);
  const fate = world.process("fate");
  const troubles = new Troubles();
  const writers = new Writers(world, file);
  setSqliteFaults(world, watchCommits(writers));
  const longestStatementMs = random.pick([4, 4, 20, 50]);
  setStatementTime(world, () => random.next() ** 3 * longestStatementMs);

  const front = archiveFront(network);
  const nodes = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const open = { access: () => openDatabase(file), front, onStart: () => {} };
    return new GradelineNode(world, `node${index + 1}`, open);
  });
  writers.import(games.slice(0, random.int(2, 5)));
  await world.run(world.nowMs + 1000);
  writers.publish(false);
  await world.run(world.nowMs + 1000);
  for (const node of nodes) node.start(fate);
  await world.run(world.nowMs + 1500);

  const fromMs = world.nowMs;
  const untilMs = fromMs + random.int(5, 25) * 1000;
  planArchiveFaults({ world, nodes, writers, fate, troubles, file }, faults, fromMs, untilMs);
  const nights = random.int(2, 8);
  for (let night = 0; night < nights; night++) {
    const atMs = random.next() * (untilMs - fromMs);
    const some = random.shuffled(games).slice(0, random.int(1, 4));
    world.after(atMs, fate, () => writers.import(some));
    const times = random.chance(0.3) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      world.after(atMs + random.next() * 300, fate, () => void writers.publish(random.chance(0.2)));
    }
  }
  const weather = {
    isTroubled: (from: number, to: number) => troubles.isAny(from, to),
    isDamaged: () => troubles.hasDamage,
  };
  const readers = new Readers(world, writers.shown, weather);
  const asks = random.int(20, 80);
  for (let ask = 0; ask < asks; ask++) {
    world.after(random.next() * (untilMs - fromMs), fate, () => readers.askAnything(random.pick(nodes)));
  }
  await world.run(untilMs);

  await world.run(Math.max(world.nowMs, troubles.endMs) + 1000);
  writers.publish(troubles.hasDamage);
  const latestMs = world.nowMs + longestQueueMs;
  while (writers.running.length > 0 && world.nowMs < latestMs) await world.run(world.nowMs + 1000);
  if (writers.running.length > 0) world.violated("a publish does not end");
  await world.run(world.nowMs + (troubles.hasDamage ? repairMs : calmMs));
  for (const node of nodes) for (const question of questions) readers.ask(node, question, true);
  await world.run(world.nowMs + 2500);
  if (readers.waiting > 0) world.violated(`${readers.waiting} readers have no answer`);
  for (const { process } of nodes) if (process !== null) world.kill(process, "the run is over");
  return readers.asks;
}

/** Where a run's accounts are: a copy of an SQLite file that has its tables, or PGlite behind a simulated network. */
import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openGate } from "../../../src/access/gate.ts";
import { type Database, openAccess } from "../../../src/database/engine.ts";
import { within } from "../world/environment.ts";
import { Network } from "../world/network.ts";
import { type Backend, startPglite } from "../world/pglite.ts";
import { PostgresServer, postgresUrl } from "../world/postgres-server.ts";
import { closeAbandoned, setSqlChange } from "../world/sqlite.ts";
import { World } from "../world/world.ts";

export type Store = {
  readonly network: Network;
  /** Null on SQLite. */
  readonly postgres: PostgresServer | null;
  /** Null on PostgreSQL. */
  readonly sqlite: SqliteFile | null;
  open(): Promise<Database>;
  /** Removes what the run has left. */
  close(): Promise<void>;
};

/** What others do to the file of accounts. */
export type SqliteFile = {
  /** Begins to write as somebody else, and goes on until the returned function is called. */
  write(): () => void;
  /** Puts a copy of all that was committed in its place, as restoring a backup does. */
  replace(): void;
};

export type Stores = { open(world: World): Promise<Store>; close(): Promise<void> };

/** @param change what becomes of a statement before it is prepared: a fault made on purpose. */
export async function sqliteStores(change: (sql: string, process: string) => string = (sql) => sql): Promise<Stores> {
  setSqlChange(change);
  const folder = mkdtempSync(join(tmpdir(), "gradeline-simulation-"));
  const template = join(folder, "template.db");
  await (await openAccess(template)).close();
  let count = 0;
  return {
    async open(world) {
      const run = join(folder, `run${++count}.db`);
      const file = join(folder, `run${count}-access.db`);
      copyFileSync(join(folder, "template-access.db"), file);
      return {
        network: new Network(world),
        postgres: null,
        sqlite: sqliteFile(file),
        open: () => openAccess(run),
        async close() {
          closeAbandoned(world);
          removeFiles(file);
        },
      };
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function sqliteFile(file: string): SqliteFile {
  return {
    write() {
      const other = new DatabaseSync(file);
      other.exec("begin immediate");
      return () => other.close();
    },
    replace() {
      const other = new DatabaseSync(file);
      other.exec(`vacuum into '${file}.copy'`);
      other.close();
      removeFiles(file);
      renameSync(`${file}.copy`, file);
    },
  };
}

function removeFiles(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
}

/** Starting PostgreSQL and migrating take seconds, so all worlds of this process share one. */
let shared: Promise<Backend> | null = null;

async function start(): Promise<Backend> {
  const backend = await startPglite();
  await migrate(backend);
  return backend;
}

/** @param change what is changed in the database after its migrations: a fault made on purpose. */
export async function postgresStores(change: (backend: Backend) => Promise<void> = async () => {}): Promise<Stores> {
  shared ??= start();
  const backend = await shared;
  const functions = await backend.functions();
  await change(backend);
  await backend.keepAsItIs();
  return {
    async open(world) {
      await backend.reset();
      const network = new Network(world);
      const postgres = new PostgresServer(world, network, backend);
      return {
        network,
        postgres,
        sqlite: null,
        open: () => openAccess(postgresUrl),
        close: async () => {},
      };
    },
    async close() {
      await backend.reset();
      for (const definition of functions) await backend.query(definition);
    },
  };
}

/** With the migrations themselves, over the wire, and the functions that a node makes when it first asks. */
async function migrate(backend: Backend): Promise<void> {
  const world = new World(0, Date.UTC(2026, 0, 1));
  await within(world, async () => {
    const network = new Network(world);
    new PostgresServer(world, network, backend);
    const process = world.process("migrations");
    network.keepNear(process);
    let isDone = false;
    await world.slot(process, () => {
      const run = async (): Promise<void> => {
        const access = await openAccess(postgresUrl);
        const gate = openGate(access);
        if (!(await gate.probe())) throw new Error("the gate cannot ask");
        await gate.close();
        await access.close();
        isDone = true;
      };
      run().catch((error) => world.violated(String(error)));
    });
    await world.run(world.nowMs + 60_000);
    if (!isDone) throw new Error(`the tables could not be made: ${world.violations.join("; ")}`);
  });
}

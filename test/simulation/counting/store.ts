/**
 * Stores the accounts of a run: in a copy of an SQLite file that has the tables, or in PGlite behind a simulated
 * network.
 */
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
  /** Removes the files of the run. */
  close(): Promise<void>;
};

/** What other processes do to the file of accounts. */
export type SqliteFile = {
  /** Begins to write in another connection, and goes on until the returned function is called. */
  write(): () => void;
  /** Replaces the file by a copy of everything that was settled, as restoring a backup does. */
  replace(): void;
};

export type Stores = { open(world: World): Promise<Store>; close(): Promise<void> };

/** @param change changes each statement before it is prepared, to make a fault on purpose. */
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

/** Starting PostgreSQL and migrating take seconds, so all worlds of this process share one database. */
let shared: Promise<Backend> | null = null;

async function start(): Promise<Backend> {
  const backend = await startPglite();
  await migrate(backend);
  return backend;
}

/** @param change changes the database after its migrations, to make a fault on purpose. */
export async function postgresStores(
  change: (backend: Backend) => Promise<void> = async () => {},
  Server = PostgresServer,
): Promise<Stores> {
  shared ??= start();
  const backend = await shared;
  const functions = await backend.functions();
  await change(backend);
  await backend.keepAsItIs();
  return {
    async open(world) {
      await backend.reset();
      const network = new Network(world);
      const postgres = new Server(world, network, backend);
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

/** Runs the real migrations over the wire protocol, and lets a gate create its functions with its first query. */
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

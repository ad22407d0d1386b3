/** The engines that storage tests run on: a real SQLite file and a real PostgreSQL server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openAccess, openDatabase } from "../../src/database/engine.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { whyNoPostgres } from "./run/without-postgres.ts";
import { longIf } from "./volume.ts";

export type TestEngine = {
  readonly name: EngineName;
  /** Gives the DATABASE_URL of a new, empty database. */
  freshUrl(): Promise<string>;
  /** Gives the DATABASE_URL of a new database that has its tables already, which costs half a second less on PostgreSQL. */
  migratedUrl(): Promise<string>;
  /** Stops what the engine started, and removes what it wrote. */
  close(): Promise<void>;
};

export type EngineName = "sqlite" | "postgres";

/** SQLite alone where npm has no PostgreSQL; the last lines of the run say so. */
export const engineNames: readonly EngineName[] = whyNoPostgres === null ? ["sqlite", "postgres"] : ["sqlite"];

export function startEngine(name: EngineName): Promise<TestEngine> {
  return name === "sqlite" ? Promise.resolve(sqliteEngine()) : postgresEngine();
}

function sqliteEngine(): TestEngine {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-sqlite-"));
  let count = 0;
  const freshUrl = async (): Promise<string> => join(folder, `${++count}.db`);
  return {
    name: "sqlite",
    freshUrl,
    migratedUrl: freshUrl,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Uses the server that TEST_POSTGRES_URL names, and otherwise starts one for the tests. */
async function postgresEngine(): Promise<TestEngine> {
  const given = process.env.TEST_POSTGRES_URL;
  const own = given === undefined ? await startOwnPostgres() : null;
  const serverUrl = given ?? own?.url ?? "";
  return {
    name: "postgres",
    freshUrl: () => newDatabase(serverUrl, ""),
    async migratedUrl() {
      templates.set(serverUrl, templates.get(serverUrl) ?? migratedTemplate(serverUrl));
      const url = await newDatabase(serverUrl, `template ${await templates.get(serverUrl)} strategy file_copy`);
      // Copies of one template would be the same archive.
      await ask(url, "update archive_identity set archive_id = gen_random_uuid()");
      return url;
    },
    close: async () => own?.close(),
  };
}

/** The names of databases that have their tables and nothing else, by server. */
const templates = new Map<string, Promise<string>>();

async function migratedTemplate(serverUrl: string): Promise<string> {
  const url = await newDatabase(serverUrl, "");
  await (await openDatabase(url)).close();
  await (await openAccess(url)).close();
  return new URL(url).pathname.slice(1);
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

let databases = 0;

async function newDatabase(serverUrl: string, options: string): Promise<string> {
  const name = `gradeline_test_${process.pid}_${++databases}`;
  await ask(serverUrl, `create database ${name} ${options}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export type FreshDatabase = {
  /** Its DATABASE_URL. */
  readonly url: string;
  readonly database: Database;
};

export type FreshDatabases = {
  readonly name: TestEngine["name"];
  /** Makes and opens a new database; only in a test or a hook. It is closed after the last test. */
  fresh(): Promise<FreshDatabase>;
  /** Gives the DATABASE_URL of a new, empty database; only in a test or a hook. */
  freshUrl(): Promise<string>;
  /** The same with its tables; only in a test or a hook. */
  migratedUrl(): Promise<string>;
  /** Opens a database that is there already, once more. It is closed after the last test. */
  open(url: string): Promise<Database>;
};

/** Declares the same tests for each engine, which runs from the first of them to the last. */
export function onEachEngine(tests: (databases: FreshDatabases) => void, { title = "" } = {}): void {
  for (const name of engineNames) describe(`${title} on ${name}`.trim(), () => declare(name, tests));
}

/** Declares tests of rules of which SQLite says as much: those on PostgreSQL are left to the long run. */
export function onSqliteDaily(tests: (databases: FreshDatabases) => void): void {
  for (const name of engineNames) {
    describe(`on ${name}`, longIf(name === "postgres"), () => declare(name, tests));
  }
}

/** Declares tests of rules that look at no engine, on SQLite. */
export function onSqlite(tests: (databases: FreshDatabases) => void): void {
  describe("on sqlite", () => declare("sqlite", tests));
}

function declare(name: TestEngine["name"], tests: (databases: FreshDatabases) => void): void {
  let engine: TestEngine;
  const opened: Database[] = [];
  beforeAll(async () => {
    engine = await startEngine(name);
  });
  async function open(url: string): Promise<Database> {
    const database = await openDatabase(url);
    opened.push(database);
    return database;
  }
  tests({
    name,
    open,
    freshUrl: () => engine.freshUrl(),
    migratedUrl: () => engine.migratedUrl(),
    async fresh() {
      const url = await engine.migratedUrl();
      return { url, database: await open(url) };
    },
  });
  // After the hooks of the tests, whose servers end before their database does.
  afterAll(async () => {
    for (const database of opened) await database.close();
    await engine?.close();
  });
}

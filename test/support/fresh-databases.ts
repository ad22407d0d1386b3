/** For tests that run on both engines and make a new database again and again. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "./engines.ts";
import { longIf } from "./volume.ts";

export type FreshDatabase = {
  /** Its DATABASE_URL. */
  readonly url: string;
  readonly database: Database;
};

export type FreshDatabases = {
  readonly name: TestEngine["name"];
  /** Makes and opens a new database; only in a test or a hook. It is closed after the last test. */
  fresh(): Promise<FreshDatabase>;
  /** Gives the DATABASE_URL of a new database; only in a test or a hook. */
  freshUrl(): Promise<string>;
  /** Opens a database that is there already, once more. It is closed after the last test. */
  open(url: string): Promise<Database>;
};

/** Declares the same tests for each engine, which runs from the first of them to the last. */
export function onEachEngine(tests: (databases: FreshDatabases) => void, { title = "" } = {}): void {
  for (const name of engineNames) describe(`${title} on ${name}`.trim(), () => tests(databasesOn(name)));
}

/** Declares tests of rules of which SQLite says as much: those on PostgreSQL are left to the long run. */
export function onSqliteDaily(tests: (databases: FreshDatabases) => void): void {
  for (const name of engineNames) {
    describe(`on ${name}`, longIf(name === "postgres"), () => tests(databasesOn(name)));
  }
}

function databasesOn(name: TestEngine["name"]): FreshDatabases {
  let engine: TestEngine;
  const opened: Database[] = [];
  beforeAll(async () => {
    engine = await startEngine(name);
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await engine?.close();
  });
  async function open(url: string): Promise<Database> {
    const database = await openDatabase(url);
    opened.push(database);
    return database;
  }
  return {
    name,
    open,
    freshUrl: () => engine.freshUrl(),
    async fresh() {
      const url = await engine.migratedUrl();
      return { url, database: await open(url) };
    },
  };
}

/** The engines that storage tests run on: a real SQLite file and a real PostgreSQL server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startOwnPostgres } from "./own-postgres.ts";

export type TestEngine = {
  readonly name: "sqlite" | "postgres";
  /** Gives the DATABASE_URL of a new database. */
  freshUrl(): Promise<string>;
  /** Stops what the engine started, and removes what it wrote. */
  close(): Promise<void>;
};

export const engineNames = ["sqlite", "postgres"] as const;

export function startEngine(name: (typeof engineNames)[number]): Promise<TestEngine> {
  return name === "sqlite" ? Promise.resolve(sqliteEngine()) : postgresEngine();
}

function sqliteEngine(): TestEngine {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-sqlite-"));
  let count = 0;
  return {
    name: "sqlite",
    freshUrl: async () => join(folder, `${++count}.db`),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Uses the server that TEST_POSTGRES_URL names, and otherwise starts one for the tests. */
async function postgresEngine(): Promise<TestEngine> {
  const given = process.env.TEST_POSTGRES_URL;
  const own = given === undefined ? await startOwnPostgres() : null;
  const serverUrl = given ?? own?.url ?? "";
  let count = 0;
  return {
    name: "postgres",
    async freshUrl() {
      const database = `gradeline_test_${process.pid}_${++count}`;
      const client = new Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      const url = new URL(serverUrl);
      url.pathname = `/${database}`;
      return url.href;
    },
    close: async () => own?.close(),
  };
}

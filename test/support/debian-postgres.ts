/** A PostgreSQL server of Debian's package, with programs of the same version (pg_dump and others). */
import { execFile, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

const packages = "/usr/lib/postgresql";
const programs = ["initdb", "pg_ctl", "pg_dump", "pg_restore", "psql"];
const isRoot = process.getuid?.() === 0;
/** The number of Debian's users nobody and nogroup. PostgreSQL refuses to run as root. */
const nobody = 65_534;

/** Returns the folder of the newest version that has all the programs. */
function programFolder(): string | null {
  if (!existsSync(packages)) return null;
  const folders = readdirSync(packages)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(packages, version, "bin"));
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program)))) ?? null;
}

/** Returns why the tests with these programs cannot run here, or false. */
export function whyNoPrograms(): string | false {
  return programFolder() === null && "the packages postgresql and postgresql-client are not installed";
}

export type DebianPostgres = {
  /** Creates an empty database and returns its DATABASE_URL. */
  freshUrl(): Promise<string>;
  /** Runs lines of a page in a temporary folder with these programs; throws when one fails. */
  bash(lines: string, settings: Readonly<Record<string, string>>): Promise<void>;
  /** Starts it again as a standby of nobody: from then on it can only be read. */
  becomeStandby(): void;
  stop(): void;
};

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = programFolder() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "gradeline-debian-postgres-"));
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, "data");
  const run = (program: string, ...words: string[]): void => {
    const asUser = { ...(isRoot ? { uid: nobody, gid: nobody } : {}), cwd: folder, stdio: "ignore" } as const;
    const { status } = spawnSync(join(bin, program), words, asUser);
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  };
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  run("pg_ctl", "-D", data, "-w", "-o", options, "start");
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const work = mkdtempSync(join(tmpdir(), "gradeline-dump-"));
  let databases = 0;
  return {
    async freshUrl() {
      const database = `gradeline_${++databases}`;
      const client = new Client({ connectionString: urlOf("postgres") });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      return urlOf(database);
    },
    async bash(lines, settings) {
      const env = { ...process.env, ...settings, PATH: `${bin}:${process.env.PATH}` };
      await promisify(execFile)("bash", ["-euc", lines], { cwd: work, env });
    },
    becomeStandby() {
      run("pg_ctl", "-D", data, "-w", "-m", "fast", "stop");
      writeFileSync(join(data, "standby.signal"), "");
      if (isRoot) chownSync(join(data, "standby.signal"), nobody, nobody);
      run("pg_ctl", "-D", data, "-w", "-o", options, "start");
    },
    stop() {
      run("pg_ctl", "-D", data, "-w", "-m", "fast", "stop");
      rmSync(folder, { recursive: true, force: true });
      rmSync(work, { recursive: true, force: true });
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

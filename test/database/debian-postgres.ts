/** A PostgreSQL server of Debian's package, with programs of the same version (pg_dump and others). */
import { execFile, spawnSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../support/http-server.ts";

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

export type DebianPostgres = Awaited<ReturnType<typeof startDebianPostgres>>;

/**
 * @param settings lines of its configuration, beside those that make it quick.
 * @param env what its environment has beside the usual, for programs that it runs.
 */
export async function startDebianPostgres(
  settings: readonly string[] = [],
  env: (place: {
    readonly folder: string;
    readonly data: string;
    readonly port: number;
  }) => Record<string, string> = () => ({}),
) {
  const bin = programFolder() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "gradeline-debian-postgres-"));
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, "data");
  const port = await freePort();
  const user = { ...(isRoot ? { uid: nobody, gid: nobody } : {}), cwd: folder };
  const ownEnv = { ...process.env, ...env({ folder, data, port }), PATH: `${bin}:${process.env.PATH}` };
  const run = (program: string, ...words: string[]): void => {
    const asUser = { ...user, env: ownEnv, stdio: "ignore" } as const;
    const { status } = spawnSync(join(bin, program), words, asUser);
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  };
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  if (settings.length > 0) appendFileSync(join(data, "postgresql.conf"), `${settings.join("\n")}\n`);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const work = mkdtempSync(join(tmpdir(), "gradeline-dump-"));
  let databases = 0;
  let isUp = false;
  const up = (): void => {
    run("pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "-o", options, "start");
    isUp = true;
  };
  const down = (): void => {
    if (isUp) run("pg_ctl", "-D", data, "-w", "-m", "fast", "stop");
    isUp = false;
  };
  up();
  return {
    /** Its data, and where its socket is. */
    data,
    folder,
    port,
    up,
    down,
    /** The same as `bash` as the user to whom the server's files belong, in the server's own environment. */
    async bashAsServer(lines: string, settings: Readonly<Record<string, string>> = {}) {
      await promisify(execFile)("bash", ["-euc", lines], { ...user, env: { ...ownEnv, ...settings } });
    },
    /** Creates an empty database and returns its DATABASE_URL. */
    async freshUrl() {
      const database = `gradeline_${++databases}`;
      const client = new Client({ connectionString: urlOf("postgres") });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      return urlOf(database);
    },
    /** Runs lines of a page in a temporary folder with these programs; throws when one fails. */
    async bash(lines: string, settings: Readonly<Record<string, string>>) {
      const env = { ...process.env, ...settings, PATH: `${bin}:${process.env.PATH}` };
      await promisify(execFile)("bash", ["-euc", lines], { cwd: work, env });
    },
    /** Starts it again as a standby of nobody: from then on it can only be read. */
    becomeStandby() {
      down();
      writeFileSync(join(data, "standby.signal"), "");
      if (isRoot) chownSync(join(data, "standby.signal"), nobody, nobody);
      up();
    },
    stop() {
      down();
      rmSync(folder, { recursive: true, force: true });
      rmSync(work, { recursive: true, force: true });
    },
  };
}

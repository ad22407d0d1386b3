/**
 * A server with files that a test makes and publishes, for `pull`: the real list, manifests, signatures and quota, over files whose
 * bytes mean nothing. And Python, as whoever pulls runs it.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash, hash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { type FileFormat, type FileSetName, fileColumnsVersion, seasonFilePath } from "../../src/contract/file-sets.ts";
import { writeTransaction } from "../../src/database/engine.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { offerSeason, proveFiles } from "../../src/publish/files/make-files.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { SigningKey } from "../../src/release/proof/signature.ts";
import { storeFile } from "../../src/release/store.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { type GameSketch, publishGames } from "../support/archive.ts";
import { archiveIdOf } from "../support/offered-files.ts";

export const clientFolder = join(import.meta.dirname, "../../clients/python");

/** Why tests with Python cannot run here, or false. */
export function whyNoPython(): string | false {
  const asked = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
  return asked.status !== 0 && "there is no python3 of 3.9 or later here";
}

export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

/** A program of Python that runs. `kill` ends it as a machine that loses its power does. */
export function startPython(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn("python3", words, {
    cwd: clientFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  let count = 0;
  let waiting: (() => void) | null = null;
  child.stdout.on("data", (part: Buffer) => {
    count += part.toString().split("\n").length - 1;
    waiting?.();
  });
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(
    ([code, output, errors]): Ended => ({ code, output, errors }),
  );
  /** Resolves when it has written so many lines. */
  const lines = (wanted: number) =>
    new Promise<void>((resolve) => {
      waiting = () => count >= wanted && resolve();
      waiting();
    });
  return { ended, lines, kill: () => child.kill("SIGKILL") };
}

/** A program that takes a line of JSON and tells one, again and again. */
export function startAsking(program: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: "C.UTF-8", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(asked: object) {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value } = await answers.next();
      return JSON.parse(value ?? assert.fail(`${program} has ended`));
    },
    end: () => child.stdin.end(),
  };
}

/** The same in Python with the client. @param file of this folder. */
export function startPythonAsking(file: string, env: Readonly<Record<string, string>> = {}) {
  const ours = { PYTHONPATH: clientFolder, PYTHONDONTWRITEBYTECODE: "1" };
  return startAsking("python3", [join(import.meta.dirname, file)], { ...ours, ...env });
}

/** Python that runs one command of the client after the other, which is much quicker than a process for each. */
export function startCommands() {
  const { ask, end } = startPythonAsking("run_commands.py");
  return {
    run: (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> => ask({ words, env }),
    end,
  };
}

export type Sketch = {
  readonly sport: Sport;
  readonly season: number;
  readonly dataSet: FileSetName;
  readonly format?: FileFormat;
  /** Another one makes other bytes. */
  readonly version: number;
  readonly fileBytes?: number;
};

/** A revision needs a game; what `pull` takes home are files. */
const aGame: GameSketch = { sport: "nfl", season: 2025, start: "2025-09-05T00:20:00.000Z", away: "DAL", home: "PHI" };

export class MirrorSite {
  readonly api: TestApi;
  readonly folder = mkdtempSync(join(tmpdir(), "gradeline-pull-"));
  readonly url: string;

  private constructor(api: TestApi, url: string) {
    this.api = api;
    this.url = url;
  }

  static async open(): Promise<MirrorSite> {
    const api = await openApi();
    return new MirrorSite(api, await api.listen());
  }

  /**
   * Publishes another revision with these files, as the maker of files does.
   * @param isDone false: files of other seasons are still being made, so that there is no manifest yet.
   */
  async publish(sketches: readonly Sketch[], key: SigningKey | null, isDone = true): Promise<void> {
    await publishGames(this.api.database, [aGame]);
    const release = await readNewestRelease(this.api.database.kysely);
    assert.ok(release);
    const { revision } = release;
    const archive = await archiveIdOf(this.api.database);
    await writeTransaction(this.api.database, async (connection) => {
      const files = [];
      for (const { format = "csv.gz", version, fileBytes = 2_000, dataSet: data_set, ...of } of sketches) {
        const path = seasonFilePath(of.sport, of.season, data_set, format);
        const content = createHash("shake256", { outputLength: fileBytes }).update(`${path} ${version}`).digest();
        const { sha256 } = await storeFile(connection, content);
        const facts = { path, data_set, ...of, format, rows: version, bytes: content.length, sha256 };
        const origin = { revision, archive, columns_version: fileColumnsVersion, source: `version ${version}` };
        files.push({ ...facts, ...origin });
      }
      if (isDone) assert.ok(await proveFiles(connection, { release, archive, files, key }));
      else await offerSeason(connection, files);
    });
    await this.api.shelf.refresh();
  }

  /** A key of an account of its own, and how many requests its quota has counted. */
  async caller(limits: { readonly requestsPerMinute: number; readonly requestsPerMonth: number }) {
    const email = `${randomUUID()}@example.com`;
    const { key } = await createKey(this.api.access, { email, plan: "standard", ...limits, now: new Date() });
    return { key, used: () => this.api.used(email) };
  }

  /** The environment of a program of this key. */
  env(key: string): Record<string, string> {
    return { GRADELINE_API_KEY: key, GRADELINE_URL: this.url };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Every file of a folder with its bytes, by path. */
export function contentsOf(folder: string): Map<string, string> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), hash("sha256", readFileSync(path))]));
}

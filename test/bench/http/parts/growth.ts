/** What a page of 100 odds rows costs as the archive grows: its first page and its last, and the memory of the server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../../../sample/src/random.ts";
import { makeArchive, makeKey } from "../archive.ts";
import { type Asker, openAsker } from "../asker.ts";
import { makeLargeArchive } from "../large-archive.ts";
import { type Memory, treeCpuNs, treeMemory } from "../process-cpu.ts";
import { writeList } from "../recording.ts";
import { type Started, startGradeline } from "../servers/gradeline.ts";
import { type Spread, spreadOf } from "../statistics.ts";
import { limited, walk } from "../walk.ts";
import { runWrk } from "../wrk.ts";
import { oddsSeasons } from "./odds-pages.ts";
import type { Bench } from "./part.ts";

export type Growth = { readonly rounds: number; readonly eachMs: number; readonly sizes: readonly Size[] };

export type Size = {
  readonly oddsRows: number;
  readonly startMs: number;
  /** Of the very first 100 rows of a season. */
  readonly firstUs: Spread;
  /** Of the last full 100 rows of the same season. */
  readonly lastUs: Spread;
  /** Of 100 rows at random cursors of all seasons. */
  readonly randomUs: Spread;
  /** After every page has been asked for. */
  readonly memory: Memory;
};

type Kind = "first" | "last" | "random";
type Serving = {
  readonly server: Started;
  readonly oddsRows: number;
  readonly memory: Memory;
  readonly key: string;
  readonly lists: Readonly<Record<Kind, string>>;
  readonly spentUs: Readonly<Record<Kind, number[]>>;
};

const warmUpMs = 5000;
const kinds = ["first", "last", "random"] as const;
/** Copies of the finished seasons of the sample in the largest archive: 3 million rows. */
const copies = 11;

export async function measureGrowth(bench: Bench): Promise<Growth> {
  const { databaseFile, folder, rounds, eachMs, say } = bench;
  const beside = (size: string): string => `${databaseFile.replace(/\.db$/, "")}-growth-${size}.db`;
  const small = beside("small");
  await makeArchive(small, [{ sport: "mlb", season: 2025 }]);
  const large = beside("large");
  if (!existsSync(`${large}.made`)) await makeLargeArchive(large, copies, say);
  const servings: Serving[] = [];
  try {
    for (const file of [small, databaseFile, large]) {
      servings.push(await serve(file, join(folder, `growth-${servings.length}`), folder));
      say(`serves ${servings.at(-1)?.oddsRows} odds rows in ${servings.at(-1)?.memory.residentMiB.toFixed(0)} MiB`);
    }
    // A server that has just been started runs code that V8 has not compiled well yet.
    for (const serving of servings) await askOnce(serving, "random", warmUpMs);
    const random = new Random("growth");
    const turns = servings.flatMap((serving) => kinds.map((kind) => ({ serving, kind })));
    for (let round = 0; round <= rounds; round++) {
      for (const { serving, kind } of random.shuffled(turns)) {
        const spentUs = await askOnce(serving, kind, eachMs);
        if (round > 0) serving.spentUs[kind].push(spentUs);
      }
    }
    const sizes = servings.map(({ server, oddsRows, memory, spentUs }) => ({
      oddsRows,
      startMs: server.startMs,
      firstUs: spreadOf(spentUs.first),
      lastUs: spreadOf(spentUs.last),
      randomUs: spreadOf(spentUs.random),
      memory,
    }));
    return { rounds, eachMs, sizes };
  } finally {
    for (const { server } of servings) await server.close();
  }
}

async function serve(file: string, listPrefix: string, folder: string): Promise<Serving> {
  const key = await makeKey(file);
  const server = await startGradeline(file, folder);
  const asker = openAsker(server.base, key);
  try {
    const seasons = await oddsSeasons(asker);
    const { path } = seasons.toSorted((a, b) => b.rows - a.rows)[0] ?? { path: "" };
    const pages = await walk(asker, `${path}&limit=100`);
    const lists = {
      first: list(`${listPrefix}-first`, pages.slice(0, 1)),
      last: list(`${listPrefix}-last`, pages.slice(-1)),
      random: list(`${listPrefix}-random`, await someOf(asker, seasons)),
    };
    const spentUs = { first: [], last: [], random: [] };
    const oddsRows = seasons.reduce((sum, { rows }) => sum + rows, 0);
    return { server, oddsRows, memory: treeMemory(server.pid), key, lists, spentUs };
  } finally {
    asker.close();
  }
}

function list(file: string, paths: readonly string[]): string {
  writeList(
    file,
    paths.map((path) => ({ path })),
  );
  return file;
}

/** Cursors of pages of 1,000 of every season, each asked for 100 rows: some 400. */
async function someOf(asker: Asker, seasons: readonly { readonly path: string }[]): Promise<readonly string[]> {
  const walks = await Promise.all(seasons.map(({ path }) => walk(asker, `${path}&limit=1000`)));
  const paths = walks.flat().map((path) => limited(path, 100));
  return new Random("growth").shuffled(paths).slice(0, 400);
}

async function askOnce({ server, key, lists }: Serving, kind: Kind, forMs: number): Promise<number> {
  server.tidy();
  const headers = { Authorization: `Bearer ${key}` };
  const load = { base: server.base, listFile: lists[kind], connections: 16, order: "random", first: 0 } as const;
  const before = treeCpuNs(server.pid);
  const { requests } = await runWrk({ ...load, headers, forMs });
  return (treeCpuNs(server.pid) - before) / requests / 1000;
}

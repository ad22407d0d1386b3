/** What a row takes in memory, on disk and on the wire, and how long a server takes to start. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeKey } from "../archive.ts";
import { openAsker } from "../asker.ts";
import { type Memory, treeMemory } from "../process-cpu.ts";
import { startGradeline } from "../servers/gradeline.ts";
import { median } from "../statistics.ts";
import { oddsSeasons } from "./odds-pages.ts";
import type { Bench } from "./part.ts";

export type Footprint = {
  readonly oddsRows: number;
  /** Median of three starts, until the server listens. */
  readonly startMs: number;
  /** Before the first request. */
  readonly atStart: Memory;
  /** After every page of odds has been asked for. */
  readonly afterAWalk: Memory;
  /** A server without a single game. */
  readonly empty: Memory;
  /** Bytes of the database file by table, its indexes included, largest first. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
};

const starts = 3;

export async function measureFootprint({ databaseFile, folder, key, say }: Bench): Promise<Footprint> {
  const emptyFile = join(folder, "empty.db");
  await makeKey(emptyFile);
  const nothing = await startGradeline(emptyFile, folder);
  const empty = treeMemory(nothing.pid);
  await nothing.close();
  const times: number[] = [];
  let atStart = empty;
  let afterAWalk = empty;
  let oddsRows = 0;
  for (let round = 0; round < starts; round++) {
    const server = await startGradeline(databaseFile, folder);
    try {
      times.push(server.startMs);
      if (round > 0) continue;
      atStart = treeMemory(server.pid);
      const asker = openAsker(server.base, key);
      oddsRows = (await oddsSeasons(asker)).reduce((sum, { rows }) => sum + rows, 0);
      asker.close();
      afterAWalk = treeMemory(server.pid);
    } finally {
      await server.close();
    }
  }
  say(`started in ${(median(times) / 1000).toFixed(2)} s, ${afterAWalk.residentMiB.toFixed(0)} MiB`);
  return { oddsRows, startMs: median(times), atStart, afterAWalk, empty, tables: tablesOf(databaseFile) };
}

function tablesOf(file: string): Footprint["tables"] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const query = `select coalesce(s.tbl_name, d.name) name, sum(d.pgsize) bytes
      from dbstat d left join sqlite_schema s on s.name = d.name
      where d.aggregate = true group by 1 order by 2 desc`;
    return database
      .prepare(query)
      .all()
      .map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }));
  } finally {
    database.close();
  }
}

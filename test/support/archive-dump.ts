/** Returns everything that is published as text, to compare two databases value by value. Times of publishing are left out. */
import { openDatabase } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import { bytesOf } from "../../src/release/game-lines.ts";
import { readLeague } from "../../src/release/league.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { publishedValues } from "./published.ts";

export async function dumpArchive(databaseUrl: string, options = { revisions: true }): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const release = await readNewestRelease(database.kysely);
    if (release === null) return [];
    const { manifest, revision, is_sample } = release;
    const lines: string[] = [];
    if (options.revisions) lines.push(`release ${JSON.stringify([revision, is_sample, manifest.seasons])}`);
    for (const sport of sports) {
      const { seasons, teams } = await readLeague(database.kysely, manifest, sport);
      for (const row of [...seasons, ...teams]) lines.push(`${sport} ${JSON.stringify(row)}`);
    }
    for (const { facts, ids, doubts, lines: quotes, path, statements } of await publishedValues(database)) {
      const columns = [quotes, path].map((each) => bytesOf(each).toString("base64"));
      lines.push(`game ${JSON.stringify([facts, ids, doubts, statements, ...columns])}`);
    }
    return lines;
  } finally {
    await database.close();
  }
}

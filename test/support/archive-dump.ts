/** Returns every row of the archive as text, to compare two archives row by row. Times of publishing are left out. */

import { openDatabase } from "../../src/database/engine.ts";
import { unpackOdds } from "../../src/release/packed-odds.ts";

const tables = {
  archive_revisions: ["revision"],
  archive_seasons: ["sport", "season"],
  archive_teams: ["sport", "team_id"],
  archive_games: ["game_id"],
} as const;

export async function dumpArchive(databaseUrl: string, options = { revisions: true }): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const lines: string[] = [];
    for (const [table, keys] of Object.entries(tables)) {
      if (table === "archive_revisions" && !options.revisions) continue;
      const rows = await database.kysely.selectFrom(table).selectAll().execute();
      const texts = rows.map((row) => {
        const { published_at, report: _, import_id: __, revision, ...kept } = row;
        // The checksum of such a row covers the time of publishing too.
        if (published_at !== undefined) delete kept.checksum;
        const shown = options.revisions ? { ...kept, revision } : kept;
        const plain = Object.entries(shown).map(([column, value]) => [
          column,
          column === "odds" && value instanceof Uint8Array ? unpackOdds(value) : withoutBytes(value),
        ]);
        return JSON.stringify([keys.map((key) => row[key]), Object.fromEntries(plain)]);
      });
      // The rows are sorted here, because the engines' collations differ.
      lines.push(...texts.sort().map((text) => `${table} ${text}`));
    }
    return lines;
  } finally {
    await database.close();
  }
}

/** Engines give bytes back as different objects. */
function withoutBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

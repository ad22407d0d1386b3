/** A program: changes the scores of some finished games of a season, publishes them, and prints how long that took. */

import { sampleRecords } from "../../../../sample/src/sample.ts";
import { openDatabase } from "../../../../src/database/engine.ts";
import type { GameRecord } from "../../../../src/feed/records.ts";
import { importItems } from "../../../../src/ledger/import.ts";
import { publish } from "../../../../src/publish/publish.ts";

export type NightReport = { readonly importMs: number; readonly publishMs: number; readonly changed: number };

const [file = "", games = ""] = process.argv.slice(2);
const season = { sport: "nfl", season: 2025 } as const;
const database = await openDatabase(file);
// Another number in every night, so that each of them changes the same games.
const more = 1 + (Math.floor(Date.now() / 1000) % 20);
const changed: GameRecord[] = [];
for (const record of sampleRecords({ seed: 1, extent: [season] })) {
  if (record.type !== "game" || record.status !== "final" || changed.length >= Number(games)) continue;
  changed.push(withMorePoints(record));
}
const begunMs = performance.now();
const now = new Date().toISOString();
await importItems(
  database,
  changed.map((record) => ({ record })),
  now,
);
const importedMs = performance.now();
const report = await publish(database, { all: false, acceptRemovals: false, publishedAt: now });
const publishedMs = performance.now();
await database.close();
if (report.changedGames !== changed.length) throw new Error(`${report.changedGames} games changed`);
const said: NightReport = {
  importMs: importedMs - begunMs,
  publishMs: publishedMs - importedMs,
  changed: report.changedGames,
};
console.log(JSON.stringify(said));

/** The winner scored more in the last period, so that nothing else of the game has to change. */
function withMorePoints(game: GameRecord): GameRecord {
  const side = (game.home_score ?? 0) >= (game.away_score ?? 0) ? "home" : "away";
  const score = game[`${side}_score`];
  const line = game.line_score;
  if (score === null || line === null) return game;
  const last = line[side].length - 1;
  const periods = line[side].map((points, at) => (at === last ? (points ?? 0) + more : points));
  return { ...game, [`${side}_score`]: score + more, line_score: { ...line, [side]: periods } };
}

/** The adapters on real, dirty input. It is not part of the project (see the providers' terms), so it may be absent. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import type { Sport } from "../../src/domain/sports.ts";
import { readCanonicalLine, writeCanonicalLine } from "../../src/feed/canonical.ts";
import { readInputs, readText } from "../../src/feed/files.ts";
import { parseJson } from "../../src/feed/parse.ts";
import { readCfbdGames, readCfbdLines } from "../../src/feed/providers/cfbd.ts";
import { readNflverseGames, readNflverseTeams } from "../../src/feed/providers/nflverse.ts";
import { readOddsApi, seenAtOfFileName } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { skipIf } from "../support/skip-if.ts";

const data = join(import.meta.dirname, "../../../shared/data");
const options = existsSync(data) ? {} : skipIf("the real input is not here (../shared/data beside the repository)");

/** After everything that the real input tells of. */
const nowMs = Date.parse("2026-08-01T00:00:00Z");

/** Counts of the refusals by reason, and of the records by type and status; every 50th record is sent round trip. */
function tally(items: Iterable<FeedItem>): Record<string, number> {
  const counts: Record<string, number> = {};
  let index = 0;
  for (const { record, refusal } of items) {
    const state = record?.type === "game" ? `game ${record.status}` : record?.type;
    const key = refusal?.reason ?? state ?? "";
    counts[key] = (counts[key] ?? 0) + 1;
    if (refusal?.reason === "unknown-team") assert.match(refusal.detail, /^"(?:American|National) League"/);
    if (record !== undefined && index++ % 50 === 0) {
      assert.deepEqual(readCanonicalLine(writeCanonicalLine(record), { file: "f", nowMs, lineNumber: 1 }), { record });
    }
  }
  return counts;
}

function* oddsApi(folder: string, sport: Sport): Generator<FeedItem> {
  for (const { file, text } of readInputs([join(data, "the-odds-api", folder)], [".json"])) {
    yield* readOddsApi(parseJson(text, file), { file, nowMs, sport, seenAt: seenAtOfFileName(file) });
  }
}

const json = (...path: string[]) => parseJson(readText(join(data, ...path)), path.join("/"));

test("every market of the NFL folder is a quote", options, () => {
  assert.deepEqual(tally(oddsApi("nfl-2025", "nfl")), { quote: 217_227 });
});

test("every market of the NBA folders is a quote, of first halves too", options, () => {
  assert.deepEqual(tally(oddsApi("nba-2023-24", "nba")), { quote: 62_575 });
  assert.deepEqual(tally(oddsApi("nba-h1-2023-05", "nba")), { quote: 515 });
});

test("of the MLB folder only the all-star game is refused", options, () => {
  assert.deepEqual(tally(oddsApi("mlb-2026-07", "mlb")), { quote: 51_099, "unknown-team": 192 });
});

test("every college game with an FBS side is final", options, () => {
  const games = (season: number) =>
    tally(readCfbdGames(json("cfbd", `games_${season}.json`), { file: "games", nowMs }));
  assert.deepEqual(games(2022), { "game final": 854, "no-fbs-side": 2803 });
  assert.deepEqual(games(2023), { "game final": 868, "no-fbs-side": 2727 });
});

test("of the college lines only averages and games without an FBS side are refused", options, () => {
  const lines = (season: number) =>
    tally(readCfbdLines(json("cfbd", `lines_${season}.json`), { file: "lines", nowMs }));
  assert.deepEqual(lines(2022), { quote: 5494, "not-a-book": 1562, "no-fbs-side": 950 });
  assert.deepEqual(lines(2023), { quote: 8824, "not-a-book": 81, "no-fbs-side": 488 });
});

test("every game and team of nflverse is taken", options, () => {
  const csv = (name: string) => readText(join(data, "nflverse", name));
  const games = tally(readNflverseGames(csv("games.csv"), { file: "games.csv", nowMs }));
  assert.deepEqual(games, { "game final": 1047, "game scheduled": 79 });
  assert.deepEqual(tally(readNflverseTeams(csv("teams.csv"), { file: "teams.csv", nowMs })), { team: 32 });
});

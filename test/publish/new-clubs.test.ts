/** The Coyotes of Arizona and Utah are two clubs, each in its own seasons [D-46]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { readCanonicalLine } from "../../src/feed/canonical.ts";
import { publishedGames, publishedLeagues, publishedOddsRows } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { firstNight } from "./publish-nights.ts";

const at = "2026-06-01T00:00:00Z";
const nhl = { sport: "nhl", overtime: null, referee: null, venue: null, home: "NJD" } as const;
const seasons = [
  { season: 2024, date: "2023-10-13", club: "ARI" },
  { season: 2025, date: "2024-10-14", club: "UTA" },
] as const;
const startOf = (date: string) => `${date}T23:00:00Z`;

function game(date: string, season: number, away: string) {
  return gameRecord({ ...nhl, game_id: `g${season}`, season, away, game_date: date, start_time: startOf(date) });
}

function quote(date: string, away: string) {
  const seen = { event_id: `e${date}`, start_time: startOf(date), captured_at: `${date}T12:00:00Z` };
  return quoteRecord({ ...seen, sport: "nhl", home: "NJD", away, line: -1.5 });
}

test("games of either season have their own club, by whatever name a provider goes on calling it, and teams list both", async () => {
  const lines = seasons.flatMap(({ season, date }) =>
    ["Arizona Coyotes", "Utah Hockey Club", "UTA"].map((name, index) => {
      const line = { ...game(date, season, name), provider: `office ${index}` };
      return readCanonicalLine(JSON.stringify(line), { file: "f", lineNumber: 1, nowMs: Date.parse(at) });
    }),
  );
  const quotes = items(...seasons.map(({ date, club }) => quote(date, club)));
  const { database } = await firstNight(at, [...lines, ...quotes]);
  const awayOfOdds = new Map((await publishedOddsRows(database)).map((row) => [row.game_id, row.away]));
  assert.deepEqual(
    (await publishedGames(database)).map(
      ({ game_id: id, away }) => `${id} ${away.team_id} ${away.abbreviation} ${away.name}, odds ${awayOfOdds.get(id)}`,
    ),
    ["NHL-20231013-ARI-NJD 433 ARI Arizona Coyotes, odds ARI", "NHL-20241014-UTA-NJD 428 UTA Utah Mammoth, odds UTA"],
  );
  const { teams } = await publishedLeagues(database);
  assert.deepEqual(
    teams
      .filter(({ team_id: id, city }) => id > 400 && id < 500 && /Salt|Tempe/.test(city ?? ""))
      .map((row) => `${row.team_id} ${row.abbreviation} ${row.city}`),
    ["428 UTA Salt Lake City", "433 ARI Tempe"],
  );
});

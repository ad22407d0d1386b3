/** The Coyotes of Arizona and Utah are two clubs, each in its own seasons [D-46]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import { readCanonicalLine } from "../../src/feed/canonical.ts";
import { readEspn } from "../../src/feed/providers/espn.ts";
import { readNhlApi } from "../../src/feed/providers/nhl-api.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { PublishReport } from "../../src/publish/publish-report.ts";
import { onEachEngine } from "../support/fresh-databases.ts";
import { publishedGames, publishedLeagues, publishedOddsRows } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-06-01T00:00:00Z";
const nowMs = Date.parse(at);
const nhl = { sport: "nhl", overtime: null, referee: null, venue: null, home: "NJD" } as const;
const seasons = [
  { season: 2024, date: "2023-10-13", club: "ARI", other: "UTA", id: 433 },
  { season: 2025, date: "2024-10-14", club: "UTA", other: "ARI", id: 428 },
] as const;
const startOf = (date: string) => `${date}T23:00:00Z`;

function game(date: string, season: number, away: string, provider = "canonical") {
  return gameRecord({
    ...nhl,
    provider,
    game_id: `g${season}`,
    season,
    away,
    game_date: date,
    start_time: startOf(date),
  });
}

function quote(date: string, away: string) {
  const seen = { start_time: startOf(date), captured_at: `${date}T12:00:00Z` };
  return quoteRecord({ ...{ sport: "nhl", home: "NJD", away, event_id: `e${date}`, line: -1.5 }, ...seen });
}

test("every adapter names the club of the season, by whatever name its provider goes on calling it", () => {
  const awayOf = (found: Iterable<FeedItem>) => {
    const [item] = [...found];
    assert.equal(item?.refusal, undefined);
    return item?.record?.type === "game" || item?.record?.type === "quote" ? item.record.away : null;
  };
  for (const { season, date, club } of seasons) {
    for (const name of ["Arizona Coyotes", "Utah Hockey Club", "Utah Mammoth"]) {
      const event = {
        ...{ id: "e", sport_key: "icehockey_nhl", commence_time: startOf(date) },
        ...{ home_team: "New Jersey Devils", away_team: name },
        bookmakers: [
          {
            ...{ key: "draftkings", title: "DraftKings", last_update: `${date}T12:00:00Z` },
            markets: [
              {
                key: "h2h",
                outcomes: [
                  { name: "New Jersey Devils", price: -150 },
                  { name, price: 130 },
                ],
              },
            ],
          },
        ],
      };
      const seenAt = `${date}T12:00:05Z`;
      assert.equal(awayOf(readOddsApi([event], { file: "f", nowMs, sport: "nhl", seenAt })), club, name);
      const side = (homeAway: string, displayName: string) => ({ homeAway, team: { displayName } });
      const competition = {
        ...{ date: startOf(date), status: { type: { name: "STATUS_SCHEDULED", completed: false } } },
        competitors: [side("home", "New Jersey Devils"), side("away", name)],
      };
      const espn = { id: "1", uid: "s:70~l:90~e:1", season: { year: season, type: 2 }, competitions: [competition] };
      assert.equal(awayOf(readEspn({ events: [espn] }, { file: "f", nowMs })), club, name);
      const line = JSON.stringify({ ...game(date, season, name) });
      assert.equal(awayOf([readCanonicalLine(line, { file: "f", lineNumber: 1, nowMs })]), club, name);
    }
    const team = (abbrev: string) => ({ id: 1, abbrev });
    for (const abbreviation of ["ARI", "UTA"]) {
      const listed = {
        ...{ id: Number(`${season - 1}020005`), season: Number(`${season - 1}${season}`), gameType: 2, gameDate: date },
        ...{ gameState: "FUT", gameScheduleState: "OK", startTimeUTC: startOf(date) },
        ...{ homeTeam: team("NJD"), awayTeam: team(abbreviation) },
      };
      assert.equal(awayOf(readNhlApi({ games: [listed] }, { file: "f", nowMs })), club, abbreviation);
    }
  }
});

onEachEngine((databases) => {
  let database: Database;
  async function fresh(): Promise<void> {
    ({ database } = await databases.fresh());
  }
  const night = (): Promise<PublishReport> => publish(database, { all: false, acceptRemovals: false, publishedAt: at });
  async function listed(): Promise<string[]> {
    const odds = await publishedOddsRows(database);
    const awayOfOdds = new Map(odds.map((row) => [row.game_id, row.away]));
    return (await publishedGames(database)).map(
      ({ game_id: id, away }) => `${id} ${away.team_id} ${away.abbreviation} ${away.name}, odds ${awayOfOdds.get(id)}`,
    );
  }

  const all = seasons.flatMap(({ season, date, club }) => [game(date, season, club), quote(date, club)]);

  test("games of either season have their own club, and the list of teams has both", async () => {
    await fresh();
    await importItems(database, items(...all), at);
    await night();
    assert.deepEqual(await listed(), [
      "NHL-20231013-ARI-NJD 433 ARI Arizona Coyotes, odds ARI",
      "NHL-20241014-UTA-NJD 428 UTA Utah Mammoth, odds UTA",
    ]);
    const { teams } = await publishedLeagues(database);
    const rows = teams.filter(({ city }) => /Salt|Tempe/.test(city ?? ""));
    assert.deepEqual(
      rows
        .filter(({ team_id: id }) => id > 400 && id < 500)
        .map((row) => `${row.team_id} ${row.abbreviation} ${row.city}`),
      ["428 UTA Salt Lake City", "433 ARI Tempe"],
    );
  });
});

/** Lines of past games from ESPN's core API, by the real command; the site is a server of the test's own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { type EspnEvent, espnBoard, espnEvent, startEspnSite } from "../feed/espn.ts";
import { testFolder } from "../support/folders.ts";
import { publishAt } from "../support/nights.ts";
import { gradeline } from "../support/process.ts";
import { publishedOddsRows } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";
import { hurry } from "./support/hurried.ts";

const played = (id: string, day: string, home: string, away: string): EspnEvent => {
  return { sport: "nba", id, start: `2025-01-${day}T00:30Z`, home, away, score: [101, 110] };
};
/** The ledger has the first by another source alone, and the others by ESPN. */
const unknown = played("901", "11", "Boston Celtics", "New York Knicks");
const known = [played("902", "12", "Miami Heat", "Chicago Bulls"), played("903", "13", "Utah Jazz", "Denver Nuggets")];

const american = (value: string) => ({ american: value });
const oddsOf = (name: string, id: string, line: string) => ({
  ...{ $ref: `http://core/v2/events/${id}/competitions/${id}/odds/1`, provider: { id: "1", name } },
  homeTeamOdds: { favorite: true, close: { pointSpread: american(`-${line}`), spread: american("EVEN") } },
  awayTeamOdds: { favorite: false, close: { pointSpread: american(`+${line}`), spread: american("-120") } },
});
const coreOf = (id: string): string | null => {
  if (id === "903") return null;
  const names = id === "901" ? ["DraftKings", "ESPN BET", "ESPN BET - Live Odds"] : ["DraftKings"];
  return JSON.stringify({ count: names.length, items: names.map((name) => oddsOf(name, id, "3.5")) });
};

const folder = testFolder("lines");

test("a request for each game, once, and a word of how many games and books there was anything for", async () => {
  const site = await startEspnSite();
  site.events = [unknown, ...known].map(espnEvent);
  site.other = (path) => coreOf(/\/events\/(\d+)\/competitions\/\1\/odds/.exec(path)?.[1] ?? "903");
  const settings = { DATA_DIR: folder, ESPN_URL: site.url, LOG_LEVEL: "silent", ...hurry };
  const backfill = (...words: readonly string[]) =>
    gradeline(["backfill", "lines", "--from", "espn", ...words], settings);
  try {
    const { errors } = await backfill("--sport", "nba");
    assert.match(errors, /the ledger knows no such games that are over: gradeline backfill results asks for them/);

    const database = await openDatabase(join(folder, "gradeline.db"));
    const nowMs = Date.parse("2025-02-01T00:00:00Z");
    const office = { provider: "office", home: "BOS", away: "NYK", home_score: 110, away_score: 101, line_score: null };
    const absent = { ...office, game_id: "g9", game_date: "2025-01-20", start_time: "2025-01-21T00:30:00Z" };
    await importItems(database, items(gameRecord(office), gameRecord(absent)), "2025-02-01T00:00:00Z");
    await importItems(database, espnBoard(nowMs, ...known), "2025-02-01T00:00:00Z");

    const first = await backfill("--json");
    assert.equal(first.code, 0, first.output + first.errors);
    const told = JSON.parse(first.output);
    const [nba] = told.sports.filter(({ games }: { games: number }) => games > 0);
    assert.deepEqual(
      [nba.sport, nba.games, nba.not_listed, nba.with_lines, nba.asked, nba.no_odds],
      ["nba", 4, 1, 2, 2, 1],
    );
    assert.deepEqual(told.books, [
      { sport: "nba", book: "draftkings", games: 2 },
      { sport: "nba", book: "espnbet", games: 1 },
    ]);
    const paths = site.asked.map(({ path }) => path);
    const boards = paths.filter((path) => path.includes("/scoreboard")).map((path) => /dates=(\d+)/.exec(path)?.[1]);
    assert.deepEqual(boards, ["20250110", "20250120"], "the days of games without ESPN's id");
    const core = paths.filter((path) => !path.includes("/scoreboard"));
    assert.deepEqual(
      core.map((path) => path.split("?")[0]).sort(),
      ["901", "902", "903"].map((id) => `/v2/sports/basketball/leagues/nba/events/${id}/competitions/${id}/odds`),
    );

    site.asked.length = 0;
    const again = JSON.parse((await backfill("--sport", "nba", "--season", "2025", "--json")).output);
    assert.deepEqual([again.sports[0].asked, again.sports[0].had_before], [0, 3]);
    assert.ok(
      site.asked.every(({ path }) => path.includes("dates=20250120")),
      "the day that ESPN does not know",
    );

    await publishAt(database, "2025-02-02T00:00:00.000Z");
    const closes = (await publishedOddsRows(database)).map(({ book, spread }) => [book, spread.close]);
    assert.deepEqual(
      closes.map((close) => close.join(" ")),
      ["draftkings -3.5", "espnbet -3.5", "draftkings -3.5"],
    );
    await database.close();
  } finally {
    site.close();
  }
});

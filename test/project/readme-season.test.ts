/** The README's way from nothing to a season, typed as it stands; the providers are a server of the test's own. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { hurry } from "../collect/support/hurried.ts";
import { espnEvent, startEspnSite } from "../feed/espn.ts";
import { csvOf, nflverseOpener } from "../feed/nflverse.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { snippetsUnder } from "../support/docs.ts";
import { shellEnvironment, startDocumented } from "../support/process.ts";
import { publishedDetails } from "../support/published.ts";
import { long } from "../support/volume.ts";

const [season] = snippetsUnder("README.md", "From nothing to a season", "sh");
const [lines] = snippetsUnder("docs/collect.md", "Buy the lines of past games", "sh");
const root = join(import.meta.dirname, "../..");

/** One invented game, as nflverse, ESPN and The Odds API tell of it. */
const played = { sport: "nfl", id: "900", start: "2025-09-05T00:20Z" } as const;
const teams = { away: "Dallas Cowboys", home: "Philadelphia Eagles" };
const ofEspn = espnEvent({ ...played, ...teams, score: [20, 24], periods: "7-7 6-10 7-0 0-7" });
const event = { ...ofEspn, week: { number: 1 } };
const [competition] = ofEspn.competitions as readonly [object];
const summary = { header: { ...event, competitions: [{ ...competition, date: event.date }] } };

function odds(atUtc: string) {
  const about = { sport: "nfl", start: "2025-09-05T00:20:00Z", ...teams, total: 47.5 } as const;
  return { timestamp: atUtc, data: [oddsEvent({ ...about, at: atUtc, markets: ["totals"], prices: [-110, -110] })] };
}

/** Answers what is no scoreboard. */
function answerTo(path: string): string | null {
  if (path.includes("games.csv")) return csvOf(nflverseOpener);
  if (path.includes("summary")) return JSON.stringify(summary);
  if (path.includes("/historical/")) return JSON.stringify(odds(/date=([^&]+)/.exec(path)?.[1] ?? ""));
  return null;
}

test("a season is filled, published and served by three commands, and gets its lines by one more", long, async () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-season-"));
  const site = await startEspnSite();
  Object.assign(site, { events: [event], other: answerTo });
  const { url: base, close } = site;
  const asked = () => site.asked.map(({ path }) => path);
  // The last of the commands collects, of today.
  const urls = {
    ...{ ESPN_URL: base, NFLVERSE_URL: base, THE_ODDS_API_URL: base, MLB_STATSAPI_URL: base, NHL_API_URL: base },
  };
  const settings = { DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent", ...urls, ...hurry };
  async function published(): Promise<GameDetail[]> {
    const database = await openDatabase(join(folder, "gradeline.db"));
    try {
      return await publishedDetails(database);
    } finally {
      await database.close();
    }
  }
  try {
    await (await startDocumented(season, { settings })).stop();
    const [game, ...others] = await published();
    assert.deepEqual([others.length, scoresOf(game)], [0, { q1: { home: 7, away: 7 }, close: null }]);
    const boards = asked().filter((url) => /football\/nfl\/scoreboard\?dates=(2025|20260[1-5])/.test(url));
    assert.equal(boards.length, 365, "a day at a time");

    const bought = await promisify(execFile)("bash", ["-c", `set -euo pipefail\n${lines}`], {
      cwd: root,
      env: shellEnvironment(settings),
      timeout: 600_000,
    });
    assert.match(bought.stdout, /credits +120\n/);
    const snapshots = asked().filter((url) => url.includes("/historical/"));
    assert.equal(snapshots.length, 2, "one for the opening lines, and one for the closing lines");

    const [, publishing = "", ...more] = season.trimEnd().split("\n");
    assert.equal(more.length, 1);
    await promisify(execFile)("bash", ["-c", publishing], {
      cwd: root,
      env: shellEnvironment(settings),
      timeout: 600_000,
    });
    const [withLines] = await published();
    assert.deepEqual(scoresOf(withLines), { q1: { home: 7, away: 7 }, close: 47.5 });
  } finally {
    close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function scoresOf(game: GameDetail | undefined): unknown {
  return { q1: game?.period_scores.q1, close: game?.consensus?.total.close ?? null };
}

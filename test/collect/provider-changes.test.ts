/** A back-fill of results by the real command, when a provider has changed under us: nothing is taken for whole in silence. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { type EspnSite, espnEvent, espnToday, type SiteEvent, startEspnSite } from "../feed/espn.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { gamesInLedger } from "./support/collecting.ts";
import { hurry } from "./support/hurried.ts";

/** Finals of a Saturday, each of teams of their own. */
function saturday(sport: "ncaaf" | "nfl", date: string, count: number): SiteEvent[] {
  const names = teamsOf(sport).map(({ name }) => name);
  return Array.from({ length: count }, (_, index) => {
    const [away = "", home = ""] = names.slice(2 * index, 2 * index + 2);
    const game = { sport, id: `4010000${String(index).padStart(2, "0")}`, start: `${date}T17:00Z`, away, home };
    return espnEvent({
      ...game,
      score: [20, 24],
      periods: "7-7 6-10 7-0 0-7",
    });
  });
}

const root = testFolder("changes");
let site: EspnSite;
let folder: string;
beforeAll(async () => {
  site = await startEspnSite();
});
afterAll(() => site.close());
beforeEach(() => {
  folder = mkdtempSync(join(root, "data-"));
  Object.assign(site, { events: [], habits: espnToday, other: () => null });
  site.asked.length = 0;
});

const backfill = (words: string, settings: Readonly<Record<string, string>> = {}) =>
  gradeline(["backfill", "results", "--json", ...words.split(" ")], {
    DATA_DIR: folder,
    ESPN_URL: site.url,
    NFLVERSE_URL: site.url,
    CFBD_URL: site.url,
    LOG_LEVEL: "silent",
    ...hurry,
    ...settings,
  });
const games = () => gamesInLedger(join(folder, "gradeline.db"));
const failures = (output: string): string[] =>
  (JSON.parse(output) as { failures: { label: string; detail: string }[] }).failures.map(
    ({ label, detail }) => `${label}: ${detail}`,
  );

test("a contact is told beside the product's page, to every provider", async () => {
  const contact = { COLLECT_CONTACT: "mailto:data@example.org", CFBD_API_KEY: "0123456789abcdef" };
  site.other = () => "[]";
  const { code } = await backfill("--sport ncaaf --from 2023-09-09 --to 2023-09-09", contact);
  assert.equal(code, 0);
  assert.deepEqual(
    site.asked.map(({ path }) => path.split("?")[0]),
    ["/games", "/lines", "/apis/site/v2/sports/football/college-football/scoreboard"],
  );
  for (const { userAgent } of site.asked) assert.match(userAgent, /\(\+https:\/\/[^;)]+; mailto:data@example\.org\)$/);
});

test("a limit that is cut to 25: the answer is named, what it has is taken, and the other days go on", async () => {
  site.habits = { ...espnToday, mostLimit: 100 };
  const navy = { sport: "ncaaf", id: "401000099", away: "Navy Midshipmen", home: "Army Black Knights" } as const;
  const sunday = espnEvent({ ...navy, start: "2023-09-10T17:00Z", score: [3, 7] });
  site.events = [...saturday("ncaaf", "2023-09-09", 60), sunday];
  const { code, output } = await backfill("--sport ncaaf --from 2023-09-09 --to 2023-09-10 --no-details");
  assert.equal(code, 1);
  assert.match(
    failures(output).join("\n"),
    /dates=20230909.*it has exactly 25 events, which is where ESPN cuts a list off/,
  );
  assert.match(output, /taken as far as they go/);
  assert.equal(failures(output).length, 1);
  assert.equal((await games()).length, 26);
});

test("a day that has fewer games than are known is named with a game that it lacks", async () => {
  const all = saturday("ncaaf", "2023-09-09", 60);
  const words = "--sport ncaaf --from 2023-09-08 --to 2023-09-10 --no-details";
  site.events = all;
  assert.equal((await backfill(words)).code, 0);
  for (const [listed, lacks] of [
    [59, /it lacks a game that is known/],
    [24, /it lacks 36 games that are known/],
  ] as const) {
    site.events = all.slice(0, listed);
    const { code, output } = await backfill(words);
    assert.equal(code, 1);
    const [failure = "", ...more] = failures(output);
    assert.match(failure, lacks);
    assert.match(failure, /dates=20230909.*such as \w+ at \w+ of 2023-09-09/);
    assert.deepEqual(more, []);
  }
  assert.equal((await games()).length, 60, "nothing is lost by it");
});

test("what one provider knows of a day, another one's answer must have too", async () => {
  const header =
    "game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,location,overtime,roof,temp,wind,referee,stadium_id,stadium";
  const row = (away: string, home: string) =>
    `2025_01_${away}_${home},2025,REG,1,2025-09-07,13:00,${away},20,${home},24,Home,0,outdoors,70,5,,X,X`;
  const [first, second] = [teamsOf("nfl").slice(0, 2), teamsOf("nfl").slice(2, 4)];
  const rows = [first, second].map(([away, home]) => row(away?.abbreviation ?? "", home?.abbreviation ?? ""));
  site.other = (path) => (path.includes("games.csv") ? `${[header, ...rows].join("\n")}\n` : null);
  site.events = saturday("nfl", "2025-09-07", 1);
  const { code, output } = await backfill("--sport nfl --from 2025-09-07 --to 2025-09-07 --no-details");
  assert.equal(code, 1);
  const [lacking] = second;
  assert.match(output, new RegExp(`dates=20250907.*it lacks a game .*${lacking?.abbreviation} at `));
  site.events = saturday("nfl", "2025-09-07", 2);
  assert.equal((await backfill("--sport nfl --from 2025-09-07 --to 2025-09-07 --no-details")).code, 0);
});

test("a game that has moved to another day of the back-fill is no game that is lacking", async () => {
  const [game, ...others] = saturday("ncaaf", "2023-09-09", 12);
  assert.ok(game !== undefined);
  site.events = [game, ...others];
  const words = "--sport ncaaf --from 2023-09-08 --to 2023-09-11 --no-details";
  assert.equal((await backfill(words)).code, 0);
  site.events = [{ ...game, date: "2023-09-10T17:00Z" }, ...others];
  const { code, output } = await backfill(words);
  assert.equal(code, 0, output);
});

test("a provider that refuses every User-Agent is named with its status, and is asked no further today", async () => {
  site.habits = { ...espnToday, admits: () => false };
  const { code, output } = await backfill("--sport ncaaf --from 2023-09-01 --to 2023-09-30 --no-details");
  assert.equal(code, 1);
  assert.match(failures(output)[0] ?? "", /dates=20230901.*status 403/);
  assert.match(output, /this request and 26 after it were not made/);
  assert.match(output, /"not_before":"\d{4}-\d\d-\d\dT00:00:00/);
  assert.equal(site.asked.length, 1);
});

test("a provider that takes no days any more is named with its words, and is asked no further; the ledger keeps what it has", async () => {
  site.events = saturday("ncaaf", "2023-09-09", 1);
  await backfill("--sport ncaaf --from 2023-09-09 --to 2023-09-09 --no-details");
  const known = await games();
  assert.equal(known.length, 1);
  site.asked.length = 0;
  site.habits = { ...espnToday, takesDays: false };
  const { code, output } = await backfill("--sport ncaaf --from 2023-09-01 --to 2023-09-30 --no-details");
  assert.equal(code, 1);
  const { outcome, failures: told } = JSON.parse(output) as { outcome: string; failures: { detail: string }[] };
  assert.equal(outcome, "failed");
  assert.deepEqual(
    told.map(({ detail }) => detail),
    [
      ...Array.from({ length: 3 }, () => "status 400: Failed to get events endpoint."),
      "this request and 26 after it were not made, since those before it failed",
    ],
  );
  assert.equal(site.asked.length, 3);
  assert.deepEqual(await games(), known);
});

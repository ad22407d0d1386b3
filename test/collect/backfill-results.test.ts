/**
 * A back-fill of results by the real command, of a server that answers as ESPN and nflverse do: what it asks for, and that nothing is taken
 * for whole in silence when a provider has changed under us.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { type EspnSite, espnEvent, espnToday, type SiteEvent, startEspnSite } from "../feed/espn.ts";
import { csvOf, nflverseOpener } from "../feed/nflverse.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline, type Settings } from "../support/process.ts";
import { refused } from "../support/run-command.ts";
import { gamesInLedger } from "./support/collecting.ts";
import { hurry } from "./support/hurried.ts";

/** Finals of a Saturday, each of teams of their own. */
function saturday(sport: "ncaaf" | "nfl", date: string, count: number): SiteEvent[] {
  const names = teamsOf(sport).map(({ name }) => name);
  return Array.from({ length: count }, (_, index) => {
    const [away = "", home = ""] = names.slice(2 * index, 2 * index + 2);
    const game = { sport, id: `4010000${String(index).padStart(2, "0")}`, start: `${date}T17:00Z`, away, home };
    return espnEvent({ ...game, score: [20, 24], periods: "7-7 6-10 7-0 0-7" });
  });
}

const root = testFolder("backfill-results");
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

const settings = (): Settings => ({
  ...{ DATA_DIR: folder, ESPN_URL: site.url, NFLVERSE_URL: site.url, CFBD_URL: site.url, LOG_LEVEL: "silent" },
  ...hurry,
});
const asText = (words: string, more: Settings = {}) =>
  gradeline(["backfill", "results", ...words.split(" ")], { ...settings(), ...more });
const backfill = (words: string, more?: Settings) => asText(`${words} --json`, more);
const asked = (part: string) => site.asked.map(({ path }) => path).filter((path) => path.includes(part));
const games = () => gamesInLedger(join(folder, "gradeline.db"));
const failures = (output: string): string[] =>
  (JSON.parse(output) as { failures: { label: string; detail: string }[] }).failures.map(
    ({ label, detail }) => `${label}: ${detail}`,
  );

const event = espnEvent({
  ...{ sport: "nfl", id: "900", start: "2023-10-01T17:00Z", away: "Atlanta Falcons", home: "Jacksonville Jaguars" },
  ...{ score: [7, 23], periods: "0-7 0-10 7-0 0-6" },
});
const summary = JSON.stringify({
  header: { ...event, competitions: [{ ...(event.competitions as readonly object[])[0], date: event.date }] },
  gameInfo: { officials: [{ fullName: "A. Person", position: { name: "Referee" } }] },
});
const span = "--sport nfl --from 2023-09-01 --to 2023-10-03";

test("it asks a day at a time, and once for details; a provider that fails is named, and the others are taken", async () => {
  site.events = [event];
  site.other = (path) => (path.includes("summary") ? summary : null);
  const { code, output } = await asText(span);
  assert.equal(code, 1, "one provider failed");
  assert.match(output, /asking nflverse and espn for nfl from 2023-09-01 to 2023-10-03/);
  assert.match(output, /^ {2}nflverse .*games\.csv +status +status 404$/m);
  assert.match(output, /^next\n {2}the same command again asks for what is missing\n/m);
  const boards = asked("scoreboard").map((path) => /dates=([\d-]+)/.exec(path)?.[1]);
  assert.deepEqual([boards.length, boards[0], boards.at(-1)], [33, "20230901", "20231003"]);
  assert.equal(asked("games.csv").length, 1, "a file of all seasons is asked for once");
  const [game, ...others] = await games();
  assert.equal(others.length, 0);
  const { home_score, away_score, referee, line_score } = game ?? assert.fail("nothing is taken");
  assert.deepEqual([home_score, away_score, referee, line_score?.home], [23, 7, "A. Person", [7, 10, 0, 6]]);

  site.asked.length = 0;
  const again = JSON.parse((await backfill(span)).output) as { imports: { accepted: number }[] };
  assert.deepEqual(
    again.imports.map(({ accepted }) => accepted),
    [0],
  );
  assert.equal(asked("summary").length, 0, "the details are there already");
});

test("it wants a season or a span, and days that have been", async () => {
  for (const [words, said] of [
    ["--sport nfl", /one season \(--season\) or of a span of days/],
    ["--sport nfl --season 2023 --from 2023-09-01", /one season/],
    ["--sport nfl --from 2199-01-01 --to 2199-01-02", /there is no day until today/],
    ["--sport nfl --from 2023-02-30", /a date such as/],
    ["--sport nfl --season 1999", /nfl is covered from season 2022, and all of 1999-\d\d-\d\d to 2000/],
  ] as const)
    await refused(settings(), ["backfill", "results", ...words.split(" ")], said);
});

test("of a file with every season, only the games of the days that were asked for come into the ledger", async () => {
  const ofSeason = (season: string) => ({
    ...nflverseOpener,
    game_id: season,
    season,
    gameday: `${season}-10-12`,
    week: "6",
  });
  const file = csvOf(...["2022", "2023", "2024"].map(ofSeason));
  site.other = (path) => (path.includes("games.csv") ? file : null);
  await backfill("--sport nfl --from 2023-10-12 --to 2023-10-13 --no-details");
  assert.deepEqual(
    (await games()).map(({ season }) => season),
    [2023],
  );
});

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
  const [first = [], second = []] = [0, 2].map((from) => teamsOf("nfl").slice(from, from + 2));
  const rows = [first, second].map(([away, home], index) => ({
    ...{ ...nflverseOpener, game_id: `2025_01_${index}`, gameday: "2025-09-07", gametime: "13:00" },
    ...{ away_team: away?.abbreviation ?? "", home_team: home?.abbreviation ?? "" },
  }));
  site.other = (path) => (path.includes("games.csv") ? csvOf(...rows) : null);
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

/** Results of a season, asked for by the real command of a real server that answers as ESPN and nflverse do. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type EspnSite, espnEvent, startEspnSite } from "../feed/espn.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { runCommand } from "../support/run-command.ts";
import { gamesInLedger } from "./support/collecting.ts";
import { hurry } from "./support/hurried.ts";

const event = espnEvent({
  ...{ sport: "nfl", id: "900", start: "2023-10-01T17:00Z", away: "Atlanta Falcons", home: "Jacksonville Jaguars" },
  score: [7, 23],
  periods: "0-7 0-10 7-0 0-6",
});
const summary = JSON.stringify({
  header: { ...event, competitions: [{ ...(event.competitions as readonly object[])[0], date: event.date }] },
  gameInfo: { officials: [{ fullName: "A. Person", position: { name: "Referee" } }] },
});

const folder = testFolder("backfill");
const seasonsFolder = testFolder("seasons");
let site: EspnSite;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await startEspnSite();
  site.events = [event];
  site.other = (path) => (path.includes("summary") ? summary : null);
  settings = { DATA_DIR: folder, ESPN_URL: site.url, NFLVERSE_URL: site.url, LOG_LEVEL: "silent", ...hurry };
});
afterAll(() => site.close());
const asked = (part: string) => site.asked.map(({ path }) => path).filter((path) => path.includes(part));
const backfill = (...words: readonly string[]) => gradeline(["backfill", "results", ...words], settings);
const span = ["--sport", "nfl", "--from", "2023-09-01", "--to", "2023-10-03"];

const games = () => gamesInLedger(join(folder, "gradeline.db"));

test("a back-fill of results: asks a day at a time, and for details; a provider that fails is named, and the others are taken", async () => {
  const { code, output } = await backfill(...span);
  assert.equal(code, 1, "one provider failed");
  assert.match(output, /asking nflverse and espn for nfl from 2023-09-01 to 2023-10-03/);
  assert.match(output, /^ {2}nflverse .*games\.csv +status +status 404$/m);
  assert.match(output, /^next\n {2}the same command again asks for what is missing\n/m);
  const boards = asked("scoreboard").map((path) => /dates=([\d-]+)/.exec(path)?.[1]);
  assert.deepEqual([boards.length, boards[0], boards.at(-1)], [33, "20230901", "20231003"]);
  assert.equal(asked("games.csv").length, 1, "a file of all seasons is asked for once");
  const [game, ...others] = await games();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [game?.home_score, game?.away_score, game?.referee, game?.line_score?.home],
    [23, 7, "A. Person", [7, 10, 0, 6]],
  );
});

test("a back-fill of results: done again, it asks for no details that are there already", async () => {
  site.asked.length = 0;
  const { output } = await backfill(...span, "--json");
  const told = JSON.parse(output) as { imports: { accepted: number }[] };
  assert.deepEqual(
    told.imports.map(({ accepted }) => accepted),
    [0],
  );
  assert.equal(asked("summary").length, 0);
});

test("a back-fill of results: wants a season or a span, and days that have been", async () => {
  for (const [words, said] of [
    [["--sport", "nfl"], /one season \(--season\) or of a span of days/],
    [["--sport", "nfl", "--season", "2023", "--from", "2023-09-01"], /one season/],
    [["--sport", "nfl", "--from", "2199-01-01", "--to", "2199-01-02"], /there is no day until today/],
    [["--sport", "nfl", "--from", "2023-02-30"], /a date such as/],
    [["--sport", "nfl", "--season", "1999"], /nfl is covered from season 2022, and all of 1999-\d\d-\d\d to 2000/],
  ] as const) {
    const { code, errors } = await runCommand(["backfill", "results", ...words], settings);
    assert.equal(code, 1, errors);
    assert.match(errors, said);
  }
});

test("of a file with every season, only the games of the days that were asked for come into the ledger", async () => {
  const header =
    "game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,location,overtime,roof,temp,wind,referee,stadium_id,stadium";
  const rows = [2022, 2023, 2024].map(
    (season) => `${season},${season},REG,6,${season}-10-12,20:15,DEN,8,KC,19,Home,0,outdoors,60,5,,KAN00,Arrowhead`,
  );
  site.other = (path) => (path.includes("games.csv") ? `${[header, ...rows].join("\n")}\n` : null);
  const days = ["--sport", "nfl", "--from", "2023-10-12", "--to", "2023-10-13", "--no-details"];
  const own = { ...settings, DATA_DIR: seasonsFolder };
  await gradeline(["backfill", "results", ...days], own);
  const known = await gamesInLedger(join(seasonsFolder, "gradeline.db"));
  assert.deepEqual(
    known.map(({ game_id: id }) => id),
    ["2023"],
  );
});

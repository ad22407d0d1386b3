/** Results of a season, asked for by the real command of a real server that answers as ESPN and nflverse do. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type Asker, realClock } from "../../src/collect/asking/ask.ts";
import { backfillResults } from "../../src/collect/backfill/results.ts";
import type { ResultsClient } from "../../src/collect/clients/client.ts";
import { openDatabase } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { type EspnSite, espnEvent, startEspnSite } from "../feed/espn.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { gameRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { gamesInLedger } from "./support/collecting.ts";
import { hurry } from "./support/hurried.ts";

const event = espnEvent({
  ...{ sport: "nfl", id: "900", start: "2023-10-01T17:00Z", away: "Atlanta Falcons", home: "Jacksonville Jaguars" },
  score: [7, 23],
  periods: [
    [0, 7],
    [0, 10],
    [7, 0],
    [0, 6],
  ],
});
const summary = JSON.stringify({
  header: { ...event, competitions: [{ ...(event.competitions as readonly object[])[0], date: event.date }] },
  gameInfo: { officials: [{ fullName: "A. Person", position: { name: "Referee" } }] },
});

const folder = testFolder("backfill");
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
  const folder = mkdtempSync(join(tmpdir(), "gradeline-seasons-"));
  const database = await openDatabase(join(folder, "g.db"));
  const seasons = [2022, 2023, 2024].map((season) =>
    gameRecord({
      ...{ game_id: `nflverse ${season}`, provider: "nflverse", sport: "nfl", home: "KC", away: "DEN", season },
      ...{ game_date: `${season}-10-12`, start_time: `${season}-10-13T00:15:00Z`, line_score: null },
    }),
  );
  // Night games are of the day before their date in UTC, also where their source states no date.
  const nights = ["2023-08-01", "2024-03-01"].map((day) => {
    return {
      ...(seasons[1] as GameRecord),
      game_id: `night before ${day}`,
      game_date: null,
      start_time: `${day}T00:15:00Z`,
    };
  });
  const client: ResultsClient = {
    ...{ provider: "nflverse", sports: ["nfl"] },
    slate: () => [
      {
        provider: "nflverse",
        url: new URL("https://nflverse.example/games.csv"),
        label: "games.csv",
        format: "text",
      },
    ],
    read: () => [...seasons, ...nights].map((record) => ({ record })),
  };
  const asker: Asker = {
    ask: async () => ({ kind: "payload", payload: "", receivedMs: Date.now(), credits: null }),
    close: async () => {},
  };
  try {
    const { outcome } = await backfillResults({
      ...{ database, asker, clients: [client], sport: "nfl", from: "2023-08-01", to: "2024-02-29", hasDetails: false },
      ...{ clock: realClock, log: { info() {}, warn() {}, error() {} }, signal: new AbortController().signal },
      onStep() {},
    });
    assert.equal(outcome, "done");
    assert.deepEqual(
      (await gamesInLedger(database.url)).map(({ game_id }) => game_id),
      ["nflverse 2023", "night before 2024-03-01"],
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});

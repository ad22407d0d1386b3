/** Results of a season, asked for by the real command of a real server that answers as ESPN and nflverse do. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Asker, realClock } from "../../src/collect/asking/ask.ts";
import { backfillResults } from "../../src/collect/backfill/results.ts";
import type { ResultsClient } from "../../src/collect/clients/client.ts";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { datesOfSeason, seasonOf } from "../../src/domain/seasons.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { gradeline } from "../support/command.ts";
import { hurry } from "../support/hurried.ts";
import { gameRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { long } from "../support/volume.ts";

const side = (homeAway: string, displayName: string, score: string, periods: readonly number[]) => ({
  ...{ homeAway, team: { displayName }, score },
  linescores: periods.map((value) => ({ value })),
});
const competition = {
  type: { abbreviation: "STD" },
  timeValid: true,
  neutralSite: false,
  venue: { id: "12", fullName: "Some Stadium", address: { city: "Jacksonville" }, indoor: false },
  competitors: [
    side("home", "Jacksonville Jaguars", "23", [7, 10, 0, 6]),
    side("away", "Atlanta Falcons", "7", [0, 0, 7, 0]),
  ],
  notes: [],
  status: { period: 4, type: { name: "STATUS_FINAL", state: "post", completed: true } },
};
const event = {
  ...{ id: "900", uid: "s:20~l:28~e:900", date: "2023-10-01T17:00Z" },
  ...{ season: { year: 2023, type: 2 }, week: { number: 4 }, status: competition.status },
  competitions: [competition],
};
const summary = {
  header: { ...event, competitions: [{ ...competition, date: event.date }] },
  gameInfo: { officials: [{ fullName: "A. Person", position: { name: "Referee" } }] },
};

describe("a back-fill of results", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-backfill-"));
  const asked: string[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (isDown || url.includes("games.csv")) return send(404, {});
    if (url.includes("summary")) return send(200, summary);
    const [, first = "", last = first] = /dates=(\d{8})(?:-(\d{8}))?/.exec(url) ?? [];
    return send(200, { events: first <= "20231001" && "20231001" <= last ? [event] : [] });
  });
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    settings = { DATA_DIR: folder, ESPN_URL: base, NFLVERSE_URL: base, LOG_LEVEL: "silent", ...hurry };
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });
  const backfill = (...words: readonly string[]) => gradeline(["backfill", "results", ...words], settings);
  const span = ["--sport", "nfl", "--from", "2023-09-01", "--to", "2023-10-03"];

  async function games(): Promise<GameRecord[]> {
    const database = await openDatabase(join(folder, "gradeline.db"));
    const rows = await tablesOf<LedgerTables>(database.kysely)
      .selectFrom("ledger_records")
      .select("body")
      .where("kind", "=", "game")
      .execute();
    await database.close();
    return rows.map(({ body }) => JSON.parse(body) as GameRecord);
  }

  test("asks a day at a time, and for details; a provider that fails is named, and the others are taken", async () => {
    const { code, output } = await backfill(...span);
    assert.equal(code, 1, "one provider failed");
    assert.match(output, /asking nflverse and espn for nfl from 2023-09-01 to 2023-10-03/);
    assert.match(output, /^ {2}nflverse .*games\.csv +status +status 404$/m);
    assert.match(output, /^next\n {2}the same command again asks for what is missing\n/m);
    const boards = asked.filter((url) => url.includes("scoreboard")).map((url) => /dates=([\d-]+)/.exec(url)?.[1]);
    assert.deepEqual([boards.length, boards[0], boards.at(-1)], [33, "20230901", "20231003"]);
    assert.equal(asked.filter((url) => url.includes("games.csv")).length, 1, "a file of all seasons is asked for once");
    const [game, ...others] = await games();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [game?.home_score, game?.away_score, game?.referee, game?.line_score?.home],
      [23, 7, "A. Person", [7, 10, 0, 6]],
    );
  });

  test("done again, it asks for no details that are there already", async () => {
    asked.length = 0;
    const { output } = await backfill(...span, "--json");
    const told = JSON.parse(output) as { imports: { accepted: number }[] };
    assert.deepEqual(
      told.imports.map(({ accepted }) => accepted),
      [0],
    );
    assert.equal(asked.filter((url) => url.includes("summary")).length, 0);
  });

  test("when nothing answers, what is in the ledger stays, and the command fails", long, async () => {
    isDown = true;
    const known = await games();
    const { code, output } = await backfill(...span, "--json");
    assert.equal(code, 1);
    assert.equal((JSON.parse(output) as { outcome: string }).outcome, "failed");
    assert.deepEqual(await games(), known);
    isDown = false;
  });

  test("wants a season or a span, and days that have been", async () => {
    for (const [words, said] of [
      [["--sport", "nfl"], /one season \(--season\) or of a span of days/],
      [["--sport", "nfl", "--season", "2023", "--from", "2023-09-01"], /one season/],
      [["--sport", "nfl", "--from", "2199-01-01", "--to", "2199-01-02"], /there is no day until today/],
      [["--sport", "nfl", "--from", "2023-02-30"], /a date such as/],
    ] as const) {
      const { code, errors } = await runCommand(["backfill", "results", ...words], settings);
      assert.equal(code, 1, errors);
      assert.match(errors, said);
    }
  });
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
  const client: ResultsClient = {
    ...{ provider: "nflverse", sports: ["nfl"], details: () => [] },
    slate: () => [
      {
        provider: "nflverse",
        url: new URL("https://nflverse.example/games.csv"),
        label: "games.csv",
        format: "text",
      },
    ],
    read: () => seasons.map((record) => ({ record })),
  };
  const asker: Asker = {
    ask: async () => ({ kind: "payload", payload: "", receivedMs: Date.now(), credits: null }),
    close: async () => {},
  };
  try {
    const { outcome } = await backfillResults({
      ...{ database, asker, clients: [client], sport: "nfl", from: "2023-08-01", to: "2024-02-29", hasDetails: false },
      ...{ clock: realClock, log: { info() {}, warn() {}, error() {} }, stop: new AbortController().signal },
    });
    assert.equal(outcome, "done");
    const kept = await tablesOf<LedgerTables>(database.kysely)
      .selectFrom("ledger_records")
      .select("body")
      .where("kind", "=", "game")
      .execute();
    assert.deepEqual(
      kept.map(({ body }) => (JSON.parse(body) as GameRecord).game_id),
      ["nflverse 2023"],
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});

test("the dates of a season are all that lie in it", () => {
  for (const sport of sports) {
    for (const season of [2022, 2024]) {
      const { from, to } = datesOfSeason({ sport, season });
      const beside = [
        Temporal.PlainDate.from(from).subtract({ days: 1 }),
        Temporal.PlainDate.from(to).add({ days: 1 }),
      ];
      assert.deepEqual([seasonOf(sport, from), seasonOf(sport, to)], [season, season]);
      for (const date of beside) assert.notEqual(seasonOf(sport, date.toString()), season);
    }
  }
});

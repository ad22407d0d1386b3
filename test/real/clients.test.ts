/** Clients on captured answers: the details they ask for are those of the games that are over, and nothing is lost. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { oddsClient, resultsClients } from "../../src/collect/clients/all.ts";
import type { ReceivedAnswer, ResultsClient } from "../../src/collect/clients/client.ts";
import { readConfig } from "../../src/config/config.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { oddsApiItems, readRawJson, realFiles, realPath, withoutRealData } from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";

const settings = readConfig({ CFBD_API_KEY: "cfbd-key", THE_ODDS_API_KEY: "odds-key" }).collect;
const nowMs = Date.parse("2026-07-20T00:00:00Z");

function client(provider: string): ResultsClient {
  return resultsClients(settings).find((each) => each.provider === provider) ?? assert.fail(provider);
}

function received(...parts: readonly string[]): ReceivedAnswer {
  const path = realPath(...parts);
  return { payload: readRawJson(path), label: path, receivedMs: nowMs };
}

const recordsOf = (items: Iterable<FeedItem>) =>
  [...items].flatMap(({ record }) => (record === undefined ? [] : [record]));
const idsOf = (asks: readonly { readonly url: URL }[], pattern: RegExp) =>
  new Set(asks.map(({ url }) => pattern.exec(url.href)?.[1] ?? assert.fail(url.href)));
const everything = () => true;

describe("clients on captured answers", skipIf(withoutRealData), () => {
  const boards = [
    ["nba", "scoreboard_2024-12-01.json.gz"],
    ["nba", "scoreboard_2026-05-02_2_fourth_quarter.json"],
    ["mlb", "scoreboard_2025-06-04_postponed.json.gz"],
    ["mlb", "scoreboard_2025-06-06_suspended.json.gz"],
    ["nhl", "scoreboard_2024-06-01_playoffs.json"],
    ["nfl", "scoreboard_2025-02-09_super_bowl.json"],
    ["ncaaf", "scoreboard_2025_week1_sec_fcs_neutral.json.gz"],
  ] as const;
  for (const [sport, file] of boards) {
    test(`espn/${sport}/${file}: summaries are asked for exactly the finals that are taken`, () => {
      const espn = client("espn");
      const board = received("espn", sport, file);
      const finals = recordsOf(espn.read(sport, [board], nowMs)).flatMap((record) =>
        record.type === "game" && record.status === "final" ? [record.game_id] : [],
      );
      const asked = idsOf(espn.details(sport, board, everything), /event=(\d+)$/);
      for (const id of finals) assert.ok(asked.has(id), id);
      assert.ok(asked.size <= finals.length + 1, "at most one more, of a game that is not covered");
    });
  }

  test("nhl-api: the details of a real week are those of its finals of season and playoffs", () => {
    const nhl = client("nhl-api");
    for (const file of realFiles("nhl-api-web").filter((path) => /schedule_\d{4}/.test(path))) {
      const week = { payload: readRawJson(file), label: file, receivedMs: nowMs };
      const records = recordsOf(nhl.read("nhl", [week], nowMs));
      const finals = records.flatMap((record) =>
        record.type === "game" && record.status === "final" ? [record.game_id] : [],
      );
      const asked = idsOf(nhl.details("nhl", week, everything), /gamecenter\/(\d+)\/(?:landing|right-rail)$/);
      assert.deepEqual([...asked].sort(), finals.sort(), file);
    }
  });

  test("a captured odds answer is read as it comes just as its kept file is imported", () => {
    const [file = ""] = realFiles("the-odds-api", "mlb-2026-07-week").filter((path) => path.includes("20260705T"));
    const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(file) ?? [];
    const receivedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.750Z`);
    const odds = oddsClient(settings) ?? assert.fail();
    const live = [...odds.read("mlb", { payload: readRawJson(file), label: file, receivedMs })];
    assert.ok(live.length > 100);
    assert.deepEqual(live, [...oddsApiItems([file], "mlb")]);
  });
});

/** The results of every sport are told by two providers in the night, so that a wrong score of one is a dispute. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { clientsFor, type ResultsJob } from "../../src/collect/schedule/provider-plan.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord } from "../support/records.ts";
import { type Collected, collect } from "./support/collecting.ts";
import { allClients, type Script } from "./support/scripted.ts";

const asked = (sport: Sport, job: ResultsJob) => clientsFor(allClients, sport, job).map(({ provider }) => provider);

for (const [sport, league] of [
  ["mlb", "mlb-statsapi"],
  ["nhl", "nhl-api"],
] as const) {
  test(`${sport}: ESPN is asked beside ${league} in the night, and at no other time`, () => {
    assert.deepEqual(asked(sport, "recheck"), [league, "espn"]);
    for (const job of ["calendar", "finals", "backfill"] as const) assert.deepEqual(asked(sport, job), [league]);
  });
}

describe("a night with two sources", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("sqlite");
  });
  afterAll(() => engine.close());

  const night = (script: Script): Promise<Collected> =>
    collect(engine, [], { from: "2025-01-11T09:00:00Z", until: "2025-01-11T10:30:00Z", script });
  const hockey = { sport: "nhl", home: "BOS", away: "NYR", line_score: null } as const;
  const finalsOf =
    (espnScore: number): Script =>
    (label) => {
      if (label.startsWith("nhl-api nhl")) return [gameRecord({ ...hockey, provider: "nhl-api" })];
      if (label.startsWith("espn nhl")) return [gameRecord({ ...hockey, provider: "espn", home_score: espnScore })];
      return [];
    };
  const publishOf = ({ runs }: Collected) => runs.findLast(({ job }) => job === "publish")?.report;

  test("a score that both tell is published, and the second one is asked for no details", async () => {
    const collected = await night(finalsOf(5));
    assert.deepEqual([publishOf(collected).games, publishOf(collected).held], [1, []]);
    assert.ok(collected.asked.some(({ label }) => label === "nhl-api nhl game g1"));
    assert.ok(!collected.asked.some(({ label }) => label.startsWith("espn nhl game")));
  });

  test("a score that they tell differently is not published, and the report names the game and both", async () => {
    const { games, held } = publishOf(await night(finalsOf(6)));
    assert.equal(games, 0);
    assert.deepEqual(held, [
      { game_id: "NHL-20250110-NYR-BOS", published: false, reason: "nhl-api says 4-5, espn 4-6" },
    ]);
  });
});

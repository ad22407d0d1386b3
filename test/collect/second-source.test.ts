/** The results of every sport are told by two providers in the night, so that a wrong score of one is a dispute. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import type { ResultsClient } from "../../src/collect/clients/client.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord } from "../support/records.ts";
import { type Collected, collect, scheduledGame, timesOf } from "./support/collecting.ts";
import { allClients, providerDown, resultsClient, type Script } from "./support/scripted.ts";

const metered = "the-odds-api";
/** Scores of The Odds API, which cost two credits. */
const scores: ResultsClient = {
  ...resultsClient(metered),
  slate: (sport, from, to) =>
    resultsClient(metered)
      .slate(sport, from, to)
      .map((ask) => ({ ...ask, mostCredits: 2 })),
};
const clients = [...allClients, scores];

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

test("the second one is asked for no details; what both tell of a score is compared by the publish of the night", async () => {
  const collected = await night(finalsOf(6));
  assert.ok(collected.asked.some(({ label }) => label === "nhl-api nhl game g1"));
  assert.ok(!collected.asked.some(({ label }) => label.startsWith("espn nhl game")));
  const { report } = collected.runs.findLast(({ job }) => job === "publish") ?? assert.fail();
  assert.deepEqual(report.held, [
    { game_id: "NHL-20250110-NYR-BOS", published: false, reason: "nhl-api says 4-5, espn 4-6" },
  ]);
});

test("a start that the second one states otherwise moves no capture", async () => {
  const tonight = { ...hockey, game_date: "2025-01-11" };
  const told = scheduledGame({ ...tonight, provider: "nhl-api", start_time: "2025-01-11T12:00:00Z" });
  const otherwise = scheduledGame({ ...tonight, provider: "espn", start_time: "2025-01-11T11:40:00Z" });
  for (const status of ["scheduled", "postponed"] as const) {
    const script: Script = (label) => (label.startsWith("espn nhl") ? [{ ...otherwise, status }] : []);
    const span = { from: "2025-01-11T09:00:00Z", until: "2025-01-11T13:00:00Z", script };
    assert.equal(timesOf(await collect(engine, [told], span), "odds nhl").at(-1), "11:58:30", status);
  }
});

const metering = (left: number) => {
  const creditsLeft = async () => left;
  return { resultsClients: clients, creditsLeft, from: "2025-01-11T09:00:00Z", until: "2025-01-11T15:00:00Z" };
};
const reportOf = ({ runs }: Collected) => runs.find(({ job }) => job === "recheck")?.report;

test("what costs credits is asked for once a night, also when another provider fails and is asked again", async () => {
  const script: Script = (label) => (label.startsWith("nhl-api") ? providerDown : []);
  const collected = await collect(engine, [], { ...metering(100), script });
  assert.deepEqual(timesOf(collected, `${metered} nba`), ["09:00:00", "09:30:00"]);
  assert.ok(timesOf(collected, "espn nba 2025-01-04").length > 3);
  assert.equal(reportOf(collected)?.left_out_for_credits, 0);
});

test("it is left out when the captures still to come that day need the credits, and that is no failure", async () => {
  const tonight = scheduledGame({ game_date: "2025-01-11", start_time: "2025-01-11T23:00:00Z" });
  // Some 26 captures of six credits are still to come before midnight UTC.
  const enough = await collect(engine, [tonight], metering(6 * 40));
  assert.deepEqual(timesOf(enough, `${metered} nba`), ["09:00:00", "09:30:00"]);
  const short = await collect(engine, [tonight], metering(6 * 20));
  assert.deepEqual(timesOf(short, `${metered} nba`), []);
  const run = short.runs.find(({ job }) => job === "recheck");
  assert.deepEqual([run?.outcome, run?.report.left_out_for_credits], ["done", 1]);
});

test("a witness that knows of a game to come is no reason to ask for its lines or its final", async () => {
  const known = scheduledGame({ provider: metered, game_date: "2025-01-11", start_time: "2025-01-11T14:00:00Z" });
  const collected = await collect(engine, [known], metering(1000));
  assert.deepEqual(timesOf(collected, "odds"), []);
  assert.deepEqual(timesOf(collected, "espn nba 2025-01-11 2025-01-11"), []);
});

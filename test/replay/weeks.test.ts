import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openDatabase } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { readArchive, withoutRealData } from "../support/real-data.ts";
import { killsEvery } from "../support/replay/replay-lives.ts";
import { type Replayed, replayed } from "./replayed.ts";

async function archiveOf({ databaseUrl }: Replayed) {
  const database = await openDatabase(databaseUrl);
  return readArchive(database).finally(() => database.close());
}
const faults = { failing: 0.2, older: 0.05, seed: 1 };
for (const name of engineNames) {
  describe(`a week by itself, on ${name}`, { skip: withoutRealData }, () => {
    let engine: TestEngine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(() => engine.close());
    for (const world of ["MLB week", "NFL week"] as const) {
      test(`${world} clean`, async () => {
        const day = await replayed({ name: world, engine });
        console.log(world, name, day.seconds, day.answers.length, day.deaths, (await archiveOf(day)).games.size);
      });
      test(`${world} faults`, async () => {
        const day = await replayed({ name: world, engine, faults });
        console.log(world, name, day.seconds, day.answers.length, day.deaths, (await archiveOf(day)).games.size);
      });
      test(`${world} kills`, async () => {
        const day = await replayed({ name: world, engine, kills: (w) => killsEvery(6, w, 1) });
        console.log(world, name, day.seconds, day.answers.length, day.deaths, (await archiveOf(day)).games.size);
      });
    }
  });
}

/** Replays a span of time, imports everything that was given to it in bulk, and holds that both archives are the same. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { TestEngine } from "../support/engines.ts";
import { lostAnswers } from "../support/replay/after-death.ts";
import { assertSameArchive, assertSameLedger } from "../support/replay/archive-compare.ts";
import { importInBulk, isSound, itemsOf, withoutRepetitions } from "../support/replay/bulk-import.ts";
import { type Given, readRecord } from "../support/replay/provider-record.ts";
import type { FaultOrder } from "../support/replay/replay-asker.ts";
import { type Kill, replay } from "../support/replay/replay-lives.ts";
import type { ReplayWorld } from "../support/replay/replay-world.ts";
import { type WorldName, worldOf } from "../support/replay/replay-worlds.ts";

export type Replayed = {
  readonly world: ReplayWorld;
  readonly databaseUrl: string;
  /** Everything that providers gave. */
  readonly answers: readonly Given[];
  readonly deaths: number;
};

type Options = {
  readonly name: WorldName;
  readonly engine: TestEngine;
  readonly faults?: FaultOrder;
  kills?(world: ReplayWorld): readonly Kill[];
};

/** Makes replays for the tests of a file, and removes their records after the last of these tests. */
export function replays(): (options: Options) => Promise<Replayed> {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return (options) => {
    const folder = mkdtempSync(join(tmpdir(), "gradeline-replay-"));
    folders.push(folder);
    return replayed(folder, options);
  };
}

/** Leaves a database with the archive of a replay that equals a bulk import. */
async function replayed(folder: string, { name, engine, faults, kills }: Options): Promise<Replayed> {
  const world = worldOf(name);
  const record = join(folder, "record");
  const databaseUrl = await engine.freshUrl();
  const lost = new Set<string>();
  const deaths = await replay({
    ...{ world: name, databaseUrl, record, fromMs: world.fromMs, untilMs: world.untilMs },
    ...(faults === undefined ? {} : { faults }),
    kills: kills?.(world) ?? [],
    onDeath: async (diedMs) => {
      const { answers } = readRecord(record);
      for (const given of await lostAnswers({ databaseUrl, answers, diedMs })) lost.add(keyOf(given));
    },
  });
  const { answers } = readRecord(record);
  const taken = withoutRepetitions(answers.filter((given) => isSound(given) && !lost.has(keyOf(given))));
  assert.ok(taken.length > 0, "nothing was asked");
  const bulkUrl = join(folder, "bulk.db");
  const items = function* () {
    for (const given of taken) yield* itemsOf(given, world.untilMs);
  };
  await importInBulk(bulkUrl, items(), world.untilMs);
  await assertSameLedger(databaseUrl, bulkUrl);
  await assertSameArchive(databaseUrl, bulkUrl);
  return { world, databaseUrl, answers, deaths };
}

function keyOf({ nowMs, request, file }: Given): string {
  return `${nowMs} ${request} ${file}`;
}

/** Replays a span of time, imports everything that was given to it in bulk, and holds that both archives are the same. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/database/engine.ts";
import type { TestEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { dumpArchive } from "../support/published.ts";
import { importInBulk, isSound, itemsOf, lostAnswers, withoutRepetitions } from "./bulk-import.ts";
import { type Kill, replay } from "./lives.ts";
import { type FaultOrder, type Given, readRecord } from "./providers.ts";
import { type ReplayWorld, type WorldName, worldOf } from "./world.ts";

export type Replayed = Awaited<ReturnType<typeof replayed>>;

type Options = {
  readonly name: WorldName;
  readonly engine: TestEngine;
  readonly faults?: FaultOrder;
  kills?(world: ReplayWorld): readonly Kill[];
};

/** Makes replays for the tests of a file, and removes their records after the last of these tests. */
export function replays() {
  const folder = testFolder("replay");
  return (options: Options) => replayed(mkdtempSync(join(folder, "span-")), options);
}

/** Leaves a database with the archive of a replay that equals a bulk import of everything that providers gave. */
async function replayed(folder: string, { name, engine, faults, kills }: Options) {
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
  assertSameRows("ledger", await dumpLedger(databaseUrl), await dumpLedger(bulkUrl));
  // Everything that callers can see, ids too; not the numbers of revisions and the times of publishing.
  const seen = (url: string) => dumpArchive(url, { revisions: false });
  assertSameRows("archive", await seen(databaseUrl), await seen(bulkUrl));
  return { world, databaseUrl, answers, deaths };
}

function keyOf({ nowMs, request, file }: Given): string {
  return `${nowMs} ${request} ${file}`;
}

const shownRows = 3;
const shownCharacters = 1_500;

/** Everything that was received: every record, and every event with its start and all of its captures. */
async function dumpLedger(databaseUrl: string): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const records = await database.kysely
      .selectFrom("ledger_records")
      .select(["kind", "provider", "record_key", "body"])
      .execute();
    const events = await database.kysely
      .selectFrom("ledger_events")
      .select(["provider", "event_id", "home", "away", "start_ms", "start_stated_ms", "seen_ms", "captures"])
      .execute();
    const hashed = events.map(({ captures, ...row }) => ({ ...row, captures: hash("sha256", captures as Uint8Array) }));
    return [...records, ...hashed].map((row) => JSON.stringify(row)).sort();
  } finally {
    await database.close();
  }
}

function assertSameRows(what: string, one: readonly string[], other: readonly string[]): void {
  const [ofOne, ofOther] = [new Set(one), new Set(other)];
  const shown = (rows: readonly string[]): string =>
    rows
      .slice(0, shownRows)
      .map((row) => `\n  ${row.slice(0, shownCharacters)}`)
      .join("");
  const onlyOne = one.filter((row) => !ofOther.has(row));
  const onlyOther = other.filter((row) => !ofOne.has(row));
  assert.ok(
    onlyOne.length === 0 && onlyOther.length === 0 && one.length === other.length,
    `${what}: ${onlyOne.length} rows only of the one:${shown(onlyOne)}\n${onlyOther.length} only of the other:${shown(onlyOther)}`,
  );
  assert.ok(one.length > 0, `the ${what} is empty`);
}

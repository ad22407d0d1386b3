// @module-tag volume
/**
 * Publishing against a model of it: imports, publishes that die at any statement, and servers that take over what was published,
 * in any order. Every answer is of one revision that was published, whole, and never older than what its server had.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer, type Server } from "../../src/serve/open-server.ts";
import { plenty } from "../support/access.ts";
import { send, siteConfig } from "../support/api.ts";
import { items } from "../support/records.ts";
import { seed, share } from "../support/volume.ts";
import { games, recordsOf, type State } from "./expected.ts";
import { questions } from "./questions.ts";

const at = "2026-01-01T00:00:00.000Z";
type Step =
  | { readonly do: "import"; readonly games: readonly number[]; readonly diesAt: number | null }
  | { readonly do: "publish"; readonly all: boolean; readonly diesAt: number | null }
  | { readonly do: "refresh" };

const diesAt = fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 });
const some = fc.uniqueArray(fc.nat({ max: games.length - 1 }), { minLength: 1 });
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("import" as const), games: some, diesAt }),
    fc.record({ do: fc.constant("publish" as const), all: fc.boolean(), diesAt }),
    fc.record({ do: fc.constant("refresh" as const) }),
  ),
  { minLength: 3, maxLength: 14 },
) as fc.Arbitrary<Step[]>;

const root = mkdtempSync(join(tmpdir(), "gradeline-publishing-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let runs = 0;

/** Does work in a process of its own, as it were, which dies before its so-manieth statement. Returns whether it came to its end. */
async function inProcess(
  url: string,
  diesAt: number | null,
  work: (database: Database) => Promise<unknown>,
): Promise<boolean> {
  const database = await openDatabase(url);
  let left = diesAt ?? Infinity;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      if (left-- <= 0) throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  try {
    await work({ ...database, kysely });
    return true;
  } catch (error) {
    assert.equal((error as Error).message, "killed");
    return false;
  } finally {
    await database.close();
  }
}

async function check({ app }: Server, key: string, state: State): Promise<void> {
  for (const { path, parts } of questions) {
    const { status, body } = await send(app, "GET", path, { "x-api-key": key });
    assert.ok(status === 200 || status === 404, `${path}: ${status}`);
    for (const fits of parts) assert.ok(fits(status === 404 ? null : body, state), path);
  }
}

async function run(all: readonly Step[]): Promise<void> {
  const url = join(root, `${++runs}.db`);
  let imported: State = new Map();
  let published: State = imported;
  let version = 0;
  const importSome = async (names: readonly number[], diesAt: number | null) => {
    const number = ++version;
    const chosen = names.map((index) => games[index] ?? assert.fail());
    const records = chosen.flatMap((name) => recordsOf(name, number));
    const isDone = await inProcess(url, diesAt, (database) => importItems(database, items(...records), at));
    if (isDone) imported = new Map([...imported, ...chosen.map(({ id }) => [id, number] as const)]);
  };
  const publishAll = async (isAll: boolean, diesAt: number | null) => {
    const options = { all: isAll, acceptRemovals: false, publishedAt: at };
    if (await inProcess(url, diesAt, (database) => publish(database, options))) published = imported;
  };
  await importSome([0, 2], null);
  await publishAll(false, null);
  const server = await openServer(siteConfig({ DATABASE_URL: url }), { log: openServerLog("silent") });
  try {
    const { key } = await createKey(server.databases.access, { email: "a@example.com", ...plenty, now: new Date() });
    let served = published;
    for (const step of all) {
      if (step.do === "import") await importSome(step.games, step.diesAt);
      else if (step.do === "publish") await publishAll(step.all, step.diesAt);
      else {
        await server.refresh();
        served = published;
      }
      await check(server, key, served);
    }
    await publishAll(false, null);
    await server.refresh();
    await check(server, key, imported);
  } finally {
    await server.close(0);
  }
}

test("every answer is of the release that its server has taken over, whatever dies on the way", async () => {
  await fc.assert(fc.asyncProperty(steps, run), { seed, numRuns: share(60), endOnFailure: true });
});

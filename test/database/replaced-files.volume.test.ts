// @module-tag volume
/** Files of an embedded database that are deleted or replaced under a running server: it notices, and says so. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { openAccess, openDatabase, writeTransaction } from "../../src/database/engine.ts";
import { askOnce, startLoad } from "../serve/load.ts";
import { startServing } from "../support/process.ts";
import { publishSmallSample } from "../support/sample.ts";
import { long, someSlow } from "../support/volume.ts";

const root = mkdtempSync(join(tmpdir(), "gradeline-replaced-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

/** Databases in a folder of their own, and a key that may ask as often as it likes. */
async function makeDatabases() {
  const folder = join(root, String(++count));
  mkdirSync(folder);
  const url = join(folder, "g.db");
  const database = await openDatabase(url);
  await publishSmallSample(database, 1);
  await database.close();
  const access = await openAccess(url);
  const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000_000 };
  const { key } = await createKey(access, { email: "a@example.com", plan: "standard", ...limits, now: new Date() });
  await access.close();
  return { folder, url, accounts: join(folder, "g-access.db"), key };
}

type Files = Awaited<ReturnType<typeof makeDatabases>>;

const harms: Readonly<Record<string, { readonly harm: (files: Files) => void; readonly says: RegExp }>> = {
  "the accounts are deleted": {
    harm: ({ accounts }) => unlinkSync(accounts),
    says: /g-access\.db cannot be used: it was deleted while it was open; stop this process/,
  },
  "a copy is moved over the accounts": {
    harm({ accounts, folder }) {
      copyFileSync(accounts, join(folder, "copy.db"));
      renameSync(join(folder, "copy.db"), accounts);
    },
    says: /g-access\.db cannot be used: it was replaced while it was open/,
  },
  "the accounts are moved away and back": {
    harm({ accounts }) {
      renameSync(accounts, `${accounts}.away`);
      // Long enough for the server to look in between, which it does once a second.
      setTimeout(() => renameSync(`${accounts}.away`, accounts), 2_500);
    },
    says: /g-access\.db cannot be used: it was deleted while it was open/,
  },
  "the log of writes is deleted": {
    harm: ({ accounts }) => unlinkSync(`${accounts}-wal`),
    says: /its -wal file was deleted while it was open/,
  },
  "the index of the log is deleted": {
    harm: ({ accounts }) => unlinkSync(`${accounts}-shm`),
    says: /its -shm file was deleted while it was open/,
  },
  "the whole folder is deleted": {
    harm: ({ folder }) => rmSync(folder, { recursive: true }),
    // A folder's files go one after the other, and which one is missed first is chance.
    says: /g-access\.db cannot be used: (?:it|its -\w+ file) was deleted while it was open/,
  },
};

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUp = AbortSignal.timeout(30_000);
  while (!(await holds())) {
    assert.ok(!giveUp.aborted, what);
    await sleep(50);
  }
}

describe("under a server that is asked all the time", () => {
  for (const [what, { harm, says }] of someSlow(Object.entries(harms))) {
    test(`${what}: from then on requests are 503, it is not ready, and the log says why and what to do`, async () => {
      const files = await makeDatabases();
      const server = startServing({ DATABASE_URL: files.url });
      try {
        const url = await server.url;
        assert.equal((await askOnce(`${url}/readyz`)).status, 200);
        const callers = Array.from({ length: 4 }, () => ({ account: "a", key: files.key }));
        const load = startLoad(url, callers, () => "/v1/sports", 5);
        await until(() => load.asked.length > 40, "requests are answered");
        harm(files);
        const harmedAtMs = load.nowMs();
        await until(() => load.asked.some(({ status }) => status === 503), "requests are refused");
        await sleep(2500);
        assert.equal((await askOnce(`${url}/healthz`)).status, 200);
        assert.equal((await askOnce(`${url}/readyz`)).status, 503);
        const asked = await load.stop();
        // It looks once a second.
        const later = asked.filter(({ sentAtMs }) => sentAtMs > harmedAtMs + 2000);
        for (const { status, code, retryAfter, elapsedMs } of later) {
          assert.deepEqual([status, code], [503, "unavailable"]);
          assert.ok(Number(retryAfter) > 0 && elapsedMs < 5000, `${elapsedMs} ms`);
        }
        assert.match(server.screen(), says);
        const lines = server
          .screen()
          .split("\n")
          .filter((line) => says.test(line));
        assert.ok(lines.length <= 20, `${lines.length} lines`);
        server.signal("SIGTERM");
        assert.deepEqual(await server.ended, { code: 0, signal: null });
      } finally {
        await server.close();
      }
    });
  }

  test("a server that is started again on the right files goes on counting", long, async () => {
    const files = await makeDatabases();
    const settings = { DATABASE_URL: files.url };
    const first = startServing(settings);
    await first.url;
    renameSync(files.accounts, `${files.accounts}.away`);
    await until(
      async () => (await askOnce(`${await first.url}/v1/sports`, { key: files.key })).status === 503,
      "refused",
    );
    first.signal("SIGTERM");
    assert.deepEqual(await first.ended, { code: 0, signal: null });
    await first.close();
    renameSync(`${files.accounts}.away`, files.accounts);
    const second = startServing(settings);
    try {
      assert.equal((await askOnce(`${await second.url}/v1/sports`, { key: files.key })).status, 200);
    } finally {
      await second.close();
    }
  });
});

describe("under a command that writes", () => {
  const gone = (error: unknown): boolean => {
    assert.ok(error instanceof DatabaseError, String(error));
    assert.match(
      error.message,
      /^the database \S+ cannot be used: it was (deleted|replaced) while it was open; [^\n]+$/,
    );
    return true;
  };

  test("a night whose file is deleted meanwhile does not end as if it had been published", long, async () => {
    const { url } = await makeDatabases();
    const database = await openDatabase(url);
    await assert.rejects(
      writeTransaction(database, async () => unlinkSync(url)),
      gone,
    );
    await database.close();
    assert.ok(!existsSync(url), "nothing was made in its place");
  });

  test("a link that is led elsewhere is a file that was replaced", async () => {
    const { url, folder } = await makeDatabases();
    const link = join(folder, "link.db");
    symlinkSync(url, link);
    const database = await openDatabase(link);
    database.checkPlace();
    copyFileSync(url, join(folder, "other.db"));
    unlinkSync(link);
    symlinkSync(join(folder, "other.db"), link);
    assert.throws(() => database.checkPlace(), gone);
    await database.close();
  });
});

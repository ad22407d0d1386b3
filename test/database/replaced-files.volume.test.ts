// @module-tag volume
/** Files of an embedded database that are deleted or replaced under a running server: it notices, and says so. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { openDatabase, writeTransaction } from "../../src/database/engine.ts";
import { askOnce, startLoad } from "../serve/load.ts";
import { startServing } from "../support/process.ts";
import { until } from "../support/until.ts";
import { long, someSlow } from "../support/volume.ts";
import { type DatabaseFiles, freshFiles } from "./database-files.ts";

const fresh = freshFiles();

const deleted = /g-access\.db cannot be used: it was deleted while it was open/;

const harms: Readonly<Record<string, { readonly harm: (files: DatabaseFiles) => void; readonly says: RegExp }>> = {
  "the accounts are deleted": {
    harm: ({ access }) => unlinkSync(access),
    says: /g-access\.db cannot be used: it was deleted while it was open; stop this process/,
  },
  "a copy is moved over the accounts": {
    harm({ access }) {
      copyFileSync(access, `${access}.copy`);
      renameSync(`${access}.copy`, access);
    },
    says: /g-access\.db cannot be used: it was replaced while it was open/,
  },
  "the accounts are moved away and back": {
    harm({ access }) {
      renameSync(access, `${access}.away`);
      // Long enough for the server to look in between, which it does once a second.
      setTimeout(() => renameSync(`${access}.away`, access), 2_500);
    },
    says: deleted,
  },
  "the log of writes is deleted": {
    harm: ({ access }) => unlinkSync(`${access}-wal`),
    says: /its -wal file was deleted while it was open/,
  },
  "the index of the log is deleted": {
    harm: ({ access }) => unlinkSync(`${access}-shm`),
    says: /its -shm file was deleted while it was open/,
  },
  "the whole folder is deleted": {
    harm: ({ folder }) => rmSync(folder, { recursive: true }),
    // A folder's files go one after the other, and which one is missed first is chance.
    says: /g-access\.db cannot be used: (?:it|its -\w+ file) was deleted while it was open/,
  },
};

describe("under a server that is asked all the time", () => {
  for (const [what, { harm, says }] of someSlow(Object.entries(harms))) {
    test(`${what}: from then on requests are 503, it is not ready, and the log says why and what to do`, async () => {
      const files = await fresh();
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
        // It looks once a second.
        const later = (await load.stop()).filter(({ sentAtMs }) => sentAtMs > harmedAtMs + 2000);
        for (const { status, code, retryAfter, elapsedMs } of later) {
          assert.deepEqual([status, code], [503, "unavailable"]);
          assert.ok(Number(retryAfter) > 0 && elapsedMs < 5000, `${elapsedMs} ms`);
        }
        const lines = server.screen().split("\n");
        const said = lines.filter((line) => says.test(line)).length;
        assert.ok(said > 0 && said <= 20, `${said} lines`);
        server.signal("SIGTERM");
        assert.deepEqual(await server.ended, { code: 0, signal: null });
      } finally {
        await server.close();
      }
    });
  }

  test("a server that is started again on the right files goes on counting", long, async () => {
    const { url, access, key } = await fresh();
    const server = async () => {
      const started = startServing({ DATABASE_URL: url });
      const path = `${await started.url}/v1/sports`;
      return { ...started, status: async () => (await askOnce(path, { key })).status };
    };
    const first = await server();
    renameSync(access, `${access}.away`);
    await until(async () => (await first.status()) === 503, "refused");
    first.signal("SIGTERM");
    assert.deepEqual(await first.ended, { code: 0, signal: null });
    await first.close();
    renameSync(`${access}.away`, access);
    const second = await server();
    assert.equal(await second.status().finally(() => second.close()), 200);
  });
});

describe("under a command that writes", () => {
  const gone = (error: unknown): boolean => {
    assert.ok(error instanceof DatabaseError, String(error));
    const says = /^the database \S+ cannot be used: it was (deleted|replaced) while it was open; [^\n]+$/;
    assert.match(error.message, says);
    return true;
  };

  test("a night whose file is deleted meanwhile does not end as if it had been published", long, async () => {
    const { url } = await fresh();
    const database = await openDatabase(url);
    const writing = writeTransaction(database, async () => unlinkSync(url));
    await assert.rejects(writing, gone);
    await database.close();
    assert.ok(!existsSync(url), "nothing was made in its place");
  });

  test("a link that is led elsewhere is a file that was replaced", async () => {
    const { url, folder } = await fresh();
    const [link, other] = [join(folder, "link.db"), join(folder, "other.db")];
    symlinkSync(url, link);
    const database = await openDatabase(link);
    database.checkPlace();
    copyFileSync(url, other);
    unlinkSync(link);
    symlinkSync(other, link);
    assert.throws(() => database.checkPlace(), gone);
    await database.close();
  });
});

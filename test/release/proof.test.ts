/** The chain of manifests and heads: what is appended, and who may sign. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { headsText, readProofState, sha256Of } from "../../src/release/proof/manifests.ts";
import { readProofFile } from "../../src/release/proof/read-proof.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onEachEngine } from "../support/engines.ts";
import { archiveIdOf, nameNext, offeredAt, publishNight, testKey } from "../support/offered-files.ts";

const first = testKey(1);
const second = testKey(2);
const third = testKey(3);

const tables = ({ kysely }: Database) => tablesOf<ReleaseTables>(kysely);
const rowsOf = (database: Database) =>
  tables(database).selectFrom("file_manifests").selectAll().orderBy("position").execute();

/** A signature is always the same, so whoever has the key makes it again. */
async function assertSigned(database: Database): Promise<void> {
  let heads = "";
  for (const { body, head, public_key: publicKey, sshsig, heads_sshsig } of await rowsOf(database)) {
    heads += headsText([head]);
    assert.equal(JSON.parse(head).manifest_sha256, sha256Of(body));
    const key = [first, second, third].find((each) => each.publicKey === publicKey);
    assert.deepEqual([sshsig, heads_sshsig], key === undefined ? [null, null] : [key.sign(body), key.sign(heads)]);
  }
}

onEachEngine(({ fresh }) => {
  test("each manifest names its files and the manifest before, and each head the head before", async () => {
    const { database } = await fresh();
    for (const revision of [1, 2, 3]) assert.equal(await publishNight(database, revision, first), true);
    const rows = await rowsOf(database);
    const archive = await archiveIdOf(database);
    for (const [index, { body, head, position }] of rows.entries()) {
      const before = rows[index - 1];
      const revision = index + 1;
      assert.equal(position, revision);
      assert.deepEqual(JSON.parse(body), {
        archive,
        revision,
        published_at: `2026-01-0${revision}T09:00:00.000Z`,
        previous: before === undefined ? null : sha256Of(before.body),
        files: offeredAt(revision).map(({ path, rows: count, bytes, sha256 }) => ({
          path,
          rows: count,
          bytes,
          sha256,
        })),
      });
      assert.deepEqual(JSON.parse(head), {
        revision,
        manifest_sha256: sha256Of(body),
        previous: before === undefined ? null : sha256Of(before.head),
      });
    }
    await assertSigned(database);
  });

  test("the same files of the same revision are not said twice, and other files of it are", async () => {
    const { database } = await fresh();
    assert.equal(await publishNight(database, 1, first), true);
    assert.equal(await publishNight(database, 1, first, offeredAt(1).toReversed()), false);
    assert.equal(await publishNight(database, 1, first, offeredAt(1).slice(1)), true);
    assert.equal(await publishNight(database, 2, first, offeredAt(1).slice(1)), true);
    assert.equal((await rowsOf(database)).length, 3);
    await assertSigned(database);
  });

  test("without a key nothing is signed, and the chain goes on; a key that comes later signs from then on", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, null);
    await publishNight(database, 2, first);
    const [unsigned, signed] = await rowsOf(database);
    assert.deepEqual(
      [unsigned?.public_key, unsigned?.sshsig, unsigned?.heads_sshsig, unsigned?.why_unsigned],
      [null, null, null, "no key"],
    );
    assert.deepEqual([signed?.public_key, signed?.why_unsigned], [first.publicKey, null]);
    await assertSigned(database);
  });

  test("a key that a signed manifest names goes on, and the one before signs no more [D-57]", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, first);
    assert.equal(await nameNext(database, first, second), true);
    await publishNight(database, 2, first);
    await publishNight(database, 3, second);
    const rows = await rowsOf(database);
    assert.deepEqual(
      rows.map((row) => [row.revision, row.public_key, row.why_unsigned]),
      [
        [1, first.publicKey, null],
        [1, first.publicKey, null],
        [2, null, "other key"],
        [3, second.publicKey, null],
      ],
    );
    const [before, naming] = rows.map(({ body }) => JSON.parse(body));
    assert.deepEqual(naming, { ...before, previous: sha256Of(rows[0]?.body ?? ""), next_key: second.publicKey });
    assert.equal(await nameNext(database, first, third), false, "a key that was replaced names nothing");
    await assertSigned(database);
  });

  test("a key that no manifest names does not sign", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, first);
    await publishNight(database, 2, second);
    const rows = await rowsOf(database);
    assert.equal(rows[1]?.why_unsigned, "other key");
    await publishNight(database, 3, first);
    assert.equal((await rowsOf(database))[2]?.public_key, first.publicKey);
    await assertSigned(database);
  });

  test("after a restore the first head follows from the last one known and names its archive, once", async () => {
    const { database } = await fresh();
    for (const revision of [1, 2]) await publishNight(database, revision, first);
    const before = await archiveIdOf(database);
    await renewArchiveId(database);
    for (const revision of [2, 3]) await publishNight(database, revision, first);
    const heads = (await rowsOf(database)).map(({ head }) => head);
    const [, last = "", again = "", next = ""] = heads;
    assert.deepEqual(
      [JSON.parse(again).revision, JSON.parse(again).previous, JSON.parse(again).restored],
      [2, sha256Of(last), before],
    );
    assert.equal("restored" in JSON.parse(next), false);
    const textAt = async (path: string) => {
      const file = await readProofFile(database.kysely, path);
      return typeof file === "string" ? null : file.text;
    };
    assert.equal(await textAt("heads.ndjson"), `${heads.join("\n")}\n`);
    assert.equal(sha256Of((await textAt("manifests/2.json")) ?? ""), JSON.parse(again).manifest_sha256);
    const older = JSON.parse(last).manifest_sha256;
    assert.equal(sha256Of((await textAt(`manifests/${older}.json`)) ?? ""), older);
    assert.equal((await readProofState(database.kysely))?.revision, 3);
    await assertSigned(database);
  });

  test("a restored archive may begin with another key, but not go on with another one", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, first);
    await renewArchiveId(database);
    await publishNight(database, 1, second);
    await publishNight(database, 2, third);
    await renewArchiveId(database);
    await publishNight(database, 2, second);
    await publishNight(database, 3, third);
    assert.deepEqual(
      (await rowsOf(database)).map((row) => row.public_key ?? row.why_unsigned),
      [first.publicKey, second.publicKey, "other key", second.publicKey, "other key"],
    );
    await assertSigned(database);
  });
});

/** The chain of manifests and heads: what is appended, who may sign, and what a changed byte is found by. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { damagesOfProof, readProofState, sha256Of } from "../../src/release/proof/manifests.ts";
import { readProofFile } from "../../src/release/proof/read-proof.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onEachEngine } from "../support/fresh-databases.ts";
import { archiveIdOf, nameNext, offeredAt, publishNight, testKey } from "../support/offered-nights.ts";

const first = testKey(1);
const second = testKey(2);
const third = testKey(3);

const tables = ({ kysely }: Database) => tablesOf<ReleaseTables>(kysely);
const rowsOf = (database: Database) =>
  tables(database).selectFrom("file_manifests").selectAll().orderBy("position").execute();
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
    assert.deepEqual(await damagesOfProof(database.kysely), []);
  });

  test("the same files of the same revision are not said twice, and other files of it are", async () => {
    const { database } = await fresh();
    assert.equal(await publishNight(database, 1, first), true);
    assert.equal(await publishNight(database, 1, first, offeredAt(1).toReversed()), false);
    assert.equal(await publishNight(database, 1, first, offeredAt(1).slice(1)), true);
    assert.equal(await publishNight(database, 2, first, offeredAt(1).slice(1)), true);
    assert.equal((await rowsOf(database)).length, 3);
    assert.deepEqual(await damagesOfProof(database.kysely), []);
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
    assert.deepEqual(await damagesOfProof(database.kysely), []);
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
    assert.deepEqual(await damagesOfProof(database.kysely), []);
  });

  test("a key that no manifest names does not sign", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, first);
    await publishNight(database, 2, second);
    const rows = await rowsOf(database);
    assert.equal(rows[1]?.why_unsigned, "other key");
    await publishNight(database, 3, first);
    assert.equal((await rowsOf(database))[2]?.public_key, first.publicKey);
    assert.deepEqual(await damagesOfProof(database.kysely), []);
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
    assert.deepEqual(await damagesOfProof(database.kysely), []);
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
    assert.deepEqual(await damagesOfProof(database.kysely), []);
  });

  test("one changed byte of a manifest, a head, a signature or a key is named by its revision, and only there", async () => {
    const { database } = await fresh();
    for (const revision of [1, 2]) await publishNight(database, revision, first);
    await nameNext(database, first, second);
    for (const revision of [3, 4]) await publishNight(database, revision, second);
    await renewArchiveId(database);
    for (const revision of [5, 6]) await publishNight(database, revision, null);
    assert.deepEqual(await damagesOfProof(database.kysely), []);
    const said = new Map<string, readonly string[]>();
    for (const row of await rowsOf(database)) {
      const { position, revision } = row;
      for (const column of ["body", "head", "sshsig", "heads_sshsig", "public_key", "next_key"] as const) {
        const text = row[column];
        if (text === null) continue;
        const change = (value: string | null) =>
          tables(database)
            .updateTable("file_manifests")
            .set({ [column]: value })
            .where("position", "=", position)
            .execute();
        for (let at = 0; at < text.length; at += some(text.length / 5)) {
          await change(withOtherByte(text, at));
          const damages = await damagesOfProof(database.kysely);
          assert.notEqual(damages.length, 0, `${column} of ${revision} at ${at}: ${JSON.stringify(text[at])}`);
          for (const damage of damages)
            assert.match(damage, new RegExp(`^revision ${revision}: `), `${column} at ${at}`);
          said.set(column, damages);
        }
        await change(text);
      }
    }
    assert.deepEqual(await damagesOfProof(database.kysely), []);
    assert.equal(said.size, 6);
  });

  test("a manifest that is lost, and a history that was written anew, are named", async () => {
    const { database } = await fresh();
    for (const revision of [1, 2, 3]) await publishNight(database, revision, first);
    const [, second2] = await rowsOf(database);
    if (second2 === undefined) assert.fail();
    await tables(database).deleteFrom("file_manifests").where("position", "=", 2).execute();
    const lost = await damagesOfProof(database.kysely);
    assert.equal(lost[0], "revision 3: the manifest before it is lost");
    const body = second2.body.replace('"rows":202', '"rows":203');
    const head = second2.head.replace(sha256Of(second2.body), sha256Of(body));
    await tables(database)
      .insertInto("file_manifests")
      .values({ ...second2, sshsig: first.sign(body), body, head })
      .execute();
    assert.deepEqual(await damagesOfProof(database.kysely), [
      "revision 2: the signature of the heads is not of those up to it",
    ]);
  });
});

/** How far the next byte is that is tried. */
const some = (length: number): number => Math.max(1, Math.floor(length));

function withOtherByte(text: string, at: number): string {
  const bytes = Buffer.from(text);
  // The lowest bit keeps it a text that every engine stores.
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString();
}

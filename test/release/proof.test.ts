/** The chain of manifests and heads: what is appended, who may sign, and that OpenSSH's program accepts what is signed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { headsText, readProofState, sha256Of } from "../../src/release/proof/manifests.ts";
import { readProofFile } from "../../src/release/proof/read-proof.ts";
import { fingerprintOf, newSeed, signingKeyOfSeed } from "../../src/release/proof/signature.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import {
  archiveIdOf,
  isAccepted,
  nameNext,
  offeredAt,
  publishNight,
  testKey,
  whyNoProofPrograms,
} from "../support/offered-files.ts";
import { skipIf } from "../support/skip-if.ts";

const [first, second, third] = [testKey(1), testKey(2), testKey(3)];
const folder = testFolder("proof");

test("the key of a seed is that of RFC 8032", () => {
  const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const key = signingKeyOfSeed(Buffer.from(seed, "hex").toString("base64"));
  const raw = Buffer.from(key.publicKey.replace("ssh-ed25519 ", ""), "base64").subarray(-32);
  assert.equal(raw.toString("hex"), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  assert.notEqual(newSeed(), newSeed());
});

test(
  "ssh-keygen accepts what is signed, knows the key, and refuses a changed file",
  skipIf(whyNoProofPrograms()),
  () => {
    for (const key of [first, second, third]) {
      const content = '{"night":1}\n';
      const sshsig = key.sign(content);
      assert.equal(isAccepted(folder, key.publicKey, content, sshsig), true);
      assert.equal(isAccepted(folder, key.publicKey, content.replace("night", "Night"), sshsig), false);
      assert.equal(isAccepted(folder, testKey(9).publicKey, content, sshsig), false);
      writeFileSync(join(folder, "key.pub"), `${key.publicKey}\n`);
      const shown = spawnSync("ssh-keygen", ["-lf", "key.pub"], { cwd: folder, encoding: "utf8" });
      assert.equal(shown.stdout.split(" ")[1], fingerprintOf(key.publicKey));
    }
  },
);

const rowsOf = ({ kysely }: Database) =>
  tablesOf<ReleaseTables>(kysely).selectFrom("file_manifests").selectAll().orderBy("position").execute();

/** Who signed each manifest, or why nobody did. Every signature is held: one is always the same, so whoever has the key makes it again. */
async function signersOf(database: Database): Promise<(string | null)[]> {
  let heads = "";
  const rows = await rowsOf(database);
  for (const { body, head, public_key: publicKey, sshsig, heads_sshsig } of rows) {
    heads += headsText([head]);
    assert.equal(JSON.parse(head).manifest_sha256, sha256Of(body));
    const key = [first, second, third].find((each) => each.publicKey === publicKey);
    assert.deepEqual([sshsig, heads_sshsig], key === undefined ? [null, null] : [key.sign(body), key.sign(heads)]);
  }
  return rows.map((row) => row.public_key ?? row.why_unsigned);
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
        files: offeredAt(revision).map(({ path, rows: count, bytes, sha256 }) => {
          return { path, rows: count, bytes, sha256 };
        }),
      });
      const previous = before === undefined ? null : sha256Of(before.head);
      assert.deepEqual(JSON.parse(head), { revision, manifest_sha256: sha256Of(body), previous });
    }
    assert.deepEqual(await signersOf(database), Array(3).fill(first.publicKey));
  });

  test("the same files of the same revision are not said twice, and other files of it are", async () => {
    const { database } = await fresh();
    const fewer = offeredAt(1).slice(1);
    assert.equal(await publishNight(database, 1, first), true);
    assert.equal(await publishNight(database, 1, first, offeredAt(1).toReversed()), false);
    assert.equal(await publishNight(database, 1, first, fewer), true);
    assert.equal(await publishNight(database, 2, first, fewer), true);
    assert.equal((await signersOf(database)).length, 3);
  });

  test("without a key nothing is signed, and the chain goes on; a key that comes later signs from then on", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, null);
    await publishNight(database, 2, first);
    assert.deepEqual(await signersOf(database), ["no key", first.publicKey]);
  });

  test("a key that a signed manifest names goes on, and the one before signs no more [D-57]; one that none names does not sign", async () => {
    const { database } = await fresh();
    await publishNight(database, 1, first);
    await publishNight(database, 1, second, offeredAt(1).slice(1));
    await publishNight(database, 1, first);
    assert.equal(await nameNext(database, first, second), true);
    await publishNight(database, 2, first);
    await publishNight(database, 3, second);
    const rows = await rowsOf(database);
    assert.deepEqual(await signersOf(database), [
      ...[first.publicKey, "other key", first.publicKey, first.publicKey],
      ...["other key", second.publicKey],
    ]);
    const [before, naming] = rows.slice(2).map(({ body }) => JSON.parse(body));
    assert.deepEqual(naming, { ...before, previous: sha256Of(rows[2]?.body ?? ""), next_key: second.publicKey });
    assert.equal(await nameNext(database, first, third), false, "a key that was replaced names nothing");
  });

  test("after a restore the first head follows from the last one known and names its archive, once", async () => {
    const { database } = await fresh();
    for (const revision of [1, 2]) await publishNight(database, revision, first);
    const before = await archiveIdOf(database);
    await renewArchiveId(database);
    for (const revision of [2, 3]) await publishNight(database, revision, first);
    const heads = (await rowsOf(database)).map(({ head }) => head);
    const [, last = "", again = "", next = ""] = heads;
    const { revision, previous, restored, manifest_sha256: restoredManifest } = JSON.parse(again);
    assert.deepEqual([revision, previous, restored], [2, sha256Of(last), before]);
    assert.equal("restored" in JSON.parse(next), false);
    const textAt = async (path: string) => {
      const file = await readProofFile(database.kysely, path);
      return typeof file === "string" ? "" : file.text;
    };
    assert.equal(await textAt("heads.ndjson"), `${heads.join("\n")}\n`);
    assert.equal(sha256Of(await textAt("manifests/2.json")), restoredManifest);
    const older = JSON.parse(last).manifest_sha256;
    assert.equal(sha256Of(await textAt(`manifests/${older}.json`)), older);
    assert.equal((await readProofState(database.kysely))?.revision, 3);
    await signersOf(database);
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
    assert.deepEqual(await signersOf(database), [
      ...[first.publicKey, second.publicKey, "other key"],
      ...[second.publicKey, "other key"],
    ]);
  });
});

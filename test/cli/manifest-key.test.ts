/** The key that signs manifests: where it is, how it is shown and changed, and that no secret of it goes anywhere. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { fingerprintOf, newSeed, type SigningKey, signingKeyOfSeed } from "../../src/release/proof/signature.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { signingKeyOf } from "../../src/serve/kept-secret.ts";
import { testFolder } from "../support/folders.ts";
import { publishNight, testKey } from "../support/offered-files.ts";
import { runCommand } from "../support/run-command.ts";

const root = testFolder("manifest-key");
const newFolder = (): string => mkdtempSync(join(root, "data-"));

async function withOpened<Result>(folder: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(join(folder, "g.db"));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const publishIn = (folder: string, revision: number, key: SigningKey | null) =>
  withOpened(folder, (database) => publishNight(database, revision, key));
const signersIn = (folder: string) =>
  withOpened(folder, async ({ kysely }) => {
    const rows = tablesOf<ReleaseTables>(kysely).selectFrom("file_manifests").selectAll().orderBy("position");
    return (await rows.execute()).map((row) => row.public_key ?? row.why_unsigned);
  });
const run = (folder: string, words: readonly string[], settings = {}) =>
  runCommand(words, { DATABASE_URL: join(folder, "g.db"), DATA_DIR: folder, MANIFEST_KEY: "", ...settings });

test("on SQLite a key is made once, for its owner alone, and on PostgreSQL none is", () => {
  const dataDir = join(newFolder(), "data");
  const key = signingKeyOf({ manifestKey: null, dataDir }, "sqlite");
  assert.ok(key !== null);
  assert.equal(signingKeyOf({ manifestKey: null, dataDir }, "sqlite")?.publicKey, key.publicKey);
  assert.equal(statSync(join(dataDir, "manifest-key")).mode & 0o777, 0o600);
  assert.equal(signingKeyOf({ manifestKey: null, dataDir }, "postgres"), null);
  const seed = newSeed();
  for (const engine of ["sqlite", "postgres"] as const) {
    assert.equal(signingKeyOf({ manifestKey: seed, dataDir }, engine)?.publicKey, signingKeyOfSeed(seed).publicKey);
  }
});

test("a folder that cannot be used leaves nothing signed, and a file with something else in it is named", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "");
  assert.equal(signingKeyOf({ manifestKey: null, dataDir: join(folder, "file", "data") }, "sqlite"), null);
  const file = join(folder, "manifest-key");
  writeFileSync(file, "my secret\n");
  assert.throws(
    () => signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite"),
    ({ message }: Error) => message.startsWith(`${file} is no key`) && !message.includes("secret"),
  );
});

test("the command shows the public half, and how a manifest is checked", async () => {
  const folder = newFolder();
  const { code, output, errors } = await run(folder, ["manifest-key"]);
  assert.deepEqual([code, errors], [0, ""]);
  const seed = readFileSync(join(folder, "manifest-key"), "utf8").trim();
  const { publicKey } = signingKeyOfSeed(seed);
  for (const part of [
    `ssh           ${publicKey}`,
    fingerprintOf(publicKey),
    "ssh-keygen -Y verify -f allowed_signers -I gradeline -n gradeline -s manifest.json.sshsig < manifest.json",
  ]) {
    assert.ok(output.includes(part), part);
  }
  assert.ok(!output.includes(seed));
});

test("with PostgreSQL and without MANIFEST_KEY the command says what is missing", async () => {
  const { code, errors } = await run(newFolder(), ["manifest-key"], {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/x",
  });
  assert.equal(code, 1);
  assert.match(errors, /^gradeline: there is no key: with PostgreSQL it is the setting MANIFEST_KEY/);
});

test("a new key in the folder is named by the old one and signs from then on", async () => {
  const folder = newFolder();
  const keyNow = () => signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite") ?? assert.fail();
  const old = keyNow();
  await publishIn(folder, 1, old);
  const { code, output } = await run(folder, ["manifest-key", "--new"]);
  assert.equal(code, 0);
  const { publicKey } = keyNow();
  assert.notEqual(publicKey, old.publicKey);
  assert.ok(output.includes(fingerprintOf(publicKey)));
  assert.equal(existsSync(join(folder, "manifest-key.next")), false);
  const doctor = async (): Promise<string> => {
    const { findings } = JSON.parse((await run(folder, ["doctor", "--json"])).output);
    const { standing, sentence } = findings.find(({ name }: { name: string }) => name === "manifest key");
    return `${standing}: ${sentence}`;
  };
  assert.match(await doctor(), /^ok: .* and the next one will be by SHA256:\S+, which is here$/);
  const announced = readFileSync(join(folder, "manifest-key"), "utf8");
  writeFileSync(join(folder, "manifest-key"), `${newSeed()}\n`);
  assert.match(await doctor(), /^wrong: the next manifest is to be signed by SHA256/);
  writeFileSync(join(folder, "manifest-key"), announced);
  await publishIn(folder, 2, keyNow());
  assert.match(await doctor(), /^ok: .*, the key that is here$/);
  assert.deepEqual(await signersIn(folder), [old.publicKey, old.publicKey, publicKey]);
});

test("a change that was cut off after the announcement goes on with the announced key, and one before it begins anew", async () => {
  const folder = newFolder();
  const keyNow = () => signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite") ?? assert.fail();
  await publishIn(folder, 1, keyNow());
  const old = readFileSync(join(folder, "manifest-key"), "utf8");
  writeFileSync(join(folder, "manifest-key.next"), `${newSeed()}\n`);
  await run(folder, ["manifest-key", "--new"]);
  const announced = keyNow();
  // As it was in the moment before the new file took the place of the old one.
  renameSync(join(folder, "manifest-key"), join(folder, "manifest-key.next"));
  writeFileSync(join(folder, "manifest-key"), old);
  assert.equal((await run(folder, ["manifest-key", "--new"])).code, 0);
  assert.equal(keyNow().publicKey, announced.publicKey);
  await publishIn(folder, 2, keyNow());
  assert.equal((await signersIn(folder)).at(-1), announced.publicKey);
});

test("a new key of the setting is shown once, alone on standard output, with what to do", async () => {
  const folder = newFolder();
  const seed = newSeed();
  await publishIn(folder, 1, signingKeyOfSeed(seed));
  const { code, output, errors } = await run(folder, ["manifest-key", "--new"], { MANIFEST_KEY: seed });
  assert.equal(code, 0);
  const [next = ""] = output.split("\n");
  assert.match(errors, /Set MANIFEST_KEY to it on every node before the next publish/);
  assert.ok(output.includes(fingerprintOf(signingKeyOfSeed(next).publicKey)));
  assert.equal(existsSync(join(folder, "manifest-key")), false);
  await publishIn(folder, 2, signingKeyOfSeed(next));
  assert.deepEqual(
    await signersIn(folder),
    [seed, seed, next].map((each) => signingKeyOfSeed(each).publicKey),
  );
  const again = await run(folder, ["manifest-key", "--new"], { MANIFEST_KEY: seed });
  assert.deepEqual([again.code, again.output], [1, ""]);
  assert.match(again.errors, /is not the one that signs here: only that one names another/);
});

test("status says by which key the newest manifest is signed, or why it is not", async () => {
  const folder = newFolder();
  await withOpened(folder, async () => {});
  const status = async () => {
    const { output } = await run(folder, ["status"]);
    const { proof } = JSON.parse((await run(folder, ["status", "--json"])).output);
    return { output, proof };
  };
  assert.equal((await status()).proof, null);
  const key = testKey(1);
  await publishIn(folder, 1, key);
  const signed = await status();
  assert.match(signed.output, /^ +manifest signed by +SHA256:\S{43}$/m);
  assert.equal(signed.proof.fingerprint, fingerprintOf(key.publicKey));
  await publishIn(folder, 2, null);
  assert.match((await status()).output, /^ +manifest signed by +nobody: The server had no key: .*MANIFEST_KEY/m);
  await publishIn(folder, 3, testKey(2));
  const { proof } = await status();
  assert.ok(proof.why_unsigned.includes(`is not ${fingerprintOf(key.publicKey)}, which signs here`));
});

test("a backup has the public half of the key and never the private one, and a restored archive may go on with either key", async () => {
  const folder = newFolder();
  const key = signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite") ?? assert.fail();
  await publishIn(folder, 1, key);
  const secret = readFileSync(join(folder, "manifest-key"));
  const seed = secret.toString().trim();
  const backup = join(folder, "backup");
  assert.equal((await run(folder, ["backup", backup])).code, 0);
  const holds = (file: string, text: string | Buffer) => readFileSync(join(backup, file)).includes(text);
  assert.ok(holds("gradeline.db", key.publicKey));
  assert.equal(existsSync(join(backup, "manifest-key")), false);
  for (const file of ["gradeline.db", "manifest.json"]) {
    assert.ok(!holds(file, seed), file);
    assert.ok(!holds(file, Buffer.from(seed, "base64")), file);
  }
  for (const name of readdirSync(folder)) if (name.startsWith("g")) rmSync(join(folder, name));
  assert.equal((await run(folder, ["restore", backup])).code, 0);
  await publishIn(folder, 1, key);
  const elsewhere = newFolder();
  assert.equal((await run(elsewhere, ["restore", backup])).code, 0);
  const other = signingKeyOf({ manifestKey: null, dataDir: elsewhere }, "sqlite") ?? assert.fail();
  await publishIn(elsewhere, 1, other);
  assert.deepEqual(await signersIn(folder), [key.publicKey, key.publicKey]);
  assert.deepEqual(await signersIn(elsewhere), [key.publicKey, other.publicKey]);
});

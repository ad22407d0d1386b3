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
import { jsonOf, refused, run, runCommand } from "../support/run-command.ts";

const root = testFolder("manifest-key");

/** A folder of data with a database, whose commands have no key of the settings. */
function newPlace() {
  const folder = mkdtempSync(join(root, "data-"));
  const file = join(folder, "manifest-key");
  const settings = { DATABASE_URL: join(folder, "g.db"), DATA_DIR: folder, MANIFEST_KEY: "" };
  async function withOpened<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(settings.DATABASE_URL);
    return work(database).finally(() => database.close());
  }
  return {
    folder,
    file,
    settings,
    keyNow: () => signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite") ?? assert.fail("there is no key"),
    publish: (revision: number, key: SigningKey | null) =>
      withOpened((database) => publishNight(database, revision, key)),
    /** Who signed each manifest, or why nobody did. */
    signers: () =>
      withOpened(async ({ kysely }) => {
        const rows = tablesOf<ReleaseTables>(kysely).selectFrom("file_manifests").selectAll().orderBy("position");
        return (await rows.execute()).map((row) => row.public_key ?? row.why_unsigned);
      }),
    command: (...words: readonly string[]) => run(settings, ...words),
  };
}

test("on SQLite a key is made once, for its owner alone, and on PostgreSQL none is", () => {
  const dataDir = join(newPlace().folder, "data");
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
  const { folder, file } = newPlace();
  writeFileSync(join(folder, "file"), "");
  assert.equal(signingKeyOf({ manifestKey: null, dataDir: join(folder, "file", "data") }, "sqlite"), null);
  writeFileSync(file, "my secret\n");
  assert.throws(
    () => signingKeyOf({ manifestKey: null, dataDir: folder }, "sqlite"),
    ({ message }: Error) => message.startsWith(`${file} is no key`) && !message.includes("secret"),
  );
});

test("the command shows the public half, and how a manifest is checked; with PostgreSQL it says what is missing", async () => {
  const { file, settings, command } = newPlace();
  const output = await command("manifest-key");
  const seed = readFileSync(file, "utf8").trim();
  const { publicKey } = signingKeyOfSeed(seed);
  for (const part of [
    `ssh           ${publicKey}`,
    fingerprintOf(publicKey),
    "ssh-keygen -Y verify -f allowed_signers -I gradeline -n gradeline -s manifest.json.sshsig < manifest.json",
  ]) {
    assert.ok(output.includes(part), part);
  }
  assert.ok(!output.includes(seed));
  const onPostgres = { ...settings, DATABASE_URL: "postgres://nobody@127.0.0.1:1/x" };
  const missing = /^gradeline: there is no key: with PostgreSQL it is the setting MANIFEST_KEY/;
  await refused(onPostgres, ["manifest-key"], missing);
});

test("a new key in the folder is named by the old one and signs from then on", async () => {
  const { file, settings, keyNow, publish, signers, command } = newPlace();
  const old = keyNow();
  await publish(1, old);
  const output = await command("manifest-key", "--new");
  const { publicKey } = keyNow();
  assert.notEqual(publicKey, old.publicKey);
  assert.ok(output.includes(fingerprintOf(publicKey)));
  assert.equal(existsSync(`${file}.next`), false);
  const doctor = async (): Promise<string> => {
    const { findings } = JSON.parse((await runCommand(["doctor", "--json"], settings)).output);
    const { standing, sentence } = findings.find(({ name }: { name: string }) => name === "manifest key");
    return `${standing}: ${sentence}`;
  };
  assert.match(await doctor(), /^ok: .* and the next one will be by SHA256:\S+, which is here$/);
  const announced = readFileSync(file, "utf8");
  writeFileSync(file, `${newSeed()}\n`);
  assert.match(await doctor(), /^wrong: the next manifest is to be signed by SHA256/);
  writeFileSync(file, announced);
  await publish(2, keyNow());
  assert.match(await doctor(), /^ok: .*, the key that is here$/);
  assert.deepEqual(await signers(), [old.publicKey, old.publicKey, publicKey]);
});

test("a change that was cut off after the announcement goes on with the announced key, and one before it begins anew", async () => {
  const { file, keyNow, publish, signers, command } = newPlace();
  await publish(1, keyNow());
  const old = readFileSync(file, "utf8");
  writeFileSync(`${file}.next`, `${newSeed()}\n`);
  await command("manifest-key", "--new");
  const announced = keyNow();
  // As it was in the moment before the new file took the place of the old one.
  renameSync(file, `${file}.next`);
  writeFileSync(file, old);
  await command("manifest-key", "--new");
  assert.equal(keyNow().publicKey, announced.publicKey);
  await publish(2, keyNow());
  assert.equal((await signers()).at(-1), announced.publicKey);
});

test("a new key of the setting is shown once, alone on standard output, with what to do", async () => {
  const { file, settings, publish, signers } = newPlace();
  const seed = newSeed();
  await publish(1, signingKeyOfSeed(seed));
  const withSeed = { ...settings, MANIFEST_KEY: seed };
  const { code, output, errors } = await runCommand(["manifest-key", "--new"], withSeed);
  assert.equal(code, 0);
  const [next = ""] = output.split("\n");
  assert.match(errors, /Set MANIFEST_KEY to it on every node before the next publish/);
  assert.ok(output.includes(fingerprintOf(signingKeyOfSeed(next).publicKey)));
  assert.equal(existsSync(file), false);
  await publish(2, signingKeyOfSeed(next));
  assert.deepEqual(
    await signers(),
    [seed, seed, next].map((each) => signingKeyOfSeed(each).publicKey),
  );
  const again = /is not the one that signs here: only that one names another/;
  await refused(withSeed, ["manifest-key", "--new"], again);
});

test("status says by which key the newest manifest is signed, or why it is not", async () => {
  const { settings, publish, command } = newPlace();
  await (await openDatabase(settings.DATABASE_URL)).close();
  const proof = async () => (await jsonOf(settings, "status")).proof;
  assert.equal(await proof(), null);
  const key = testKey(1);
  await publish(1, key);
  assert.match(await command("status"), /^ +manifest signed by +SHA256:\S{43}$/m);
  assert.equal((await proof()).fingerprint, fingerprintOf(key.publicKey));
  await publish(2, null);
  assert.match(await command("status"), /^ +manifest signed by +nobody: The server had no key: .*MANIFEST_KEY/m);
  await publish(3, testKey(2));
  assert.ok((await proof()).why_unsigned.includes(`is not ${fingerprintOf(key.publicKey)}, which signs here`));
});

test("a backup has the public half of the key and never the private one, and a restored archive may go on with either key", async () => {
  const { folder, file, keyNow, publish, signers, command } = newPlace();
  const key = keyNow();
  await publish(1, key);
  const seed = readFileSync(file, "utf8").trim();
  const backup = join(folder, "backup");
  await command("backup", backup);
  const holds = (name: string, text: string | Buffer) => readFileSync(join(backup, name)).includes(text);
  assert.ok(holds("gradeline.db", key.publicKey));
  assert.equal(existsSync(join(backup, "manifest-key")), false);
  for (const name of ["gradeline.db", "manifest.json"]) {
    assert.ok(!holds(name, seed), name);
    assert.ok(!holds(name, Buffer.from(seed, "base64")), name);
  }
  for (const name of readdirSync(folder)) if (name.startsWith("g")) rmSync(join(folder, name));
  await command("restore", backup);
  await publish(1, key);
  assert.deepEqual(await signers(), [key.publicKey, key.publicKey]);
  const elsewhere = newPlace();
  await elsewhere.command("restore", backup);
  const other = elsewhere.keyNow();
  await elsewhere.publish(1, other);
  assert.deepEqual(await elsewhere.signers(), [key.publicKey, other.publicKey]);
});

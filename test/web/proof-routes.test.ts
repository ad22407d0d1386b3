/** What of the proof is on a server: every file, whole, for everybody, and what is said where there is none. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { ArchiveAway } from "../../src/query/refusals.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { sha256Of } from "../../src/release/proof/manifests.ts";
import { allowedSigners } from "../../src/release/proof/signature.ts";
import { closedAfterAll, openApi, send } from "../support/api.ts";
import { nameNext, publishNight, testKey } from "../support/offered-files.ts";

const at = "/.well-known/gradeline/";
const first = testKey(1);
const second = testKey(2);
const site = closedAfterAll(await openApi());
for (const revision of [1, 2]) await publishNight(site.database, revision, first);
assert.ok(await nameNext(site.database, first, second));
await publishNight(site.database, 3, second);
await renewArchiveId(site.database);
await publishNight(site.database, 2, second);

/** Asks the site as it is after three nights, a change of the key and a restore. */
const get = (path: string) => send(site.app, "GET", at + path);
const textAt = async (path: string): Promise<string> => {
  const { status, text } = await get(path);
  assert.equal(status, 200, path);
  return text;
};

test("every manifest that a head names is there by its SHA-256, and the newest of a revision by its number", async () => {
  const heads = await textAt("heads.ndjson");
  const lines = heads.trimEnd().split("\n");
  assert.equal(lines.length, 5);
  for (const [index, line] of lines.entries()) {
    const { manifest_sha256: sha256, revision } = JSON.parse(line);
    const manifest = await get(`manifests/${sha256}.json`);
    assert.equal(sha256Of(manifest.text), sha256);
    assert.equal(manifest.headers["content-type"], "application/json; charset=utf-8");
    assert.equal(manifest.headers["cache-control"], "public, max-age=31536000, immutable");
    const key = index < 3 ? first : second;
    assert.equal(await textAt(`manifests/${sha256}.json.sshsig`), key.sign(manifest.text));
    const isNewest = (await textAt(`manifests/${revision}.json`)) === manifest.text;
    assert.equal(isNewest, index !== 1 && index !== 2, String(index));
  }
  assert.equal((await get("manifests/2.json")).headers["cache-control"], "public, max-age=60");
  assert.equal(await textAt("heads.ndjson.sshsig"), second.sign(heads));
  assert.equal(await textAt("allowed_signers"), allowedSigners(second.publicKey));
});

test("the index names what there is, and every address in it answers", async () => {
  const index = await get("");
  const { heads, newest_manifest: newest, key, allowed_signers: signers, next_keys: named } = index.body;
  assert.equal(newest, `${at}manifests/2.json`);
  assert.deepEqual([named.length, named[0].ssh, key.ssh], [1, second.publicKey, second.publicKey]);
  for (const [path, type] of [
    [heads, "application/x-ndjson"],
    [newest, "application/json"],
    [signers, "text/plain"],
  ]) {
    const { status, headers } = await send(site.app, "GET", path);
    assert.deepEqual([status, headers["content-type"]], [200, `${type}; charset=utf-8`], path);
  }
  const { body, text } = await send(site.app, "GET", named[0].manifest);
  assert.equal(body.next_key, second.publicKey);
  const { text: signature } = await send(site.app, "GET", `${named[0].manifest}.sshsig`);
  assert.equal(signature, first.sign(text));
});

test("what is not there is 404 with a sentence", async () => {
  const missing = ["4.json", "0.json", "x.json", `${"0".repeat(64)}.json`, "2.json.asc"];
  for (const path of [...missing.map((name) => `manifests/${name}`), "keys/1.json", "heads", "%25"]) {
    const { status, text, headers } = await get(path);
    assert.deepEqual([status, headers["cache-control"]], [404, "no-store"], path);
    assert.equal(text, "There is no such file; /.well-known/gradeline/ lists what there is.\n", path);
  }
});

test("while the database is away the answer is 503, and it is not kept", async () => {
  const { ask } = site.shelf;
  site.shelf.ask = () => Promise.reject(new ArchiveAway("the archive cannot be asked"));
  const { status, headers } = await get("heads.ndjson");
  site.shelf.ask = ask;
  assert.deepEqual([status, headers["cache-control"], headers["retry-after"]], [503, "no-store", "5"]);
  assert.equal((await get("heads.ndjson")).status, 200);
});

test("before the first manifest there is an index alone, and an unsigned one has no signatures", async () => {
  await using empty = await openApi();
  const get = (path: string) => send(empty.app, "GET", at + path);
  for (const path of ["heads.ndjson", "manifests/1.json", "heads.ndjson.sshsig"]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.deepEqual([(await get("")).body.newest_manifest, (await get("")).body.key], [null, null]);
  await publishNight(empty.database, 1, null);
  assert.equal((await get("manifests/1.json")).status, 200);
  assert.equal((await get("heads.ndjson")).status, 200);
  for (const path of ["manifests/1.json.sshsig", "heads.ndjson.sshsig"]) {
    const { status, text } = await get(path);
    assert.deepEqual([status, text.startsWith("This was not signed.")], [404, true], path);
  }
  assert.equal((await get("allowed_signers")).text, "No key has signed anything here yet.\n");
});

/** What of the proof is on a server: every file, whole, for everybody, and what is said where there is none. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { writeTransaction } from "../../src/database/engine.ts";
import { ArchiveAway } from "../../src/query/refusals.ts";
import { renewArchiveId } from "../../src/release/archive-id.ts";
import { announceKey } from "../../src/release/proof/manifest-keys.ts";
import { sha256Of } from "../../src/release/proof/manifest-text.ts";
import { isMinisigOf, minisignKeyFile } from "../../src/release/proof/minisign.ts";
import { allowedSigners, isSshsigOf } from "../../src/release/proof/ssh-signature.ts";
import { openApi, send, type TestApi } from "../support/api.ts";
import { publishNight, testKey } from "../support/offered-nights.ts";
import { acceptedBy, whyNoProofPrograms } from "../support/proof-programs.ts";
import { skipIf } from "../support/skip-if.ts";

const at = "/.well-known/gradeline/";
const first = testKey(1);
const second = testKey(2);
let site: TestApi;
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(site.app, method, at + path, headers);
const textAt = async (path: string): Promise<string> => {
  const { status, text } = await get(path);
  assert.equal(status, 200, path);
  return text;
};

describe("after three nights, a change of the key and a restore", () => {
  beforeAll(async () => {
    site = await openApi();
    for (const revision of [1, 2]) await publishNight(site.database, revision, first);
    const announcement = { announcedAt: "2026-01-02T10:00:00.000Z", key: first, next: second.publicKey };
    await writeTransaction(site.database, (connection) => announceKey(connection, announcement));
    await publishNight(site.database, 3, second);
    await renewArchiveId(site.database);
    await publishNight(site.database, 2, second);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test("every manifest that a head names is there by its SHA-256, and the newest of a revision by its number", async () => {
    const heads = await textAt("heads.ndjson");
    const lines = heads.trimEnd().split("\n");
    assert.equal(lines.length, 4);
    for (const [index, line] of lines.entries()) {
      const { manifest_sha256: sha256, revision } = JSON.parse(line);
      const manifest = await get(`manifests/${sha256}.json`);
      assert.equal(sha256Of(manifest.text), sha256);
      assert.equal(manifest.headers["content-type"], "application/json; charset=utf-8");
      assert.equal(manifest.headers["cache-control"], "public, max-age=31536000, immutable");
      const key = index < 2 ? first : second;
      assert.ok(isMinisigOf(key.publicKey, manifest.text, await textAt(`manifests/${sha256}.json.minisig`)));
      assert.ok(isSshsigOf(key.publicKey, manifest.text, await textAt(`manifests/${sha256}.json.sshsig`)));
      assert.equal((await textAt(`manifests/${revision}.json`)) === manifest.text, index !== 1, String(index));
    }
    assert.equal((await get("manifests/2.json")).headers["cache-control"], "public, max-age=60");
    assert.ok(isMinisigOf(second.publicKey, heads, await textAt("heads.ndjson.minisig")));
    assert.ok(isSshsigOf(second.publicKey, heads, await textAt("heads.ndjson.sshsig")));
    assert.equal(await textAt("minisign.pub"), minisignKeyFile(second.publicKey));
    assert.equal(await textAt("allowed_signers"), allowedSigners(second.publicKey));
    const statement = await textAt("keys/2.json");
    assert.ok(isMinisigOf(first.publicKey, statement, await textAt("keys/2.json.minisig")));
    assert.ok(isSshsigOf(first.publicKey, statement, await textAt("keys/2.json.sshsig")));
    assert.ok(minisignKeyFile(second.publicKey).includes(JSON.parse(statement).next.minisign));
  });

  test("the index names what there is, and every address in it answers", async () => {
    const index = await get("");
    const { heads, newest_manifest: newest, key, key_files: files, keys } = index.body;
    assert.equal(newest, `${at}manifests/2.json`);
    assert.equal(keys.length, 2);
    assert.deepEqual([keys[0].statement, keys[1].key], [null, key]);
    for (const path of [heads, newest, ...files, keys[1].statement]) {
      assert.equal((await send(site.app, "GET", path)).status, 200, path);
    }
  });

  test("whoever has it is not sent it again; HEAD has the headers, and only reading is allowed", async () => {
    for (const path of ["heads.ndjson", "manifests/3.json", "heads.ndjson.sshsig", "allowed_signers", ""]) {
      const whole = await get(path);
      const again = await get(path, { "if-none-match": whole.headers.etag ?? "" });
      assert.deepEqual([again.status, again.text], [304, ""], path);
      const head = await get(path, {}, "HEAD");
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", whole.headers.etag], path);
      const deleted = await get(path, {}, "DELETE");
      assert.deepEqual([deleted.status, deleted.headers.allow], [405, "GET, HEAD"], path);
    }
    assert.equal((await get("heads.ndjson")).headers["content-type"], "application/x-ndjson; charset=utf-8");
    assert.equal((await get("minisign.pub")).headers["content-type"], "text/plain; charset=utf-8");
  });

  test("what is not there is 404 with a sentence", async () => {
    const missing = ["manifests/4.json", "manifests/0.json", "manifests/x.json", "keys/1.json", "keys/3.json", "heads"];
    const odd = [`manifests/${"0".repeat(64)}.json`, `keys/${"0".repeat(64)}.json`, "manifests/2.json.asc", "%25"];
    for (const path of [...missing, ...odd]) {
      const { status, text, headers } = await get(path);
      assert.deepEqual([status, headers["cache-control"]], [404, "no-store"], path);
      assert.equal(text, "There is no such file; /.well-known/gradeline/ lists what there is.\n", path);
    }
  });

  test("what a server gives out Debian's programs accept", skipIf(whyNoProofPrograms()), async () => {
    const folder = mkdtempSync(join(tmpdir(), "gradeline-proof-"));
    const [content, minisig, sshsig] = [
      await textAt("heads.ndjson"),
      await textAt("heads.ndjson.minisig"),
      await textAt("heads.ndjson.sshsig"),
    ];
    assert.deepEqual(acceptedBy(folder, second.publicKey, { content, minisig, sshsig }), { minisign: true, ssh: true });
    rmSync(folder, { recursive: true });
  });

  test("while the database is away the answer is 503, and it is not kept", async () => {
    const read = site.shelf.proofFile;
    site.shelf.proofFile = () => Promise.reject(new ArchiveAway("the archive cannot be asked"));
    const { status, headers, body } = await get("heads.ndjson");
    site.shelf.proofFile = read;
    assert.deepEqual([status, headers["cache-control"], body.error.code], [503, "no-store", "unavailable"]);
    assert.equal((await get("heads.ndjson")).status, 200);
  });

  test("a network that asks too often is told to wait", async () => {
    const ask = () =>
      site.app
        .inject({ url: `${at}heads.ndjson`, remoteAddress: "198.51.100.77" })
        .then(({ statusCode }) => statusCode);
    const statuses = [];
    for (let asked = 0; asked < 61; asked++) statuses.push(await ask());
    assert.deepEqual([statuses[59], statuses[60]], [200, 429]);
  });
});

test("before the first manifest there is an index alone, and an unsigned one has no signatures", async () => {
  site = await openApi();
  for (const path of ["heads.ndjson", "manifests/1.json", "minisign.pub", "heads.ndjson.minisig"]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.deepEqual([(await get("")).body.newest_manifest, (await get("")).body.key], [null, null]);
  await publishNight(site.database, 1, null);
  assert.equal((await get("manifests/1.json")).status, 200);
  assert.equal((await get("heads.ndjson")).status, 200);
  for (const path of ["manifests/1.json.minisig", "heads.ndjson.sshsig"]) {
    const { status, text } = await get(path);
    assert.deepEqual([status, text.startsWith("This was not signed.")], [404, true], path);
  }
  assert.equal((await get("allowed_signers")).text, "No key has signed anything here yet.\n");
  await site[Symbol.asyncDispose]();
});

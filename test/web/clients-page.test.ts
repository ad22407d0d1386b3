/** `/clients/`: every package is there for everybody, whole, and with the SHA-256 that is told of it. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { clientsDist, clientTarball, clientVersion, skillZip, sumsText } from "../../scripts/build-clients.ts";
import { readOfferedClients } from "../../src/web/clients/offered.ts";
import { clientsBody, clientsIndex } from "../../src/web/clients/page.ts";
import { openApi, send } from "../support/api.ts";
import { documentOf, linksIn } from "../support/document.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(site.app, method, path, headers);
const raw = async (path: string) => (await site.app.inject({ url: path })).rawPayload;

type Entry = { name: string; version: string; path: string; newest: string | null; bytes: number; sha256: string };

test("what the index lists is there without a key, with its length and SHA-256, under its version and as the newest", async () => {
  const { body, headers } = await get("/clients/index.json");
  assert.match(headers["cache-control"] ?? "", /^public/);
  const clients: Entry[] = body.clients;
  assert.ok(clients.some(({ name }) => name === "gradeline-client"));
  for (const { path, newest, bytes, sha256 } of clients)
    for (const address of newest === null ? [path] : [path, newest]) {
      const sent = await raw(address);
      assert.deepEqual([sent.length, hash("sha256", sent)], [bytes, sha256], address);
    }
});

test("SHA256SUMS has a line for every package, as sha256sum takes it", async () => {
  const { text, status } = await get("/clients/SHA256SUMS");
  const lines = readOfferedClients().map(({ file, sha256 }) => `${sha256}  ${file}\n`);
  assert.deepEqual([status, text], [200, lines.join("")]);
});

test("whoever has a package is not sent it again; HEAD has the headers, and only reading is allowed", async () => {
  const path = "/clients/gradeline-client.tgz";
  const first = await get(path, {}, "HEAD");
  assert.equal(first.status, 200);
  assert.equal(first.headers["content-type"], "application/gzip");
  assert.equal(first.headers["content-encoding"], undefined, "it is compressed already");
  assert.equal((await get(path, { "if-none-match": first.headers.etag ?? "" })).status, 304);
  assert.equal((await get(path, {}, "POST")).status, 405);
  assert.equal((await get("/clients/gradeline-client-9.9.9.tgz")).status, 404);
  assert.equal((await get("/clients")).headers.location, "/clients/");
});

test("the page names every package with its SHA-256 and how it is installed, and each of its links answers", async () => {
  const { text } = await get("/clients/");
  for (const { file, sha256 } of readOfferedClients()) assert.ok(text.includes(file) && text.includes(sha256), file);
  assert.match(text, /npm i https:\/\/manage\.example\/clients\/gradeline-client\.tgz/);
  const own = linksIn(documentOf(text)).filter((link) => link.startsWith("/clients/"));
  assert.ok(own.length > 1);
  for (const link of own) assert.equal((await get(link)).status, 200, link);
});

test("a wheel, a file of R and a skill are offered where they lie, each by its own command, and nothing else is", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-offered-"));
  try {
    mkdirSync(join(folder, "dist"));
    const files = [
      "gradeline_client-1.2.3-py3-none-any.whl",
      "gradeline.R",
      "gradeline-skill.zip",
      "SHA256SUMS",
      "notes.md",
    ];
    for (const file of files) writeFileSync(join(folder, "dist", file), file);
    const offered = readOfferedClients([join(folder, "dist"), join(folder, "missing")]);
    assert.deepEqual(
      offered.map(({ name, version, newest }) => [name, version, newest]),
      [
        ["gradeline-skill", null, null],
        ["gradeline", null, null],
        ["gradeline_client", "1.2.3", null],
      ],
    );
    const page = clientsBody(offered, "https://api.example");
    assert.match(page, /pip install https:\/\/api\.example\/clients\/gradeline_client-1\.2\.3-py3-none-any\.whl/);
    assert.match(page, /source\(&#34;https:\/\/api\.example\/clients\/gradeline\.R&#34;\)/);
    assert.equal(JSON.parse(clientsIndex(offered)).clients.length, 3);
    assert.match(clientsBody([], "https://api.example"), /This server has none/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the packages in clients/dist are those that the sources make, of the version of this program, and its sums are right", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  assert.equal(clientVersion(), version);
  for (const [name, made] of [
    [`gradeline-client-${version}.tgz`, clientTarball()],
    [`gradeline-skill-${version}.zip`, skillZip()],
  ] as const) {
    const committed = readFileSync(join(clientsDist, name));
    assert.equal(hash("sha256", made), hash("sha256", committed), `${name}: run node scripts/build-clients.ts`);
  }
  assert.equal(readFileSync(join(clientsDist, "SHA256SUMS"), "utf8"), sumsText(clientsDist));
});

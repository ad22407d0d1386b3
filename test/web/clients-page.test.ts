/** `/clients/`: every package is there for everybody, whole, and with the SHA-256 that is told of it. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { parseTar } from "nanotar";
import { afterAll, test } from "vitest";
import { makePackages } from "../../src/web/clients/packages.ts";
import { openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const get = (path: string) => send(site.app, "GET", path);

test("SHA256SUMS, as sha256sum takes it, has what each address answers, under its version and as the newest", async () => {
  const { text } = await get("/clients/SHA256SUMS");
  const packages = makePackages();
  assert.equal(text, packages.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(""));
  for (const { file, newest, bytes, sha256 } of packages)
    for (const name of newest === null ? [file] : [file, newest]) {
      const { rawPayload: sent } = await site.app.inject(`/clients/${name}`);
      assert.deepEqual([sent.length, hash("sha256", sent)], [bytes.length, sha256], name);
    }
});

test("the page names every package with its SHA-256 and how it is installed, and each of its links answers", async () => {
  const { text, page } = await get("/clients/");
  for (const { file, sha256 } of makePackages()) assert.ok(text.includes(file) && text.includes(sha256), file);
  assert.match(text, /npm i https:\/\/manage\.example\/clients\/gradeline-client\.tgz/);
  assert.match(text, /pip install https:\/\/manage\.example\/clients\/gradeline_client-\d[\d.]*-py3-none-any\.whl/);
  assert.match(text, /source\(&#34;https:\/\/manage\.example\/clients\/gradeline\.R&#34;\)/);
  const own = page.links().filter((link) => link.startsWith("/clients/"));
  assert.ok(own.length > 1);
  for (const link of own) assert.equal((await get(link)).status, 200, link);
});

test("each package is of the version of this program, has what it is installed by, and is the same when it is made again", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const made = makePackages();
  assert.deepEqual(
    made.map(({ file }) => file),
    [
      `gradeline-client-${version}.tgz`,
      `gradeline-skill-${version}.zip`,
      "gradeline.R",
      `gradeline_client-${version}-py3-none-any.whl`,
    ],
  );
  assert.deepEqual(makePackages(), made);
  const bytesOf = (end: string) => made.find(({ file }) => file.endsWith(end))?.bytes ?? new Uint8Array();
  const tar = parseTar(gunzipSync(bytesOf(".tgz")));
  const names = tar.map(({ name }) => name);
  const { exports, bin } = JSON.parse(tar.find(({ name }) => name === "package/package.json")?.text ?? "");
  const targets = [
    ...Object.values(exports as Record<string, Record<string, string>>).flatMap(Object.values),
    bin["gradeline-client"],
  ];
  for (const target of targets) assert.ok(names.includes(join("package", target)), target);
  const skill = Object.keys(unzipSync(bytesOf(".zip")));
  assert.ok(skill.includes("gradeline/SKILL.md") && skill.includes("gradeline/references/limits.md"));
  const wheel = unzipSync(bytesOf(".whl"));
  const record = strFromU8(wheel[`gradeline_client-${version}.dist-info/RECORD`] ?? new Uint8Array());
  for (const [name, bytes] of Object.entries(wheel)) {
    const sum = name.endsWith("/RECORD") ? "," : `sha256=${hash("sha256", bytes, "base64url")},${bytes.length}`;
    assert.ok(record.includes(`${name},${sum}\n`), name);
  }
});

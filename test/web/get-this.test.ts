/** "Get this": its samples are run as they stand, each by its own program, and get what the page is made of. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { readOfferedFiles } from "../../src/release/offered-files.ts";
import { getThisPanel } from "../../src/web/get-this/panel.ts";
import { readRequest, typescriptSample } from "../../src/web/get-this/request.ts";
import { openApi } from "../support/api.ts";
import { Page } from "../support/document.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { runners, runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { longIf } from "../support/volume.ts";

const root = join(import.meta.dirname, "../..");
const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
const folder = mkdtempSync(join(tmpdir(), "gradeline-get-this-"));
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const query = "sport=nfl&season=2025&market=spread&period=game&selection=away&role=underdog";
const places = { apiUrl: server.url, manageUrl: "/manage" };
const panel = new Page(getThisPanel({ ...places, path: "/v1/trends", query }).text);

for (const [language, tab] of [
  ["sh", "curl"],
  ["python", "pandas"],
  ["r", "r"],
  ["ts", "typescript"],
] as const) {
  const { program = null, needs = "" } = runners[language] ?? {};
  const how = { ...skipIf(program === null && `needs ${needs}`), ...longIf(language !== "sh") };
  test(`the sample in ${language} gets the record, and fails when the key is refused`, how, async () => {
    // What pandas prints of a wide row leaves most of it out.
    const whole = language === "python" ? "\nprint(trends.to_csv())\n" : "\n";
    const sample = { language, code: panel.document.querySelector(`#get-this-${tab}`)?.textContent + whole };
    const { data } = (await site.get(`/v1/trends?${query}`)).body;
    const { code, output, errors } = await runSample(sample, "record", folder, { API_KEY: site.key });
    assert.equal(code, 0, errors);
    for (const number of [data[0].bets, data[0].won]) assert.match(output, new RegExp(`\\b${number}\\b`));
    const { code: refused } = await runSample(sample, "refused", folder, { API_KEY: "gl_live_wrong" });
    assert.notEqual(refused, 0);
  });
}

test("the samples in TypeScript have sound types", () => {
  const files = ["/v1/trends", "/v1/games/NFL-20250904-DAL-PHI"].map((path, index) => {
    const file = join(folder, `sample-${index}.mts`);
    writeFileSync(file, typescriptSample(readRequest("http://127.0.0.1", path, "")));
    return file;
  });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2024", "--module", "nodenext"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...types, ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
});

test("values are letters, digits and percent escapes in the samples, whatever they are", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))), (pairs) => {
      const wanted = pairs.filter(([name]) => !["limit", "cursor", "format"].includes(name));
      const encoded = new URLSearchParams(pairs.map((pair) => [...pair])).toString();
      const { csvUrl, jsonUrl } = readRequest("http://127.0.0.1:1", "/v1/bets", encoded);
      for (const url of [csvUrl, jsonUrl]) {
        assert.match(url, /^http:\/\/127\.0\.0\.1:1\/v1\/bets\?[\w.*,=&%-]*$/);
        const read = [...new URL(url).searchParams].slice(0, wanted.length);
        assert.deepEqual(
          read,
          wanted.map((pair) => pair.map((text) => text.toWellFormed())),
        );
      }
    }),
  );
});

test.for([
  ["/v1/trends", "sport=nfl&season=2025", "nfl/2025/bets.parquet"],
  ["/v1/trends", "season=2025&sport=nfl&group_by=month&tries=3", "nfl/2025/bets.parquet"],
  ["/v1/bets", "sport=nba&season=2026&book=consensus&limit=100", "nba/2026/bets.parquet"],
  ["/v1/odds", "sport=mlb&season=2024", "mlb/2024/odds.parquet"],
  ["/v1/ids/games", "sport=nfl&season=2025", "nfl/2025/ids.parquet"],
  ["/v1/trends", "sport=nfl", ""],
  ["/v1/trends", "sport=nfl&season=2025&market=spread", ""],
  ["/v1/bets", "sport=nfl&season=2025&book=all", ""],
  ["/v1/odds", "sport=nfl&season=2025&book=consensus", ""],
  ["/v1/coverage", "sport=nfl&season=2025", ""],
] as const)("%s?%s is offered as %s, which is a file where the set is a season of one sport", ([path, query, file]) => {
  const { text } = getThisPanel({ ...places, path, query, hasFiles: true });
  const line = new Page(text).text("#get-this-file");
  assert.equal(line.includes(`"${server.url}/v1/files/${file}"`), file !== "", line);
  assert.equal(line === "", file === "");
});

test("the file of a season comes by the line that is shown, as Parquet and as CSV", async () => {
  await makeFiles(site.database, { termsUrl: null });
  const line = new Page((await site.get("/?sport=nfl&season=2025")).text).text("#get-this-file");
  assert.match(line, /\/v1\/files\/nfl\/2025\/bets\.parquet"$/);
  for (const ending of ["parquet", "csv.gz"]) {
    const code = `${line.replace("parquet", ending).replace(/https?:\/\/[^/]+/, server.url)}\n`;
    assert.equal((await runSample({ language: "sh", code }, "file", folder, { API_KEY: site.key })).code, 0);
    const files = await readOfferedFiles(site.database.kysely);
    const file = files.find(({ path }) => path === `nfl/2025/bets.${ending}`);
    assert.equal(hash("sha256", readFileSync(join(folder, `bets.${ending}`))), file?.sha256);
  }
});

// @module-tag volume
/** The samples on the pages of the endpoints run as they stand, in each of their languages, and are answered with rows. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { endpointAt } from "../../src/web/docs/pages.ts";
import { endpointSamples, requestOf } from "../../src/web/get-this/request.ts";
import { openApi } from "../support/api.ts";
import { offerFile } from "../support/offered-files.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { runners, runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { someSlow } from "../support/volume.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
await offerFile(site.database, { bytes: gzipSync("game_id,sport\r\nNFL-20250904-DAL-PHI,nfl\r\n") });
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
const folder = mkdtempSync(join(tmpdir(), "gradeline-reference-"));
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The samples name a game that was played. The archive of this test is made up, and has others. */
const { body: games } = await site.get("/v1/games?sport=nfl&season=2025&limit=1");
const played = String(games.data[0].game_id);
const endpoints = [...endpointAt].map(([path, endpoint]) => {
  const { game_id: inPath } = endpoint.inPath;
  return inPath === undefined
    ? ([path, endpoint] as const)
    : ([path, { ...endpoint, inPath: { game_id: { ...inPath, example: played } } }] as const);
});

describe("the samples of", () => {
  for (const [path, endpoint] of someSlow(endpoints)) {
    test(`${path}: the request that they send is answered with rows`, async () => {
      const { status, body } = await site.get(requestOf(path, endpoint));
      assert.equal(status, 200, JSON.stringify(body));
      if (body === null) return;
      if (Array.isArray(body.data)) assert.ok(body.data.length > 0, requestOf(path, endpoint));
    });
    const samples = endpointSamples(path, endpoint, server.url);
    const languages = endpoint.answer === null ? ["sh", "python"] : ["sh", "python", "r", "ts"];
    assert.deepEqual(
      samples.map(({ language }) => language),
      languages,
    );
    for (const sample of samples) {
      const { language } = sample;
      const { program = null, needs = "" } = runners[language] ?? {};
      test(`${path} in ${language}`, skipIf(program === null ? `needs ${needs}` : false), async () => {
        const { code, output, errors } = await runSample(sample, `${endpoint.operation}-${language}`, folder, {
          API_KEY: site.key,
        });
        assert.equal(code, 0, `${output}\n${errors}`);
        assert.notEqual(output.trim(), "", errors);
        assert.doesNotMatch(output, /"error"/);
        assert.doesNotMatch(output, /Empty DataFrame|<0 rows>/);
      });
    }
  }
});

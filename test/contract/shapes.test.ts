/**
 * The text of each endpoint's rows is that of its version: `shape`, which ETags have in their names. Whoever changes how a
 * row is written, as JSON or as CSV, learns here that caches have to hear of it.
 */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { openAsker } from "../release/every-answer.ts";
import { fixedGameId, publishFixedRelease } from "../release/fixed-release.ts";
import { offerFile } from "../support/offered-files.ts";

/** What is asked of an endpoint beside its sport and its season. */
const asked: Readonly<Record<string, string>> = {
  "/bets": "book=all",
  "/trends": "group_by=bet_type",
  "/changes": "since=0",
  // It is of no release, but of our own table of teams.
  "/ids/teams": "limit=1",
};

type Shapes = Readonly<Record<string, { readonly shape: number | string; readonly sha256: string }>>;
const file = new URL("shapes.json", import.meta.url);
const written = JSON.parse(readFileSync(file, "utf8")) as Shapes;

const database = await openDatabase(":memory:");
await publishFixedRelease(database);
await offerFile(database);
const asker = await openAsker();
const app = asker.appOf(await openShelf(database));
afterAll(async () => {
  await app.close();
  await asker.close();
  await database.close();
});

async function textOf({ path, parameters, inPath, hasCsv }: Endpoint): Promise<string> {
  const texts: string[] = [];
  for (const sport of "sport" in parameters || "game_id" in inPath ? sports : sports.slice(0, 1)) {
    for (const format of hasCsv ? ["json", "csv"] : [null]) {
      const query = [
        "sport" in parameters ? `sport=${sport}` : null,
        "season" in parameters ? "season=2025" : null,
        asked[path] ?? null,
        format === null ? null : `format=${format}`,
      ].filter((each) => each !== null);
      const url = `/v1${path.replace(":game_id", fixedGameId(sport))}?${query.join("&")}`;
      const { status, text } = await asker.ask(app, url);
      assert.equal(status, 200, `${url}: ${text}`);
      texts.push(text);
    }
  }
  return texts.join("\n");
}

// The ETag of the list of endpoints is made of its text; a file has no text of ours, and a signed address is another each time.
for (const endpoint of endpoints.filter(({ path }) => path !== "" && !path.startsWith("/files/"))) {
  const { path, shape } = endpoint;
  test(`the text of ${path} is that of its shape`, async () => {
    const made = { shape, sha256: hash("sha256", await textOf(endpoint)) };
    const advice = `raise \`shape\` of ${path} in src/contract/lists/, if it is not raised or new, and write this into shapes.json`;
    expect({ [path]: made }, advice).toEqual({ [path]: written[path] });
  });
}

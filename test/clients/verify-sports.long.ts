// @module-tag long
/** `verify` reads the rules as the server does, for every sport. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { Mirrors } from "../support/clients/mirrors.ts";
import { openOfferingServer } from "../support/clients/offering-server.ts";

const site = await openOfferingServer({ hasAllSports: true });
const mirrors = new Mirrors(site);
afterAll(async () => {
  mirrors.close();
  await site[Symbol.asyncDispose]();
});

test("every value of two seasons of every sport comes out as it is published", async () => {
  const folder = mirrors.folder("all");
  assert.equal((await mirrors.pull("all", "--to", folder)).code, 0);
  const { code, complained, said } = await mirrors.verify(folder);
  assert.deepEqual([code, complained], [0, ""]);
  for (const sport of ["mlb", "nfl", "ncaaf", "nba", "nhl"])
    assert.match(said, new RegExp(`^${sport} \\d{4}: 0 values are wrong$`, "m"));
});

test("a server that signs nothing is mirrored and verified by its chain alone", async () => {
  await using unsigned = await openOfferingServer({ key: null });
  const own = new Mirrors(unsigned);
  const ran = await own.pull("nfl", "--to", own.folder("unsigned"));
  assert.equal(ran.code, 0, ran.complained);
  assert.match(ran.said, /not signed/);
  const { code, said } = await own.verify(own.folder("unsigned"));
  assert.equal(code, 0);
  assert.match(said, /signed nothing/);
  own.close();
});

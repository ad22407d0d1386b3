/** A page costs about what it cost when the ratio was recorded. `npm run bench:http -- --smoke --write` records it anew. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { skipIf } from "../../support/skip-if.ts";
import { long } from "../../support/volume.ts";
import { hasGrownByHalf, measureSmoke, recordedRatio, type Smoke } from "./smoke.ts";

const why = process.platform !== "linux" && "the CPU of a process is read from Linux's /proc";

test("CPU of 100 odds rows over that of bare Fastify has not grown by half", {
  ...long,
  ...skipIf(why),
  timeout: 300_000,
}, async (t) => {
  const recorded = recordedRatio();
  const tell = ({ ratio, oursUs, fastifyUs }: Smoke) =>
    t.annotate(`${oursUs.toFixed(0)} µs / ${fastifyUs.toFixed(0)} µs = ${ratio.toFixed(2)}; recorded ${recorded}`);
  const first = await measureSmoke();
  await tell(first);
  if (!hasGrownByHalf(first.ratio, recorded)) return;
  // Medians of many rounds are steady, but a busy machine may still disturb all of them: it has to happen twice.
  const second = await measureSmoke();
  await tell(second);
  assert.ok(!hasGrownByHalf(second.ratio, recorded), `${second.ratio.toFixed(2)} is half as much again as ${recorded}`);
});

test("a ratio that grew by half is told from one that grew by less", () => {
  assert.equal(hasGrownByHalf(5.99, 4), false);
  assert.equal(hasGrownByHalf(6.01, 4), true);
});

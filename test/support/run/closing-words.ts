/** The last lines of a run, for whoever started it: what was skipped and why, and whether all is well. */
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { filesOnPostgresAlone, whyNoPostgres } from "./without-postgres.ts";

/** Why a test was skipped: in its own words, or in those of the group that it belongs to. */
function whySkipped(test: TestCase): string | null {
  let place: TestCase | TestSuite | TestModule = test;
  while (place.type !== "module") {
    const why = place.meta().whySkipped;
    if (why !== undefined) return why;
    place = place.parent;
  }
  return null;
}

function isLeftToAnotherRun({ tags }: TestCase): boolean {
  if (process.env.TEST_LENGTH === "all") return false;
  const isOfLongRun = tags.includes("long") || tags.includes("volume");
  return process.env.TEST_LENGTH === "long" ? !isOfLongRun : tags.includes("long");
}

export default class ClosingWords implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const skipped = new Map<string, number>();
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A file that cannot be loaded has no tests that could fail.
      if (module.state() === "failed" && module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // Vitest calls a test skipped that another run has, by its tags.
        if (state === "pending" || (state === "skipped" && isLeftToAnotherRun(test))) continue;
        counts[state]++;
        if (state !== "skipped") continue;
        const why = whySkipped(test) ?? "for a reason that the test does not say";
        skipped.set(why, (skipped.get(why) ?? 0) + 1);
      }
    }
    if (whyNoPostgres !== null) {
      console.log(
        `Skipped PostgreSQL, and ${filesOnPostgresAlone().length} files that try nothing else: ${whyNoPostgres}.`,
      );
    }
    for (const [why, tests] of skipped) console.log(`Skipped ${tests} ${tests === 1 ? "test" : "tests"}: ${why}.`);
    // CI installs what its tests need, so that a test that cannot run there is a mistake.
    if (process.env.CI === "true" && (skipped.size > 0 || whyNoPostgres !== null)) {
      console.log("CI skips nothing: what was skipped above counts as failed.");
      process.exitCode = 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}

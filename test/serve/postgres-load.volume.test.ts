// @module-tag volume
/**
 * Faults of PostgreSQL under load, again and again. Those that have a length last two seconds here; in
 * `postgres-load.release.ts` they last as long as a host really is away.
 */
import { describe, test } from "vitest";
import { long, slowShare } from "../support/volume.ts";
import { faultsUnderLoad } from "./faults-under-load.ts";

describe("under sixteen connections, a PostgreSQL", long, () => {
  const faults = faultsUnderLoad({ rounds: slowShare(5), faultMs: 2_000 });

  test("that restarts ends no process, and every answer is right", (t) => faults.meet(t, "restart"));
  test("that ends every connection ends no process", (t) => faults.meet(t, "terminate"));
  test("that stands still changes no answer, and counts are true", (t) => faults.meet(t, "frozen"));
  test("whose host falls silent changes no answer, and counts are true", (t) => faults.meet(t, "silent"));
  test("where one account's row is locked changes no answer", (t) => faults.meet(t, "locked"));
  test("that has no connection left ends no process, and every answer is right", (t) => faults.meet(t, "used up"));
});

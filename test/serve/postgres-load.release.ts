/** The faults of `postgres-load.test.ts` that have a length, half a minute each: `npm run test:release`, half an hour. */
import { describe, test } from "vitest";
import { faultsUnderLoad } from "./faults-under-load.ts";

describe("ten times half a minute under sixteen connections, a PostgreSQL", () => {
  const faults = faultsUnderLoad({ rounds: 10, faultMs: 30_000 });

  test("that stands still changes no answer, and counts are true", (t) => faults.meet(t, "frozen"));
  test("whose host falls silent changes no answer, and counts are true", (t) => faults.meet(t, "silent"));
  test("where one account's row is locked changes no answer", (t) => faults.meet(t, "locked"));
  test("that has no connection left ends no process, and every answer is right", (t) => faults.meet(t, "used up"));
});

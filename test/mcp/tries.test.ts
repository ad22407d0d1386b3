/** `tries` of the tool `trend`: each set of a talk is judged by how many there were. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { found, refused, v1 } from "./assistant.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());

test("each set of a talk is judged as the API judges it by so many tries, and by one where nothing is said", async () => {
  for (const [place, on] of ["KC", "BUF", "DAL"].entries()) {
    const tries = place + 1;
    const said = place === 0 ? {} : { tries };
    const { trends, tries: told } = await found(api, "trend", { sport: "nfl", on, ...said });
    const { data } = await v1(api, `/v1/trends?sport=nfl&on=${on}&tries=${tries}`);
    assert.equal(told, tries);
    assert.deepEqual([trends[0].p_adjusted, trends[0].verdict], [data[0].p_adjusted, data[0].verdict]);
  }
});

test("a count of sets that cannot be, and a format, are refused by name", async () => {
  for (const given of [{ tries: 0 }, { tries: 10_001 }, { tries: 1.5 }, { format: "csv" }, { handle: "t1.1.1" }]) {
    const error = await refused(api, "trend", { sport: "nfl", ...given });
    assert.deepEqual([error.code, error.param], ["invalid_param", Object.keys(given)[0]]);
  }
});

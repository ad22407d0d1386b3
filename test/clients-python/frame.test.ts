/** Lists as data frames of pandas: the columns and cells of the CSV, and datetimes as such. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "vitest";
import { documentedPath } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { openApi } from "../support/api.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { runners, whyNoPandas } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { clientFolder } from "./mirror-site.ts";

test("a data frame of every list has the columns and cells of its CSV, times in UTC", skipIf(whyNoPandas), async () => {
  await using site = await openApi();
  await publishSampleWeeks(site.database);
  await site.shelf.refresh();
  const url = await site.listen();
  const { body } = await site.get("/v1/games?sport=nfl&limit=1");
  const [{ game_id: gameId }] = body.data;
  const lists = endpoints
    .filter(({ hasCsv, path }) => hasCsv && !path.startsWith("/changes") && !path.startsWith("/revisions"))
    .map(({ path, parameters }) => {
      const filters = "game_id" in parameters ? { sport: "nfl", game_id: gameId } : { sport: "nfl" };
      const asked = path.includes(":game_id") ? {} : filters;
      return [documentedPath(path).replace("{game_id}", gameId), asked, "limit" in parameters];
    });
  assert.ok(lists.length >= 8, JSON.stringify(lists));
  const env = { PATH: process.env.PATH, PYTHONPATH: clientFolder, PYTHONDONTWRITEBYTECODE: "1" };
  const child = spawn(String(runners.python?.program), [join(import.meta.dirname, "frame.py")], {
    env: { ...env, GRADELINE_URL: url, GRADELINE_API_KEY: site.key },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end(JSON.stringify(lists));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await ended, 0, output + errors);
  assert.equal(output.trim().split("\n").length, lists.length);
  assert.match(output, /^\/v1\/games \d+ .*start_time/m);
});

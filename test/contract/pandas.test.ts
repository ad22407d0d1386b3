import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "vitest";
import { type Column, columnsOf } from "../../src/contract/csv.ts";
import { games } from "../../src/contract/lists/games.ts";
import { gameIds } from "../../src/contract/lists/ids.ts";
import { odds } from "../../src/contract/lists/odds.ts";
import { PeriodOddsRow, PeriodRow } from "../../src/contract/lists/periods.ts";
import { sports } from "../../src/domain/sports.ts";
import { startServer } from "../../src/http/connections.ts";
import { openSampleApi } from "../support/sample-api.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

/** A script of its own name: pandas.py would hide pandas itself. Debian's python first: python3-pandas belongs to it. */
const python = ["/usr/bin/python3", "python3"].find(
  (command) => spawnSync(command, ["-c", "import pandas"]).status === 0,
);

test("pandas reads every column of games, odds, periods and ids of games of every sport with its type, and the same rows as JSON", {
  ...long,
  ...skipIf(
    python === undefined ? "no python3 here can import pandas (Debian: apt-get install python3-pandas)" : false,
  ),
}, async () => {
  await using sample = await openSampleApi();
  const server = await startServer(sample.app, { host: "127.0.0.1", port: 0 });
  const typesOf = (columns: readonly Column[]) => Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  const lists = sports.flatMap((sport) => [
    { path: "/v1/games", query: `sport=${sport}`, columns: typesOf(games.columns) },
    { path: "/v1/odds", query: `sport=${sport}&from=2000-01-01`, columns: typesOf(odds.columns) },
    { path: "/v1/periods", query: `sport=${sport}&from=2000-01-01`, columns: typesOf(columnsOf(PeriodRow)) },
    { path: "/v1/period_odds", query: `sport=${sport}&from=2000-01-01`, columns: typesOf(columnsOf(PeriodOddsRow)) },
    { path: "/v1/ids/games", query: `sport=${sport}&from=2000-01-01`, columns: typesOf(gameIds.columns) },
  ]);
  const child = spawn(python ?? "", [join(import.meta.dirname, "read_with_pandas.py")]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end(JSON.stringify({ url: server.url, key: sample.key, lists }));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await ended, 0, errors);
  assert.equal(output.trim().split("\n").length, lists.length);
  await server.close();
});

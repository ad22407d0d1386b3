/** The commands of docs/trouble.md show metrics, on another port than the page's, which may be taken here. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "vitest";
import { findPort } from "../../src/serve/address.ts";
import { fillForLoad } from "../serve/load.ts";
import { snippetsUnder } from "../support/docs.ts";
import { startEngine } from "../support/engines.ts";
import { startServing } from "../support/process.ts";
import { until } from "../support/until.ts";

test("a server that is started as the docs say tells its metrics where the docs ask for them", async () => {
  const [start, ask = ""] = snippetsUnder("docs/trouble.md", "Metrics", "sh", 2);
  const [, port = ""] = /^export METRICS_PORT=(\d+)\nbin\/gradeline\.js serve\n$/.exec(start) ?? [];
  assert.notEqual(port, "", start);
  const free = String(await findPort({ host: "127.0.0.1", port: 0 }));
  const engine = await startEngine("sqlite");
  const databaseUrl = await engine.freshUrl();
  await fillForLoad(databaseUrl);
  const serving = startServing({ DATABASE_URL: databaseUrl, METRICS_PORT: free });
  try {
    await serving.url;
    await until(() => serving.screen().includes("metricsUrl"), "the log says where the metrics are");
    const run = spawnSync("bash", ["-c", ask.replaceAll(port, free)], { encoding: "utf8", timeout: 600_000 });
    assert.match(run.stdout, /^gradeline_publish_age_seconds \d+(\.\d+)?\n$/, run.stderr);
  } finally {
    await serving.close();
    await engine.close();
  }
});

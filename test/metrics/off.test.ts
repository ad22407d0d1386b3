/** Metrics are there where METRICS_PORT says so, and nowhere else. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/values.ts";
import { startEngine } from "../support/engines.ts";
import { startMetered } from "../support/metered-server.ts";
import { long } from "../support/volume.ts";

const root = join(import.meta.dirname, "../..");

/** Which packages a server has loaded, and whether it has somebody watch its requests. */
const program = `
  import { createRequire } from "node:module";
  import { openServer } from ${JSON.stringify(join(root, "src/serve/open-server.ts"))};
  import { siteConfig } from ${JSON.stringify(join(root, "test/support/api.ts"))};
  const server = await openServer(siteConfig(JSON.parse(process.argv[1])));
  await server.listen();
  const loaded = Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("prom-client"));
  console.log(JSON.stringify({ loaded, metricsUrl: server.metricsUrl() }));
  await server.close(0);
  process.exit();
`;

test("without METRICS_PORT nothing of the metrics is loaded, and with it they are", long, async () => {
  const engine = await startEngine("sqlite");
  const run = async (settings: Readonly<Record<string, string>>): Promise<{ loaded: boolean; metricsUrl: unknown }> => {
    const given = JSON.stringify({ DATABASE_URL: await engine.freshUrl(), ...settings });
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", program, given], {
      encoding: "utf8",
      timeout: 600_000,
    });
    assert.equal(child.status, 0, child.stderr);
    return JSON.parse(child.stdout);
  };
  try {
    assert.deepEqual(await run({}), { loaded: false, metricsUrl: null });
    const on = await run({ METRICS_PORT: "0" });
    assert.equal(on.loaded, true);
    assert.match(String(on.metricsUrl), /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  } finally {
    await engine.close();
  }
});

test("metrics have a port of their own, on this machine unless METRICS_HOST says otherwise", () => {
  assert.equal(readConfig({}).metrics, null);
  assert.deepEqual(readConfig({ METRICS_PORT: "9464" }).metrics, { host: "127.0.0.1", port: 9464 });
  assert.deepEqual(readConfig({ METRICS_PORT: "0", METRICS_HOST: "10.0.0.5" }).metrics, { host: "10.0.0.5", port: 0 });
  const refused: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [{ METRICS_PORT: "x" }, /METRICS_PORT is "x"; wanted: a port number from 0 to 65535/],
    [{ METRICS_PORT: "65536" }, /METRICS_PORT is "65536"; wanted: a port number from 0 to 65535/],
    [{ METRICS_PORT: "8080" }, /METRICS_PORT is 8080, as PORT is: metrics need a port of their own/],
    [{ METRICS_PORT: "9000", PORT: "9000", METRICS_HOST: "10.0.0.5" }, /METRICS_PORT is 9000, as PORT is/],
    [{ METRICS_HOST: "10.0.0.5" }, /METRICS_HOST says where metrics are, and METRICS_PORT is not set/],
  ];
  for (const [settings, message] of refused) {
    assert.throws(
      () => readConfig(settings),
      (error) => error instanceof ConfigError && message.test(error.message),
    );
  }
});

test("an address that others can reach is warned of", async () => {
  const engine = await startEngine("sqlite");
  const open = await startMetered(await engine.freshUrl(), { settings: { METRICS_HOST: "0.0.0.0" } });
  const own = await startMetered(await engine.freshUrl());
  try {
    const warnings = (lines: readonly string[]) =>
      lines.filter((line) => /METRICS_HOST is 0\.0\.0\.0: whoever/.test(line));
    assert.equal(warnings(open.lines).length, 1);
    assert.equal(warnings(own.lines).length, 0);
  } finally {
    await open.close();
    await own.close();
    await engine.close();
  }
});

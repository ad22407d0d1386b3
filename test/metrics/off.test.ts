/** Metrics are there where METRICS_PORT says so, and nowhere else. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/values.ts";
import { startEngine } from "../support/engines.ts";
import { startMetered } from "./metered-server.ts";

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

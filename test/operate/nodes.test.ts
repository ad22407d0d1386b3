/** The servers of a PostgreSQL, and one that nobody can write to. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { startDebianPostgres, whyNoPrograms } from "../database/debian-postgres.ts";
import { siteConfig } from "../support/api.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { whyNoPostgres } from "../support/run/without-postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

test("doctor counts the servers that answer from a PostgreSQL, and what they need of its connections", {
  ...long,
  ...skipIf(whyNoPostgres),
}, async () => {
  const postgres = await startOwnPostgres();
  const DATABASE_URL = await postgres.freshUrl();
  const findings = async () => {
    const { output } = await runCommand(["doctor", "--json"], { DATABASE_URL, PORT: "1" });
    const found = JSON.parse(output).findings as { name: string; sentence: string }[];
    return (name: string) => found.find((each) => each.name === name)?.sentence ?? "";
  };
  try {
    const server = await openServer(siteConfig({ DATABASE_URL }));
    try {
      assert.match((await findings())("connections"), /^1 node and the night need up to 23 connections, /);
    } finally {
      await server.close();
    }
    assert.match((await findings())("connections"), /^0 nodes/);
  } finally {
    await postgres.close();
  }
});

test("a standby as DATABASE_URL is refused at the start", {
  ...skipIf(whyNoPrograms()),
  ...long,
}, async () => {
  const postgres = await startDebianPostgres();
  try {
    const DATABASE_URL = await postgres.freshUrl();
    await (await openDatabase(DATABASE_URL)).close();
    postgres.becomeStandby();
    const sentence = /is a standby, which nobody can write to: DATABASE_URL must name the primary/;
    await assert.rejects(openServer(siteConfig({ DATABASE_URL })), sentence);
  } finally {
    postgres.stop();
  }
});

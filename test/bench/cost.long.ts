// @module-tag long
/** The most that answers and files may cost, beside the least that framework and runtime need for the same bytes. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { testFolder } from "../support/folders.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { skipIf } from "../support/skip-if.ts";
import { type Case, measureAnswers } from "./answers.ts";
import type { Asker } from "./asker.ts";
import { measureDownload } from "./machine.ts";

const rounds = 15;
const only = skipIf(process.platform !== "linux" && "the CPU of a process is read from Linux's /proc");

const folder = testFolder("cost");

/** A busy machine may disturb a measurement: it has to be too much twice. */
async function costsAtMost(most: number, measure: (folder: string) => Promise<number>): Promise<void> {
  const ratios: number[] = [];
  while (ratios.length < 2 && ratios.every((ratio) => ratio > most))
    ratios.push(await measure(mkdtempSync(join(folder, "try-"))));
  assert.ok(Math.min(...ratios) <= most, ratios.join(", "));
}

async function findHundreds(asker: Asker): Promise<readonly Case[]> {
  const paths = await asker.walk("/v1/odds?sport=nfl&season=2025&limit=37");
  // The last pages may have fewer rows.
  const hundreds = paths.slice(0, -3).map((path) => path.replace("limit=37", "limit=100"));
  return [{ about: "100 odds rows", paths: hundreds, beside: ["Fastify"] }];
}

test("100 odds rows that are kept cost at most two and a half times the CPU of bare Fastify", only, () =>
  costsAtMost(2.5, async (folder) => {
    const file = join(folder, "gradeline.db");
    const database = await openDatabase(file);
    await publishSampleWeeks(database);
    await database.close();
    const [figures] = await measureAnswers(file, folder, rounds, findHundreds);
    const { gradeline, Fastify } = figures?.measured ?? {};
    return (gradeline?.cpuUs ?? Number.NaN) / (Fastify?.cpuUs ?? Number.NaN);
  }),
);

test("a file of 10 MB costs at most twice the CPU of bare node:http", only, () =>
  costsAtMost(2, async (folder) => (await measureDownload(folder, rounds)).ratio),
);

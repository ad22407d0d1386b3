/**
 * The benchmark of HTTP: `npm run bench:http`. It prints figures and never fails on one: machines differ. `--help` says what
 * each part measures and how long that takes.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeArchive, makeKey, smallExtent } from "./archive.ts";
import { whyNot } from "./cores.ts";
import { type Figures, made, readFigures, writeFigures } from "./figures.ts";
import { type BenchOptions, type PartName, readOptions } from "./options.ts";
import { pageFile, pageOf } from "./page.ts";
import { measureFootprint } from "./parts/footprint.ts";
import { measureGrowth } from "./parts/growth.ts";
import { measureNight } from "./parts/night.ts";
import type { Bench } from "./parts/part.ts";
import { measureRivals } from "./parts/rivals.ts";
import { measureCases } from "./parts/rounds-part.ts";
import { measureSteps } from "./parts/steps.ts";
import { keepRatio, measureSmoke } from "./smoke.ts";

// A server makes the files of whole seasons beside its answers, for minutes, and what that takes is no part of a request.
process.env.FILES ??= "off";

const nothing: Figures = { cases: null, steps: null, footprint: null, rivals: null, growth: null, night: null };

const parts: Readonly<Record<Exclude<PartName, "smoke">, (bench: Bench) => Promise<Partial<Figures>>>> = {
  cases: async (bench) => ({ cases: { ...made(), ...(await measureCases(bench)) } }),
  steps: async (bench) => ({ steps: { ...made(), ...(await measureSteps(bench)) } }),
  footprint: async (bench) => ({ footprint: { ...made(), ...(await measureFootprint(bench)) } }),
  rivals: async (bench) => ({ rivals: { ...made(), ...(await measureRivals(bench)) } }),
  growth: async (bench) => ({ growth: { ...made(), ...(await measureGrowth(bench)) } }),
  night: async (bench) => ({ night: { ...made(), ...(await measureNight(bench)) } }),
};

const options = readOptions(process.argv.slice(2));
if (options !== null) await run(options);

async function run({ database, isSmall, rounds, eachMs, only, parts: names, isKept }: BenchOptions): Promise<void> {
  const why = whyNot(["taskset", "wrk", "nginx"]);
  if (why !== null) throw new Error(`this benchmark cannot run here: ${why}`);
  if (isKept && isSmall) throw new Error("figures of --small are not kept");
  if (names.includes("smoke")) {
    const smoke = await measureSmoke();
    console.log(`100 odds rows over bare Fastify, small archive: ${smoke.ratio.toFixed(2)}`);
    if (isKept) keepRatio(smoke);
  }
  const folder = mkdtempSync(join(tmpdir(), "gradeline-bench-http-"));
  const say = (line: string): void => console.error(line);
  try {
    let figures = nothing;
    for (const name of names) {
      if (name === "smoke") continue;
      const databaseFile = database ?? join(folder, "gradeline.db");
      await makeArchive(databaseFile, isSmall ? smallExtent : "full");
      const key = await makeKey(databaseFile);
      // Every part has a folder of its own, so that none finds what another left.
      const own = mkdtempSync(join(folder, `${name}-`));
      say(`${name}:`);
      figures = { ...figures, ...(await parts[name]({ folder: own, databaseFile, key, rounds, eachMs, only, say })) };
      rmSync(own, { recursive: true, force: true });
      // What was measured is kept even if a later part fails.
      if (isKept) keep(figures);
    }
    console.log(pageOf(figures));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Figures of parts that were not measured stay as they were. */
function keep(figures: Figures): void {
  const measured = Object.entries(figures).filter(([, part]) => part !== null);
  const all = { ...readFigures(), ...Object.fromEntries(measured) };
  writeFigures(all);
  writeFileSync(pageFile, pageOf(readFigures()));
}

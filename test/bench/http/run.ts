/**
 * The benchmark of HTTP: `npm run bench:http`. It prints figures and never fails on one: machines differ. `--help` says what
 * each option measures and how long that takes.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeArchive, makeKey, smallExtent } from "./archive.ts";
import { openAsker } from "./asker.ts";
import { findCases } from "./cases.ts";
import { whyNot } from "./cores.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { record } from "./recording.ts";
import { measureRounds } from "./rounds.ts";
import { startBare } from "./servers/bare.ts";
import { startGradeline } from "./servers/gradeline.ts";
import { startNginx } from "./servers/nginx.ts";
import type { BenchServer } from "./servers/server.ts";
import { figuresTable, ratiosTable } from "./tables.ts";

const options = readOptions(process.argv.slice(2));
if (options !== null) await run(options);

async function run({ database, isSmall, rounds: count, eachMs, only }: BenchOptions): Promise<void> {
  const why = whyNot(["taskset", "wrk", "nginx"]);
  if (why !== null) throw new Error(`this benchmark cannot run here: ${why}`);
  const folder = mkdtempSync(join(tmpdir(), "gradeline-bench-http-"));
  const servers: BenchServer[] = [];
  const say = (line: string): void => console.error(line);
  try {
    const file = database ?? join(folder, "gradeline.db");
    await makeArchive(file, isSmall ? smallExtent : "full");
    const key = await makeKey(file);
    const ours = await startGradeline(file, folder);
    servers.push(ours);
    say(`gradeline listens after ${(ours.startMs / 1000).toFixed(2)} s`);
    const asker = openAsker(ours.base, key);
    const cases = (await findCases(asker)).filter(
      ({ id, paths }) => paths.length > 0 && (only === null || only.includes(id)),
    );
    const pages = join(folder, "pages");
    mkdirSync(pages);
    const recorded = [];
    for (const each of cases) recorded.push(await record(asker, each, pages));
    asker.close();
    say(`recorded ${recorded.map((each) => `${each.pages.length} of ${each.case.id}`).join(", ")}`);
    servers.push(await startNginx(pages, folder));
    servers.push(await startBare("node:http", recorded, pages, folder));
    servers.push(await startBare("Fastify", recorded, pages, folder));
    const measured = await measureRounds(recorded, servers, { count, eachMs, key, folder, say });
    console.log(`${ratiosTable(cases, measured)}\n\n${figuresTable(cases, measured)}`);
  } finally {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

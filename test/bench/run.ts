/**
 * Benchmarks: `npm run bench`, or `npm run bench -- publish pages` for some. They print figures and never fail on
 * one: machines differ. Medians over the rounds; the full sample is made once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchAdmission } from "./admission.ts";
import type { Bench } from "./bench.ts";
import { benchBets } from "./bets.ts";
import { benchImport } from "./import.ts";
import { benchMetrics } from "./metrics.ts";
import { benchPages } from "./pages.ts";
import { benchPublish } from "./publish.ts";
import { benchStart } from "./start.ts";

const benches: Readonly<Record<string, Bench>> = {
  import: benchImport,
  publish: benchPublish,
  start: benchStart,
  pages: benchPages,
  bets: benchBets,
  admission: benchAdmission,
  metrics: benchMetrics,
};

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "gradeline-bench-"));
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await bench(folder, (line) => console.log(`${name}: ${line}`));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

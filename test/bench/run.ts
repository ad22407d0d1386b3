/**
 * Benchmarks: `npm run bench`, or `npm run bench -- publish start` for some; `npm run bench:http` measures answers. They print
 * figures and never fail on one: machines differ. Medians over the rounds; the full sample is made once.
 * `npm run bench -- import-20m ../shared/data` imports twenty million quotes, made of the captured files in that folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchAdmission } from "./admission.ts";
import { benchAttack } from "./attack.ts";
import type { Bench } from "./bench.ts";
import { benchDownload } from "./download.ts";
import { benchFiles } from "./files.ts";
import { benchImport } from "./import.ts";
import { benchImport20m } from "./import-20m.ts";
import { benchPublish } from "./publish.ts";
import { benchSets } from "./sets.ts";
import { benchStart } from "./start.ts";

const benches: Readonly<Record<string, Bench>> = {
  import: benchImport,
  publish: benchPublish,
  start: benchStart,
  admission: benchAdmission,
  attack: benchAttack,
  files: benchFiles,
  download: benchDownload,
  sets: benchSets,
};
/** Those that take minutes, and run only where they are named. */
const onRequest: Readonly<Record<string, Bench>> = { "import-20m": benchImport20m };

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "gradeline-bench-"));
try {
  for (const [name, bench] of Object.entries({ ...benches, ...onRequest })) {
    if (wanted.length > 0 ? !wanted.includes(name) : name in onRequest) continue;
    await bench(folder, (line) => console.log(`${name}: ${line}`));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

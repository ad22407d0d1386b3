/**
 * `npm run bench`: what answers cost beside nginx, bare `node:http` and bare Fastify, and what a server needs for its start, a
 * night and a file. It prints figures and never fails on one: machines differ. Needs Linux and nginx. Making the full sample comes
 * first and takes minutes, unless `--database` names one.
 *
 *   --write          puts the figures into docs/performance.md
 *   --database FILE  use this database of the sample, and keep it; it is made where there is none. A night changes some of its scores
 *   --small          two seasons in the place of the full sample: for trying out, not for figures
 *   --rounds N       rounds that count, three more warm up (8)
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../src/database/engine.ts";
import { firstGames, publishItems } from "../support/sample.ts";
import { type CaseFigures, measureAnswers } from "./answers.ts";
import { measureBeside } from "./beside.ts";
import { type Figure, machineInWords, measureDownload, measureNight, measureSample, measureStarts } from "./machine.ts";
import type { Measured } from "./rounds.ts";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
    database: { type: "string" },
    rounds: { type: "string", default: "8" },
  },
});
if (values.write && values.small) throw new Error("figures of --small are not kept");

const pageFile = join(import.meta.dirname, "../../docs/performance.md");
const folder = mkdtempSync(join(tmpdir(), "gradeline-bench-"));
try {
  const databaseFile = values.database ?? join(folder, "gradeline.db");
  const made = values.small || existsSync(databaseFile) ? [] : await measureSample(databaseFile, folder);
  if (values.small) await makeSmall(databaseFile);
  const rounds = Number(values.rounds);
  const answers = await measureAnswers(databaseFile, mkdtempSync(join(folder, "answers-")), rounds);
  console.error("answers are measured");
  const starts = await measureStarts(databaseFile, mkdtempSync(join(folder, "starts-")));
  console.error("starts are measured");
  const beside = await measureBeside(databaseFile, mkdtempSync(join(folder, "beside-")));
  console.error("answers beside crowds are measured");
  const download = await measureDownload(mkdtempSync(join(folder, "download-")), rounds);
  const nights = [
    ...(await measureNight(databaseFile, folder, "mlb", 2026)),
    ...(await measureNight(databaseFile, folder, "nfl", 2025)),
  ];
  const file = `${download.oursMs.toFixed(2)} ms of CPU, ${download.ratio.toFixed(2)} times that of node:http`;
  const text = tablesOf(answers, [...made, ...starts, ...nights, ...beside, ["a file of 10 MB", file]]);
  console.log(text);
  if (values.write) {
    const page = readFileSync(pageFile, "utf8");
    writeFileSync(
      pageFile,
      page.replace(/(?<=<!-- measured -->\n).*(?=<!-- end -->)/s, () => `\n${text}\n`),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Two seasons, with which the benchmark itself can be tried out. */
async function makeSmall(file: string): Promise<void> {
  const seasons = [
    { sport: "mlb", season: 2026 },
    { sport: "nfl", season: 2025 },
  ] as const;
  const database = await openDatabase(file);
  await publishItems(
    database,
    firstGames(seasons, () => false),
    new Date().toISOString(),
  ).finally(() => database.close());
}

function tablesOf(answers: readonly CaseFigures[], figures: readonly Figure[]): string {
  const ratio = (measured: CaseFigures["measured"], name: string): string => {
    const [ours, other] = [measured.gradeline, measured[name]];
    return ours === undefined || other === undefined ? "" : (ours.cpuUs / other.cpuUs).toFixed(2);
  };
  const row = ({ about, meanBytes, measured }: CaseFigures): string => {
    const { cpuUs, p99Ms } = measured.gradeline as Measured;
    const ratios = ["Fastify", "node:http", "nginx"].map((name) => ratio(measured, name));
    const bytes = Math.round(meanBytes).toLocaleString("en-US");
    return `| ${[about, ...ratios, cpuUs.toFixed(0), p99Ms.toFixed(1), bytes].join(" | ")} |`;
  };
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machineInWords()}.`,
    "",
    "| answer | / Fastify | / node:http | / nginx | CPU, µs | p99, ms | bytes |",
    "|---|---|---|---|---|---|---|",
    ...answers.map(row),
    "",
    "| what | measured |",
    "|---|---|",
    ...figures.map(([what, value]) => `| ${what} | ${value} |`),
    "",
  ].join("\n");
}

/** The figures that `docs/performance.md` is written from, kept in the repository as the parts of the benchmark made them. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import type { Footprint } from "./parts/footprint.ts";
import type { Growth } from "./parts/growth.ts";
import type { Night } from "./parts/night.ts";
import type { RivalFigures } from "./parts/rivals.ts";
import type { CaseFigures } from "./parts/rounds-part.ts";
import type { Steps } from "./parts/steps.ts";

/** Where and when a part was measured: ratios of one run can be compared, absolute figures of two machines cannot. */
export type Made = { readonly on: string; readonly machine: string };

/** A part is null until it has been measured. */
export type Figures = {
  readonly cases: (CaseFigures & Made) | null;
  readonly steps: (Steps & Made) | null;
  readonly footprint: (Footprint & Made) | null;
  readonly rivals: (RivalFigures & Made) | null;
  readonly growth: (Growth & Made) | null;
  readonly night: (Night & Made) | null;
};

const file = join(import.meta.dirname, "figures.json");

export function readFigures(): Figures {
  return JSON.parse(readFileSync(file, "utf8")) as Figures;
}

export function writeFigures(figures: Figures): void {
  writeFileSync(file, `${JSON.stringify(figures, rounded, 2)}\n`);
}

export function made(): Made {
  const memoryGiB = Math.round(totalmem() / 1024 ** 3);
  const cores = `${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown CPU"}`;
  const machine = `${cores}, ${memoryGiB} GiB, Linux ${release().split("-", 1)[0]}, Node ${process.versions.node}`;
  return { on: new Date().toISOString().slice(0, 10), machine };
}

/** Three digits after the point are more than any of them is worth. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(3)) : value;
}

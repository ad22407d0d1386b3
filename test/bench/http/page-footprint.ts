/** The part of `docs/performance.md` on bytes: in memory, on disk and on the wire. */
import type { Footprint } from "./parts/footprint.ts";
import type { CaseFigures } from "./parts/rounds-part.ts";
import { markdownTable } from "./tables.ts";

/** Tables of the database smaller than this share of it are one row together. */
const smallestShare = 0.01;

/** Titles and texts of the sections. */
export function footprintSections(
  footprint: Footprint | null,
  cases: CaseFigures | null,
): readonly (readonly [string, string])[] {
  if (footprint === null)
    return [
      ["Memory and start", ""],
      ["Bytes of a row", ""],
    ];
  return [
    ["Memory and start", memoryText(footprint)],
    ["Bytes of a row", bytesText(footprint, cases)],
  ];
}

function memoryText({ oddsRows, startMs, atStart, afterAWalk, empty }: Footprint): string {
  const row = (name: string, { residentMiB, peakMiB }: Footprint["empty"]): string[] => [
    name,
    whole(residentMiB),
    whole(peakMiB),
  ];
  return `A server with ${whole(oddsRows)} odds rows listens ${(startMs / 1000).toFixed(2)} s after its process started (median of three).

${markdownTable(
  ["", "VmRSS, MiB", "VmHWM, MiB"],
  [
    row("before the first request", atStart),
    row("after all odds were asked for", afterAWalk),
    row("without a single game", empty),
  ],
)}`;
}

function bytesText({ oddsRows, afterAWalk, empty, tables }: Footprint, cases: CaseFigures | null): string {
  const row = (name: string, bytes: number): string[] => [name, whole(bytes / 1_000_000), whole(bytes / oddsRows)];
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = tables.filter(({ bytes }) => bytes >= smallestShare * total);
  const small = total - large.reduce((sum, { bytes }) => sum + bytes, 0);
  const memory = (afterAWalk.residentMiB - empty.residentMiB) * 1024 ** 2;
  const wire = [
    ["as JSON", "c"],
    ["as CSV", "h1000"],
    ["as JSON with gzip", "i1000"],
  ].flatMap(([name = "", id]) => {
    const found = cases?.cases.find((each) => each.id === id);
    return found === undefined ? [] : [[`on the wire ${name}, in pages of 1,000`, "", whole(found.bodyBytes / 1000)]];
  });
  return `Everything that is stored or held, divided by the ${whole(oddsRows)} odds rows of the archive. Games, periods, bets and lines are in it
too: an odds row is only the unit. Indexes count with their tables.

${markdownTable(
  ["where", "MB", "bytes per odds row"],
  [
    row("in memory, beyond a server without a game", memory),
    row("on disk", total),
    ...large.map(({ name, bytes }) => row(`on disk: \`${name}\``, bytes)),
    row("on disk: all other tables", small),
    ...wire,
  ],
)}`;
}

function whole(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

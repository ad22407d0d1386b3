/**
 * What the days and times of a file are, by all of its rows together: days of New York's slates or of UTC, the day or the month first,
 * and by whose clock its times are. One reading is taken where (nearly) all rows that tell two apart need it.
 */
import { clocks } from "./dates.ts";
import type { Game } from "./games.ts";

/** How many times more rows must need one way of reading than the other. */
const clearly = 10;
/** So many rows, at least, must need the days of UTC where the same teams play on days that follow each other. */
const leastUtc = 3;

/** For each order of day and month, the games that fit a row by the slate date and by the day of UTC. */
export type DayGames = readonly { readonly slate: readonly Game[]; readonly utc: readonly Game[] }[];

export type DayReading = { readonly order: 0 | 1 | "either"; readonly zone: "slate" | "utc" | "either" };

export function dayReadingOf(rows: readonly DayGames[]): DayReading {
  const counts = { slate: 0, utc: 0, first: 0, second: 0 };
  for (const row of rows) {
    const slate = row.some((each) => each.slate.length > 0);
    const utc = row.some((each) => each.utc.length > 0);
    if (slate && !utc) counts.slate++;
    if (utc && !slate) counts.utc++;
    if (row.length < 2) continue;
    const [first, second] = row.map((each) => each.slate.length + each.utc.length > 0);
    if (first && !second) counts.first++;
    if (second && !first) counts.second++;
  }
  const isUtc = counts.utc >= leastUtc && counts.utc >= clearly * counts.slate;
  const isSlate = counts.utc < leastUtc || counts.slate >= clearly * counts.utc;
  const isFirst = counts.first > 0 && counts.first >= clearly * counts.second;
  const isOther = counts.second > 0 && counts.second >= clearly * counts.first;
  return { order: isFirst ? 0 : isOther ? 1 : "either", zone: isUtc ? "utc" : isSlate ? "slate" : "either" };
}

/** The games of `reading` out of those of a row. */
export function gamesOfReading(row: DayGames, { order, zone }: DayReading): readonly Game[] {
  const asked = order === "either" || row.length < 2 ? row : row.slice(order, order + 1);
  return asked.flatMap(({ slate, utc }) => (zone === "either" ? [...slate, ...utc] : zone === "slate" ? slate : utc));
}

/** A time without a zone, and the games of the row within a day of it. */
export type Timed = { readonly clockMs: number; readonly games: readonly Game[] };

/** A start that is written down is that of the schedule, and games begin some minutes later. */
const nearMs = 10 * 60_000;

export type Clock = {
  /** The clocks that fit the file equally well. */
  readonly names: readonly string[];
  readonly begin: (row: Timed) => readonly Game[];
};

/** @returns null where the times of the rows are no starts: most of them fit none by any clock. */
export function clockOf(rows: readonly Timed[]): Clock | null {
  const known = rows.filter(({ games }) => games.length > 0);
  const counted = clocks.map(({ name, hoursAt }) => {
    const begin = ({ clockMs, games }: Timed) =>
      games.filter(({ startMs }) => Math.abs(startMs + hoursAt(startMs) * 3_600_000 - clockMs) <= nearMs);
    return { name, begin, count: known.filter((row) => begin(row).length > 0).length };
  });
  const most = Math.max(0, ...counted.map(({ count }) => count));
  if (most === 0 || most < 0.6 * known.length) return null;
  const best = counted.filter(({ count }) => count === most);
  const begin = (row: Timed) => [...new Set(best.flatMap((each) => each.begin(row)))];
  return { names: best.map(({ name }) => name), begin };
}

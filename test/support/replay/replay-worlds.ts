/** The spans of time that can be replayed, by name: a process that is started is told the name. */
import { basename } from "node:path";
import { readRawCsv, readRawJson, readRawText, realFiles, realPath } from "../real-data.ts";
import { finalsOf, type RawScheduleRow, scheduleAt } from "./known-mlb.ts";
import { type ReplayWorld, timeOfCapture } from "./replay-world.ts";
import { tinyDay } from "./tiny-day.ts";

/**
 * From the first capture of 5 July 2026 until after the publish of 13 July, which takes the last finals. The files stay where they are, and
 * are read when they are asked for.
 */
function mlbWeek(): ReplayWorld {
  const rows = readRawJson<RawScheduleRow[]>(realPath("mlb-results", "2026-07-05_12.json"));
  const seen = readRawCsv(realPath("mlb-results", "2026-07-05_12_first_seen.csv"));
  const knownMs = new Map(seen.map((row) => [Number(row.gamePk), Date.parse(row.first_seen_utc ?? "")]));
  const known = { rows, knownMs };
  return {
    fromMs: Date.parse("2026-07-05T06:00:00Z"),
    untilMs: Date.parse("2026-07-13T10:00:00Z"),
    captures: realFiles("the-odds-api", "mlb-2026-07-week").map((path) => {
      const name = basename(path);
      return { atMs: timeOfCapture(name), path, read: () => readRawText(path) };
    }),
    schedule: (nowMs, from, to) => scheduleAt(known, nowMs, from, to),
    finals: finalsOf(known),
  };
}

const worlds = { "tiny day": tinyDay, "MLB week": mlbWeek } as const;

export type WorldName = keyof typeof worlds;

export function worldOf(name: WorldName): ReplayWorld {
  return worlds[name]();
}

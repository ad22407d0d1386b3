/** The spans of time that can be replayed, by name: a process that is started is told the name. */
import { basename } from "node:path";
import { readRawCsv, readRawJson, readRawText, realFiles, realPath } from "../real-data.ts";
import { finalsOf, type RawScheduleRow, scheduleAt } from "./known-mlb.ts";
import { type ReplayWorld, timeOfCapture } from "./replay-world.ts";

/** A span of the recorded week. The files stay where they are, and are read when they are asked for. */
function mlb(from: string, until: string): ReplayWorld {
  const rows = readRawJson<RawScheduleRow[]>(realPath("mlb-results", "2026-07-05_12.json"));
  const seen = readRawCsv(realPath("mlb-results", "2026-07-05_12_first_seen.csv"));
  const knownMs = new Map(seen.map((row) => [Number(row.gamePk), Date.parse(row.first_seen_utc ?? "")]));
  const known = { rows, knownMs };
  return {
    fromMs: Date.parse(from),
    untilMs: Date.parse(until),
    captures: realFiles("the-odds-api", "mlb-2026-07-week").map((path) => {
      const name = basename(path);
      return { atMs: timeOfCapture(name), path, read: () => readRawText(path) };
    }),
    schedule: (nowMs, first, last) => scheduleAt(known, nowMs, first, last),
    finals: finalsOf(known),
  };
}

const worlds = {
  "MLB day": () => mlb("2026-07-07T10:00:00Z", "2026-07-08T10:00:00Z"),
  // From the first capture until after the publish of 13 July, which takes the last finals.
  "MLB week": () => mlb("2026-07-05T06:00:00Z", "2026-07-13T10:00:00Z"),
} as const;

export type WorldName = keyof typeof worlds;

export function worldOf(name: WorldName): ReplayWorld {
  return worlds[name]();
}

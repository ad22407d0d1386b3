/** The two real weeks that are replayed. Their files stay where they are, and are read when they are asked for. */
import { basename } from "node:path";
import { readRawCsv, readRawJson, readRawText, realFiles, realPath } from "../real-data.ts";
import { finalsOf, type RawScheduleRow, scheduleAt } from "./known-mlb.ts";
import { KnownNfl } from "./known-nfl.ts";
import { type Capture, type ReplayWorld, timeOfCapture } from "./replay-world.ts";

function capturesIn(folder: string): Capture[] {
  return realFiles("the-odds-api", folder).map((path) => ({
    atMs: timeOfCapture(basename(path)),
    name: basename(path),
    path,
    read: () => readRawText(path),
  }));
}

/** From the first capture of 5 July 2026 until after the publish of 13 July, which takes the last finals. */
export function mlbWeek(): ReplayWorld {
  const rows = readRawJson<RawScheduleRow[]>(realPath("mlb-results", "2026-07-05_12.json"));
  const seen = readRawCsv(realPath("mlb-results", "2026-07-05_12_first_seen.csv"));
  const known = {
    rows,
    knownMs: new Map(seen.map((row) => [Number(row.gamePk), Date.parse(row.first_seen_utc ?? "")])),
  };
  return {
    sport: "mlb",
    fromMs: Date.parse("2026-07-05T06:00:00Z"),
    untilMs: Date.parse("2026-07-13T10:00:00Z"),
    captures: capturesIn("mlb-2026-07-week"),
    schedule: (nowMs, from, to) => scheduleAt(known, nowMs, from, to),
    gamesCsv: null,
    finals: finalsOf(known),
  };
}

/** From before the first kickoff of 16 November 2025 until after the publish that takes Monday night's game of the 24th. */
export function nflWeek(): ReplayWorld {
  const games = new KnownNfl(readRawText(realPath("nflverse", "games.csv")));
  const fromMs = Date.parse("2025-11-16T09:00:00Z");
  const untilMs = Date.parse("2025-11-25T11:00:00Z");
  return {
    sport: "nfl",
    fromMs,
    untilMs,
    captures: capturesIn("nfl-2025"),
    schedule: null,
    gamesCsv: (nowMs) => games.textAt(nowMs),
    finals: games.finalsBetween(fromMs, untilMs),
  };
}

/** A day of the MLB week: its games and the publish of the morning after. */
export function mlbDay(): ReplayWorld {
  const week = mlbWeek();
  const untilMs = Date.parse("2026-07-06T10:00:00Z");
  return { ...week, untilMs, finals: week.finals.filter(({ knownMs }) => knownMs < untilMs) };
}

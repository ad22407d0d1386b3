/**
 * When the game of an event begins, as far as an import can know: enough to count the captures that came too late. It
 * makes no games of the records. That is the work of a publish, which judges every capture anew against the start that is
 * known then.
 */
import { hourMs } from "../domain/durations.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { GameRecord } from "../feed/records.ts";
import { byTrust, dateOfGame, isCalledOff } from "./game-records.ts";

type EventTimes = { readonly gameDate: string | null; readonly startMs: number | null };

/** A start this far from an event's own is that of another game, unless the dates agree. */
export const nearestStartMs = 12 * hourMs;

/** The slate date that an event's game is looked for on; null when the provider states neither date nor start. */
export function dateOfEvent({ gameDate, startMs }: EventTimes): string | null {
  return startMs === null ? gameDate : (gameDate ?? slateDate(startMs));
}

/**
 * The start that the records of the event's day state, else the nearest one within half a day, else the event's own.
 * @param records all game records of the event's two teams.
 */
export function expectedStart(event: EventTimes, records: readonly GameRecord[]): number | null {
  const date = dateOfEvent(event);
  const played = records.filter((record) => !isCalledOff(record)).sort(byTrust);
  const ofDay = played.filter((record) => dateOfGame(record) === date);
  const start = ofDay.length > 0 ? startOfDay(event, ofDay) : nearestStart(event, played, nearestStartMs);
  return start ?? event.startMs;
}

function startOfDay(event: EventTimes, ofDay: readonly GameRecord[]): number | null {
  const providers = new Set(ofDay.map((record) => record.provider));
  if (providers.size < ofDay.length) return nearestStart(event, ofDay, Number.POSITIVE_INFINITY);
  const times = [...ofDay.map((record) => record.actual_start_time), ...ofDay.map((record) => record.start_time)];
  const first = times.find((time) => time !== null) ?? null;
  return first === null ? null : Date.parse(first);
}

/** Several games of a day are told apart by their starts. */
function nearestStart({ startMs }: EventTimes, records: readonly GameRecord[], withinMs: number): number | null {
  if (startMs === null) return null;
  let nearest: number | null = null;
  for (const record of records) {
    const time = record.actual_start_time ?? record.start_time;
    if (time === null) continue;
    const ms = Date.parse(time);
    const distance = Math.abs(ms - startMs);
    if (distance > withinMs || (nearest !== null && distance >= Math.abs(nearest - startMs))) continue;
    nearest = ms;
  }
  return nearest;
}

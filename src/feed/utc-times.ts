/** Times as every record writes them: `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds only where there are some. */
import { slateDate } from "../domain/times.ts";

const shape = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const canonicalShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

// A snapshot repeats few times very often, and this is asked twice for every one of millions of quotes.
const cacheSize = 20_000;
/** Of `2025-09-10T05:36:59.123456789+00:00`. */
const longestTime = 35;
const times = new Map<string, string | null>();

export function utcTimeOfMs(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Date.parse carries 30 February over into March. */
function isInMonth(date: string): boolean {
  const day = Number(date.slice(8));
  return day <= 28 || new Date(`${date}T00:00:00Z`).getUTCDate() === day;
}

function parse(text: string): string | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, date = "", time = "", fraction = "", zone = ""] = match;
  // 24:00 is a time in ISO 8601 and to Date.parse; no provider means it.
  if (time > "23:59:59" || !isInMonth(date)) return null;
  const ms = Date.parse(`${date}T${time}${fraction}${zone.toUpperCase()}`);
  if (Number.isNaN(ms)) return null;
  const normalised = canonicalShape.test(text) ? text.replace(".000Z", "Z") : utcTimeOfMs(ms);
  // A zone may push a time out of the years of four digits.
  return canonicalShape.test(normalised) ? normalised : null;
}

/** A provider's instant (with a zone; a space may stand for the `T`) in the shape of the records, or null. */
export function utcTime(text: unknown): string | null {
  // Nothing longer is a time, and what is not one must not fill the memory.
  if (typeof text !== "string" || text.length > longestTime) return null;
  let time = times.get(text);
  if (time === undefined) {
    if (times.size >= cacheSize) times.clear();
    time = parse(text);
    times.set(text, time);
  }
  return time;
}

/** Slate date [D-3] of a start that `utcTime` has written. */
export function slateDateOfStart(startTime: string): string {
  return slateDate(Date.parse(startTime));
}

/** The slate date of a game or of a priced event; null where neither its date nor its start is stated. */
export function slateDateOfGame(game: { readonly game_date: string | null; readonly start_time: string | null }) {
  return game.game_date ?? (game.start_time === null ? null : slateDateOfStart(game.start_time));
}

/** When a game of StatsAPI is, and when it began: dates of moved and resumed games belong to another day than the row. */
import { newYork } from "../../domain/slate-date.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";

type DateAndStart = { readonly gameDate: string | null; readonly startTime: string | null };

/** A second game that follows the first one has a made-up time: five minutes after the first, or 07:33 UTC. */
function isTimeOpen({ status }: JsonObject): boolean {
  return isObject(status) && status.startTimeTBD === true;
}

/** The day that a start is on. A made-up time in the night is that of the day itself, and of no night before it. */
function dayOf(startTime: string, isOpen: boolean): string {
  if (!isOpen) return slateDateOfStart(startTime);
  return Temporal.Instant.from(startTime).toZonedDateTimeISO(newYork).toPlainDate().toString();
}

export function dateAndStartOf(row: JsonObject, status: GameRecord["status"]): DateAndStart {
  // The row of the day on which a game went on states when it began; its own time is that of the second part [D-4].
  const field = typeof row.resumedFrom === "string" ? "resumedFrom" : "gameDate";
  const stated = utcTime(row[field]);
  if (stated === null) return refuse("malformed", `is ${JSON.stringify(row[field]) ?? "missing"}`, field);
  const { officialDate = null } = row;
  if (officialDate !== null && typeof officialDate !== "string") {
    return refuse("malformed", `is ${JSON.stringify(officialDate)}`, "officialDate");
  }
  const isOpen = isTimeOpen(row);
  return {
    // The official date of a postponed game is already that of the day to which it was moved.
    gameDate: status === "postponed" || officialDate === null ? dayOf(stated, isOpen) : officialDate,
    startTime: isOpen ? null : stated,
  };
}

/** The day on which a suspended game went on: the row that states where it was resumed from is of that day. */
export function resumedOnOf(row: JsonObject, { gameDate }: DateAndStart): Pick<GameRecord, "resumed_on"> {
  const stated = typeof row.resumedFrom === "string" ? utcTime(row.gameDate) : null;
  const date = stated === null ? null : dayOf(stated, isTimeOpen(row));
  // A live feed may state the first start alone.
  return date === null || gameDate === null || date <= gameDate ? {} : { resumed_on: date };
}

/** The first pitch, where a live feed or a hydrated schedule states it and the game has begun. */
export function firstPitchOf({ gameInfo }: JsonObject, status: GameRecord["status"]): string | null {
  const stated = isObject(gameInfo) ? gameInfo.firstPitch : undefined;
  if (stated === undefined || stated === null || status === "postponed" || status === "cancelled") return null;
  return utcTime(stated) ?? refuse("malformed", `${JSON.stringify(stated)} is not a time`, "gameInfo.firstPitch");
}

/** Venue, officials and weather of a game of ESPN. */
import { isObject, type JsonObject } from "../json-text.ts";
import type { GameRecord } from "../records.ts";

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A text with single spaces (ESPN has "Jeremy  Riggs"); null when there is none. */
export function espnText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.replaceAll(/ +/g, " ").trim();
  return text === "" ? null : text;
}

/** `indoor` is the building's: a roof that opens counts as one, since ESPN does not say whether it was open. */
export function espnVenue(value: unknown): GameRecord["venue"] {
  const { id, fullName, address, indoor } = objectOf(value);
  if (typeof id !== "string" && typeof id !== "number") return null;
  return {
    venue_id: String(id),
    name: espnText(fullName),
    city: espnText(objectOf(address).city),
    indoor: typeof indoor === "boolean" ? indoor : null,
  };
}

/** The first referee or the home-plate umpire. Only summaries have officials. */
export function espnReferee({ officials }: JsonObject): string | null {
  if (!Array.isArray(officials)) return null;
  const leads = officials.filter((each) => {
    const position = objectOf(objectOf(each).position).name;
    return position === "Referee" || position === "Home Plate Umpire";
  });
  const { fullName, displayName } = objectOf(leads[0]);
  return espnText(fullName) ?? espnText(displayName);
}

/** The text of the sky is in either of two fields, and the number of its icon in the other. */
export function espnWeather(value: unknown): GameRecord["weather"] {
  const { temperature, displayValue, conditionId } = objectOf(value);
  const words = [displayValue, conditionId].map(espnText).filter((text) => text !== null && !/^\d+$/.test(text));
  const condition = words[0] ?? null;
  const degrees = typeof temperature === "number" ? temperature : null;
  if (degrees === null && condition === null) return null;
  return { temp_f: degrees, wind_mph: null, wind_direction: null, condition };
}

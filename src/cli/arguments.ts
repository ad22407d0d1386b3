/** The kinds of values that arguments of commands have. Each throws an error for the person who typed it. */
import { InvalidArgumentError, Option } from "commander";
import { longestName } from "../access/keys/account-keys.ts";
import { type Plan, plans, type Standing, standings } from "../access/plans.ts";
import { isCalendarDate } from "../domain/times.ts";

/** The largest number that the headers of limits can hold: int32. */
const largestNumber = 2_147_483_647;

export function wholeNumberArgument(text: string): number {
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number > largestNumber) {
    throw new InvalidArgumentError(`a whole number up to ${largestNumber} is wanted.`);
  }
  return number;
}

export function calendarDate(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError("a date such as 2025-11-16 is wanted.");
}

export function positiveNumber(text: string): number {
  const number = wholeNumberArgument(text);
  if (number < 1) throw new InvalidArgumentError("a number of at least 1 is wanted.");
  return number;
}

/** ISO 8601 in UTC, as the database has it. */
export function instant(text: string): string {
  const ms = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || !Number.isFinite(ms)) {
    throw new InvalidArgumentError("a day such as 2026-11-20 or a time such as 2026-11-20T09:30Z is wanted.");
  }
  return new Date(ms).toISOString();
}

export function limit(text: string): number | "default" {
  return text === "default" ? text : positiveNumber(text);
}

export const mostDays = 366;

export function dayCount(text: string): number {
  const days = positiveNumber(text);
  if (days > mostDays) throw new InvalidArgumentError(`at most ${mostDays} are wanted.`);
  return days;
}

export function planOption(description: string): Option {
  return new Option("--plan <plan>", description).choices(Object.keys(plans) as Plan[]);
}

/** The standing as operators type it. JSON has it as it is stored. */
export function standingText(standing: Standing): string {
  return standing.replace("_", "-");
}

/** `past-due` and `past_due` are one. */
export function standing(text: string): Standing {
  const found = standings.find((each) => each === text.replaceAll("-", "_"));
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Allowed choices are ${standings.map(standingText).join(", ")}.`);
}

export function keyName(text: string): string {
  const name = text.trim();
  if (name.length > longestName) throw new InvalidArgumentError(`at most ${longestName} characters are wanted.`);
  return name;
}

export function lastFour(text: string): string {
  if (!/^[0-9A-Za-z]{4}$/.test(text)) throw new InvalidArgumentError("the last four characters of a key are wanted.");
  return text;
}

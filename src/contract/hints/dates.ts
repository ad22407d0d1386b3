/** Hints about the date, season or number that a wrong value was meant to be. */
import { isCalendarDate } from "../../domain/slate-date.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";

/** The date of a text that writes it otherwise, or the last day of its month when the day does not exist. */
export function dateHint(text: string): string | null {
  const parts = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].{0,30})?$/.exec(text);
  if (parts === null) return null;
  const [year = "", month = "", day = ""] = parts.slice(1).map((part) => part.padStart(2, "0"));
  for (let last = Math.min(Number(day), 31); last >= Math.min(Number(day), 28) && last > 0; last--) {
    const date = `${year}-${month}-${String(last).padStart(2, "0")}`;
    if (isCalendarDate(date)) return date;
  }
  return null;
}

/** The season of a text with two years, or with two digits: a season of nba and nhl has the number of its second year. */
export function seasonHint(text: string, sport: Sport): string | null {
  const [, century, first = "", second] = /^(?:(\d{2}))?(\d{2})(?:[-/](?:\d{2})?(\d{2}))?$/.exec(text) ?? [];
  if (first === "" || (century !== undefined && second === undefined)) return null;
  const year = Number(`${century ?? "20"}${first}`);
  if (year < 1000) return null;
  return String(second !== undefined && sportFacts[sport].seasonNamedBy === "end" ? year + 1 : year);
}

/** The nearest whole number that is allowed. */
export function numberHint(text: string, smallest: number, largest: number): string | null {
  const [digits = ""] = text.length > 40 ? [] : (/^[^\d]*(\d[\d,]*)[^\d]*$/.exec(text)?.slice(1) ?? []);
  if (digits === "") return null;
  const value = Number(digits.replaceAll(",", ""));
  return String(text.trim().startsWith("-") ? smallest : Math.min(largest, Math.max(smallest, value)));
}

/** The names of things on every page, and lines, records and times as bettors read them. */
import { findPublishedBook } from "../../domain/books.ts";
import type { LineMarket, LinePeriod } from "../../domain/periods.ts";
import { bySport, isSport, type ScorePeriod, type Sport, sportFacts } from "../../domain/sports.ts";
import { signedText } from "../frame/formats.ts";

export const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
] as const;

export const weekdayNames = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

/** As headings have them: `NCAAF`. */
export const sportLabels: Readonly<Record<Sport, string>> = bySport((sport) => sportFacts[sport].label);

type PeriodName = {
  /** `First half`. */
  readonly long: string;
  /** Of a column: `1H`. */
  readonly short: string;
};

const periodNames: Readonly<Record<LinePeriod | Exclude<ScorePeriod, "ot">, PeriodName>> = {
  game: { long: "Full game", short: "Final" },
  "1h": { long: "First half", short: "1H" },
  "2h": { long: "Second half", short: "2H" },
  q1: { long: "First quarter", short: "Q1" },
  q2: { long: "Second quarter", short: "Q2" },
  q3: { long: "Third quarter", short: "Q3" },
  q4: { long: "Fourth quarter", short: "Q4" },
  p1: { long: "First period", short: "P1" },
  p2: { long: "Second period", short: "P2" },
  p3: { long: "Third period", short: "P3" },
  inn1: { long: "First inning", short: "Inn 1" },
  inn5: { long: "First 5 innings", short: "First 5" },
};

/** @param sport which says what its overtime is called; a period of lines needs none. */
export function periodName(period: LinePeriod | ScorePeriod, sport: Sport): PeriodName {
  const { overtimeName, overtimeShortName } = sportFacts[sport];
  return period === "ot" ? { long: overtimeName, short: overtimeShortName } : periodNames[period];
}

/** As in a sentence: `first half`. What is no period stays as it is. */
export function periodInWords(period: string): string {
  return periodNames[period as LinePeriod]?.long.toLowerCase() ?? period;
}

const marketNames: Readonly<Record<LineMarket, string>> = {
  moneyline: "Moneyline",
  spread: "Spread",
  total: "Total",
  team_total: "Team total",
};

export function marketName(market: string, sport: string): string {
  if (market === "spread" && isSport(sport)) return sportFacts[sport].spreadName;
  return marketNames[market as LineMarket] ?? market;
}

/** How bet types begin that are not of the full game. */
const periodOfBetType = { first_half: "1h", second_half: "2h", first_5: "inn5" } as const;

/** A bet type as people say it: `first_half_total` is "first half total". */
export function betTypeName(betType: string): string {
  const [, start = "", rest = betType] = /^(first_half|second_half|first_5|q\d|p\d|inn\d)_(.+)$/.exec(betType) ?? [];
  const period = periodOfBetType[start as keyof typeof periodOfBetType] ?? start;
  const market = rest === "runline" ? "run line" : rest.replaceAll("_", " ");
  return start === "" ? market : `${periodInWords(period)} ${market}`;
}

/** @param slug empty for the consensus, or `consensus`. */
export function bookName(slug: string): string {
  return slug === "" || slug === "consensus" ? "Consensus" : (findPublishedBook(slug)?.name ?? slug);
}

/** Numbers of an address as people read them, with a real minus. */
export const plain = (text: string): string => text.replace(/^-/, "−");

/** Two ends in words: `3 or more`. */
export function between(min: string, max: string, [more, less] = ["or more", "or less"], unit = plain): string {
  if (min === max) return unit(min);
  return max === "" ? `${unit(min)} ${more}` : min === "" ? `${unit(max)} ${less}` : `${unit(min)} to ${unit(max)}`;
}

/** A line as its market writes it: spreads and prices with their sign, totals without. */
export function lineText(line: number | null, market: string): string {
  if (line === null) return "–";
  return market === "total" || market === "team_total" ? String(line) : signedText(line);
}

/** Won, lost, and pushed. */
export type Record3 = { readonly won: number; readonly lost: number; readonly push: number };

/** Won and lost, and pushed where there are some: `9–8–1`. */
export function recordText({ won, lost, push }: Record3): string {
  return `${won}–${lost}${push === 0 ? "" : `–${push}`}`;
}

/** @param ahead of each game or bet: above 0 it was won, below lost. Null: it has no result. */
export function tally(ahead: readonly (number | null)[]): Record3 {
  const count = (is: (value: number) => boolean): number => ahead.filter((each) => each !== null && is(each)).length;
  return { won: count((each) => each > 0), lost: count((each) => each < 0), push: count((each) => each === 0) };
}

/** Minutes as `9 d 4 h`, `3 h 10 min` or `9 min`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  const days = Math.floor(whole / 1440);
  const hours = Math.floor((whole % 1440) / 60);
  const rest = whole % 60;
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", options);
const clock = { hour: "2-digit", minute: "2-digit" } as const;
const utcDays = format({ weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const utcTimes = format({ day: "numeric", month: "short", ...clock, timeZone: "UTC" });
const utcClock = format({ ...clock, timeZone: "UTC" });
const easternClock = format({ ...clock, timeZone: "America/New_York" });

/** @param date `2026-09-13`. */
export function dateText(date: string): string {
  return utcDays.format(Date.parse(date));
}

/** The time of day of a start in New York, after which slates are dated: `20:15 ET`. */
export function easternText(iso: string): string {
  return `${easternClock.format(Date.parse(iso))} ET`;
}

/** The time of day of a start, in UTC and in New York. */
export function startText(iso: string): string {
  return `${utcClock.format(Date.parse(iso))} UTC (${easternText(iso)})`;
}

/** A time of capture, in UTC; nothing where a source states none. */
export function captureText(iso: string | null): string {
  return iso === null ? "–" : utcTimes.format(Date.parse(iso));
}

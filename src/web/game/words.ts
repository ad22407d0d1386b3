/** Names of periods and markets, and numbers as bettors read them. */
import { type LinePeriod, linePeriods } from "../../domain/periods.ts";
import { type ScorePeriod, type Sport, sportFacts } from "../../domain/sports.ts";
import { signedText } from "../frame/formats.ts";

/** The markets that a page shows. Team totals are left to the API. */
export const shownMarkets = ["spread", "total", "moneyline"] as const;
export type ShownMarket = (typeof shownMarkets)[number];

type PeriodName = {
  /** Of a tab and of a sentence: `First half`. */
  readonly long: string;
  /** Of a column: `1H`. */
  readonly short: string;
};

const periodNames: Readonly<Record<LinePeriod | Exclude<ScorePeriod, "ot">, PeriodName>> = {
  game: { long: "Game", short: "Final" },
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
  inn5: { long: "First five innings", short: "First 5" },
};

export function periodName(period: LinePeriod | ScorePeriod, sport: Sport): PeriodName {
  const { overtimeName, overtimeShortName } = sportFacts[sport];
  if (period === "ot") return { long: overtimeName, short: overtimeShortName };
  return periodNames[period];
}

/** How a sentence names a period: `the first half`. */
export function periodInWords(period: LinePeriod, sport: Sport): string {
  const { long } = periodName(period, sport);
  return `the ${long.toLowerCase()}`;
}

export function isLinePeriod(text: string): text is LinePeriod {
  return (linePeriods as readonly string[]).includes(text);
}

export function marketName(market: ShownMarket, sport: Sport): string {
  if (market === "moneyline") return "Moneyline";
  if (market === "total") return "Total";
  return sportFacts[sport].spreadName;
}

/** What a score is counted in, in the plural. */
export function unitOf(sport: Sport): string {
  return sportFacts[sport].scoredIn;
}

/** A line as its market writes it: spreads and prices with their sign, totals without. */
export function lineText(line: number | null, market: ShownMarket): string {
  if (line === null) return "–";
  return market === "total" ? String(line) : signedText(line);
}

/** Minutes as `9 d 4 h`, `3 h 10 min` or `9 min`. */
export function beforeText(minutes: number): string {
  const whole = Math.round(minutes);
  const days = Math.floor(whole / 1440);
  const hours = Math.floor((whole % 1440) / 60);
  const rest = whole % 60;
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}

const utcDays = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const utcTimes = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const clocks = ["UTC", "America/New_York"].map(
  (timeZone) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }),
);

/** @param date `2026-09-13`. */
export function dateText(date: string): string {
  return utcDays.format(Date.parse(date));
}

/** The time of day of a start, in UTC and in New York, after which slates are dated. */
export function startText(iso: string): string {
  const [utc = "", newYork = ""] = clocks.map((clock) => clock.format(Date.parse(iso)));
  return `${utc} UTC (${newYork} in New York)`;
}

/** A time of capture, in UTC; nothing where a source states none. */
export function captureText(iso: string | null): string {
  return iso === null ? "–" : utcTimes.format(Date.parse(iso));
}

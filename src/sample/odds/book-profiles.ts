/** How each sportsbook of the sample behaves, and when it was in business. */

export type BookProfile = {
  readonly slug: string;
  /** First and last day it took bets. */
  readonly from: string;
  readonly until: string;
  /** How likely it is to be among the books of a game. */
  readonly weight: number;
  /** What the two sides of a line add up to; 1.0476 is -110 both ways. */
  readonly margin: number;
  /** Prices are multiples of this. */
  readonly step: number;
  /** 0 no period markets, 1 the first periods, 2 every period that is published. */
  readonly periods: 0 | 1 | 2;
  readonly hasTeamTotals: boolean;
};

const always = ["2000-01-01", "2099-12-31"] as const;

function book(
  slug: string,
  [from, until]: readonly [from: string, until: string],
  weight: number,
  margin: number,
  step: number,
  periods: BookProfile["periods"],
  hasTeamTotals: boolean,
): BookProfile {
  return { slug, from, until, weight, margin, step, periods, hasTeamTotals };
}

const since = (from: string) => [from, always[1]] as const;
const until = (last: string) => [always[0], last] as const;

export const bookProfiles: readonly BookProfile[] = [
  book("draftkings", always, 1, 1.0476, 5, 2, true),
  book("fanduel", always, 1, 1.0476, 2, 2, true),
  book("betmgm", always, 0.95, 1.0476, 5, 2, true),
  book("caesars", always, 0.95, 1.0476, 5, 1, true),
  book("betrivers", always, 0.9, 1.05, 1, 1, true),
  book("bovada", always, 0.9, 1.0476, 5, 2, true),
  book("betonlineag", always, 0.85, 1.0476, 1, 1, false),
  book("lowvig", always, 0.8, 1.0244, 1, 1, false),
  book("mybookieag", always, 0.8, 1.0476, 5, 0, false),
  book("betus", always, 0.75, 1.0476, 5, 0, false),
  book("pointsbetus", until("2024-03-31"), 0.8, 1.0476, 5, 1, true),
  book("barstool", until("2023-11-13"), 0.75, 1.0476, 5, 1, false),
  book("espnbet", ["2023-11-14", "2025-11-30"], 0.8, 1.0476, 5, 1, true),
  book("unibet_us", until("2024-06-30"), 0.7, 1.05, 1, 1, false),
  book("wynnbet", until("2024-02-29"), 0.65, 1.0476, 5, 0, false),
  book("superbook", until("2024-07-31"), 0.6, 1.0476, 5, 1, false),
  book("foxbet", until("2023-07-31"), 0.55, 1.05, 5, 0, false),
  book("twinspires", until("2023-12-31"), 0.45, 1.05, 5, 0, false),
  book("sugarhouse", until("2023-06-30"), 0.5, 1.05, 1, 1, true),
  book("circasports", since("2023-03-01"), 0.45, 1.0361, 1, 1, false),
  book("fanatics", since("2024-01-15"), 0.85, 1.0476, 5, 1, true),
  book("hardrockbet", since("2024-01-15"), 0.8, 1.0476, 5, 2, true),
  book("betparx", since("2023-08-01"), 0.7, 1.05, 1, 1, true),
  book("ballybet", since("2023-09-01"), 0.65, 1.05, 1, 1, false),
  book("betanysports", since("2023-08-01"), 0.5, 1.0361, 1, 0, false),
  book("fliff", since("2024-01-01"), 0.55, 1.0476, 5, 1, false),
  book("windcreek", since("2023-10-01"), 0.35, 1.0476, 5, 0, false),
  book("rebet", since("2025-01-01"), 0.4, 1.0476, 5, 0, false),
];

/** The books that were in business on a date, as `YYYY-MM-DD`. */
export function booksOn(date: string): readonly BookProfile[] {
  return bookProfiles.filter((profile) => profile.from <= date && date <= profile.until);
}

/** How each sportsbook of the sample behaves, and when it was in business. */

export type BookProfile = {
  readonly slug: string;
  /** First and last day it took bets. */
  readonly from: string;
  readonly until: string;
  /** How likely it is to be among the books of a game. */
  readonly weight: number;
  /** The sum of both sides' probabilities in a spread or total; 1.0476 is -110 both ways. */
  readonly margin: number;
  /** The sum of both sides' probabilities in the moneyline of an even game. */
  readonly moneylineMargin: number;
  /** Prices are multiples of this. */
  readonly step: number;
  /** 0 no period markets, 1 the main one of the sport, 2 every period that is published. */
  readonly periods: 0 | 1 | 2;
  readonly hasTeamTotals: boolean;
  /** Whether it is among the first to open a game, or waits until others have. */
  readonly opens: "first" | "with the others" | "late";
  /** Whether it would rather write lines that end in a half, on which no bet is given back. */
  readonly prefersHalves: boolean;
};

const usual = {
  from: "2000-01-01",
  until: "2099-12-31",
  weight: 0.8,
  margin: 1.0476,
  moneylineMargin: 1.044,
  step: 5,
  periods: 1,
  hasTeamTotals: true,
  opens: "with the others",
  prefersHalves: false,
} as const;

const small = { ...usual, periods: 0, hasTeamTotals: false, opens: "late" } as const;

/** Margins are those of captured prices: The Odds API, NBA 2023-24, NFL 2025 and MLB 2026. */
const bookProfiles: readonly BookProfile[] = [
  { ...usual, slug: "draftkings", weight: 1, periods: 2, opens: "first", prefersHalves: true },
  { ...usual, slug: "fanduel", weight: 1, moneylineMargin: 1.04, step: 2, periods: 2, prefersHalves: true },
  { ...usual, slug: "betmgm", weight: 0.95, moneylineMargin: 1.046 },
  { ...usual, slug: "caesars", weight: 0.95, moneylineMargin: 1.046 },
  { ...usual, slug: "betrivers", weight: 0.9, margin: 1.055, moneylineMargin: 1.055, step: 1, opens: "late" },
  { ...usual, slug: "bovada", weight: 0.9, moneylineMargin: 1.042, periods: 2 },
  {
    ...usual,
    slug: "betonlineag",
    weight: 0.85,
    moneylineMargin: 1.036,
    step: 1,
    hasTeamTotals: false,
    opens: "first",
  },
  { ...usual, slug: "lowvig", margin: 1.0244, moneylineMargin: 1.034, step: 1, hasTeamTotals: false, opens: "first" },
  { ...small, slug: "mybookieag", moneylineMargin: 1.048 },
  { ...small, slug: "betus", weight: 0.75, moneylineMargin: 1.038 },
  { ...usual, slug: "pointsbetus", until: "2024-03-31", moneylineMargin: 1.045 },
  { ...usual, slug: "barstool", until: "2023-11-13", weight: 0.75, moneylineMargin: 1.054, hasTeamTotals: false },
  { ...usual, slug: "espnbet", from: "2023-11-14", until: "2025-11-30", moneylineMargin: 1.05 },
  { ...usual, slug: "unibet_us", until: "2024-06-30", weight: 0.7, margin: 1.05, step: 1, hasTeamTotals: false },
  { ...small, slug: "wynnbet", until: "2024-02-29", weight: 0.65, moneylineMargin: 1.038 },
  { ...usual, slug: "superbook", until: "2024-07-31", weight: 0.6, moneylineMargin: 1.039, opens: "first" },
  { ...small, slug: "foxbet", until: "2023-07-31", weight: 0.55, margin: 1.05 },
  { ...small, slug: "twinspires", until: "2023-12-31", weight: 0.45, margin: 1.05 },
  { ...usual, slug: "sugarhouse", until: "2023-06-30", weight: 0.5, margin: 1.05, step: 1 },
  { ...usual, slug: "circasports", from: "2023-03-01", weight: 0.45, margin: 1.0361, step: 1, opens: "first" },
  { ...usual, slug: "fanatics", from: "2024-01-15", weight: 0.85, moneylineMargin: 1.045 },
  { ...usual, slug: "hardrockbet", from: "2024-01-15", periods: 2 },
  { ...usual, slug: "betparx", from: "2023-08-01", weight: 0.7, margin: 1.05, step: 1, opens: "late" },
  { ...usual, slug: "ballybet", from: "2023-09-01", weight: 0.65, margin: 1.05, step: 1, hasTeamTotals: false },
  { ...small, slug: "betanysports", from: "2023-08-01", weight: 0.5, margin: 1.0361, step: 1 },
  { ...usual, slug: "fliff", from: "2024-01-01", weight: 0.55, hasTeamTotals: false, opens: "late" },
  { ...small, slug: "windcreek", from: "2023-10-01", weight: 0.35 },
  { ...small, slug: "rebet", from: "2025-01-01", weight: 0.4 },
];

/** The books that were in business on a date, as `YYYY-MM-DD`. */
export function booksOn(date: string): readonly BookProfile[] {
  return bookProfiles.filter((profile) => profile.from <= date && date <= profile.until);
}

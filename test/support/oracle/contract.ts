/** Tables of the contract, copied by hand: books, bet types and the order of periods. */

export const sportNames = ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const;
export type SportName = (typeof sportNames)[number];

export type PublishedBook = { readonly book_id: number; readonly book: string; readonly book_name: string };

const bookRows: readonly (readonly [number, string, string])[] = [
  [1, "draftkings", "DraftKings"],
  [2, "fanduel", "FanDuel"],
  [3, "betmgm", "BetMGM"],
  [4, "caesars", "Caesars"],
  [5, "betrivers", "BetRivers"],
  [6, "fanatics", "Fanatics"],
  [7, "bovada", "Bovada"],
  [8, "betonlineag", "BetOnline.ag"],
  [9, "lowvig", "LowVig.ag"],
  [10, "mybookieag", "MyBookie.ag"],
  [11, "betus", "BetUS"],
  [12, "pointsbetus", "PointsBet (US)"],
  [13, "barstool", "Barstool Sportsbook"],
  [14, "unibet_us", "Unibet"],
  [15, "wynnbet", "WynnBET"],
  [16, "superbook", "SuperBook"],
  [17, "twinspires", "TwinSpires"],
  [18, "circasports", "Circa Sports"],
  [19, "foxbet", "FOX Bet"],
  [20, "sugarhouse", "SugarHouse"],
  [21, "espnbet", "ESPN BET"],
  [22, "ballybet", "Bally Bet"],
  [23, "betanysports", "BetAnySports"],
  [24, "betparx", "betPARX"],
  [25, "fliff", "Fliff"],
  [26, "hardrockbet", "Hard Rock Bet"],
  [27, "windcreek", "Wind Creek"],
  [28, "rebet", "ReBet"],
  [33, "bet365", "bet365"],
];

/** Published books by slug, in order of their ids. Any other slug is of a book that is not published [D-14]. */
export const publishedBooks: ReadonlyMap<string, PublishedBook> = new Map(
  bookRows.map(([book_id, book, book_name]) => [book, { book_id, book, book_name }]),
);

export type MarketName = "moneyline" | "spread" | "total" | "team_total";

/** A bet type with its period, `game` for the whole of it, and its market. */
export type BetKind = {
  readonly betType: string;
  readonly period: string;
  readonly market: MarketName;
  readonly selections: readonly ("home" | "away" | "over" | "under")[];
};

function kind(betType: string, period: string, market: MarketName, only?: "over" | "under"): BetKind {
  const isSided = market === "moneyline" || market === "spread";
  return {
    betType,
    period,
    market,
    selections: only !== undefined ? [only] : isSided ? ["home", "away"] : ["over", "under"],
  };
}

function three(prefix: string, period: string): BetKind[] {
  return (["moneyline", "spread", "total"] as const).map((market) => kind(`${prefix}_${market}`, period, market));
}

function main(spread: string): BetKind[] {
  return [kind("moneyline", "game", "moneyline"), kind(spread, "game", "spread"), kind("total", "game", "total")];
}

const teamTotals: readonly BetKind[] = [
  kind("team_total_over", "game", "team_total", "over"),
  kind("team_total_under", "game", "team_total", "under"),
];

const football: readonly BetKind[] = [
  ...main("spread"),
  ...teamTotals,
  ...three("first_half", "1h"),
  ...three("second_half", "2h"),
  ...["q1", "q2", "q3", "q4"].flatMap((quarter) => three(quarter, quarter)),
];

/** In the order of `bet_types`. */
export const betKinds: Readonly<Record<SportName, readonly BetKind[]>> = {
  mlb: [
    ...main("run_line"),
    kind("first_5_moneyline", "inn5", "moneyline"),
    kind("first_5_runline", "inn5", "spread"),
    kind("inn5_total", "inn5", "total"),
    kind("inn1_total", "inn1", "total"),
  ],
  nfl: football,
  ncaaf: football,
  nba: [...main("spread"), ...teamTotals, ...three("first_half", "1h"), ...three("q1", "q1")],
  nhl: [...main("puck_line"), ...teamTotals, ...three("p1", "p1")],
};

/** Periods that odds are published for, in the order of [D-22]; those that have only scores come after them. */
export const pricedPeriods = ["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"] as const;
export const scoredPeriods = [...pricedPeriods, "p2", "p3", "ot"] as const;

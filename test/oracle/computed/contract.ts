/** Tables of the contract, copied by hand: books, bet types and the order of periods. */
import type { Sport } from "../../../src/domain/sports.ts";
import { sportsByHand } from "../../support/sports.ts";

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
  [21, "espnbet", "theScore Bet"],
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

/** The beginnings of bet types that are not called like their period. */
const wordsOfPeriods: Readonly<Record<string, string>> = { first_half: "1h", second_half: "2h", first_5: "inn5" };

const spreadNames: ReadonlySet<string> = new Set(["spread", "run_line", "runline", "puck_line"]);

/** A bet type says its period and its market: `first_half_total`, `p1_spread`, `team_total_over`. */
function betKind(betType: string): BetKind {
  const named = /^(first_half|second_half|first_5|inn5|inn1|p1|q[1-4])_(.+)$/.exec(betType);
  const [, word = "game", rest = betType] = named ?? [];
  const [, only] = /^team_total_(over|under)$/.exec(rest) ?? [];
  const market = only !== undefined ? "team_total" : spreadNames.has(rest) ? "spread" : (rest as MarketName);
  const isSided = market === "moneyline" || market === "spread";
  return {
    betType,
    period: wordsOfPeriods[word] ?? word,
    market,
    selections: only !== undefined ? [only as "over" | "under"] : isSided ? ["home", "away"] : ["over", "under"],
  };
}

/** In the order of `bet_types`. */
export function betKindsOf(sport: Sport): readonly BetKind[] {
  return sportsByHand[sport].betTypes.split(", ").map(betKind);
}

/** Periods that odds are published for, in the order of [D-22]; those that have only scores come after them. */
export const pricedPeriods = ["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"] as const;
export const scoredPeriods = [...pricedPeriods, "p2", "p3", "ot"] as const;

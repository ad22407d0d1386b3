/**
 * Three games made by hand, with all of their bets written by hand: a tie of the NFL, a game of the NBA whose periods are withheld, and one
 * of MLB with prices of one side only.
 */
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteOf as quote } from "../support/records.ts";

const shared = { overtime: null, venue: null, referee: null } as const;

const tie: GameRecord = gameRecord({
  ...{ ...shared, sport: "nfl", season: 2025, game_id: "tie", week: 1, away: "DAL", home: "PHI", overtime: true },
  ...{ game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z", away_score: 20, home_score: 20 },
  line_score: { away: [0, 10, 3, 7, 0], home: [7, 3, 7, 3, 0] },
});

/** Its quarters add up to one point less than its score, so they are withheld. */
const withheld: GameRecord = gameRecord({
  ...{ ...shared, sport: "nba", season: 2026, game_id: "withheld", away: "NYK", home: "BOS" },
  ...{ game_date: "2026-01-10", start_time: "2026-01-11T00:30:00Z", away_score: 112, home_score: 115 },
  line_score: { away: [24, 28, 26, 34], home: [30, 25, 28, 31] },
});

const innings: GameRecord = gameRecord({
  ...{ ...shared, sport: "mlb", season: 2025, game_id: "innings", away: "NYY", home: "BOS" },
  ...{ game_date: "2025-07-04", start_time: "2025-07-04T23:10:00Z", away_score: 6, home_score: 7 },
  line_score: { away: [1, 0, 2, 0, 0, 0, 0, 2, 0, 1], home: [0, 0, 3, 0, 1, 0, 0, 0, 1, 2] },
});

type Price = number | null;

const twoDays = 48 * 60;

export const records: readonly FeedRecord[] = [
  tie,
  quote(tie, "draftkings", ["full", "moneyline"], twoDays, [null, 120, -140]),
  // Even money is +100, also when a provider writes -100.
  quote(tie, "draftkings", ["full", "moneyline"], 30, [null, -100, -120]),
  quote(tie, "draftkings", ["full", "spread"], twoDays, [1.5, -110, -110]),
  quote(tie, "draftkings", ["full", "spread"], 24 * 60, [1.5, -110, -110]),
  quote(tie, "draftkings", ["full", "spread"], 30, [-0, -105, -115]),
  quote(tie, "draftkings", ["full", "total"], 30, [40, -110, null]),
  quote(tie, "fanduel", ["full", "total"], "open", [41.5, null, null]),
  quote(tie, "betmgm", ["full", "home_team_total"], 30, [19.5, -115, -105]),
  quote(tie, "betmgm", ["full", "away_team_total"], 30, [20.5, 100, -120]),
  quote(tie, "draftkings", ["1h", "moneyline"], 30, [null, 100, 100]),
  quote(tie, "draftkings", ["1h", "spread"], 30, [0, -110, -110]),
  // The line leaves and comes back. 120.05 minutes are half way between two tenths.
  quote(tie, "betmgm", ["1h", "total"], 120.05, [20.25, -112, -108]),
  quote(tie, "betmgm", ["1h", "total"], 90, [20.5, -110, -110]),
  quote(tie, "betmgm", ["1h", "total"], 30, [20.25, -112, -108]),
  // Nobody has a closing line of this period.
  quote(tie, "betmgm", ["2h", "total"], "open", [19.5, -110, -110]),
  quote(tie, "fanduel", ["q1", "moneyline"], 30, [null, 100, -130]),
  // Of two quotes of one moment, the one with more prices counts.
  quote(tie, "fanduel", ["q2", "total"], 30, [10, -110, null]),
  quote(tie, "fanduel", ["q2", "total"], 30, [9.5, -110, -110]),
  // One side alone has no favorite.
  quote(tie, "draftkings", ["q4", "moneyline"], 30, [null, -130, null]),
  // A book whose customers are not in the US is not published.
  quote(tie, "betfair", ["full", "moneyline"], 30, [null, 105, -125]),

  withheld,
  quote(withheld, "draftkings", ["full", "moneyline"], 30, [null, -40003, 12500]),
  quote(withheld, "draftkings", ["full", "spread"], 30, [-5.5, 105, -125]),
  quote(withheld, "fanduel", ["full", "spread"], 30, [-5.5, -105, -115]),
  quote(withheld, "betmgm", ["full", "spread"], 30, [-6, -110, -110]),
  quote(withheld, "draftkings", ["1h", "total"], 30, [112.5, -110, -110]),

  innings,
  quote(innings, "draftkings", ["full", "spread"], 30, [-1.5, 150, -180]),
  quote(innings, "betrivers", ["full", "moneyline"], 30, [null, -130, null]),
  quote(innings, "draftkings", ["inn1", "total"], 30, [0.5, -125, 105]),
];

/**
 * What a bet must be: line and price at the open, line and price at the close, the close's probability without the vig,
 * results, profits, and the role.
 */
export type WantedBet = readonly [
  open: readonly [line: number | null, price: Price],
  close: readonly [line: number | null, price: Price],
  noVig: number | null,
  results: readonly [open: string | null, close: string | null],
  profits: readonly [open: number | null, close: number | null],
  role: string | null,
];

const none = [null, null] as const;

/** By bet type, selection, team and book. */
export const tieBets = withConsensus({
  "moneyline home PHI draftkings": [[null, 120], [null, 100], 0.4783, ["push", "push"], [0, 0], "underdog"],
  "moneyline away DAL draftkings": [[null, -140], [null, -120], 0.5217, ["push", "push"], [0, 0], "favorite"],
  "spread home PHI draftkings": [[1.5, -110], [0, -105], 0.4892, ["won", "push"], [0.9091, 0], "underdog"],
  "spread away DAL draftkings": [[-1.5, -110], [0, -115], 0.5108, ["lost", "push"], [-1, 0], "favorite"],
  // Of 41.5 and 40, each of one book and as far from their middle, the smaller one is the consensus.
  "total over null consensus": [[40, -110], [40, -110], null, ["push", "push"], [0, 0], null],
  "total over null draftkings": [[40, -110], [40, -110], null, ["push", "push"], [0, 0], null],
  "total over null fanduel": [[41.5, null], none, null, ["lost", null], none, null],
  "total under null consensus": [[40, null], [40, null], null, ["push", "push"], none, null],
  "total under null draftkings": [[40, null], [40, null], null, ["push", "push"], none, null],
  "total under null fanduel": [[41.5, null], none, null, ["won", null], none, null],
  "team_total_over over PHI betmgm": [[19.5, -115], [19.5, -115], 0.5108, ["won", "won"], [0.8696, 0.8696], null],
  "team_total_over over DAL betmgm": [[20.5, 100], [20.5, 100], 0.4783, ["lost", "lost"], [-1, -1], null],
  "team_total_under under PHI betmgm": [[19.5, -105], [19.5, -105], 0.4892, ["lost", "lost"], [-1, -1], null],
  "team_total_under under DAL betmgm": [[20.5, -120], [20.5, -120], 0.5217, ["won", "won"], [0.8333, 0.8333], null],
  "first_half_moneyline home PHI draftkings": [[null, 100], [null, 100], 0.5, ["push", "push"], [0, 0], null],
  "first_half_moneyline away DAL draftkings": [[null, 100], [null, 100], 0.5, ["push", "push"], [0, 0], null],
  "first_half_spread home PHI draftkings": [[0, -110], [0, -110], 0.5, ["push", "push"], [0, 0], null],
  "first_half_spread away DAL draftkings": [[0, -110], [0, -110], 0.5, ["push", "push"], [0, 0], null],
  "first_half_total over null betmgm": [[20.25, -112], [20.25, -112], 0.5043, ["lost", "lost"], [-1, -1], null],
  "first_half_total under null betmgm": [[20.25, -108], [20.25, -108], 0.4957, ["won", "won"], [0.9259, 0.9259], null],
  "second_half_total over null betmgm": [[19.5, -110], none, null, ["won", null], [0.9091, null], null],
  "second_half_total under null betmgm": [[19.5, -110], none, null, ["lost", null], [-1, null], null],
  "q1_moneyline home PHI fanduel": [[null, 100], [null, 100], 0.4694, ["won", "won"], [1, 1], "underdog"],
  "q1_moneyline away DAL fanduel": [[null, -130], [null, -130], 0.5306, ["lost", "lost"], [-1, -1], "favorite"],
  "q2_total over null fanduel": [[9.5, -110], [9.5, -110], 0.5, ["won", "won"], [0.9091, 0.9091], null],
  "q2_total under null fanduel": [[9.5, -110], [9.5, -110], 0.5, ["lost", "lost"], [-1, -1], null],
  "q4_moneyline home PHI draftkings": [[null, -130], [null, -130], null, ["lost", "lost"], [-1, -1], null],
  "q4_moneyline away DAL draftkings": [none, none, null, none, none, null],
});

/** Where one book priced a market, the consensus is what that book shows. */
function withConsensus(bets: Readonly<Record<string, WantedBet>>): Readonly<Record<string, WantedBet>> {
  const isAgreed = (name: string) => !(name.replace(/\w+$/, "consensus") in bets);
  return Object.fromEntries(
    Object.entries(bets).flatMap(([name, bet]) =>
      isAgreed(name)
        ? [[name.replace(/\w+$/, "consensus"), bet] as const, [name, bet] as const]
        : [[name, bet] as const],
    ),
  );
}

export const withheldBets = withConsensus({
  "moneyline home BOS draftkings": [
    ...([[null, -40003], [null, -40003], 0.9921, ["won", "won"], [0.0025, 0.0025]] as const),
    "favorite",
  ],
  "moneyline away NYK draftkings": [[null, 12500], [null, 12500], 0.0079, ["lost", "lost"], [-1, -1], "underdog"],
  // {+105, -105} is +100, and {-125, -115} is -120 by the mean of 0.5556 and 0.5349.
  "spread home BOS consensus": [[-5.5, 100], [-5.5, 100], 0.4783, ["lost", "lost"], [-1, -1], "favorite"],
  "spread home BOS draftkings": [[-5.5, 105], [-5.5, 105], 0.4675, ["lost", "lost"], [-1, -1], "favorite"],
  "spread home BOS fanduel": [[-5.5, -105], [-5.5, -105], 0.4892, ["lost", "lost"], [-1, -1], "favorite"],
  "spread home BOS betmgm": [[-6, -110], [-6, -110], 0.5, ["lost", "lost"], [-1, -1], "favorite"],
  "spread away NYK consensus": [[5.5, -120], [5.5, -120], 0.5217, ["won", "won"], [0.8333, 0.8333], "underdog"],
  "spread away NYK draftkings": [[5.5, -125], [5.5, -125], 0.5325, ["won", "won"], [0.8, 0.8], "underdog"],
  "spread away NYK fanduel": [[5.5, -115], [5.5, -115], 0.5108, ["won", "won"], [0.8696, 0.8696], "underdog"],
  "spread away NYK betmgm": [[6, -110], [6, -110], 0.5, ["won", "won"], [0.9091, 0.9091], "underdog"],
});

export const inningsBets = withConsensus({
  "moneyline home BOS betrivers": [[null, -130], [null, -130], null, ["won", "won"], [0.7692, 0.7692], null],
  "moneyline away NYY betrivers": [none, none, null, none, none, null],
  "run_line home BOS draftkings": [[-1.5, 150], [-1.5, 150], 0.3836, ["lost", "lost"], [-1, -1], "favorite"],
  "run_line away NYY draftkings": [[1.5, -180], [1.5, -180], 0.6164, ["won", "won"], [0.5556, 0.5556], "underdog"],
  "inn1_total over null draftkings": [[0.5, -125], [0.5, -125], 0.5325, ["won", "won"], [0.8, 0.8], null],
  "inn1_total under null draftkings": [[0.5, 105], [0.5, 105], 0.4675, ["lost", "lost"], [-1, -1], null],
});

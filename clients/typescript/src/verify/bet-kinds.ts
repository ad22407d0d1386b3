/** The bet types of each sport, as docs/api/bet-types.md lists them. */

export type BetKind = {
  readonly betType: string;
  readonly period: string;
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  readonly selections: readonly string[];
};

const sides = ["home", "away"];
const counts = ["over", "under"];

function kind(
  betType: string,
  period: string,
  market: BetKind["market"],
  selections = market === "total" ? counts : sides,
): BetKind {
  return { betType, period, market, selections };
}

const three = (name: string, period: string): readonly BetKind[] =>
  (["moneyline", "spread", "total"] as const).map((market) => kind(`${name}_${market}`, period, market));

const game = (spread: string): readonly BetKind[] => [
  kind("moneyline", "game", "moneyline"),
  kind(spread, "game", "spread"),
  kind("total", "game", "total"),
];

const teamTotals = [
  kind("team_total_over", "game", "team_total", ["over"]),
  kind("team_total_under", "game", "team_total", ["under"]),
];
const firstHalf = three("first_half", "1h");
const quarters = ["q1", "q2", "q3", "q4"].flatMap((quarter) => three(quarter, quarter));
const football = [...game("spread"), ...teamTotals, ...firstHalf, ...three("second_half", "2h"), ...quarters];

export const betKinds: Readonly<Record<string, readonly BetKind[]>> = {
  mlb: [
    ...game("run_line"),
    kind("first_5_moneyline", "inn5", "moneyline"),
    kind("first_5_runline", "inn5", "spread"),
    kind("inn5_total", "inn5", "total"),
    kind("inn1_total", "inn1", "total"),
  ],
  nfl: football,
  ncaaf: football,
  nba: [...game("spread"), ...teamTotals, ...firstHalf, ...three("q1", "q1")],
  nhl: [...game("puck_line"), ...teamTotals, ...three("p1", "p1")],
};

import { get, requestsMade } from "./client.ts";

const questions: Record<string, Record<string, string>> = {
  "road favorites off a bye": { sport: "nfl", bet_type: "spread", selection: "away", role: "favorite", rest_min: "13" },
  "home underdogs after a loss by 14 or more": {
    sport: "nfl",
    bet_type: "spread",
    selection: "home",
    role: "underdog",
    team_last_margin_max: "-14",
  },
  "favorites on a winning streak of four": { sport: "nfl", bet_type: "spread", role: "favorite", team_streak_min: "4" },
  "unders in week 11 and later": { sport: "nfl", bet_type: "total", selection: "under", week_min: "11" },
  "rematches of division rivals": { sport: "nfl", bet_type: "spread", same_division: "true", meeting: "rematch" },
  "the second night of a back-to-back": { sport: "nba", bet_type: "spread", rest_max: "1" },
  "overs after two unders of both teams": {
    sport: "nba",
    bet_type: "total",
    selection: "over",
    both_total_streak_max: "-2",
  },
};

type Trend = { bets: number; won: number; lost: number; push: number; verdict: string | null };

// Seven looks at the same games: the verdict must be stricter than after one.
const tries = String(Object.keys(questions).length);
for (const [question, filters] of Object.entries(questions)) {
  const { data } = await get<{ data: Trend[] }>("/v1/trends", { ...filters, tries });
  for (const { bets, won, lost, push, verdict } of data)
    console.log(`${question}: ${bets} bets, ${won} won, ${lost} lost, ${push} pushes, ${verdict ?? "no verdict"}`);
}
console.log(`${requestsMade()} requests`);

/** Seasons in which a few teams play each other often, so that streaks, rematches, ties and pushes come up. Made from a fixed seed. */
import type { Starter } from "../../src/domain/teams/team.ts";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { randomOf } from "./grade/made-bets.ts";
import { gameRecord, quoteOf } from "./records.ts";

type Plan = {
  readonly sport: "nfl" | "mlb";
  readonly season: number;
  readonly firstDate: string;
  readonly rounds: number;
  readonly daysBetween: number;
  readonly teams: readonly string[];
};

const football = ["SF", "SEA", "ARI", "LAR", "DAL", "PHI", "NYG", "BUF"];
const baseball = ["NYY", "BOS", "TB", "LAD", "SF", "SD"];

const plans: readonly Plan[] = [
  { sport: "nfl", season: 2024, firstDate: "2024-09-08", rounds: 14, daysBetween: 7, teams: football },
  { sport: "nfl", season: 2025, firstDate: "2025-09-07", rounds: 14, daysBetween: 7, teams: football },
  { sport: "mlb", season: 2024, firstDate: "2024-05-01", rounds: 16, daysBetween: 1, teams: baseball },
  { sport: "mlb", season: 2025, firstDate: "2025-05-01", rounds: 16, daysBetween: 1, teams: baseball },
];

export function denseSeasons(): FeedRecord[] {
  const random = randomOf(17);
  return plans.flatMap((plan) => [...recordsOf(plan, random)]);
}

function* recordsOf(plan: Plan, random: () => number): Generator<FeedRecord> {
  const { sport, season, teams } = plan;
  for (let round = 0; round < plan.rounds; round++) {
    const date = Temporal.PlainDate.from(plan.firstDate).add({ days: round * plan.daysBetween });
    const order = teams.map((team) => ({ team, key: random() })).sort((a, b) => a.key - b.key);
    for (let pair = 0; pair + 1 < order.length; pair += 2) {
      const [home, away] = [order[pair]?.team as string, order[pair + 1]?.team as string];
      const isDouble = sport === "mlb" && random() < 0.15;
      for (const number of isDouble ? [1, 2] : [1]) {
        const hour = number === 1 ? 17 : 23;
        const game = gameRecord({
          ...{ sport, season, home, away, game_id: `${sport}-${date}-${home}-${number}` },
          ...{ week: sport === "nfl" ? round + 1 : null, game_date: String(date), line_score: null, overtime: null },
          ...{ start_time: `${date}T${hour}:00:00Z`, game_number: isDouble ? number : null, venue: null },
          ...scoresOf(sport, random),
          ...(sport === "mlb" && random() < 0.08 ? { resumed_on: String(date.add({ days: 1 + pair })) } : {}),
          ...(sport === "mlb" ? { starters: { home: starterOf(home, random), away: starterOf(away, random) } } : {}),
        });
        yield game;
        if (random() < 0.9) yield* quotesOf(game, random);
      }
    }
  }
}

function scoresOf(sport: Plan["sport"], random: () => number): Pick<GameRecord, "home_score" | "away_score"> {
  const most = sport === "nfl" ? 8 : 7;
  const score = () => Math.floor(random() * most) * (sport === "nfl" ? 3 : 1);
  const [home, away] = [score(), score()];
  return { home_score: sport === "mlb" && home === away ? home + 1 : home, away_score: away };
}

/** One of three pitchers of a team, now and then nobody. */
function starterOf(team: string, random: () => number): Starter | null {
  const place = Math.floor(random() * 3.3);
  const hand = ([null, "L", "R"] as const)[place];
  return hand === undefined ? null : { id: `${team}${place}`, name: `José ${"ABC"[place]}. ${team}`, hand };
}

function* quotesOf(game: GameRecord, random: () => number): Generator<FeedRecord> {
  const { sport } = game;
  const isHomeFavored = random() < 0.5;
  const points = sport === "nfl" ? Math.floor(random() * 4) * 3 : 1.5;
  const line = 0 - (isHomeFavored ? points : 0 - points);
  const [first, second] = isHomeFavored ? [-140, 120] : [120, -140];
  const quote = (market: "spread" | "moneyline" | "total", shown: readonly [number | null, number, number]) =>
    quoteOf(game, "draftkings", ["full", market], 10, shown);
  if (random() < 0.9) yield quote("spread", [line, -110, -110]);
  if (random() < 0.9) yield quote("moneyline", [null, first ?? 0, second ?? 0]);
  const total = sport === "nfl" ? 21 + 3 * Math.floor(random() * 3) : 6 + Math.floor(random() * 3);
  yield quote("total", [total, -110, -110]);
}

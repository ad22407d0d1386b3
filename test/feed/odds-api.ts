/** Events of The Odds API, of which a test says the teams, the books and the markets. */
import type { Sport } from "../../src/domain/sports.ts";

const sportKeys: Readonly<Partial<Record<Sport, string>>> = { nba: "basketball_nba", nfl: "americanfootball_nfl" };

type Said = {
  readonly id?: string;
  readonly sport?: "nba" | "nfl";
  readonly start: string;
  readonly home?: string;
  readonly away?: string;
  /** When every market was last updated. */
  readonly at: string;
  readonly books?: readonly string[];
  /** Keys of markets; every spread is -3.5. */
  readonly markets?: readonly string[];
  readonly total?: number;
  /** Of home or over, and of away or under. */
  readonly prices?: readonly [number, number];
};

export function oddsEvent({ id = "e1", sport = "nba", start, at, books = ["draftkings"], ...said }: Said) {
  const {
    home = "Boston Celtics",
    away = "New York Knicks",
    markets = ["h2h"],
    total = 220.5,
    prices = [-150, 130],
  } = said;
  const outcomesOf = (market: string) => {
    if (market.startsWith("totals")) return ["Over", "Under"].map((name) => ({ name, point: total }));
    return [home, away].map((name, side) => ({ name, ...(market === "spreads" ? { point: [-3.5, 3.5][side] } : {}) }));
  };
  const priced = markets.map((key) => ({
    ...{ key, last_update: at },
    outcomes: outcomesOf(key).map((outcome, side) => ({ ...outcome, price: prices[side] })),
  }));
  const about = { id, sport_key: sportKeys[sport], commence_time: start, home_team: home, away_team: away };
  return { ...about, bookmakers: books.map((key) => ({ key, title: key, last_update: at, markets: priced })) };
}

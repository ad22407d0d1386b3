/**
 * Computes independently what the archive must contain: which version of each game has been imported, and what each
 * publish has shown. A version is a number from which a game's score, referee and prices all follow.
 */
import type { FeedRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

export type GameName = {
  readonly id: string;
  readonly sport: "nba" | "nhl";
  readonly season: number;
  readonly date: string;
  readonly away: string;
  readonly home: string;
};

const game = (sport: "nba" | "nhl", season: number, date: string, away: string, home: string): GameName => ({
  id: `${sport.toUpperCase()}-${date.replaceAll("-", "")}-${away}-${home}`,
  sport,
  season,
  date,
  away,
  home,
});

export const games: readonly GameName[] = [
  game("nba", 2024, "2024-01-10", "NYK", "BOS"),
  game("nba", 2024, "2024-01-11", "MIA", "LAL"),
  game("nba", 2025, "2025-01-10", "NYK", "BOS"),
  game("nba", 2025, "2025-01-11", "LAL", "MIA"),
  game("nba", 2025, "2025-01-12", "BOS", "CHI"),
  game("nhl", 2025, "2025-01-10", "NYR", "BOS"),
];

/** The score of version 0, a version that is never imported. */
export const leastScore = { nba: 90, nhl: 1 } as const;

/** Versions by game id. A game without an entry has not been played. */
export type State = ReadonlyMap<string, number>;

export function recordsOf({ sport, season, date, away, home, id }: GameName, version: number): FeedRecord[] {
  const start_time = `${date}T23:30:00Z`;
  const captured_at = new Date(Date.parse(`${date}T00:00:00Z`) + version * 1000).toISOString();
  const at = { sport, home, away, start_time };
  return [
    gameRecord({
      ...{ ...at, game_id: id, season, game_date: date, venue: null, line_score: null, weather: null },
      ...{ home_score: leastScore[sport] + version, away_score: 1, referee: `R${version}` },
    }),
    quoteRecord({
      ...at,
      event_id: id,
      captured_at,
      market: "moneyline",
      line: null,
      home_odds: -(110 + version),
      away_odds: 100 + version,
    }),
  ];
}

export function isSame(one: State, other: State): boolean {
  return one.size === other.size && [...one].every(([id, version]) => other.get(id) === version);
}

export function part(state: State, matches: (name: GameName) => boolean): State {
  return new Map(
    games.flatMap((name) => {
      const version = state.get(name.id);
      return version !== undefined && matches(name) ? [[name.id, version] as const] : [];
    }),
  );
}

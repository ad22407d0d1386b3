/** Zero has no sign [D-15]. JSON and some arithmetic know a -0, which would be told from 0 until it was stored and read. */
import type { GameRecord } from "./records.ts";

/** Every number of a game that may be zero, set right in place. */
export function unsignZeros(game: GameRecord): void {
  const { home_score: home, away_score: away, line_score: lineScore, weather } = game;
  game.home_score = unsigned(home);
  game.away_score = unsigned(away);
  if (lineScore !== null) game.line_score = { home: lineScore.home.map(unsigned), away: lineScore.away.map(unsigned) };
  if (weather === null) return;
  game.weather = { ...weather, temp_f: unsigned(weather.temp_f), wind_mph: unsigned(weather.wind_mph) };
}

function unsigned(value: number | null): number | null {
  return value === null ? null : value + 0; // -0 + 0 is 0
}

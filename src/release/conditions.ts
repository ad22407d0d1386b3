/**
 * The conditions that a game was played in, as far as bets can be asked for by them: what its venue and its weather
 * say. Wind and temperature are those outdoors, so a game under a roof has none, whatever a provider states of it.
 */
import type { Game, GameExtras } from "../contract/lists/games.ts";

export type GameConditions = {
  readonly wind_mph: number | null;
  readonly temp_f: number | null;
  readonly indoor: boolean | null;
};

export function conditionsOf({ venue }: Pick<Game, "venue">, { weather }: Pick<GameExtras, "weather">): GameConditions {
  const indoor = venue?.indoor ?? null;
  if (indoor === true) return { wind_mph: null, temp_f: null, indoor };
  return { wind_mph: weather?.wind_mph ?? null, temp_f: weather?.temp_f ?? null, indoor };
}

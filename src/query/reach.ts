/** The seasons that a request can match, and the refusal of a request when one of them is damaged. */
import { type gameFilters, gameIdShape, readGameId } from "../contract/filters/games.ts";
import { quoted } from "../contract/hints.ts";
import type { SportRow } from "../contract/lists/reference.ts";
import type { ValuesOf } from "../contract/parameter.ts";
import { type GameIdentity, parseGameId } from "../domain/game-ids.ts";
import { seasonOf } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import { dateNumber } from "../release/season-table.ts";
import type { Snapshot } from "./load.ts";
import type { GameFilter } from "./pages.ts";
import { BeingMended, BeingOpened, NoSuchGame } from "./refusals.ts";
import type { SeasonShelf } from "./season.ts";

/** The filters that say which seasons a request can match. */
export type Reach = {
  readonly sport: Sport;
  readonly season: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly game_id?: string | null;
  /** Whether the answer tells of games of the season before, too. */
  readonly looksBack?: boolean;
};

/** Publishing checks that a game is in the season of its slate date, so dates and game ids bound the seasons. */
export function seasonsInReach({ sport, season, from, to, game_id = null, looksBack = false }: Reach): {
  first: number;
  last: number;
} {
  const lower = [season ?? Number.NEGATIVE_INFINITY];
  const upper = [season ?? Number.POSITIVE_INFINITY];
  if (from !== null) lower.push(seasonOf(sport, from));
  if (to !== null) upper.push(seasonOf(sport, to));
  const game = game_id === null ? null : parseGameId(game_id);
  if (game !== null) {
    lower.push(seasonOf(sport, game.gameDate));
    // No season of this sport will ever hold a game of another.
    upper.push(game.sport === sport ? seasonOf(sport, game.gameDate) : Number.NEGATIVE_INFINITY);
  }
  return { first: Math.max(...lower) - (looksBack ? 1 : 0), last: Math.min(...upper) };
}

/** The reach of a request that can match every season of a sport. */
export function wholeSport(sport: Sport): Reach {
  return { sport, season: null, from: null, to: null };
}

/** The seasons in reach that are on the shelf. */
export function seasonsOf({ sports }: Snapshot, reach: Reach): readonly SeasonShelf[] {
  const { first, last } = seasonsInReach(reach);
  return sports[reach.sport].seasons.filter(({ season }) => season >= first && season <= last);
}

/**
 * Refuses a request that could match damaged rows: they are not answered, and neither is a list in which they are missing.
 * @throws BeingMended when a season in reach is refused, BeingOpened when one has not been opened yet.
 */
export function refuseDamaged({ sports }: Snapshot, reach: Reach): void {
  const { first, last } = seasonsInReach(reach);
  const { sport } = reach;
  const { refused, opening } = sports[sport];
  const isInReach = (season: number): boolean => season >= first && season <= last;
  const damaged = refused.find(isInReach);
  if (damaged !== undefined) throw new BeingMended(`season ${damaged} of ${sport}`);
  const closed = opening.findLast(isInReach);
  if (closed !== undefined) throw new BeingOpened({ sport, season: closed });
}

/** @throws BeingMended when the list is damaged. */
export function wholeList<Row>(rows: readonly Row[] | null): readonly Row[] {
  if (rows === null) throw new BeingMended("this list");
  return rows;
}

/** A published game: the season that lists it, and its place there. */
type GamePlace = { readonly season: SeasonShelf; readonly game: number };

/** @throws NoSuchGame when the snapshot does not list the game. */
export function placeOfGame(snapshot: Snapshot, gameId: string): GamePlace {
  const identity = parseGameId(gameId);
  for (const season of identity === null ? [] : snapshot.sports[identity.sport].seasons) {
    const game = season.ordinals.get(gameId);
    if (game !== undefined) return { season, game };
  }
  const played = identity === null ? [] : gamesOfTeamsThatDay(snapshot, identity);
  throw new NoSuchGame(played.length === 0 ? "" : `; that day there was ${played.join(" and ")}`);
}

function gamesOfTeamsThatDay({ sports }: Snapshot, { sport, gameDate, away, home }: GameIdentity): readonly string[] {
  const date = dateNumber(gameDate);
  return sports[sport].seasons
    .filter((season) => season.firstDate <= date && date <= season.lastDate)
    .flatMap(({ gameIds, gameDates }) => gameIds.filter((_, ordinal) => gameDates[ordinal] === date))
    .filter((id) => {
      const game = parseGameId(id);
      return game !== null && [game.away, game.home].some((team) => team === away || team === home);
    });
}

/**
 * The game that a path names: `/v1/games/{game_id}` and what is below it.
 * @param text as the path has it.
 * @throws NoSuchGame, and BeingMended when its season is damaged.
 */
export function readGameInPath(text: string, snapshot: Snapshot): GamePlace & { readonly gameId: string } {
  const gameId = readGameId(text);
  const sport = gameId === null ? null : (parseGameId(gameId)?.sport ?? null);
  if (gameId === null || sport === null) {
    throw new NoSuchGame(`: ${quoted(text)} has not the shape of a game_id, ${gameIdShape}`);
  }
  refuseDamaged(snapshot, { ...wholeSport(sport), game_id: gameId });
  return { gameId, ...placeOfGame(snapshot, gameId) };
}

// The filters of games, as a request gives them and as questions to the archive have them.

/** Not every list of rows of games has every filter. */
export type AskedGames = Omit<Partial<ValuesOf<typeof gameFilters>>, "season" | "from" | "to" | "team"> &
  Pick<ValuesOf<typeof gameFilters>, "season" | "from" | "to" | "team">;

export function gameFilterOf(asked: AskedGames): GameFilter {
  const { from, to } = asked;
  return {
    season: asked.season,
    fromDate: from === null ? null : dateNumber(from),
    toDate: to === null ? null : dateNumber(to),
    team: asked.team,
    home: asked.home ?? null,
    away: asked.away ?? null,
    week: asked.week ?? null,
    seasonType: asked.season_type ?? null,
    gameId: asked.game_id ?? null,
  };
}

/** @throws BeingMended when the list is damaged. */
export function sportRows(snapshot: Snapshot): readonly SportRow[] {
  return wholeList(snapshot.sportRows);
}

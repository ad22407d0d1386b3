/** What readers ask, and what an answer says of the versions of games. */
import type { HttpAnswer } from "../world/http-caller.ts";
import { type GameName, games, isSame, leastScore, part, type State } from "./expected.ts";

export type Question = {
  readonly path: string;
  /** Whether an answer with this body can be of a state; throws where it is of none. */
  fits(body: Body, state: State): boolean;
  /** Whether the answer may be of a newer state than the shelf: details are read from the archive. */
  readonly isDetail: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come, and compared as a whole
type Body = any;

/** Thrown where an answer contradicts itself. */
export class Torn extends Error {}

const inSeason = (sport: string, season: number | null) => (name: GameName) =>
  name.sport === sport && (season === null || name.season === season);

const gamesPage = (sport: string, season: number | null): Question => ({
  path: `/v1/games?sport=${sport}${season === null ? "" : `&season=${season}`}`,
  isDetail: false,
  fits: (body, state) => isSame(versionsOfGames(body.data), part(state, inSeason(sport, season))),
});

const oddsPage = (sport: string, season: number): Question => ({
  path: `/v1/odds?sport=${sport}&season=${season}`,
  isDetail: false,
  fits: (body, state) =>
    isSame(
      new Map(body.data.map((row: Body) => [row.game_id, -110 - row.spread.home_juice_close])),
      part(state, inSeason(sport, season)),
    ),
});

const seasonList: Question = {
  path: "/v1/sports",
  isDetail: false,
  fits(body, state) {
    const told = body.data.flatMap(({ sport, seasons }: Body) =>
      seasons.map(({ season, games: count }: Body) => `${sport} ${season} ${count}`),
    );
    const keys = [...new Set(games.map(({ sport, season }) => `${sport} ${season}`))];
    const expected = keys
      .map((key) => `${key} ${part(state, ({ sport, season }) => key === `${sport} ${season}`).size}`)
      .filter((text) => !text.endsWith(" 0"));
    return told.sort().join() === expected.sort().join();
  },
};

const detail = ({ id }: GameName): Question => ({
  path: `/v1/games/${id}`,
  isDetail: true,
  fits: (body, state) => (body === null ? state.get(id) === undefined : state.get(id) === versionOfDetail(body.data)),
});

export const questions: readonly Question[] = [
  gamesPage("nba", null),
  gamesPage("nba", 2024),
  gamesPage("nba", 2025),
  gamesPage("nhl", 2025),
  oddsPage("nba", 2025),
  oddsPage("nhl", 2025),
  seasonList,
  ...games.map(detail),
];

/** The body of a good answer; null: a game that there is not. */
export function bodyOf({ status, body }: HttpAnswer): Body {
  return status === 404 ? null : JSON.parse(body);
}

function versionsOfGames(rows: readonly Body[]): State {
  return new Map(rows.map((row) => [row.game_id, versionOf(row)]));
}

function versionOf(row: Body): number {
  const version = row.home.score - leastScore[row.sport as keyof typeof leastScore];
  const price = -110 - row.consensus.spread.home_juice_close;
  if (row.referee !== `R${version}` || price !== version) {
    throw new Torn(`${row.game_id} is ${row.home.score}, ${row.referee} and ${price} at once`);
  }
  return version;
}

function versionOfDetail(game: Body): number {
  const version = versionOf(game);
  const price = -110 - game.books[0].spread.home_juice_close;
  if (price !== version) throw new Torn(`${game.game_id} is of ${version}, and its books of ${price}`);
  return version;
}

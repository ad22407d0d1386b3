/** The questions of the readers, and the versions of games that an answer shows. */
import { type GameName, games, isSame, leastScore, part, type State } from "./expected.ts";

export type Question = {
  readonly path: string;
  /**
   * Whether each part of an answer belongs to a state; throws when a part contradicts itself.
   */
  readonly parts: readonly ((body: Body, state: State) => boolean)[];
};

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come, and compared as a whole
type Body = any;

/** An answer that contradicts itself. */
class Torn extends Error {}

const inSeason = (sport: string, season: number) => (name: GameName) => name.sport === sport && name.season === season;

const gamesPage = (sport: string, season: number | null): Question => ({
  path: `/v1/games?sport=${sport}${season === null ? "" : `&season=${season}`}`,
  parts: (season === null ? seasonsOf(sport) : [season]).map((each) => (body, state) => {
    const rows = body.data.filter((row: Body) => row.season === each);
    return isSame(versionsOfGames(rows), part(state, inSeason(sport, each)));
  }),
});

const seasonsOf = (sport: string): number[] => [
  ...new Set(games.filter((name) => name.sport === sport).map(({ season }) => season)),
];

const oddsPage = (sport: string, season: number): Question => ({
  path: `/v1/odds?sport=${sport}&season=${season}`,
  parts: [
    (body, state) =>
      isSame(
        new Map(body.data.map((row: Body) => [row.game_id, -110 - row.moneyline.home_close])),
        part(state, inSeason(sport, season)),
      ),
  ],
});

const seasonList: Question = {
  path: "/v1/sports",
  parts: (["nba", "nhl"] as const).flatMap((sport) =>
    seasonsOf(sport).map((season) => (body: Body, state: State) => {
      const told = body.data
        .find((row: Body) => row.sport === sport)
        .seasons.find((row: Body) => row.season === season);
      return (told?.games ?? 0) === part(state, inSeason(sport, season)).size;
    }),
  ),
};

const detail = ({ id }: GameName): Question => ({
  path: `/v1/games/${id}`,
  parts: [
    (body, state) => (body === null ? state.get(id) === undefined : state.get(id) === versionOfDetail(body.data)),
  ],
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

function versionsOfGames(rows: readonly Body[]): State {
  return new Map(rows.map((row) => [row.game_id, versionOf(row)]));
}

function versionOf(row: Body): number {
  const version = row.home.score - leastScore[row.sport as keyof typeof leastScore];
  const price = -110 - row.consensus.moneyline.home_close;
  if (row.referee !== `R${version}` || price !== version) {
    throw new Torn(`${row.game_id} is ${row.home.score}, ${row.referee} and ${price} at once`);
  }
  return version;
}

function versionOfDetail(game: Body): number {
  const version = versionOf(game);
  const price = -110 - game.books[0].moneyline.home_close;
  if (price !== version) throw new Torn(`${game.game_id} is of ${version}, and its books of ${price}`);
  return version;
}

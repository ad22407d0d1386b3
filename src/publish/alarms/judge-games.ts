/** Judges the games of a publish, with what the archive says of their seasons. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { SeasonMap } from "../season-map.ts";
import { booksPerGameBand } from "./bands.ts";
import { booksPerGame, readPublishedFigures } from "./books-per-game.ts";
import { expectedIn } from "./expected.ts";
import type { GameFigures } from "./figures.ts";
import { isRecentGame, judgeAlarms } from "./judge.ts";
import type { Usual } from "./rules.ts";
import type { Judged } from "./state.ts";

type Context = {
  /** Seasons whose odds nobody has imported: their games are no alarm, and are reported apart. */
  readonly withoutClosingLine: readonly SeasonKey[];
  readonly nowMs: number;
};

export async function judgeGames(
  kysely: Kysely<AnyTables>,
  figures: readonly GameFigures[],
  { withoutClosingLine, nowMs }: Context,
): Promise<Judged[]> {
  const isWithoutOdds = (game: GameFigures): boolean =>
    withoutClosingLine.some(({ sport, season }) => sport === game.sport && season === game.season);
  const games = figures.filter((game) => !isWithoutOdds(game));
  const hasRecent = games.some(({ startMs }) => isRecentGame(startMs, nowMs));
  const books = hasRecent ? await readUsualBooks(kysely) : () => null;
  const seasons = new SeasonMap(games.map((game): [SeasonKey, null] => [game, null]));
  const expectations = await expectedIn(kysely, seasons);
  return judgeAlarms({ games, nowMs, usual: { books, expected: ({ gameId }) => expectations.get(gameId) ?? null } });
}

async function readUsualBooks(kysely: Kysely<AnyTables>): Promise<Usual["books"]> {
  const published = await readPublishedFigures(kysely);
  return (game) => {
    const books = published.get(game)?.books ?? [];
    return books.length < booksPerGameBand.usualGames ? null : (booksPerGame(books)?.median ?? null);
  };
}

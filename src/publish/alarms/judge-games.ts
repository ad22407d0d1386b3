/** Judges the games of a publish, with what the archive says of their seasons. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { sports } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/game-records.ts";
import type { GameValues } from "../../release/values.ts";
import { SeasonMap } from "../season-map.ts";
import { bands, booksPerGameBand, recentMs } from "./bands.ts";
import { pricedGame } from "./book-lines.ts";
import { type BookFinding, bookFindings } from "./book-rules.ts";
import { booksPerGame, readPublishedFigures } from "./books-per-game.ts";
import { expectedIn, type SeasonFacts } from "./expected.ts";
import type { GameFigures } from "./figures.ts";
import { type AlarmName, alarmRules, type Usual } from "./rules.ts";
import type { Judged } from "./state.ts";

type Context = {
  /** Seasons whose odds nobody has imported: their games are no alarm, and are reported apart. */
  readonly withoutClosingLine: readonly SeasonKey[];
  readonly nowMs: number;
  readonly factsOf: SeasonFacts;
  /** The games of a season as they are published now. */
  readonly valuesOf: (season: SeasonKey) => Promise<readonly GameValues[]>;
};

export async function judgeGames(
  kysely: Kysely<AnyTables>,
  figures: readonly GameFigures[],
  { withoutClosingLine, nowMs, factsOf, valuesOf }: Context,
): Promise<Judged[]> {
  const isWithoutOdds = (game: GameFigures): boolean =>
    withoutClosingLine.some(({ sport, season }) => sport === game.sport && season === game.season);
  const games = figures.filter((game) => !isWithoutOdds(game));
  const hasRecent = games.some(({ startMs }) => isRecentGame(startMs, nowMs));
  const books = hasRecent ? await readUsualBooks(kysely) : () => null;
  const seasons = new SeasonMap(games.map((game): [SeasonKey, null] => [game, null]));
  const expectations = await expectedIn(factsOf, seasons);
  const written = new Set(games.map(({ gameId }) => gameId));
  const ofBooks: BookFinding[] = [];
  for (const season of seasons.keys()) ofBooks.push(...bookFindingsOf(await valuesOf(season), written));
  return judgeAlarms({
    games,
    nowMs,
    usual: { books, expected: ({ gameId }) => expectations.get(gameId) ?? null, ofBooks },
  });
}

/** @param written the ids of the games that the publish has written. */
export function bookFindingsOf(values: readonly GameValues[], written: ReadonlySet<string>): BookFinding[] {
  const games = values.map(pricedGame).sort((a, b) => compareTexts(a.date, b.date) || compareTexts(a.gameId, b.gameId));
  return bookFindings({ games, isNew: ({ gameId }) => written.has(gameId) });
}

async function readUsualBooks(kysely: Kysely<AnyTables>): Promise<Usual["books"]> {
  const published = await readPublishedFigures(kysely);
  return (game) => {
    const books = published.get(game)?.books ?? [];
    return books.length < booksPerGameBand.usualGames ? null : (booksPerGame(books)?.median ?? null);
  };
}

type WrittenGames = {
  /** The games that the publish has written, of seasons of which any game has a closing line. */
  readonly games: readonly GameFigures[];
  readonly nowMs: number;
  readonly usual: Usual;
};

/**
 * Games of the last days and older ones apart. A rule that has no game to look at is not among the results: what it found
 * before stands.
 */
export function judgeAlarms({ games, nowMs, usual }: WrittenGames): Judged[] {
  return sports.flatMap((sport) => {
    const ofSport = games.filter((game) => game.sport === sport);
    return [true, false].flatMap((isOfNow) => {
      const seen = ofSport.filter(({ startMs }) => isRecentGame(startMs, nowMs) === isOfNow);
      const rules = (Object.keys(alarmRules) as AlarmName[]).filter((rule) => isOfNow || !alarmRules[rule].isOfNow);
      if (seen.length === 0) return [];
      return rules.map((rule) => ({
        rule,
        sport,
        isOfNow,
        fault: alarmRules[rule].judge(seen, bands[sport], usual),
      }));
    });
  });
}

function isRecentGame(startMs: number, nowMs: number): boolean {
  return startMs > nowMs - recentMs;
}

/** `game_card`: one game with all that is known of it, and the lines of its books. */
import { bookOrAll } from "../../contract/filters/books.ts";
import { gameIdInPath } from "../../contract/filters/games.ts";
import { linePeriod } from "../../contract/filters/markets.ts";
import { paging } from "../../contract/filters/pages.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import { parameterReader } from "../../contract/parameter.ts";
import { readGameInPath } from "../../query/reach.ts";
import { detailOf } from "../../query/season.ts";
import { aText, counted, goesOn, howManyFit, items, more, plainly, queryOf, readOn, type Tool } from "../tool.ts";

const read = parameterReader({
  game_id: gameIdInPath,
  period: linePeriod,
  book: bookOrAll,
  cursor: paging.cursor,
});

export const gameCard: Tool = {
  name: "game_card",
  description:
    "One game: scores by period, venue, weather, consensus, results, each book's open and close of the game, or of period.",
  input: { properties: { game_id: aText, period: aText, book: aText, cursor: aText }, required: ["game_id"] },
  found: {
    game: { type: "object", description: "as /v1/games/{game_id}" },
    books: items("its books, or period_odds"),
    ...more,
  },
  answer({ given, snapshot }) {
    const { game_id: asked, period, book, cursor } = read(queryOf(given));
    const { season, game: place, gameId } = readGameInPath(asked, snapshot);
    const { after, rest } = readOn(["game_card", { gameId, period, book }], cursor);
    const { books, period_odds: ofPeriods, ...game } = JSON.parse(detailOf(season, place)) as GameDetail;
    const ofPeriod = period === null || period === "game" ? books : ofPeriods.filter((each) => each.period === period);
    const wanted = ofPeriod.filter(
      ({ book_id: id }) => id > (after?.withinGame ?? 0) && (book === null || book.includes(id)),
    );
    const card = plainly(game);
    const count = howManyFit(wanted, card);
    const hasMore = count < wanted.length;
    const lastKey = hasMore ? { startMs: 0, gameId, withinGame: wanted[count - 1]?.book_id ?? 0 } : null;
    const { home, away, result } = game;
    const score = `${away.abbreviation} ${away.score} at ${home.abbreviation} ${home.score} on ${game.game_date}`;
    return {
      sentence: `${score}: ${coverWords(result.home_covered)}, ${totalWords(result.went_over)}, with the lines of ${counted(count, "book")}${goesOn(hasMore)}`,
      found: { game: card, books: wanted.slice(0, count), ...rest(lastKey) },
    };
  },
};

function coverWords(homeCovered: boolean | null): string {
  if (homeCovered === null) return "nobody covered the consensus spread";
  return homeCovered ? "home covered the consensus spread" : "away covered the consensus spread";
}

function totalWords(wentOver: boolean | null): string {
  if (wentOver === null) return "neither over nor under";
  return wentOver ? "over" : "under";
}

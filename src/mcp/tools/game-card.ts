/** `game_card`: one game with all that is known of it, and the lines of its books. */
import { bookOrAll } from "../../contract/filters/books.ts";
import { gameIdInPath, paging } from "../../contract/filters/games.ts";
import { linePeriod } from "../../contract/filters/markets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import { readGameInPath } from "../../query/reach.ts";
import { detailOf } from "../../query/season.ts";
import { counted, items, listFrom, more, plainly, textSchema, tool } from "../tool.ts";

export const gameCard = tool({
  name: "game_card",
  description:
    "One game: scores by period, venue, weather, consensus, results, each book's open and close of the game, or of period.",
  takes: { game_id: gameIdInPath, period: linePeriod, book: bookOrAll, cursor: paging.cursor },
  described: { period: textSchema },
  found: {
    game: { type: "object", description: "as /v1/games/{game_id}" },
    books: items("its books, or period_odds"),
    ...more,
  },
  answer({ game_id: asked, period, book, cursor }, { snapshot }) {
    const { season, game: place, gameId } = readGameInPath(asked, snapshot);
    const list = listFrom(["game_card", { gameId, period, book }], cursor);
    const { books, period_odds: ofPeriods, ...game } = JSON.parse(detailOf(season, place)) as GameDetail;
    const ofPeriod = period === null || period === "game" ? books : ofPeriods.filter((each) => each.period === period);
    const rows = ofPeriod
      .filter(({ book_id: id }) => id > (list.after?.withinGame ?? 0) && (book === null || book.includes(id)))
      .map((row) => ({ key: { startMs: 0, gameId, withinGame: row.book_id }, row }));
    const card = plainly(game);
    const { items: shown, end, rest } = list.take(rows, (row) => row, { beside: card });
    const { home, away, result } = game;
    const score = `${away.abbreviation} ${away.score} at ${home.abbreviation} ${home.score} on ${game.game_date}`;
    const grades = `${coverWords(result.home_covered)}, ${totalWords(result.went_over)}`;
    return {
      sentence: `${score}: ${grades}, with the lines of ${counted(shown.length, "book")}${end}`,
      found: { game: card, books: shown, ...rest },
    };
  },
});

function coverWords(homeCovered: boolean | null): string {
  if (homeCovered === null) return "nobody covered the consensus spread";
  return homeCovered ? "home covered the consensus spread" : "away covered the consensus spread";
}

function totalWords(wentOver: boolean | null): string {
  if (wentOver === null) return "neither over nor under";
  return wentOver ? "over" : "under";
}

/** `data_quality`: which seasons there are, how far the lines of one of them go, and what was left out of them. */
import { oneBook } from "../../contract/filters/books.ts";
import { paging, season, sport } from "../../contract/filters/games.ts";
import type { CoverageDoubt, CoverageRow } from "../../contract/lists/coverage.ts";
import { bookById } from "../../domain/books.ts";
import { coveragePage } from "../../query/coverage.ts";
import { bufferOf } from "../../query/load.ts";
import { refuseDamaged, sportRows, wholeSport } from "../../query/reach.ts";
import { counted, items, listFrom, more, orNull, some, tool } from "../tool.ts";

/** More rows than a season has. */
const mostRows = 10_000;

export const dataQuality = tool({
  name: "data_quality",
  description:
    "Seasons of a sport; of one (the newest unless named) how many games have opens and closes, by period and market, " +
    "at the consensus or book, and how many quotes were left out as doubtful.",
  takes: { sport, season, book: oneBook, cursor: paging.cursor },
  found: {
    last_completed_game: orNull("string"),
    seasons: items("as /v1/sports"),
    coverage: items("rows of /v1/coverage"),
    doubts: items("meta.doubts of it"),
    ...more,
  },
  async answer({ sport, season: named, book: bookId, cursor }, { snapshot, shelf, owner }) {
    const { seasons = [], last_completed_game = null } = sportRows(snapshot).find((row) => row.sport === sport) ?? {};
    const season = named ?? seasons.at(-1)?.season ?? null;
    const book = bookId === null ? "consensus" : (bookById(bookId)?.slug ?? "consensus");
    const list = listFrom(["data_quality", { sport, season, book }], cursor);
    refuseDamaged(snapshot, { ...wholeSport(sport), season });
    const asked = { sport, season, wanted: { after: null, limit: mostRows, format: "json" } } as const;
    const { rows: bytes, meta } = await shelf.computing.ask(coveragePage, asked, { owner, snapshot });
    const rows = (JSON.parse(`[${bufferOf(bytes)}]`) as CoverageRow[])
      .filter((row) => row.book === book)
      .map((row, place) => ({ key: { startMs: season ?? 0, gameId: sport, withinGame: place + 1 }, row }));
    const doubts = (meta?.doubts ?? []) as readonly CoverageDoubt[];
    const beside = {
      last_completed_game,
      seasons: seasons.map((each) => some(each, ["season", "status", "last_game", "games", "games_with_closing_line"])),
      doubts: doubts.map((each) => some(each, ["rule", "games", "captures"])),
    };
    const { items: coverage, end, rest } = list.take(rows.slice(list.after?.withinGame), (row) => row, { beside });
    const { games = 0, games_with_closing_line: closes = 0 } = seasons.find((each) => each.season === season) ?? {};
    return {
      sentence: `Season ${season} of ${sport} has ${counted(games, "game")}, ${closes} of them with a closing line${end}`,
      found: { ...beside, coverage, ...rest },
    };
  },
});

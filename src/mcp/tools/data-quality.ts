/** `data_quality`: which seasons there are, how far the lines of one of them go, and what was left out of them. */
import { oneBook } from "../../contract/filters/books.ts";
import { season, sport } from "../../contract/filters/games.ts";
import { paging } from "../../contract/filters/pages.ts";
import type { CoverageDoubt, CoverageRow } from "../../contract/lists/coverage.ts";
import { parameterReader } from "../../contract/parameter.ts";
import { bookById } from "../../domain/books.ts";
import { coveragePage } from "../../query/coverage.ts";
import { bufferOf } from "../../query/load.ts";
import { refuseDamaged, sportRows, wholeSport } from "../../query/reach.ts";
import {
  aSport,
  aText,
  aWhole,
  counted,
  goesOn,
  howManyFit,
  items,
  more,
  orNull,
  queryOf,
  readOn,
  some,
  type Tool,
} from "../tool.ts";

const read = parameterReader({ sport, season, book: oneBook, cursor: paging.cursor });
/** More rows than a season has. */
const mostRows = 10_000;

export const dataQuality: Tool = {
  name: "data_quality",
  description:
    "Seasons of a sport; of one (the newest unless named) how many games have opens and closes, by period and market, " +
    "at the consensus or book, and how many quotes were left out as doubtful.",
  input: { properties: { sport: aSport, season: aWhole, book: aText, cursor: aText }, required: ["sport"] },
  found: {
    last_completed_game: orNull("string"),
    seasons: items("as /v1/sports"),
    coverage: items("rows of /v1/coverage"),
    doubts: items("meta.doubts of it"),
    ...more,
  },
  async answer({ given, snapshot, shelf, owner }) {
    const asked = read(queryOf(given));
    const { seasons = [], last_completed_game: lastGame = null } =
      sportRows(snapshot).find((row) => row.sport === asked.sport) ?? {};
    const ofSeason = asked.season ?? seasons.at(-1)?.season ?? null;
    const book = asked.book === null ? "consensus" : (bookById(asked.book)?.slug ?? "consensus");
    const { after, rest } = readOn(["data_quality", { sport: asked.sport, season: ofSeason, book }], asked.cursor);
    const begin = after?.withinGame ?? 0;
    refuseDamaged(snapshot, { ...wholeSport(asked.sport), season: ofSeason });
    const { rows: bytes, meta } = await shelf.computing.ask(
      coveragePage,
      { sport: asked.sport, season: ofSeason, wanted: { after: null, limit: mostRows, format: "json" } },
      { owner, snapshot },
    );
    const rows = (JSON.parse(`[${bufferOf(bytes)}]`) as CoverageRow[]).filter((row) => row.book === book);
    const doubts = (meta?.doubts ?? []) as readonly CoverageDoubt[];
    const beside = {
      last_completed_game: lastGame,
      seasons: seasons.map((each) => some(each, ["season", "status", "last_game", "games", "games_with_closing_line"])),
      doubts: doubts.map((each) => some(each, ["rule", "games", "captures"])),
    };
    const left = rows.slice(begin);
    const count = howManyFit(left, beside);
    const hasMore = count < left.length;
    const lastKey = hasMore ? { startMs: ofSeason ?? 0, gameId: asked.sport, withinGame: begin + count } : null;
    const { games = 0, games_with_closing_line: closes = 0 } = seasons.find((each) => each.season === ofSeason) ?? {};
    return {
      sentence: `Season ${ofSeason} of ${asked.sport} has ${counted(games, "game")}, ${closes} of them with a closing line${goesOn(hasMore)}`,
      found: { ...beside, coverage: left.slice(0, count), ...rest(lastKey) },
    };
  },
};

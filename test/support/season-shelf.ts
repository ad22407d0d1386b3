/** A season of the shelf of values, without a database. */
import { type SeasonShelf, seasonShelf } from "../../src/query/season.ts";
import { writeLines } from "../../src/release/format/lines-file.ts";
import { seasonTable } from "../../src/release/season-table.ts";
import type { SeasonValues } from "../../src/release/values.ts";

export function seasonOf(values: SeasonValues): SeasonShelf {
  const { sport, season, games } = values;
  const row = { status: "published" } as SeasonShelf["row"];
  const table = seasonTable(values, games, { content: "values", linesFile: writeLines(values, 1) });
  return seasonShelf({ sport, season, revision: 1, row, gamesWithClosingLine: 0 }, table);
}

/** A season of the shelf of values, without a database. */
import type { SeasonShelf } from "../../src/query/season.ts";
import { seasonShelf } from "../../src/query/sport.ts";
import type { SeasonValues } from "../../src/release/values.ts";
import { makeView } from "../../src/release/view/make-view.ts";

export function seasonOf(values: SeasonValues): SeasonShelf {
  const { bytes } = makeView(values, "values");
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  const { sport, season } = values;
  const row = { status: "published" } as SeasonShelf["row"];
  return seasonShelf({ sport, season, revision: 1, row, gamesWithClosingLine: 0 }, "values", { memory, file: null });
}

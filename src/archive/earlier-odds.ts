/**
 * The odds rows of games that an earlier release has published: one row of `archive_odds` for each book. They are served
 * as they are until the next publish, which goes through every game and packs its rows.
 */
import { type OddsRow, oddsCsv } from "../contract/rows/odds.ts";
import { type RenderedOdds, unpackOdds } from "./packed-odds.ts";
import type { ArchiveTables } from "./tables.ts";

type Packed = Pick<ArchiveTables["archive_games"], "odds">;
export type EarlierOdds = ArchiveTables["archive_odds"];

/** The odds rows of a game in whichever way the archive has them, by book id. */
export function oddsOf({ odds }: Packed, earlier: readonly RenderedOdds[]): readonly RenderedOdds[] {
  return odds === null ? earlier.toSorted((a, b) => a.book_id - b.book_id) : unpackOdds(odds);
}

/** An archive from before there was CSV has none until it is published again: until then it is rendered here. */
export function withCsv(row: RenderedOdds): RenderedOdds {
  return row.csv === "" ? { ...row, csv: oddsCsv(JSON.parse(row.body) as OddsRow) } : row;
}

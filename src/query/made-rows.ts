/** Pages of rows that are made at the request, from the columns of the shelf. The cost grows with the rows returned. */

import { type Column, csvRow } from "../contract/csv.ts";
import type { GameHead } from "../contract/game-members.ts";
import { separators } from "../release/view/formats.ts";
import { noWeek } from "../release/view/season-view.ts";
import type { Page, PageKey, PageRequest } from "./pages.ts";
import { isoDate, type SeasonShelf } from "./season.ts";

/** A row with the key that a page which ends with it is continued from. */
export type KeyedRow<Row extends object = object> = { readonly key: PageKey; readonly row: Row };

/** Makes a page of the rows that come after the key of the page before; `rows` may be endless, and is read no further. */
export function madePage(rows: Iterable<KeyedRow>, columns: readonly Column[], { limit, format }: PageRequest): Page {
  const texts: string[] = [];
  let lastKey: PageKey | null = null;
  for (const { key, row } of rows) {
    if (texts.length === limit) {
      return { pieces: [Buffer.from(texts.join(separators[format]))], count: limit, lastKey };
    }
    texts.push(format === "json" ? JSON.stringify(row) : csvRow(columns, row));
    lastKey = key;
  }
  const pieces = texts.length === 0 ? [] : [Buffer.from(texts.join(separators[format]))];
  return { pieces, count: texts.length, lastKey: null };
}

/** The columns with which every row of a game begins. */
export function gameHead(season: SeasonShelf, game: number): GameHead {
  const week = season.weeks[game] as number;
  return {
    game_id: season.gameIds[game] as string,
    sport: season.sport,
    season: season.season,
    season_type: season.isPostseason[game] === 1 ? "postseason" : "regular",
    week: week === noWeek ? null : week,
    game_date: isoDate(season.gameDates[game] as number),
    start_time: new Date(season.startMs[game] as number).toISOString(),
    home: season.teams[season.homes[game] as number] ?? null,
    away: season.teams[season.aways[game] as number] ?? null,
  };
}

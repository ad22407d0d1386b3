/** The Parquet files that a release has of each season, and their columns. */
import { gamesColumns } from "./games-columns.ts";
import { idsColumns } from "./ids-columns.ts";
import { linesColumns } from "./lines-columns.ts";
import { quotesColumns } from "./quotes-columns.ts";
import type { ReleaseColumn } from "./release-column.ts";

/** A rising number means other columns, or another meaning of one. */
export const columnsVersion = 1;

export const releaseColumns = {
  games: gamesColumns,
  quotes: quotesColumns,
  lines: linesColumns,
  ids: idsColumns,
} as const satisfies Readonly<Record<string, readonly ReleaseColumn[]>>;

export type DataSetName = keyof typeof releaseColumns;
export const dataSetNames = Object.keys(releaseColumns) as readonly DataSetName[];

/** CSV text to rows of cells; text that is not CSV, or that would fill the memory, stops the import. */
import { parse } from "csv-parse/sync";
import { InputError } from "./refusals.ts";

/**
 * nflverse has a game a row since 1999: 7,500 rows of 350 characters, 345,000 cells. A row is bounded, so that a
 * quotation mark that is never closed does not make one of the whole file, and so is what the cells become in memory.
 */
export const csvBounds = { cells: 5_000_000, rows: 200_000, rowBytes: 1 << 20 } as const;

function refuseManyCells(text: string, file: string): void {
  let commas = 0;
  for (let at = text.indexOf(","); at !== -1; at = text.indexOf(",", at + 1)) commas += 1;
  if (commas <= csvBounds.cells) return;
  throw new InputError(file, `holds more than ${csvBounds.cells.toLocaleString("en-US")} cells`);
}

/** All rows, the header first. */
export function parseCsv(text: string, file: string): string[][] {
  refuseManyCells(text, file);
  let count = 0;
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      max_record_size: csvBounds.rowBytes,
      on_record: (row: string[]) => {
        count += 1;
        if (count <= csvBounds.rows) return row;
        throw new InputError(file, `holds more than ${csvBounds.rows.toLocaleString("en-US")} rows`);
      },
    });
  } catch (error) {
    if (error instanceof InputError) throw error;
    const detail = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new InputError(file, `is not CSV: ${detail}`, { cause: error });
  }
}

/** The findings of a verification: each is a published value that is not the one that the other files give. */
import type { Row, Table } from "./table.ts";

export type Value = string | number | boolean | null;

/** A cell as CSV writes it. */
const written = (value: Value): string => (value === null ? "" : String(value));
const shown = (text: string): string => (text === "" ? "null" : text);

export class Findings {
  readonly lines: string[] = [];
  /** How many values were computed again. */
  values = 0;

  add(line: string): void {
    this.lines.push(line);
  }

  /** Compares a row with what was computed for it, column by column. @param name the row among those of its file. */
  compare(table: Table, row: Row, name: string, computed: Readonly<Record<string, Value>>): void {
    for (const [column, value] of Object.entries(computed)) {
      if (!table.columns.has(column)) continue;
      this.values += 1;
      const published = row.text(column);
      if (published !== written(value))
        this.add(
          `${table.path}, row ${name}, column ${column}: ${shown(published)} is written, and ${shown(written(value))} follows from the other files`,
        );
    }
  }
}

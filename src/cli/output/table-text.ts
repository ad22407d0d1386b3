/** Aligned tables and numbers for a person at a terminal. */

/** A column's title; numbers stand at its right. */
export type TableColumn = string | { readonly number: string };

export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const titles = columns.map((column) => (typeof column === "string" ? column : column.number));
  const isNumber = columns.map((column) => typeof column !== "string");
  return alignedLines([titles, ...rows], isNumber);
}

export function alignedLines(rows: readonly (readonly string[])[], isNumber: readonly boolean[] = []): string[] {
  const shown = rows.map((row) => row.map(printable));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => lengthOf(row[column] ?? ""))));
  return shown.map((row) =>
    row
      .map((cell, column) => {
        const blank = " ".repeat((widths[column] ?? 0) - lengthOf(cell));
        return isNumber[column] ? blank + cell : cell + blank;
      })
      .join("  ")
      .trimEnd(),
  );
}

/**
 * Replaces characters that would control the terminal or reverse the direction of a line, because customers choose the
 * names of their keys.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

/** Makes a text printable whose line breaks are ours and stay. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

function lengthOf(text: string): number {
  return [...text].length;
}

export function countText(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 key`, `2 keys` */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

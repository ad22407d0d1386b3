/** Reads lines of CSV that we have written ourselves: no cell of ours has a line end in it. */

/** A cell with quotes around it, in which two stand for one, or one without. */
const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/gy;

/** The texts of a line; null for an empty cell, which is no text. */
export function csvCells(line: string): (string | null)[] {
  if (!line.includes('"')) return line.split(",").map((text) => (text === "" ? null : text));
  const cells: (string | null)[] = [];
  let end = 0;
  for (const [whole, quoted, plain] of line.matchAll(cell)) {
    end += whole.length;
    cells.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
  }
  if (end !== line.length) throw new SyntaxError(`this is no line of CSV: ${line.slice(0, 200)}`);
  return cells;
}

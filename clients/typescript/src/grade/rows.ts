/** Rows of the API as CSV has them: names with dots, texts, and an empty text for null. */

export type Row = Readonly<Record<string, string>>;

/** A row of a JSON answer. */
export function flatRow(value: object): Row {
  const row: Record<string, string> = {};
  const add = (name: string, member: unknown): void => {
    if (member === null || member === undefined) row[name] = "";
    else if (typeof member !== "object" || Array.isArray(member)) row[name] = String(member);
    else for (const [key, each] of Object.entries(member)) add(name === "" ? key : `${name}.${key}`, each);
  };
  add("", value);
  return row;
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
  );
}

/**
 * The rows of a season's file. Its cells have no line ends.
 * @param isWanted by the game's id, which is the first column of every file that is read here; all when absent.
 */
export function* rowsOfFile(text: string, isWanted: (gameId: string) => boolean = () => true): Generator<Row> {
  const [head = "", ...lines] = text.split(/\r?\n/);
  const names = cellsOf(head);
  for (const line of lines) {
    if (line === "" || !isWanted(line.slice(0, line.indexOf(",")))) continue;
    const cells = cellsOf(line);
    yield Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  }
}

/** CSV as spreadsheets and trackers write it (RFC 4180 and its relatives): read with its encoding and separator, and written. */
import { quoted, UnreadableFile } from "./problem.ts";

const mostBytes = 32 * 1024 * 1024;
const mostRows = 200_000;
const mostColumns = 200;
const mostCellCharacters = 10_000;

export type CsvRow = {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
};

export type CsvFile = {
  readonly separator: "," | ";" | "\t";
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
};

/** @throws UnreadableFile for what is no text. Without a byte order mark the file is UTF-8 or, where it is not, Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > mostBytes)
    throw new UnreadableFile(`the file has ${bytes.length} bytes, and ${mostBytes} are read at most`);
  const [first, second] = bytes;
  const utf16 = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  if (utf16 !== null) return checkedText(new TextDecoder(utf16).decode(bytes));
  try {
    return checkedText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return checkedText(new TextDecoder("windows-1252").decode(bytes));
  }
}

function checkedText(text: string): string {
  const at = text.indexOf("\u0000");
  if (at === -1) return text;
  const line = text.slice(0, at).split("\n").length;
  throw new UnreadableFile(
    `line ${line} has bytes that are no text: the file is no CSV, or UTF-16 without its byte order mark`,
  );
}

/** The separator that the header has most of. */
function separatorOf(text: string): CsvFile["separator"] {
  const [line = ""] = text.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 1);
  const count = (separator: string) => line.split(separator).length;
  if (count("\t") > 1 && count("\t") >= count(",")) return "\t";
  return count(";") > 1 && count(";") >= count(",") ? ";" : ",";
}

/** @throws UnreadableFile naming line and column. Empty lines are left out, and cells are trimmed. */
export function parseCsv(text: string): CsvFile {
  const body = text.replace(/^\s*sep=[,;\t]\r?\n/i, "\n");
  const start = body.search(/\S/);
  if (start === -1) throw new UnreadableFile("the file is empty: it needs a header line, and a line for each bet");
  const separator = separatorOf(body.slice(start));
  const records = splitRecords(body, separator);
  const [head, ...rows] = records;
  if (head === undefined)
    throw new UnreadableFile("the file is empty: it needs a header line, and a line for each bet");
  const width = head.cells.length;
  if (width > mostColumns)
    throw new UnreadableFile(`line ${head.line} has ${width} columns, and ${mostColumns} are read at most`);
  for (const row of rows) {
    const extra = row.cells.slice(width).some((cell) => cell !== "");
    if (row.cells.length < width || extra) {
      const said = `line ${row.line} has ${row.cells.length} columns, and the header has ${width}`;
      throw new UnreadableFile(`${said}: after column ${Math.min(width, row.cells.length)} the two do not go together`);
    }
  }
  return { separator, header: head.cells, rows };
}

function splitRecords(text: string, separator: string): CsvRow[] {
  const records: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let startLine = 1;
  let at = 0;
  const endRecord = () => {
    if (cells.some((cell) => cell !== "")) records.push({ line: startLine, cells });
    if (records.length > mostRows + 1)
      throw new UnreadableFile(`line ${startLine}: at most ${mostRows} bets are read of a file`);
    cells = [];
  };
  const addCell = (cell: string) => {
    if (cell.length > mostCellCharacters) {
      throw new UnreadableFile(
        `line ${startLine}, column ${cells.length + 1} has more than ${mostCellCharacters} characters`,
      );
    }
    // ="-110" is how a text is kept as it is in Excel.
    const text = cell.trim();
    cells.push(/^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? text);
  };
  while (at <= text.length) {
    let value = "";
    const lead = /[ ]*/y;
    lead.lastIndex = at;
    const quoteAt = at + (lead.exec(text)?.[0].length ?? 0);
    if (text[quoteAt] === '"') {
      at = quoteAt + 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end === -1)
          throw new UnreadableFile(`line ${line}, column ${cells.length + 1} begins with a quote that nothing closes`);
        const part = text.slice(at, end);
        line += part.split("\n").length - 1;
        value += part;
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
        at++;
      }
      const rest = /[^,;\t\r\n]*/y;
      rest.lastIndex = at;
      const after = rest.exec(text)?.[0] ?? "";
      at += after.length;
      const isEnd = at >= text.length || text[at] === separator || text[at] === "\n" || text[at] === "\r";
      if (after.trim() !== "" || !isEnd) {
        throw new UnreadableFile(
          `line ${line}, column ${cells.length + 1} goes on after its closing quote: ${quoted(after)}`,
        );
      }
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
      value = text.slice(at, end);
      at = end;
    }
    addCell(value);
    if (at >= text.length) break;
    if (text[at] === separator) {
      at++;
      continue;
    }
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    endRecord();
    line++;
    startLine = line;
    if (at >= text.length) break;
  }
  endRecord();
  return records;
}

/** A cell that no spreadsheet takes for a formula (OWASP, "CSV Injection"): what begins like one, and is no number, begins with '. */
export function safeCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(safeCell).join(",")}\r\n`).join("");
}

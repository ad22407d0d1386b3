/**
 * Heads of answers whose headers are known to be sound. Node checks every name and value of every answer anew, which costs as
 * much as all else that is done for a small answer; ours are constants, numbers and tags that we have made, so most of a
 * head is a text that is made once.
 */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Node keeps the head of a response here from `writeHead` until it is sent. */
type WithHead = { _header: unknown };

const end = "\r\n\r\n";

/** Lines of a head, each with its end. The names and values must be sound. */
export type HeadLines = string;

/** What would end a line early, or is no Latin-1, in which a head is sent. */
const unsound = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * @param headers names and values in turns.
 * @throws RangeError for a text that no header can have.
 */
export function headLines(headers: readonly string[]): HeadLines {
  let lines = "";
  const wrong = headers.find((text) => unsound.test(text));
  if (wrong !== undefined) throw new RangeError(`no header can have the text ${JSON.stringify(wrong)}`);
  for (let at = 0; at + 1 < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/** Whether this Node keeps heads as the versions do that were tried. Otherwise they are written in Node's own way. */
const canAdd = ((): boolean => {
  const probe = new ServerResponse(new IncomingMessage(new Socket()));
  probe.writeHead(204, ["x-probe", "1"]);
  const { _header: head } = probe as unknown as WithHead;
  return typeof head === "string" && head.startsWith("HTTP/1.1 204") && head.endsWith(end);
})();

/**
 * As `writeHead` of Node, with lines beside the headers.
 * @param headers names and values in turns: those that Node must see, such as Content-Length.
 */
export function writeHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  lines: HeadLines,
): void {
  if (!canAdd) {
    response.writeHead(status, [...headers, ...headersIn(lines)]);
    return;
  }
  response.writeHead(status, headers as string[]);
  const withHead = response as unknown as { _header: string };
  withHead._header = `${withHead._header.slice(0, -2) + lines}\r\n`;
}

function headersIn(lines: HeadLines): string[] {
  return lines
    .split("\r\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

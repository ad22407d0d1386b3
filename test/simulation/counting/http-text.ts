/** Requests and answers of HTTP/1.1 as text, as a caller writes and reads them. */
import type { Answer, Meter, Want } from "./book.ts";

const requests: Readonly<Record<Want, readonly [path: string, header: string]>> = {
  rows: ["/v1/sports", ""],
  unchanged: ["/v1/sports", "If-None-Match: *\r\n"],
  missing: ["/v1/games/NFL-20250101-AAA-BBB", ""],
  nonsense: ["/v1/sports?surprise=1", ""],
};

export function requestText(secret: string, want: Want): string {
  const [path, header] = requests[want];
  return `GET ${path} HTTP/1.1\r\nHost: gradeline\r\nX-API-Key: ${secret}\r\n${header}Connection: close\r\n\r\n`;
}

/** Of one answer. */
export class HttpAnswerReader {
  #text = "";

  /** Null: it is not whole yet. */
  read(chunk: Buffer): Answer | null {
    this.#text += chunk.toString("latin1");
    const headEnd = this.#text.indexOf("\r\n\r\n");
    if (headEnd < 0) return null;
    const [first = "", ...lines] = this.#text.slice(0, headEnd).split("\r\n");
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
    );
    const status = Number(first.split(" ")[1]);
    const body = this.#text.slice(headEnd + 4);
    if (status !== 304 && body.length < Number(headers.get("content-length") ?? 0)) return null;
    const number = (name: string): number | null => (headers.has(name) ? Number(headers.get(name)) : null);
    const meter = (name: string): Meter | null => {
      const [limit, remaining, resetAtS] = [
        number(`x-${name}-limit`),
        number(`x-${name}-remaining`),
        number(`x-${name}-reset`),
      ];
      return limit === null || remaining === null || resetAtS === null ? null : { limit, remaining, resetAtS };
    };
    return {
      status,
      code: status >= 400 ? codeOf(body) : null,
      rate: meter("ratelimit"),
      quota: meter("quota"),
      retryAfterS: number("retry-after"),
    };
  }
}

function codeOf(body: string): string | null {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? null;
}

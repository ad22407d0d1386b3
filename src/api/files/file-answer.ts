/** The bytes of a file of a season, or a part of them. */
import { file as declared, fileTypes } from "../../contract/lists/files.ts";
import { type ByteRange, byteRangeOf } from "../../http/byte-range.ts";
import { matchesEtag } from "../../http/etag.ts";
import { sendBytes } from "../../http/send-bytes.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import type { Admitted } from "../answering.ts";
import type { FileEndpoint } from "../endpoint.ts";
import { ApiError } from "../errors.ts";
import type { Downloads } from "./downloads.ts";
import { fileInPath } from "./file-in-path.ts";

/** The newest version is another after a night. A version that the address names is always the same. */
const cacheControl = { newest: "private, max-age=900", named: "private, max-age=31536000, immutable" } as const;

/** @param headers of every answer to this caller, names and values in turns. @throws ApiError before a byte is sent. */
export async function sendSeasonFile(
  shelf: Shelf,
  { request, response, route, query, admission }: Admitted<FileEndpoint>,
  {
    headers,
    nowMs,
    downloads,
  }: { readonly headers: readonly string[]; readonly nowMs: number; readonly downloads: Downloads },
): Promise<void> {
  const { sha256 } = declared.read(query);
  const { files } = shelf;
  const file = await fileInPath(shelf, route.inPath, sha256, nowMs);
  const etag = `"${file.sha256}"`;
  const caching = cacheControl[sha256 === null ? "newest" : "named"];
  const sent = [...headers, "etag", etag, "cache-control", caching, "vary", "Authorization, X-API-Key"];
  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, sent).end();
    return;
  }
  // RFC 9110 14.2: a range is of GET alone.
  const range = request.method === "GET" ? byteRangeOf(request.headers, etag, file.bytes) : null;
  if (range === "unsatisfiable") throw behindTheEnd(file.bytes);
  const ended = request.method === "GET" ? downloads.begin(admission.caller.accountId ?? "") : () => {};
  try {
    // Opened for HEAD too, which tells what GET would.
    const opened = await files.open(file);
    try {
      response.writeHead(range === null ? 200 : 206, [...sent, ...headersOf(file, range)]);
      const bytes = range ?? { first: 0, last: file.bytes - 1 };
      if (request.method === "GET") await sendBytes(response, opened, bytes, () => downloads.turn());
      response.end();
    } finally {
      opened.close();
    }
  } finally {
    ended();
  }
}

/** The headers that follow from the file, names and values in turns. The file is never compressed on its way: it is compressed already. */
function headersOf({ sha256, sport, season, dataSet, format, bytes }: OfferedFile, range: ByteRange | null): string[] {
  const length = range === null ? bytes : range.last - range.first + 1;
  return [
    ...["content-type", fileTypes[format]],
    ...["content-disposition", `attachment; filename="gradeline-${dataSet}-${sport}-${season}.${format}"`],
    ...["repr-digest", `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`],
    ...["accept-ranges", "bytes", "content-length", String(length)],
    ...(range === null ? [] : ["content-range", `bytes ${range.first}-${range.last}/${bytes}`]),
  ];
}

/** The error for a range of which the file has nothing. @param bytes its length. */
export function behindTheEnd(bytes: number): ApiError {
  const headers = { "content-range": `bytes */${bytes}` };
  return new ApiError("range_not_satisfiable", `the file has ${bytes} bytes, and the range begins behind them`, {
    headers,
  });
}

/**
 * Everything below a file of a season: its bytes or a part of them, and its signed address, which the caller's key has a part in.
 * The thread that answers also hands the bytes of files to the system, and a caller may read as slowly as he likes: so there is a
 * bound on how many files go out at once.
 */
import type { IncomingMessage } from "node:http";
import { fileFormats, fileSetNames } from "../contract/file-sets.ts";
import { quoted } from "../contract/hints.ts";
import { file as declaredFile, fileLink, fileTypes } from "../contract/lists/files.ts";
import { sports } from "../domain/sports.ts";
import { addressAskedFor } from "../http/address.ts";
import { type ByteRange, byteRangeOf, matchesEtag } from "../http/representation.ts";
import { sendBytes } from "../http/send.ts";
import { servedSeasons } from "../query/load.ts";
import type { Shelf } from "../query/shelf.ts";
import type { OfferedFile } from "../release/offered-files.ts";
import { type Admitted, type FileEndpoint, objectBody, type PathTexts } from "./answer.ts";
import { ApiError } from "./errors.ts";
import { answerHeaders, apiHeaderList, vary } from "./headers.ts";
import { type FileLinks, filesNotOffered, isSigned } from "./signed-links.ts";

export type FilesDoorFacts = {
  readonly links: FileLinks;
  readonly nowMs: () => number;
  /** Where callers reach the API, as the operator has said; null: nobody has said. */
  readonly apiUrl: string | null;
  readonly isByTls: (request: IncomingMessage) => boolean;
};

type FileAsked = Pick<Admitted<FileEndpoint>, "template" | "inPath">;

/** The newest version is another after a night. A version that the address names is always the same. */
const cacheControl = { newest: "private, max-age=900", named: "private, max-age=31536000, immutable" } as const;

export class FilesDoor {
  readonly #shelf: Shelf;
  readonly #facts: FilesDoorFacts;
  readonly #downloads = new Downloads();

  constructor(shelf: Shelf, facts: FilesDoorFacts) {
    this.#shelf = shelf;
    this.#facts = facts;
  }

  /** The id of the key that a signed request counts on; null: it is for no file, or comes with a key. @throws ApiError 403. */
  signedKeyId({ template, inPath }: FileAsked, request: IncomingMessage, query: string): string | null {
    if (template.endsWith("/link") || !isSigned(request, query)) return null;
    return this.#facts.links.keyIdOf(filePathOf(inPath), query);
  }

  /** @throws what may be told as an error, before a byte is sent. */
  send(admitted: Admitted<FileEndpoint>): Promise<void> {
    const { followed, admission, endpoint } = admitted;
    const headers = answerHeaders(apiHeaderList, followed.id, admission.meters, this.#shelf.current);
    return endpoint.answer === "link" ? this.#sendLink(admitted, headers) : this.#sendFile(admitted, headers);
  }

  /** Never a redirect: clients carry the key along to wherever one leads. */
  async #sendLink(
    { request, response, inPath, query, followed, admission }: Admitted<FileEndpoint>,
    headers: string[],
  ) {
    const { links, apiUrl, isByTls, nowMs } = this.#facts;
    fileLink.read(query);
    const { path, sha256 } = await fileInPath(this.#shelf, inPath, null, nowMs());
    const signed = links.sign({ keyId: admission.keyId, path, sha256 });
    const address = apiUrl ?? addressAskedFor(request, isByTls(request));
    const url = `${address === "/" ? "" : address}/v1/files/${path}?${signed.query}`;
    const answer = objectBody(JSON.stringify({ url, expires_at: new Date(signed.expiresMs).toISOString() }));
    const body = Buffer.concat([...answer.parts, answer.end(followed.id)]);
    headers.push(...answer.headers, "cache-control", "no-store", "vary", vary);
    response.writeHead(200, [...headers, "content-length", String(body.length)]).end(body);
  }

  async #sendFile({ request, response, inPath, query, admission }: Admitted<FileEndpoint>, headers: string[]) {
    const { sha256 } = declaredFile.read(query);
    const { files } = this.#shelf;
    const file = await fileInPath(this.#shelf, inPath, sha256, this.#facts.nowMs());
    const etag = `"${file.sha256}"`;
    const caching = cacheControl[sha256 === null ? "newest" : "named"];
    headers.push("etag", etag, "cache-control", caching, "vary", "Authorization, X-API-Key");
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const isGet = request.method === "GET";
    // RFC 9110 14.2: a range is of GET alone.
    const range = isGet ? byteRangeOf(request.headers, etag, file.bytes) : null;
    if (range === "unsatisfiable") throw rangeNotSatisfiable(file.bytes);
    const ended = isGet ? this.#downloads.begin(admission.caller.accountId ?? "") : () => {};
    try {
      // Opened for HEAD too, which tells what GET would.
      const opened = await files.open(file);
      response.writeHead(range === null ? 200 : 206, [...headers, ...headersOf(file, range)]);
      if (isGet) await sendBytes(response, opened, range ?? { first: 0, last: file.bytes - 1 });
      response.end();
    } finally {
      ended();
    }
  }
}

/** The headers that follow from the file, names and values in turns. The file is never compressed on its way: it is compressed already. */
function headersOf({ sha256, sport, season, data_set, format, bytes }: OfferedFile, range: ByteRange | null): string[] {
  const length = range === null ? bytes : range.last - range.first + 1;
  return [
    ...["content-type", fileTypes[format]],
    ...["content-disposition", `attachment; filename="gradeline-${data_set}-${sport}-${season}.${format}"`],
    ...["repr-digest", `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`],
    ...["accept-ranges", "bytes", "content-length", String(length)],
    ...(range === null ? [] : ["content-range", `bytes ${range.first}-${range.last}/${bytes}`]),
  ];
}

/** The error for a range of which the file has nothing. @param bytes its length. */
export function rangeNotSatisfiable(bytes: number): ApiError {
  const headers = { "content-range": `bytes */${bytes}` };
  return new ApiError("range_not_satisfiable", `the file has ${bytes} bytes, and the range begins behind them`, {
    headers,
  });
}

/** Below `/v1/files/`. */
function filePathOf({ sport = "", season = "", file = "" }: PathTexts): string {
  return `${sport}/${season}/${file}`;
}

/** The making of a season's files takes seconds. */
const madeAfterS = 15;

/**
 * @param sha256 of the version that is wanted; null: the newest.
 * @throws ApiError 404 when there is none, and 503 where it is being made.
 */
async function fileInPath(
  shelf: Pick<Shelf, "files" | "current">,
  inPath: PathTexts,
  sha256: string | null,
  nowMs: number,
): Promise<OfferedFile> {
  const { files } = shelf;
  if (!files.isOffered) throw new ApiError("not_found", filesNotOffered);
  const path = filePathOf(inPath);
  const found = await files.find(path, sha256, nowMs);
  if (found !== null) return found;
  const newest = sha256 === null ? null : await files.find(path, null, nowMs);
  if (newest === null && isOfServedSeason(shelf, inPath) && files.miss()) {
    const message = `the files of ${inPath.sport} ${inPath.season} are being made: ask again in ${madeAfterS} seconds`;
    throw new ApiError("unavailable", message, { retryAfterS: madeAfterS });
  }
  if (newest === null)
    throw new ApiError("not_found", `there is no file at ${quoted(`/v1/files/${path}`)}; /v1/files lists all`);
  const why = "it was replaced more than 48 hours ago, or never was";
  throw new ApiError("not_found", `that version of ${path} is not here: ${why}; the newest is ${newest.sha256}`);
}

function isOfServedSeason(
  { current }: Pick<Shelf, "current">,
  { sport = "", season = "", file = "" }: PathTexts,
): boolean {
  const isFile = fileSetNames.some((name) => fileFormats.some((format) => file === `${name}.${format}`));
  const known = sports.find((each) => each === sport);
  if (!isFile || known === undefined) return false;
  return servedSeasons(current.sports[known]).some((each) => String(each.season) === season);
}

/** As many as a program needs that fetches a season's files side by side. */
const mostOfAccount = 8;
/** Each holds a part of a file in memory, and costs a call of the system whenever its reader has read some of it. */
const mostInAll = 64;
const sentAfterS = 5;

class Downloads {
  readonly #ofAccount = new Map<string, number>();
  #inAll = 0;

  /**
   * Takes a place for a download, which the function that is returned gives back.
   * @throws ApiError 429 where the account has as many already, 503 where all have.
   */
  begin(accountId: string): () => void {
    const own = this.#ofAccount.get(accountId) ?? 0;
    if (own >= mostOfAccount) {
      const message = `${mostOfAccount} files are being sent to this account already: fetch them one after the other`;
      throw new ApiError("rate_limited", message, { retryAfterS: sentAfterS });
    }
    if (this.#inAll >= mostInAll)
      throw new ApiError("unavailable", "too many files are being sent just now", { retryAfterS: sentAfterS });
    this.#inAll++;
    this.#ofAccount.set(accountId, own + 1);
    return () => {
      this.#inAll--;
      const left = (this.#ofAccount.get(accountId) ?? 1) - 1;
      if (left === 0) this.#ofAccount.delete(accountId);
      else this.#ofAccount.set(accountId, left);
    };
  }
}

/** Every header that an answer can carry. */
import { type Endpoint, exampleRequestId } from "./endpoint.ts";
import { exampleCursor } from "./filters/games.ts";
import { exampleArchive } from "./lists/changes.ts";
import { exampleSha256 } from "./lists/files.ts";

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string", maxLength: 500, pattern: "^[ -~]+$", examples: [example] },
});

/** Of a header that is never missing there. */
const always = (description: string, example: string) => ({ ...text(description, example), required: true });

const number = (description: string, example: number) => ({
  description,
  schema: { type: "integer", format: "int32", minimum: 0, maximum: 2_147_483_647, examples: [example] },
});

const second = (description: string) => ({
  description,
  schema: { type: "integer", format: "int64", minimum: 0, maximum: 253_402_300_799, examples: [1_794_240_000] },
});

const ofKnownKeys = "On every answer to a known key.";

export const headers = {
  "X-Request-Id": always("Id of the request, also in meta.request_id and in our log.", exampleRequestId),
  ETag: always("Weak tag of the data and its format; send it back in If-None-Match.", 'W/"b1946ac92492d2347c62"'),
  "Cache-Control": always(
    "One day when every season that the request can match is published, else a quarter of an hour.",
    "public, max-age=86400",
  ),
  NoStore: always("Errors and signed addresses are not to be kept.", "no-store"),
  FileETag: always("Strong tag: the SHA-256 of the file.", `"${exampleSha256}"`),
  PrivateCache: always(
    "A quarter of an hour, in the caller's own cache alone; with `sha256` a year.",
    "private, max-age=900",
  ),
  "Repr-Digest": always(
    "SHA-256 of the whole file (RFC 9530).",
    `sha-256=:${Buffer.from(exampleSha256, "hex").toString("base64")}:`,
  ),
  "Accept-Ranges": always("A part may be asked for.", "bytes"),
  "Content-Range": always("With 206 which part it is; with 416 how long the file is.", "bytes 0-1023/181402"),
  FileName: always("A file name to save it by.", 'attachment; filename="gradeline-odds-nfl-2025.parquet"'),
  Vary: always(
    "Headers of the request on which the answer depends.",
    "Authorization, X-API-Key, Accept, Accept-Encoding",
  ),
  "X-Next-Cursor": text("With CSV, the cursor of the next page; absent on the last page.", exampleCursor),
  "Content-Disposition": text(
    "With CSV, a file name to save it by.",
    'attachment; filename="gradeline-games-nfl-2025.csv"',
  ),
  "X-Revision": number("The newest revision, of which the answer is.", 214),
  "X-Archive": text(
    "With CSV of changes and revisions, meta.archive: which archive the revisions are of.",
    exampleArchive,
  ),
  "X-Dataset": text("Only with made-up data: sample.", "sample"),
  "X-Note": text(
    "With a list that can have no row, why: a week of a sport without weeks, or a season before the first.",
    "Games of nba have no week; use from and to.",
  ),
  "X-Sets-Today": text(
    "With trends: how many distinct sets the account has asked for today, as the process that answers remembers.",
    "12",
  ),
  "X-RateLimit-Limit": number(`Requests allowed in a minute. ${ofKnownKeys}`, 120),
  "X-RateLimit-Remaining": number(`Requests left in this minute. ${ofKnownKeys}`, 119),
  "X-RateLimit-Reset": second(`Unix second at which the oldest counted request leaves the minute. ${ofKnownKeys}`),
  "X-Quota-Limit": number(`Requests that the plan includes. ${ofKnownKeys}`, 100_000),
  "X-Quota-Remaining": number(`Requests left of them. ${ofKnownKeys}`, 98_765),
  "X-Quota-Reset": second(`Unix second at which the quota starts anew, or the trial ends. ${ofKnownKeys}`),
  "Retry-After": {
    ...number(
      "Seconds to wait, so that waiting them is enough: with rate_limited at most 60, with quota_exceeded until X-Quota-Reset.",
      17,
    ),
    required: true,
  },
  "WWW-Authenticate": always("The challenge that a 401 must carry.", "Bearer"),
  "Access-Control-Allow-Origin": always("Browsers of any origin may read the answer.", "*"),
} as const;

export type HeaderName = keyof typeof headers;

/** Components whose name is another than that of the header, because the header has another meaning there. */
const names: Readonly<Partial<Record<HeaderName, string>>> = {
  NoStore: "Cache-Control",
  PrivateCache: "Cache-Control",
  FileETag: "ETag",
  FileName: "Content-Disposition",
};

/** The name on the wire. */
export function headerName(name: HeaderName): string {
  return names[name] ?? name;
}

/** The headers that tell a caller with a known key of its two limits [D-37, D-38]. */
export const limitHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Limit",
  "X-Quota-Remaining",
  "X-Quota-Reset",
] as const;

export const onAll: readonly HeaderName[] = ["X-Request-Id", "Vary", "Access-Control-Allow-Origin"];
export const toKnownKeys: readonly HeaderName[] = ["X-Revision", "X-Dataset", ...limitHeaders];
/** These headers tell caches what they may keep. */
export const cacheHeaders = {
  public: ["ETag", "Cache-Control"],
  private: ["FileETag", "PrivateCache"],
  none: ["NoStore"],
} as const satisfies Readonly<Record<string, readonly HeaderName[]>>;
const onFile: readonly HeaderName[] = ["Repr-Digest", "Accept-Ranges", "FileName"];
const onCsv: readonly HeaderName[] = ["X-Next-Cursor", "Content-Disposition", "X-Note"];

/** The headers of the good answers of an endpoint. */
export function headersOf({ answer, headers, hasCsv, caching }: Endpoint): readonly HeaderName[] {
  const ofForm = answer === null ? onFile : hasCsv ? onCsv : [];
  return [...onAll, ...toKnownKeys, ...cacheHeaders[caching], ...ofForm, ...(headers as readonly HeaderName[])];
}

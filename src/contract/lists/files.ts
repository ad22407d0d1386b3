/** `/v1/files`: whole seasons as files, a file itself, and a signed address of one. */
import { endpoint, listMeta, one, page } from "../endpoint.ts";
import { type FileFormat, fileFormats, fileSetNames, fileSets } from "../file-sets.ts";
import { anySport, gamesFilters, paging } from "../filters/games.ts";
import { season, sport } from "../game-members.ts";
import { choice, count, id, integer, list, object, text, time } from "../members.ts";
import { choiceOf, required, shapedText, wholeNumber } from "../parameter.ts";

/** The data sets with what their rows are. */
const fileSetTexts = fileSetNames.map((name) => `\`${name}\`: ${fileSets[name].about}`).join("; ");

/** The names of files in addresses, such as `odds.parquet`. */
const fileNames = fileSetNames.flatMap((name) => fileFormats.map((format) => `${name}.${format}` as const));

const sha256Shape = { pattern: "^[0-9a-f]{64}$", maxLength: 64 };
export const exampleSha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const fileTypes: Readonly<Record<FileFormat, string>> = {
  parquet: "application/vnd.apache.parquet",
  "csv.gz": "application/gzip",
};

const FileRow = object("SeasonFile", "A file of a whole season.", {
  path: text("where it is on this server", "/v1/files/nfl/2025/odds.parquet", {
    pattern: "^/v1/files/[a-z]+/[0-9]{4}/[a-z_]+\\.(parquet|csv\\.gz)$",
    maxLength: 60,
  }),
  data_set: choice(fileSetNames, fileSetTexts, "odds"),
  sport,
  season,
  format: choice(fileFormats, "`parquet`: Parquet, compressed by ZSTD; `csv.gz`: CSV, compressed by gzip", "parquet"),
  rows: count("rows of the file", 4_152, 2_147_483_647),
  bytes: count("length of the file in bytes", 181_402, 2_147_483_647),
  sha256: text("SHA-256 of the file; its ETag, and the value of sha256", exampleSha256, sha256Shape),
  revision: id("the revision that last changed a value of the season when the file was made", 214),
  columns_version: integer("rises when columns come or go, or mean something else", 1, { minimum: 1, maximum: 1000 }),
});

const FileLink = object("FileLink", "An address that opens one file without a key, for an hour or two.", {
  url: text(
    "the file's address with a signature; whoever has it reads the file, and you are counted",
    `https://gradeline.example/v1/files/nfl/2025/odds.parquet?sha256=${exampleSha256}&key=h3G9xZ1mQ8sVtY2c&expires=1794240000&signature=c2lnbmF0dXJlIG9mIHRoZSBhZGRyZXNzIGFib3ZlIC4`,
    { maxLength: 2000, pattern: "^[!-~]+$" },
  ),
  expires_at: time("until when the address opens the file", "2026-11-09T16:00:00.000Z"),
});

const filesFilters = {
  data_set: choiceOf({ meaning: `a data set. ${fileSetTexts}`, values: fileSetNames, example: "odds" }),
  // `format` says how the list itself is answered.
  file_format: choiceOf({
    meaning: `files of one format, ${fileFormats.join(" or ")}`,
    values: fileFormats,
    example: "parquet",
    others: { "csv.gz": "csv gz gzip" },
  }),
};

const fileInPath = {
  sport: gamesFilters.sport,
  season: required(gamesFilters.season),
  file: required(choiceOf({ meaning: "the data set and the format", values: fileNames, example: "odds.csv.gz" })),
};

const versionOfFile = {
  sha256: shapedText(
    "a certain version, by its SHA-256; one that was replaced is there for 48 hours more",
    sha256Shape,
    "64 hexadecimal digits in lower case, as /v1/files has them",
    exampleSha256,
  ),
};

const ofLink = "of a signed address, as it came";

/** A signed address has these parameters beside `sha256`. With a key in a header nobody looks at them. */
const signatureOfFile = {
  key: shapedText(ofLink, { pattern: "^[A-Za-z0-9_-]{16}$", maxLength: 16 }, ofLink, "h3G9xZ1mQ8sVtY2c"),
  expires: wholeNumber({ meaning: ofLink, least: 0, most: 9_999_999_999, digits: 10, example: 1_794_240_000 }),
  signature: shapedText(
    ofLink,
    { pattern: "^[A-Za-z0-9_-]{43}$", maxLength: 43 },
    ofLink,
    "c2lnbmF0dXJlIG9mIHRoZSBhZGRyZXNzIGFib3ZlIC4",
  ),
};

const FileListMeta = listMeta("FileListMeta", "About a page of files.", {
  revision: id("the newest revision; files of what it changed may still be on their way", 214),
  not_made: list(
    text("a season, as in the path of its files", "nfl/2025", { pattern: "^[a-z]+/[0-9]{4}$", maxLength: 32 }),
    "the seasons, of those that are asked for, whose files are not made yet or are of an earlier revision",
    { maxItems: 1000 },
  ),
});
export const files = endpoint("/files", "listFiles", "List files of seasons", {
  tag: "Files",
  sentence: "Whole seasons as files, Parquet and CSV, with the SHA-256 of each.",
  details:
    "A night makes new files of the seasons that it changed; until a file is new, its `revision` says which one it is of. Rows come by " +
    "sport, as /v1/sports has them, season, data set and format.",
  parameters: { sport: anySport, season: gamesFilters.season, ...filesFilters, ...paging },
  answer: page("FileList", "A page of files.", FileRow, {
    meta: FileListMeta,
    order: "by sport, season, data set and format",
  }),
  shape: 3,
  isKept: false,
});

export const file = endpoint("/files/:sport/:season/:file", "getFile", "Get a file of a season", {
  tag: "Files",
  sentence: "One data set of a whole season as a file: the rows of all pages of its list.",
  details:
    "The strong ETag is its SHA-256, which `Repr-Digest` says too. A `Range` of one part is answered with 206, and with `If-Range` a " +
    "download goes on where it ended. Each request counts as one, 206 and HEAD too. A signed address needs no header; where a key is " +
    "in a header as well, that key counts.",
  inPath: fileInPath,
  parameters: { ...versionOfFile, ...signatureOfFile },
  answer: null,
  shape: 1,
  isKept: false,
  caching: "private",
});

export const fileLink = endpoint("/files/:sport/:season/:file/link", "getFileLink", "Get a signed address of a file", {
  tag: "Files",
  sentence: "An address that opens a file without a header, for programs that can send none: Excel, a BI tool, R.",
  details:
    "It opens this version of this file with GET and HEAD, for one to two hours, and is refused when your key would be. Each request " +
    "to it counts as one of your key's. Keep it to yourself.",
  inPath: fileInPath,
  parameters: {},
  answer: one("FileLinkAnswer", "A signed address, with its envelope.", FileLink, "the address"),
  shape: 1,
  isKept: false,
  caching: "none",
});

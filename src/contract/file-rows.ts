/** The rows of the list of files, and a signed address of one. */
import { columnsOf } from "./csv.ts";
import { choice, count, id, integer, object, text, time } from "./members.ts";
import { type FileFormat, fileFormats, fileSetNames, fileSets } from "./release/file-sets.ts";
import { season, sport } from "./rows/game-head.ts";

/** The data sets with what their rows are. */
export const fileSetTexts = fileSetNames.map((name) => `\`${name}\`: ${fileSets[name].about}`).join("; ");

/** The names of files in addresses, such as `odds.parquet`. */
export const fileNames = fileSetNames.flatMap((name) => fileFormats.map((format) => `${name}.${format}` as const));

export const sha256Shape = { pattern: "^[0-9a-f]{64}$", maxLength: 64 };
export const exampleSha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const fileTypes: Readonly<Record<FileFormat, string>> = {
  parquet: "application/vnd.apache.parquet",
  "csv.gz": "application/gzip",
};

export const FileRow = object("SeasonFile", "A file of a whole season.", {
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

export const fileRowColumns = columnsOf(FileRow);

export const FileLink = object("FileLink", "An address that opens one file without a key, for an hour or two.", {
  url: text(
    "the file's address with a signature; whoever has it reads the file, and you are counted",
    `https://gradeline.example/v1/files/nfl/2025/odds.parquet?sha256=${exampleSha256}&key=h3G9xZ1mQ8sVtY2c&expires=1794240000&signature=c2lnbmF0dXJlIG9mIHRoZSBhZGRyZXNzIGFib3ZlIC4`,
    { maxLength: 2000, pattern: "^[!-~]+$" },
  ),
  expires_at: time("until when the address opens the file", "2026-11-09T16:00:00.000Z"),
});

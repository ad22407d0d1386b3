/** The file that a path names, and what somebody meant who named one that there is not. */

import { fileFormats, fileSetNames } from "../../contract/file-sets.ts";
import { nearest, quoted } from "../../contract/hints.ts";
import { sports } from "../../domain/sports.ts";
import type { SeasonFiles } from "../../query/season-files.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import type { PathTexts } from "../endpoint.ts";
import { ApiError } from "../errors.ts";

/** The sentence about an operator's choice. */
export const filesNotOffered = "files are not offered here: the operator has set FILES=off";

/** Below `/v1/files/`. */
export function filePathOf({ sport = "", season = "", file = "" }: PathTexts): string {
  return `${sport}/${season}/${file}`;
}

/** @param sha256 of the version that is wanted; null: the newest. @throws ApiError 404 with the file that was meant. */
export async function fileInPath(
  files: SeasonFiles,
  inPath: PathTexts,
  sha256: string | null,
  nowMs: number,
): Promise<OfferedFile> {
  if (!files.isOffered) throw new ApiError("not_found", filesNotOffered);
  const path = filePathOf(inPath);
  const found = await files.find(path, sha256, nowMs);
  if (found !== null) return found;
  const newest = sha256 === null ? null : await files.find(path, null, nowMs);
  if (newest === null) throw noSuchFile(await files.list(), inPath);
  const why = "it was replaced more than 48 hours ago, or never was";
  throw new ApiError("not_found", `that version of ${path} is not here: ${why}; the newest is ${newest.sha256}`);
}

const otherFormats = { "csv.gz": "csv gz gzip zip json", parquet: "pq parq" };

function noSuchFile(offered: readonly OfferedFile[], inPath: PathTexts): ApiError {
  const { sport = "", season = "", file = "" } = inPath;
  const no = (help: string, hint: string | null = null) =>
    new ApiError(
      "not_found",
      `there is no file at ${quoted(`/v1/files/${filePathOf(inPath)}`)}${help}; /v1/files lists all`,
      { hint },
    );
  const meantSport = nearest(sport, sports);
  if (meantSport === null) return no(`: the sports are ${sports.join(", ")}`);
  const seasons = [...new Set(offered.filter((each) => each.sport === meantSport).map((each) => each.season))];
  const [first = null] = seasons;
  if (first === null) return no(`: there are none of ${meantSport} yet`);
  const [nameText = "", ...formatTexts] = file.split(".");
  const dataSet = nearest(nameText, fileSetNames);
  if (dataSet === null) return no(`: the data sets are ${fileSetNames.join(", ")}`);
  const year = /^\d{4}$/.test(season) ? Number(season) : Number.NaN;
  const meantSeason = seasons.reduce(
    (best, each) => (Math.abs(each - year) < Math.abs(best - year) ? each : best),
    seasons.at(-1) ?? first,
  );
  const format = nearest(formatTexts.join("."), fileFormats, otherFormats) ?? "parquet";
  const meant = `${meantSport}/${meantSeason}/${dataSet}.${format}`;
  const isThere = offered.some(({ path }) => path === meant);
  if (isThere) return no(`; did you mean /v1/files/${meant}?`, `/v1/files/${meant}`);
  return no(`: seasons of ${meantSport} are ${seasons.join(", ")}`);
}

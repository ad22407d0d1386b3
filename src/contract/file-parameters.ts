/** The parameters of files of whole seasons: which are listed, and which version of one is wanted. */
import { Type } from "typebox";
import { exampleSha256, fileNames, fileSetTexts, sha256Shape } from "./file-rows.ts";
import { choice, optional, type Parameter, required, wholeNumber, wrongValue } from "./parameter.ts";
import { season, sport } from "./parameters/games.ts";
import { fileFormats, fileSetNames } from "./release/file-sets.ts";

export const filesFilters = {
  data_set: choice({ meaning: `a data set. ${fileSetTexts}`, values: fileSetNames, example: "odds" }),
  // `format` says how the list itself is answered.
  file_format: choice({
    meaning: `files of one format, ${fileFormats.join(" or ")}`,
    values: fileFormats,
    example: "parquet",
    others: { "csv.gz": "csv gz gzip" },
  }),
};

export const fileInPath = {
  sport,
  season: required(season),
  file: required(choice({ meaning: "the data set and the format", values: fileNames, example: "odds.csv.gz" })),
};

/** A text of one shape, which callers have from an answer of ours. */
function given(
  meaning: string,
  bounds: { readonly pattern: string; readonly maxLength: number },
  must: string,
  example: string,
): Parameter<string | null> {
  const shape = new RegExp(bounds.pattern);
  return optional({ meaning, schema: Type.String(bounds), example }, (text, name) => {
    if (shape.test(text)) return text;
    throw wrongValue(name, must, text, null);
  });
}

export const versionOfFile = {
  sha256: given(
    "a certain version, by its SHA-256; one that was replaced is there for 48 hours more",
    sha256Shape,
    "64 hexadecimal digits in lower case, as /v1/files has them",
    exampleSha256,
  ),
};

const ofLink = "of a signed address, as it came";

/** A signed address has these parameters beside `sha256`. With a key in a header nobody looks at them. */
export const signatureOfFile = {
  key: given(ofLink, { pattern: "^[A-Za-z0-9_-]{16}$", maxLength: 16 }, ofLink, "h3G9xZ1mQ8sVtY2c"),
  expires: wholeNumber({ meaning: ofLink, least: 0, most: 9_999_999_999, digits: 10, example: 1_794_240_000 }),
  signature: given(
    ofLink,
    { pattern: "^[A-Za-z0-9_-]{43}$", maxLength: 43 },
    ofLink,
    "c2lnbmF0dXJlIG9mIHRoZSBhZGRyZXNzIGFib3ZlIC4",
  ),
};

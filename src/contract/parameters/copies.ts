/** Which revision a copy of the data is of, and of which archive. */
import { Type } from "typebox";
import { optional, type Parameter, required, wholeNumber, wrongValue } from "../parameter.ts";

const largestRevision = 2_147_483_647;

export const sinceOrAll: Parameter<number | null> = wholeNumber({
  meaning: "only revisions after this one; all when absent",
  least: 0,
  most: largestRevision,
  digits: 10,
  must: `a revision, a whole number from 0 to ${largestRevision}`,
  example: 0,
});

/** The revision that a copy is of. */
export const since: Parameter<number> = required(
  sinceOrAll,
  "the revision that your copy is of: meta.revision of the answer before, 0 for a copy that is empty",
);

/** Ids of archives as databases have them. */
const archivePattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const archiveShape = new RegExp(archivePattern);
export const exampleArchive = "6f1c2a54-0c3e-4b7a-9d28-5e8f7a1b3c90";

/** Whether it is this archive, the endpoint checks. */
export const archive: Parameter<string | null> = optional(
  {
    meaning:
      "the archive that your copy is of, meta.archive of the answer before: with it, a copy of another archive is refused",
    schema: Type.String({ pattern: archivePattern, maxLength: 36 }),
    example: exampleArchive,
  },
  (text, name) => {
    if (archiveShape.test(text)) return text;
    throw wrongValue(name, "meta.archive of an earlier answer, as it came", text, null);
  },
);

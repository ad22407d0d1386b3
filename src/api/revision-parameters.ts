/** The parameters of the lists of changes and of revisions: which revision a copy is of, and of which archive. */
import { Type } from "typebox";
import { numberHint } from "./hints/dates.ts";
import { type Parameter, wrongValue } from "./parameters.ts";

const largestRevision = 2_147_483_647;

const sinceBase = {
  schema: Type.Integer({ minimum: 0, maximum: largestRevision }),
  read(text: string, name: string): number {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    if (value < 0 || value > largestRevision) {
      const must = `a revision, a whole number from 0 to ${largestRevision}`;
      throw wrongValue(name, must, text, numberHint(text, 0, largestRevision));
    }
    return value;
  },
};

/** The revision that a copy is of. */
export const since: Parameter<number> = {
  ...sinceBase,
  description: "the revision that your copy is of: meta.revision of the answer before, 0 for a copy that is empty",
  required: true,
};

export const sinceOrAll: Parameter<number | null> = {
  ...sinceBase,
  description: "only revisions after this one; all when absent",
  required: false,
  absent: null,
};

/** Ids of archives as databases have them. */
const archivePattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/** Whether it is this archive, the endpoint checks. */
export const archive: Parameter<string | null> = {
  description:
    "the archive that your copy is of, meta.archive of the answer before: with it, a copy of another archive is refused",
  schema: Type.String({ pattern: archivePattern, maxLength: 36 }),
  required: false,
  absent: null,
  read(text, name) {
    if (!new RegExp(archivePattern).test(text)) {
      throw wrongValue(name, "meta.archive of an earlier answer, as it came", text, null);
    }
    return text;
  },
};

/** Parts of the schemas of tools. They are short, because an assistant reads the definitions of all tools before it asks. */
import { sports } from "../domain/sports.ts";

export const aSport = { enum: [...sports] };
export const aText = { type: "string" };
export const aWhole = { type: "integer" };
export const aNumber = { type: "number" };
export const aDate = { type: "string", format: "date" };

export const items = (description: string) => ({ type: "array", items: { type: "object" }, description });

export const orNull = (type: string) => ({ type: [type, "null"] });

/** The members that every list has. */
export const more = { has_more: { type: "boolean" }, next_cursor: orNull("string") };

/** The members that every answer has. */
export const always = { cost: aWhole, left: aWhole };

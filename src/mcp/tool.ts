/** The form of a tool: what assistants are told of it, and who answers; with the parts of schemas and the words that several have. */
import { sports } from "../domain/sports.ts";
import type { AskedBy } from "../query/computing.ts";
import type { Shelf } from "../query/shelf.ts";

/** The arguments that an assistant gave a tool, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

export type Asked = AskedBy & {
  readonly shelf: Shelf;
  readonly given: Arguments;
};

type Told = {
  /** The finding, in one plain sentence of our own words and of numbers. */
  readonly sentence: string;
  readonly found: Readonly<Record<string, unknown>>;
};

export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly input: ObjectSchema;
  /** The members of what is found; those of every answer are added. */
  readonly found: Readonly<Record<string, object>>;
  /** @throws what the API answers as an error. */
  readonly answer: (asked: Asked) => Told | Promise<Told>;
};

type ObjectSchema = {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Of arguments that are not among the properties; none are taken without it. */
  readonly additionalProperties?: object;
};

// Parts of schemas. They are short, because an assistant reads the definitions of all tools before it asks.

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

/** `1 game`, `3 games`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
}

/** The end of the sentence about a list. */
export function goesOn(hasMore: boolean): string {
  return hasMore ? "; there are more, which next_cursor leads to." : ".";
}

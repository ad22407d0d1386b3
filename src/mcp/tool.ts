/** The form of a tool: what assistants are told of it, and who answers. */
import type { AskedBy } from "../query/computing/computing.ts";
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

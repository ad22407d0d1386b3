/** Writes docs/feed.schema.json from the declarations in src/feed/records.ts. Run it when a record changes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FeedRecord } from "../src/feed/records.ts";

export const feedSchemaFile = join(import.meta.dirname, "../docs/feed.schema.json");

const lineWidth = 120;

/** Writes JSON as this repository's formatter does, with each value on one line when it fits. */
function format(value: unknown, indent: string, before: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([key, item]) => ({ key: isList ? "" : `${JSON.stringify(key)}: `, item }));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const flat = parts.map(({ key, item }) => key + format(item, "", Number.NEGATIVE_INFINITY)).join(", ");
  const padding = isList ? "" : " ";
  const oneLine = open + padding + flat + padding + close;
  // The one more is for the comma that may follow.
  if (before + oneLine.length + 1 <= lineWidth) return oneLine;
  const inner = `${indent}  `;
  const lines = parts.map(({ key, item }) => inner + key + format(item, inner, inner.length + key.length));
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

type Schema = { anyOf?: Schema[]; type?: string; required?: string[]; properties?: Record<string, Schema> };

/** Removes nullable fields from `required`, because the reader treats a nullable field that is left out as null. */
function withoutRequiredNulls(schema: Schema): Schema {
  for (const each of schema.anyOf ?? []) withoutRequiredNulls(each);
  for (const each of Object.values(schema.properties ?? {})) withoutRequiredNulls(each);
  const mayBeNull = (name: string): boolean =>
    schema.properties?.[name]?.anyOf?.some((each) => each.type === "null") ?? false;
  if (schema.required !== undefined) schema.required = schema.required.filter((name) => !mayBeNull(name));
  return schema;
}

export function feedSchemaText(): string {
  // The way through JSON removes what the schema library attaches for itself.
  const schema = withoutRequiredNulls(JSON.parse(JSON.stringify(FeedRecord)) as Schema);
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Gradeline feed record",
    description: "One line of a canonical feed file. docs/feed.md explains the records.",
  };
  return `${format({ ...head, ...schema }, "", 0)}\n`;
}

if (import.meta.main) writeFileSync(feedSchemaFile, feedSchemaText());

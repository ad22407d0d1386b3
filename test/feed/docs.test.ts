import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { feedSchemaFile, feedSchemaText } from "../../scripts/write-feed-schema.ts";
import { readCanonical } from "../../src/feed/canonical.ts";
import { FeedRecord } from "../../src/feed/records.ts";
import { refusalReasons } from "../../src/feed/refusals.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/feed.md"), "utf8");

/** Every property name of a schema, those of objects inside it too. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesOf)];
}

test("docs/feed.schema.json is what the declarations make (scripts/write-feed-schema.ts)", () => {
  assert.equal(readFileSync(feedSchemaFile, "utf8"), feedSchemaText());
});

test("docs/feed.md names every field of every record, under the heading of the record", () => {
  const schema = JSON.parse(JSON.stringify(FeedRecord)) as { anyOf: { properties: { type: { const: string } } }[] };
  for (const record of schema.anyOf) {
    const type = record.properties.type.const;
    const section = page.split(`\n### ${type}\n`)[1]?.split(/\n##/)[0] ?? "";
    assert.notEqual(section, "", type);
    for (const property of propertiesOf(record)) {
      assert.match(section, new RegExp(`[\`"]${property}[\`"]`), `${type}.${property}`);
    }
  }
});

test("docs/feed.md names every reason of refusal", () => {
  for (const reason of Object.keys(refusalReasons)) assert.ok(page.includes(`| \`${reason}\` |`), reason);
});

test("every example line of docs/feed.md is taken as it stands", () => {
  const lines = [...page.matchAll(/```json\n(.*)\n```/g)].map((match) => match[1] ?? "");
  const items = [...readCanonical(lines, { file: "feed.md" })];
  assert.deepEqual(
    items,
    lines.map((line) => ({ record: JSON.parse(line) })),
  );
  assert.deepEqual(items.map((item) => item.record?.type).sort(), ["game", "quote", "season", "team", "venue"]);
});

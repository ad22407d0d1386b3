import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { test } from "vitest";
import { feedSchemaFile, feedSchemaText } from "../../scripts/write-feed-schema.ts";
import { largestOdds, mostGamesADay, temperatureRange, windRange } from "../../src/domain/bounds.ts";
import { mostEventsOfGame } from "../../src/domain/teams/team.ts";
import {
  clockSkewMs,
  farthestAheadMs,
  firstCaptureMs,
  longestLeadMs,
  longestSuspensionDays,
} from "../../src/domain/times.ts";
import { readCanonical, readCanonicalLine } from "../../src/feed/canonical.ts";
import { alwaysAllowedBytes, fileBounds, mostUnpackedRatio } from "../../src/feed/files.ts";
import { csvBounds, mostJsonParts } from "../../src/feed/parse.ts";
import { FeedRecord } from "../../src/feed/records.ts";
import { refusalReasons } from "../../src/feed/refusals.ts";
import { mostCharacters } from "../../src/feed/texts.ts";
import { exampleGame, exampleQuote, nowMs } from "./example-records.ts";

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

test("docs/feed.md has the other bounds as the code has them", () => {
  const dayMs = 86_400_000;
  const wanted = [
    `\`temp_f\` is from ${temperatureRange.least} to ${temperatureRange.most}, \`wind_mph\` from ${windRange.least} to ${windRange.most}.`,
    `Two teams play at most ${mostGamesADay} games a day.`,
    `Odds are at most ${largestOdds.toLocaleString("en-US")}, plus or minus.`,
    `at most ${Math.floor(farthestAheadMs / dayMs / 365)} years ahead`,
    `up to ${longestSuspensionDays} days later`,
    `at most ${clockSkewMs / 60_000} minutes after the clock`,
    `at most ${longestLeadMs / dayMs} days`,
    `not before the year ${new Date(firstCaptureMs).getUTCFullYear()}`,
    `| \`provider\` | ${mostCharacters.provider} |`,
    `| \`game_id\`, \`event_id\`, \`venue_id\`, ids in \`other_ids\` and \`starters\` | ${mostCharacters.id} |`,
    `\`the_odds_api\` (a list of at most ${mostEventsOfGame}, or null)`,
    `| teams, \`book\` | ${mostCharacters.spelling} |`,
    `| names: \`referee\`, \`city\`, \`wind_direction\` and so on | ${mostCharacters.name} |`,
    `| \`logo_url\` | ${mostCharacters.url.toLocaleString("en-US")} |`,
    `| JSON or CSV, unpacked | ${fileBounds.textBytes / 2 ** 20} MiB |`,
    `| ${fileBounds.linesBytes / 2 ** 30} GiB, and ${fileBounds.lineCharacters.toLocaleString("en-US")} characters a line |`,
    `| gzip | ${mostUnpackedRatio} times its size, once that is more than ${alwaysAllowedBytes / 2 ** 20} MiB;`,
    `| JSON | ${mostJsonParts.toLocaleString("en-US")} lists and objects |`,
    `| CSV | ${csvBounds.rows.toLocaleString("en-US")} rows, ${csvBounds.cells.toLocaleString("en-US")} cells, ${csvBounds.rowBytes / 2 ** 20} MiB a row |`,
  ];
  const text = page.replace(/\s+/g, " ");
  for (const sentence of wanted) assert.ok(text.includes(sentence), sentence);
});

const exampleGoalies = {
  ...exampleGame,
  ...{ sport: "nhl", season: 2026, week: null, home: "CBJ", away: "CHI", line_score: null },
  ...{ game_date: "2025-11-22", start_time: "2025-11-23T00:00:00Z" },
};

test("docs/feed.schema.json takes and refuses texts and numbers as the gate does", () => {
  const ajv = new Ajv({ allErrors: false, strict: false });
  addFormats.default(ajv);
  const { $schema: _, ...schema } = JSON.parse(readFileSync(feedSchemaFile, "utf8")) as Record<string, unknown>;
  const isValid = ajv.compile(schema);
  const records = [
    exampleQuote,
    { ...exampleQuote, home_odds: largestOdds + 1 },
    { ...exampleQuote, line: 1e308 },
    { ...exampleQuote, line: 3.1 },
    { ...exampleQuote, event_id: "a\u0000b" },
    exampleGame,
    { ...exampleGame, home_score: 1e12 },
    { ...exampleGame, referee: "\u202egnp" },
    { ...exampleGame, referee: "x\ud800" },
    { ...exampleGame, referee: "x".repeat(mostCharacters.name + 1) },
    { ...exampleGame, referee: "😀".repeat(mostCharacters.name) },
    { ...exampleGame, other_ids: null },
    { ...exampleGame, other_ids: { espn: "401772510", nflverse: null, the_odds_api: ["e1", "e2"] } },
    { ...exampleGame, other_ids: { espn: 401772510 } },
    { ...exampleGame, other_ids: { espn: "" } },
    { ...exampleGame, other_ids: { pfr: "202509040phi" } },
    { ...exampleGame, other_ids: { mlb: "x".repeat(mostCharacters.id + 1) } },
    { ...exampleGame, other_ids: { the_odds_api: ["e1", "\u202egnp"] } },
    { ...exampleGame, other_ids: { the_odds_api: Array.from({ length: mostEventsOfGame + 1 }, (_, at) => `e${at}`) } },
    { ...exampleGoalies, starters: null },
    { ...exampleGoalies, starters: { home: { id: "8478007", name: "E. Merzlikins" } } },
    { ...exampleGoalies, starters: { home: null, away: { id: "8475852", name: "P. Mrazek", hand: "L" } } },
    { ...exampleGoalies, starters: { home: { id: 8478007, name: "E. Merzlikins" } } },
    { ...exampleGoalies, starters: { home: { id: "8478007" } } },
    { ...exampleGoalies, starters: { home: { id: "8478007", name: "E. Merzlikins", hand: "B" } } },
    { ...exampleGoalies, starters: { home: { id: "x".repeat(mostCharacters.id + 1), name: "E. Merzlikins" } } },
    { type: "team", provider: "p", sport: "nba", abbreviation: "BOS", logo_url: "http://a.com/x.png" },
    { type: "team", provider: "p", sport: "nba", abbreviation: "BOS", logo_url: "https://a.com/x.png" },
  ];
  for (const record of records) {
    const line = JSON.stringify(record);
    const isTaken = readCanonicalLine(line, { file: "f", nowMs, lineNumber: 1 }).record !== undefined;
    assert.equal(isValid(JSON.parse(line)), isTaken, line.slice(0, 200));
  }
});

test("every example line of docs/feed.md is taken as it stands", () => {
  const lines = [...page.matchAll(/```json\n(.*)\n```/g)].map((match) => match[1] ?? "");
  const items = [...readCanonical(lines, { file: "feed.md", nowMs })];
  assert.deepEqual(
    items,
    lines.map((line) => ({ record: JSON.parse(line) })),
  );
  assert.deepEqual(items.map((item) => item.record?.type).sort(), ["game", "quote", "season", "team", "venue"]);
});

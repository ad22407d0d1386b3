/** The figures that README, sample/README.md and --help give of the sample are the sample's. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { dayOf } from "../../sample/src/calendar.ts";
import { type Extent, openSample, sampleAsOf, seasonsOf } from "../../sample/src/sample.ts";
import { sampleSeason } from "../../sample/src/season.ts";
import { sports } from "../../src/domain/sports.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const page = readFileSync(join(root, "sample/README.md"), "utf8");
const commands = readFileSync(join(root, "src/cli/main.ts"), "utf8");
const today = dayOf(sampleAsOf);

/** Games that have been played on the sample's day; those of that day itself are still to come. */
const played = (extent: Extent): number => openSample({ seed: 1, extent }).finals;

/** To the next hundred, as the pages write it. */
const inHundreds = (games: number): string => (Math.round(games / 100) * 100).toLocaleString("en-US");

test("README and sample/README.md say how many games the start sample has", () => {
  const games = played("start").toLocaleString("en-US");
  assert.ok(readme.includes(`: ${games} games.`), games);
  assert.ok(page.includes(`| \`npm start\` | ${games} |`), games);
});

test("README, sample/README.md and --help say how many games the full sample has", () => {
  const games = inHundreds(played("full"));
  assert.ok(readme.includes(`(${games} games `), games);
  assert.ok(page.includes(`| \`bin/gradeline.js sample --full\` | ${games} |`), games);
  assert.ok(commands.includes(`"every season since the coverage start: ${games} games"`), games);
});

test("the README names the finished seasons that the start sample has", () => {
  const finished = sports.flatMap((sport) =>
    seasonsOf(sport, "start")
      .filter((season) => sampleSeason(1, sport, season, today).isComplete)
      .map((season) => `${sport.toUpperCase()} season of ${season}`),
  );
  assert.ok(finished.length > 0);
  for (const season of finished) assert.ok(readme.replaceAll("\n", " ").includes(season), season);
});

/** What CONTRIBUTING.md says of a sport, a provider and a setting costs no more files than it says. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { settingNames } from "../../src/config/settings.ts";
import { askedProviders } from "../../src/domain/providers.ts";
import { sportFacts, sports } from "../../src/domain/sports.ts";

const root = join(import.meta.dirname, "../..");
const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

function recipe(title: string): string {
  const [, after = ""] = contributing.split(`### ${title}\n`);
  return after.split("\n#")[0] ?? "";
}

/**
 * The files outside the sports' own folders that may name a sport: what a provider of one league writes, and what the contract
 * shows as an example or calls a column.
 */
const mayName = [
  /^src\/sample\//,
  /^src\/domain\/sports(?:\.ts|\/)/,
  // Leagues whose own ids are columns have the name of the sport.
  /^src\/domain\/(?:outside-ids|teams\/pro-team)\.ts$/,
  /^src\/publish\/(?:\w+\/)?outside-ids\.ts$/,
  /^src\/feed\/providers\/(?:cfbd|mlb-statsapi|nflverse|nhl-api|retrosheet)[a-z-]*\.ts$/,
  /^src\/collect\/clients\/(?:all|cfbd|mlb-statsapi|nflverse|nhl-api)\.ts$/,
  /^src\/contract\//,
  /^src\/archive\/shapes-ids\.ts$/,
  /^src\/api\/(?:bet-)?parameters\.ts$/,
  /^src\/api\/(?:hints|openapi|parameters)\//,
];

test("no file outside the folders of the sports tells one sport from another, but for those that are listed", () => {
  const name = new RegExp(`"(?:${sports.join("|")})"|\\b(?:${sports.join("|")}): `);
  const files = globSync("src/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  assert.ok(files.length > 200, "src/**/*.ts was read");
  const naming = files.filter((file) => name.test(withoutComments(readFileSync(join(root, file), "utf8"))));
  assert.ok(naming.includes("src/feed/providers/nflverse.ts"), "names are found");
  assert.deepEqual(
    naming.filter((file) => !mayName.some((pattern) => pattern.test(file))),
    [],
  );
});

test("every sport has a folder with its facts, its teams and its numbers of doubt", () => {
  for (const sport of sports) {
    for (const file of [`${sport}.ts`, "teams.ts", "plausibility.ts"]) {
      assert.ok(existsSync(join(root, "src/domain/sports", sport, file)), `${sport}/${file}`);
    }
  }
});

test("every period that a sport has odds for has bounds for its lines, and no other period", () => {
  for (const sport of sports) {
    const { bounds, publishedMarkets } = sportFacts[sport];
    assert.deepEqual(Object.keys(bounds.lines).toSorted(), Object.keys(publishedMarkets).toSorted(), sport);
  }
});

test("a provider that is asked takes six files, each of which the recipe names, and is named in four of src at most", () => {
  const text = recipe("A provider");
  assert.equal([...text.matchAll(/^\d\. /gm)].length, 6);
  for (const path of named(text)) assert.ok(existsSync(join(root, path)), path);
  const files = globSync("src/{collect,config,domain}/**/*.ts", { cwd: root });
  for (const provider of ["nflverse", "nhl-api"] as const) {
    assert.ok(provider in askedProviders);
    const name = new RegExp(`"${provider}"|\\b${provider}: `);
    const naming = files.filter((file) => name.test(withoutComments(readFileSync(join(root, file), "utf8"))));
    const own = naming.filter((file) => !/sports\/|stadium-key|outside-ids/.test(file));
    assert.ok(own.length <= 4, own.join(", "));
  }
});

test("a plain setting is named in one file of src, and used by its name there in the configuration", () => {
  assert.ok((settingNames as readonly string[]).includes("DRAIN_SECONDS"));
  const naming = globSync("src/**/*.ts", { cwd: root }).filter((file) =>
    withoutComments(readFileSync(join(root, file), "utf8")).includes("DRAIN_SECONDS"),
  );
  assert.deepEqual(naming, ["src/config/settings.ts"]);
});

/** The files and folders that a recipe names. */
function named(text: string): string[] {
  return [...text.matchAll(/`((?:src|docs|test)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
}

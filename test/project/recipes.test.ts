/** CONTRIBUTING's recipes cost no more files than they say, which are there; and what belongs in one place is in no other. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { settingNames } from "../../src/config/settings.ts";
import { askedProviders } from "../../src/domain/providers.ts";
import { sports } from "../../src/domain/sports.ts";

const root = join(import.meta.dirname, "../..");
const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** The files and folders that the steps of a recipe name. */
function named(title: string): string[] {
  const [, after = ""] = contributing.split(`### ${title}\n`);
  const [steps = ""] = (after.split("\n#")[0] ?? "").split("\nThen ");
  return [...new Set([...steps.matchAll(/`((?:src|sample|docs|test)\/[\w./<>-]+)`/g)].map(([, path = ""]) => path))];
}

/** What stands where a recipe leaves the name open: of each sport all files, of an endpoint and a provider those of one that there is. */
const names: Readonly<Record<string, readonly string[]>> = {
  "<sport>": sports,
  "test/contract/<name>": ["test/contract/changes"],
  "<name>": ["odds"],
};

function filledIn(path: string): string[] {
  const [open, filled] = Object.entries(names).find(([each]) => path.includes(each)) ?? ["", [""]];
  return filled.map((name) => path.replaceAll(open, name));
}

for (const [title, mostFiles] of [
  ["A provider", null],
  ["An endpoint", 5],
  ["A market", null],
  ["A sport", 8],
] as const) {
  test(`the recipe "${title}" names what there is, and no more than it says`, () => {
    const paths = named(title);
    assert.ok(paths.length > 0);
    for (const path of paths.flatMap(filledIn)) assert.ok(existsSync(join(root, path)), path);
    const files = paths.filter((path) => /\.(?:ts|md)$/.test(path));
    if (mostFiles !== null) assert.ok(files.length <= mostFiles, files.join(", "));
  });
}

/** The files of src that say a text outside of comments. */
function saying(text: RegExp, among = "src/**/*.ts"): string[] {
  const files = globSync(among, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  assert.ok(files.length > 20, `${among} was read`);
  return files.filter((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return text.test(source.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, ""));
  });
}

/** The files outside the sports' own folders that may name a sport. */
const mayName = [
  /^src\/domain\/sports(?:\.ts|\/)/,
  // Books settle one sport by other rules than another.
  /^src\/domain\/house-rules\.ts$/,
  // Leagues whose own ids are columns have the name of the sport.
  /^src\/domain\/(?:outside-ids|teams\/team)\.ts$/,
  /^src\/publish\/grade\/facts\.ts$/,
  // A provider of one league; those of many have no word for one of them.
  /^src\/(?:feed\/providers|collect\/clients)\/(?!espn|the-odds-api)/,
  // What the contract shows as an example or calls a column.
  /^src\/contract\//,
  // Migrations mend what one release has written, once.
  /^src\/database\/migrations\//,
];

test("no file outside the folders of the sports tells one sport from another, but for those that are listed", () => {
  const naming = saying(new RegExp(`"(?:${sports.join("|")})"|\\b(?:${sports.join("|")}): `));
  assert.ok(naming.includes("src/feed/providers/nflverse.ts"), "names are found");
  assert.deepEqual(
    naming.filter((file) => !mayName.some((pattern) => pattern.test(file))),
    [],
  );
});

test("a provider that is asked is named in four files of src at most, and a plain setting in one", () => {
  for (const provider of ["nflverse", "nhl-api"] as const) {
    assert.ok(provider in askedProviders);
    const naming = saying(new RegExp(`"${provider}"|\\b${provider}: `), "src/{collect,config,domain}/**/*.ts");
    const own = naming.filter((file) => !/sports\/|stadiums|outside-ids/.test(file));
    assert.ok(own.length <= 4, own.join(", "));
  }
  assert.ok((settingNames as readonly string[]).includes("DRAIN_SECONDS"));
  assert.deepEqual(saying(/DRAIN_SECONDS/), ["src/config/settings.ts"]);
});

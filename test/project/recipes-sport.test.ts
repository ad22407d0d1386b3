/** What CONTRIBUTING.md says of a sport, a provider and a setting costs no more files than it says. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, test } from "vitest";
import { settingNames } from "../../src/config/settings.ts";
import { askedProviders } from "../../src/domain/providers.ts";
import { sports } from "../../src/domain/sports.ts";
import { long } from "../support/volume.ts";

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
  /^src\/domain\/sports(?:\.ts|\/)/,
  // Leagues whose own ids are columns have the name of the sport.
  /^src\/domain\/(?:outside-ids|teams\/team)\.ts$/,
  /^src\/publish\/(?:\w+\/)?outside-ids\.ts$/,
  // A provider of one league; those of many have no word for one of them.
  /^src\/(?:feed\/providers|collect\/clients)\/(?!espn|the-odds-api)/,
  /^src\/contract\//,
  // Migrations mend what one release has written, once.
  /^src\/database\/migrations\//,
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

/** The most files that a sport may touch, sample, tests and docs among them and pages that are made not. */
const mostFilesOfSport = 7;

test("a sport touches few files, and the recipe names them as they are for every sport", () => {
  const files = filesIn(recipe("A sport").split("\nThen ")[0] ?? "");
  assert.ok(files.length > 0 && files.length <= mostFilesOfSport, files.join(", "));
  for (const file of files) {
    for (const sport of sports)
      assert.ok(existsSync(join(root, file.replaceAll("<sport>", sport))), `${file}, ${sport}`);
  }
});

test("with a sport that was added as the recipe says, everything compiles, all tests too", long, () => {
  const copy = mkdtempSync(join(tmpdir(), "gradeline-sport-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of ["src", "sample", "scripts", "clients", "test", "tsconfig.json", "package.json"]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const file of filesIn(recipe("A sport"))) {
    if (!file.includes("<sport>")) continue;
    // The sample has no games of it.
    const text = readFileSync(join(root, file.replaceAll("<sport>", "nba")), "utf8")
      .replace("export const nba", "export const tried")
      .replaceAll(/\bnba(?=[A-Z])/g, "tried");
    const path = join(copy, file.replaceAll("<sport>", "tried"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const change = (file: string, before: RegExp, after: string) => {
    const text = readFileSync(join(copy, file), "utf8");
    assert.match(text, before);
    writeFileSync(join(copy, file), text.replace(before, after));
  };
  change("src/domain/sports.ts", /^import /m, 'import { tried } from "./sports/tried/tried.ts";\nimport ');
  change("src/domain/sports.ts", /nba, nhl \}/, "nba, nhl, tried }");
  change("sample/src/sports.ts", /^import /m, 'import { tried } from "./sports/tried.ts";\nimport ');
  change("sample/src/sports.ts", /nba, nhl \}/, "nba, nhl, tried }");
  const compile = () =>
    spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], {
      cwd: copy,
      encoding: "utf8",
    });
  // Without its row, the only file that lacks something is the one with the facts by hand.
  assert.deepEqual([...new Set(compile().stdout.match(/^[\w/.-]+(?=\()/gm))], ["test/support/sports.ts"]);
  change("test/support/sports.ts", /^ {2}nba: (\{.*?^ {2}\},)/ms, "  nba: $1\n  tried: $1");
  assert.equal(compile().stdout, "");
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
    const own = naming.filter((file) => !/sports\/|stadiums|outside-ids/.test(file));
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
  return [...new Set([...text.matchAll(/`((?:src|sample|docs|test)\/[\w./<>-]+)`/g)].map(([, path = ""]) => path))];
}

function filesIn(text: string): string[] {
  return named(text).filter((path) => /\.(?:ts|md)$/.test(path));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
}

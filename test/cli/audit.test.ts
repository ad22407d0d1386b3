/** What each command leaves in the audit list. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { test } from "vitest";
import type { NotedDeed } from "../../src/audit/deeds.ts";
import { program } from "../../src/cli/main.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { gameRecord } from "../support/records.ts";
import { jsonOf, refused, runCommand, run as runIn } from "../support/run-command.ts";

const folder = testFolder("cli-audit");
const settings = { DATABASE_URL: join(folder, "gradeline.db"), DATA_DIR: folder, FILES: "off" };
const run = (words: string, place = settings) => runIn(place, ...words.split(" "));
const deeds = (place = settings): Promise<NotedDeed[]> => jsonOf(place, "log", "--only", "deeds");

/** What only reads, and what does by itself what a server does, too: their reports have it. */
const unnoted = [
  ..."serve collect doctor doubts status log explain files check verify backup usage".split(" "),
  ...["identities export", "account export", "account list", "account show", "key list"],
];
/** Each has a deed of its own in `import`, or asks a provider over the network and is noted before that. */
const alike = [
  ..."the-odds-api nflverse cfbd mlb-statsapi retrosheet nhl-api espn".split(" ").map((each) => `import ${each}`),
  ...["backfill results", "backfill lines", "backfill the-odds-api", "sample"],
];

const night = join(folder, "night.ndjson");
const game = "NBA-20250110-NYK-BOS";
const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
writeFileSync(night, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));

/** A command that writes, and the deed that it leaves. */
const noted: readonly (readonly [command: string, words: string, deed: string])[] = [
  ["import canonical", `import canonical ${night}`, "import"],
  ["resolve", `resolve ${game} --provider espn`, "resolve"],
  ["resolve", `resolve ${game} --undo`, "resolve undo"],
  ["resolve", `resolve ${game} --drop draftkings`, "doubt drop"],
  ["resolve", `resolve ${game} --undo`, "doubts undo"],
  ["publish", "publish", "publish"],
  ["manifest-key", "manifest-key --new", "manifest key"],
  ["account set", "account set jane@example.com --plan standard", "account set"],
  ["key create", "key create --email jane@example.com", "key create"],
  ["key revoke", "key revoke KEY", "key revoke"],
  ["account delete", "account delete jane@example.com --yes", "account delete"],
];

function leavesOf(command: Command, before = ""): string[] {
  return command.commands.flatMap((each) => {
    const name = `${before} ${each.name()}`.trim();
    return each.commands.length === 0 ? [name] : leavesOf(each, name);
  });
}

test("every command is known here: it only reads, or it is noted", () => {
  const elsewhere = ["restore", "identities import", "account import", "account sign-out"];
  const known = new Set([...unnoted, ...alike, ...elsewhere, ...noted.map(([command]) => command)]);
  // A new command belongs into one of these lists: what it changes is noted in the transaction that changes it.
  assert.deepEqual(
    leavesOf(program()).filter((name) => !known.has(name)),
    [],
  );
});

test("each command that changes something leaves its deed, by the user of the operating system", async () => {
  let key = "";
  for (const [, words, deed] of noted) {
    const output = await run(words.replace("KEY", key));
    if (deed === "key create") key = output.trim();
    const [newest] = await deeds();
    assert.deepEqual([newest?.deed, newest?.through, newest?.who], [deed, "command", userInfo().username], words);
  }
  const text = JSON.stringify(await deeds());
  assert.ok(!text.includes(key) && !text.includes(key.slice(0, 12)) && !text.includes("jane@example.com"));
  const before = await deeds();
  for (const words of ["status", "doubts", "account list", "key list", "verify", "log"]) {
    await runCommand(words.split(" "), settings);
  }
  await refused(settings, ["resolve", game, "--provider", "nflverse"], /nflverse/);
  assert.deepEqual(await deeds(), before, "what reads, and what was refused, leaves none");
  assert.match(await run("log"), /^kind deed, .*, through command, who \S+, deed key create, about account \w+/m);
  assert.deepEqual(await jsonOf(settings, "log", "--since", "2999-01-01"), []);
  const [documented] = snippetsUnder("docs/install.md", "What operators have done", "sh");
  for (const line of documented.trim().split("\n")) {
    assert.match(await run(line.replace("bin/gradeline.js ", "").replace(/ +#.*/, "")), /key create/, line);
  }
});

test("a restore is a deed itself, after those that its backup has", async () => {
  const kept = join(folder, "backup");
  await run("account set before@example.com --plan standard");
  const before = await deeds();
  await run(`backup ${kept}`);
  const restored = { ...settings, DATABASE_URL: join(folder, "restored.db") };
  await run(`restore ${kept}`, restored);
  const [newest, ...older] = await deeds(restored);
  assert.deepEqual([newest?.deed, older], ["restore", before]);
});

test("ids that are imported are noted", async () => {
  const ids = join(folder, "ids.ndjson");
  await run(`resolve ${game} --provider canonical`);
  await run("publish");
  await run(`identities export ${ids}`);
  const before = await deeds();
  await run(`identities import ${ids}`);
  assert.deepEqual(await deeds(), before, "all of them were known");
  const rebuilt = { ...settings, DATABASE_URL: join(folder, "rebuilt.db") };
  await run(`identities import ${ids}`, rebuilt);
  const [only] = await deeds(rebuilt);
  assert.deepEqual([only?.deed, only?.about.identities], ["identities import", 2]);
});

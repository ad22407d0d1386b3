// @module-tag volume
/** `gradeline restore`: brings a whole backup back where no database is, and nothing but a whole one. */
import assert from "node:assert/strict";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "vitest";
import { startKillable } from "../access/killable-server.ts";
import { skipIf } from "../support/skip-if.ts";
import { long, some } from "../support/volume.ts";
import {
  askForGames,
  type DatabaseFiles,
  digestsIn,
  freshPlaces,
  killedCommand,
  refused,
  run,
  stateOf,
  states,
} from "./database-files.ts";

const fresh = freshPlaces();

/** Moves all files of a database to a folder beside them, which is returned. */
function moveAway({ folder }: DatabaseFiles): string {
  const before = mkdtempSync(join(folder, "before-"));
  for (const name of readdirSync(folder).filter((each) => /^g(-access)?\.db/.test(each))) {
    renameSync(join(folder, name), join(before, name));
  }
  return before;
}

test("a restore brings back games, accounts and keys where nothing is, and callers' caches notice", async () => {
  const files = await fresh();
  let server = await startKillable(files.url, files.folder);
  const etag = (await askForGames(server, files.key)).headers.get("etag");
  await server.kill();
  const before = digestsIn(files.folder);
  await refused(
    files.url,
    ["restore", files.backup],
    /g\.db, .*g-access\.db.* are there: stop every server and .* move them away/,
  );
  assert.deepEqual(digestsIn(files.folder), before, "what was refused is as it was");
  const moved = moveAway(files);
  const said = await run(files.url, "restore", files.backup);
  assert.match(said, /^restored \S+, revision 1 of \d{4}-\d\d-\d\dT.*\n {2}\S+g\.db\n {2}\S+g-access\.db\n$/);
  assert.equal(await stateOf(files.url), states.backup);
  assert.equal(await stateOf(join(moved, "g.db")), states.grown, "the way back");
  server = await startKillable(files.url, files.folder);
  try {
    const answer = await askForGames(server, files.key);
    assert.equal(answer.status, 200);
    assert.notEqual(answer.headers.get("etag"), etag);
    const { data } = (await answer.json()) as { data: unknown[] };
    assert.equal(data.length, 1);
  } finally {
    await server.kill();
  }
});

test("a restore makes the folder, and one file that is left is refused: it may be of another day", long, async () => {
  const { backup } = await fresh();
  const place = join(mkdtempSync(join(tmpdir(), "gradeline-empty-")), "deep", "other.db");
  await run(place, "restore", backup);
  assert.equal(await stateOf(place), states.backup);
  const access = place.replace(".db", "-access.db");
  assert.equal(statSync(access).mode & 0o777, 0o600);
  for (const left of [`${place}-wal`, access]) {
    for (const name of readdirSync(dirname(place))) rmSync(join(dirname(place), name));
    writeFileSync(left, "");
    await refused(place, ["restore", backup], new RegExp(`${left} is there: stop every server`));
    assert.deepEqual(readdirSync(dirname(place)).length, 1);
  }
  rmSync(dirname(dirname(place)), { recursive: true });
});

describe("a backup that is not as it was made", () => {
  const damages: readonly (readonly [string, (backup: string) => void, RegExp])[] = [
    [
      "one bit is another",
      (backup) => flipBit(join(backup, "gradeline-access.db")),
      /gradeline-access\.db has changed since/,
    ],
    ["a file was cut off", (backup) => cut(join(backup, "gradeline.db")), /gradeline\.db has \d+ bytes instead of \d+/],
    ["a file is missing", (backup) => rmSync(join(backup, "gradeline-access.db")), /gradeline-access\.db is missing/],
    ["there is no manifest", (backup) => rmSync(join(backup, "manifest.json")), /it has no manifest\.json/],
    ["the manifest was cut off", (backup) => cut(join(backup, "manifest.json")), /manifest\.json is not one that this/],
    [
      "a name leads out of it",
      (backup) => edit(backup, (text) => text.replace('"gradeline.db"', '"../gradeline.db"')),
      /manifest\.json is not one/,
    ],
    [
      "a later version made it",
      (backup) => edit(backup, (text) => text.replace('"0.2.0"\n', '"0.2.0", "9.9.9"\n')),
      /is of Gradeline \S+: a later version of Gradeline has migrated it \(9\.9\.9\)/,
    ],
    [
      "a version before 0.2.0 made it",
      (backup) => edit(backup, (text) => text.replace('"0.2.0"\n', '"0001-foundation"\n')),
      /a version of Gradeline before 0\.2\.0 made it, .* import its games again/,
    ],
  ];
  for (const [what, damage, says] of some(damages)) {
    test(`${what}: it is refused, and the database stays as it is`, async () => {
      const { url, backup, folder: data } = await fresh();
      damage(backup);
      const before = digestsIn(data);
      await refused(url, ["restore", backup], says);
      assert.deepEqual(digestsIn(data), before);
    });
  }

  test("a folder that is no backup, one that is missing, and a server's address are each told of", long, async () => {
    const { url, backup, folder: data } = await fresh();
    await refused(url, ["restore", data], /is no whole backup: it has no manifest/);
    await refused(url, ["restore", join(data, "missing")], /is no whole backup: it has no manifest/);
    await refused(
      "postgres://u:secret@127.0.0.1:1/db",
      ["restore", backup],
      /is a backup of files, and DATABASE_URL is a server$/m,
    );
  });

  function flipBit(path: string): void {
    const bytes = readFileSync(path);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  function cut(path: string): void {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 10));
  }
  function edit(backup: string, change: (text: string) => string): void {
    const path = join(backup, "manifest.json");
    const text = readFileSync(path, "utf8");
    assert.notEqual(change(text), text);
    writeFileSync(path, change(text));
  }
});

test("restored files belong to the owner of their folder", {
  ...long,
  ...skipIf(process.getuid?.() !== 0 && "only root gives files away"),
}, async () => {
  const files = await fresh();
  moveAway(files);
  const daemon = 1;
  chownSync(files.folder, daemon, daemon);
  await run(files.url, "restore", files.backup);
  for (const path of [files.facts, files.access])
    assert.deepEqual([statSync(path).uid, statSync(path).gid], [daemon, daemon]);
});

const kills = 8;

test(`${kills} kills of restore leave no archive or the whole one, and another brings it back`, long, async (t) => {
  const { folder, backup } = await fresh();
  const seen = { killed: 0, none: 0, whole: 0 };
  const undisturbed = await killedRestore(join(folder, "undisturbed"), backup, Number.POSITIVE_INFINITY);
  for (let attempt = 0; seen.killed < kills && attempt < kills * 5; attempt++) {
    const place = join(folder, `attempt-${attempt}`);
    // A fixed walk over the time of the work, so that a failure can be run again.
    const moment = ((attempt + 1) * 0.618034) % 1;
    const { url, isKilled } = await killedRestore(place, backup, moment * undisturbed.workMs);
    if (isKilled) seen.killed += 1;
    if (existsSync(url)) assert.equal(await stateOf(url), states.backup);
    seen[existsSync(url) ? "whole" : "none"] += 1;
    rmSync(place, { recursive: true });
    await run(url, "restore", backup);
    assert.equal(await stateOf(url), states.backup);
  }
  t.annotate(JSON.stringify(seen));
  assert.ok(seen.killed >= kills, "the kills must come while the work is under way");
});

async function killedRestore(place: string, backup: string, afterMs: number) {
  mkdirSync(place);
  const url = join(place, "g.db");
  return { url, ...(await killedCommand(url, ["restore", backup], () => readdirSync(place).length > 0, afterMs)) };
}

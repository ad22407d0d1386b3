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
import { join } from "node:path";
import { describe, test } from "vitest";
import { startKillable } from "../access/killable-server.ts";
import { refused, run } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { long, some } from "../support/volume.ts";
import { askForGames, digestsIn, freshPlaces, killedCommand, stateOf, states } from "./database-files.ts";

const fresh = freshPlaces();

/** Moves all files of a database to a folder beside them, which is returned. */
function moveAway(folder: string): string {
  const before = mkdtempSync(join(folder, "before-"));
  for (const name of readdirSync(folder).filter((each) => /^g(-access)?\.db/.test(each))) {
    renameSync(join(folder, name), join(before, name));
  }
  return before;
}

test("a restore brings back games, accounts and keys where nothing is, and callers' caches notice", async () => {
  const { url, folder, backup, key } = await fresh();
  async function games() {
    const server = await startKillable(url, folder);
    const answer = await askForGames(server, key).finally(() => server.kill());
    const { data } = (await answer.json()) as { data: unknown[] };
    return { status: answer.status, count: data.length, etag: answer.headers.get("etag") };
  }
  const grown = await games();
  const before = digestsIn(folder);
  const areThere = /g\.db, .*g-access\.db.* are there: stop every server and .* move them away/;
  await refused(url, ["restore", backup], areThere);
  assert.deepEqual(digestsIn(folder), before, "what was refused is as it was");
  const moved = moveAway(folder);
  const said = await run(url, "restore", backup);
  assert.match(said, /^restored \S+, revision 1 of \d{4}-\d\d-\d\dT.*\n {2}\S+g\.db\n {2}\S+g-access\.db\n$/);
  assert.equal(await stateOf(url), states.backup);
  assert.equal(await stateOf(join(moved, "g.db")), states.grown, "the way back");
  const restored = await games();
  assert.deepEqual([restored.status, restored.count], [200, 1]);
  assert.notEqual(restored.etag, grown.etag);
});

test("a restore makes the folder, and one file that is left is refused: it may be of another day", long, async () => {
  const { backup, folder: data } = await fresh();
  const folder = join(data, "deep", "er");
  const [place, access] = [join(folder, "other.db"), join(folder, "other-access.db")];
  await run(place, "restore", backup);
  assert.equal(await stateOf(place), states.backup);
  assert.equal(statSync(access).mode & 0o777, 0o600);
  for (const left of [`${place}-wal`, access]) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    writeFileSync(left, "");
    await refused(place, ["restore", backup], new RegExp(`${left} is there: stop every server`));
    assert.equal(readdirSync(folder).length, 1);
  }
});

describe("a backup that is not as it was made", () => {
  type Damage = (backup: string) => void;
  const remove = (name: string) => (backup: string) => rmSync(join(backup, name));
  const change = (name: string, changed: (bytes: Buffer) => Buffer | string): Damage => {
    return (backup) => {
      const before = readFileSync(join(backup, name));
      const after = Buffer.from(changed(Buffer.from(before)));
      assert.notDeepEqual(after, before);
      writeFileSync(join(backup, name), after);
    };
  };
  const flipBit = (name: string) =>
    change(name, (bytes) => {
      const middle = bytes.length >> 1;
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      return bytes;
    });
  const cut = (name: string) => change(name, (bytes) => bytes.subarray(0, -10));
  const edit = (from: string, to: string) => change("manifest.json", (bytes) => bytes.toString().replace(from, to));

  const damages: readonly (readonly [what: string, damage: Damage, says: RegExp])[] = [
    ["one bit is another", flipBit("gradeline-access.db"), /gradeline-access\.db has changed since/],
    ["a file was cut off", cut("gradeline.db"), /gradeline\.db has \d+ bytes instead of \d+/],
    ["a file is missing", remove("gradeline-access.db"), /gradeline-access\.db is missing/],
    ["there is no manifest", remove("manifest.json"), /it has no manifest\.json/],
    ["the manifest was cut off", cut("manifest.json"), /manifest\.json is not one that this/],
    ["a name leads out of it", edit('"gradeline.db"', '"../gradeline.db"'), /manifest\.json is not one/],
    [
      "a later version made it",
      edit('"0.2.0"\n', '"0.2.0", "9.9.9"\n'),
      /is of Gradeline \S+: a later version of Gradeline has migrated it \(9\.9\.9\)/,
    ],
    [
      "a version before 0.2.0 made it",
      edit('"0.2.0"\n', '"0001-foundation"\n'),
      /a version of Gradeline before 0\.2\.0 made it, .* import its games again/,
    ],
  ];
  for (const [what, damage, says] of some(damages)) {
    test(`${what}: it is refused, and the database stays as it is`, async () => {
      const { url, backup, folder } = await fresh();
      damage(backup);
      const before = digestsIn(folder);
      await refused(url, ["restore", backup], says);
      assert.deepEqual(digestsIn(folder), before);
    });
  }

  test("a folder that is no backup, one that is missing, and a server's address are each told of", long, async () => {
    const { url, backup, folder } = await fresh();
    for (const [database, from, says] of [
      [url, folder, /is no whole backup: it has no manifest/],
      [url, join(folder, "missing"), /is no whole backup: it has no manifest/],
      ["postgres://u:secret@127.0.0.1:1/db", backup, /is a backup of files, and DATABASE_URL is a server$/m],
    ] as const) {
      await refused(database, ["restore", from], says);
    }
  });
});

test("restored files belong to the owner of their folder", {
  ...long,
  ...skipIf(process.getuid?.() !== 0 && "only root gives files away"),
}, async () => {
  const { url, folder, backup, facts, access } = await fresh();
  moveAway(folder);
  const daemon = 1;
  chownSync(folder, daemon, daemon);
  await run(url, "restore", backup);
  for (const path of [facts, access]) assert.deepEqual([statSync(path).uid, statSync(path).gid], [daemon, daemon]);
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

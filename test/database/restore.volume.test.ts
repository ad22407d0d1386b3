// @module-tag volume
/** `gradeline restore`: brings a whole backup back, over nothing that is in use, and nothing but a whole one. */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "vitest";
import { startKillable } from "../access/killable-server.ts";
import { askForGames, digestsIn, freshPlaces, refused, run, stateOf, states } from "../support/database-files.ts";
import { skipIf } from "../support/skip-if.ts";
import { long, some } from "../support/volume.ts";

const fresh = freshPlaces();

test("a restore brings back games, accounts and keys, keeps what was there, and callers' caches notice", async () => {
  const files = await fresh();
  let server = await startKillable(files.url, files.folder);
  const etag = (await askForGames(server, files.key)).headers.get("etag");
  await server.kill();
  assert.equal(await stateOf(files.url), states.grown);
  const said = await run(files.url, "restore", files.backup);
  assert.match(
    said,
    /^restored \S+, revision 1 of \d{4}-\d\d-\d\dT.*\n {2}\S+g\.db\n {2}\S+g-access\.db\nthe files that were/,
  );
  assert.equal(await stateOf(files.url), states.backup);
  const kept = readdirSync(files.folder).filter((name) => /^g(-access)?\.db\.replaced-\d{8}T\d{6}Z$/.test(name));
  const ofRestores = (): string[] => readdirSync(files.folder).filter((name) => /\.(replaced|restor)/.test(name));
  const keptWithJournal = ofRestores();
  // The log of writes is moved into a file before it is replaced, so that the kept one is complete.
  const elsewhere = mkdtempSync(join(tmpdir(), "gradeline-replaced-"));
  for (const name of kept) {
    copyFileSync(join(files.folder, name), join(elsewhere, name.replace(/\.replaced-.*/, "")));
  }
  assert.deepEqual(readdirSync(elsewhere), ["g-access.db", "g.db"]);
  assert.equal(await stateOf(join(elsewhere, "g.db")), states.grown);
  rmSync(elsewhere, { recursive: true });

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
  await run(files.url, "restore", files.backup, "--force");
  assert.deepEqual(ofRestores(), keptWithJournal, "nothing of the work is left, and with --force no replaced file");
});

test("a restore into an empty place needs no file to be there before", long, async () => {
  const { backup } = await fresh();
  const place = join(mkdtempSync(join(tmpdir(), "gradeline-empty-")), "deep", "other.db");
  await run(place, "restore", backup);
  assert.equal(await stateOf(place), states.backup);
  assert.equal(statSync(place.replace(".db", "-access.db")).mode & 0o777, 0o600);
  rmSync(dirname(dirname(place)), { recursive: true });
});

test("files that any process has open are not replaced: a server's, a publish's, anybody's", long, async () => {
  const files = await fresh();
  const server = await startKillable(files.url, files.folder);
  try {
    await refused(files.url, ["restore", files.backup], /g\.db is in use: stop every server and command/);
    assert.equal((await askForGames(server, files.key)).status, 200);
    await run(files.url, "key", "list");
  } finally {
    await server.kill();
  }
  for (const [path, name] of [
    [files.facts, "g.db"],
    [files.access, "g-access.db"],
  ] as const) {
    // A program that is not ours, and only reads.
    const other = new DatabaseSync(path, { readOnly: true });
    other.prepare("select count(*) from sqlite_schema").get();
    await refused(files.url, ["restore", files.backup], new RegExp(`/${name} is in use`));
    other.close();
  }
  assert.equal(await stateOf(files.url), states.grown);
  assert.deepEqual(
    readdirSync(files.folder).filter((name) => /\.restor|replaced/.test(name)),
    [],
  );
  await run(files.url, "restore", files.backup);
  assert.equal(await stateOf(files.url), states.backup);
});

test("a damaged file that nobody has open is replaced", long, async () => {
  const files = await fresh();
  writeFileSync(files.facts, Buffer.alloc(statSync(files.facts).size, "no database "));
  await run(files.url, "restore", files.backup);
  assert.equal(await stateOf(files.url), states.backup);
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

test("restored files are read and written by the users who could before", {
  ...long,
  ...skipIf(process.getuid?.() !== 0 && "only root gives files away"),
}, async () => {
  const { url, facts, access, backup } = await fresh();
  const daemon = 1;
  for (const path of [facts, access]) {
    chmodSync(path, 0o640);
    chownSync(path, daemon, daemon);
  }
  await run(url, "restore", backup);
  for (const path of [facts, access]) {
    const { uid, gid, mode } = statSync(path);
    assert.deepEqual([uid, gid, mode & 0o777], [daemon, daemon, 0o640], basename(path));
  }
});

// @module-tag volume
/** Flipped bits anywhere in the file of an archive: an answer is the true one, or it is 503. */
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, test } from "vitest";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openAccess, openDatabase } from "../../src/database/engine.ts";
import { readPart } from "../../src/database/read-only.ts";
import { publish } from "../../src/publish/publish.ts";
import { PublishRefused } from "../../src/publish/publish-report.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { gradeline } from "../support/command.ts";
import { type Answers, type Asker, everyAnswer, everyUrl, openAsker } from "../support/every-answer.ts";
import { askOnce } from "../support/load.ts";
import { startServing } from "../support/serving-process.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { long, slowShare } from "../support/volume.ts";

const gamesPerSeason = 6;
const flips = slowShare(100);
/** SQLite's own, where nothing else is said. */
const pageBytes = 4096;
/** So many of the damaged files are published again. */
const mendings = slowShare(30);
/** So few bytes of the file say which tables there are that bits of them are flipped apart. */
const schemaFlips = slowShare(60);

const folder = mkdtempSync(join(tmpdir(), "gradeline-damage-"));
const whole = join(folder, "whole.db");
const damaged = join(folder, "damaged.db");
let asker: Asker;
let truth: Answers;
let bytes: Buffer;
/** The same without views, so that what is damaged of the values is refused. */
let bare: Buffer;

beforeAll(async () => {
  asker = await openAsker();
  const database = await openDatabase(whole);
  await publishSmallSample(database, gamesPerSeason);
  const shelf = await openShelf(database);
  truth = await everyAnswer(asker, shelf, everyUrl(shelf));
  await database.close();
  bytes = readFileSync(whole);
  const withoutViews = ownCopy("without-views.db");
  changeRows(
    withoutViews,
    `delete from release_pieces where sha256 in (select sha256 from release_views); ${noViews}; vacuum`,
  );
  bare = readFileSync(withoutViews);
});
afterAll(async () => {
  await asker?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A stream of whole numbers below 2^32 that is the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const noViews = "delete from release_views";

/** A fresh copy of a file, harmed. */
function harm(change: (copy: Buffer) => Buffer, of: Buffer): void {
  for (const end of ["-wal", "-shm"]) rmSync(damaged + end, { force: true });
  writeFileSync(damaged, change(Buffer.from(of)));
}

function flip(bit: number, of: Buffer): void {
  harm((copy) => {
    copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
    return copy;
  }, of);
}

async function outcomeOfDamaged(what: string, hasViews = false): Promise<Outcome> {
  const database = await openDamaged(what);
  if (database === null) return "no start";
  try {
    return await outcomeOf(database, what, hasViews);
  } finally {
    await database.close();
  }
}

function ownCopy(name: string): string {
  const path = join(folder, name);
  copyFileSync(whole, path);
  return path;
}

function changeRows(path: string, statement: string): void {
  const connection = new DatabaseSync(path);
  connection.exec(statement);
  connection.close();
}

type Outcome = "no start" | "all true" | "some refused";

/** What an archive answers: every answer must be the true one, or a 503 that says when to ask again. */
async function outcomeOf(database: Database, what: string, hasViews = false): Promise<Outcome> {
  const shelf = await openShelf(database).catch((error) => {
    assert.ok(error instanceof DatabaseError, `${what}: ${error?.stack}`);
    return null;
  });
  if (shelf === null) return "no start";
  let refused = 0;
  for (const [url, said] of await everyAnswer(asker, shelf, [...truth.keys()])) {
    if (said.status === 503) {
      refused++;
      assert.match(said.text, /"code":"unavailable"/);
      assert.ok(Number(said.retryAfter) > 0, what);
    } else {
      assert.deepEqual(said, truth.get(url), `${what}: ${url}`);
    }
  }
  // What is refused from the start is what the log names; a game's detail is only read when it is asked for.
  const isNamed = shelf.current.damages.length > 0;
  if (isNamed) assert.ok(refused > 0, `${what}: ${shelf.current.damages}`);
  // One bit leaves the view or the values of a season, and it is served of either. The file of a sport's teams is there once.
  const isOfTeams = isNamed && shelf.current.damages.every((each) => /^\w+ is damaged/.test(each));
  if (hasViews && refused > 0) assert.ok(isOfTeams, `${what}: ${shelf.current.damages}`);
  return refused > 0 ? "some refused" : "all true";
}

async function openDamaged(what: string): Promise<Database | null> {
  return openDatabase(damaged).catch((error) => {
    assert.ok(error instanceof DatabaseError, `${what}: ${error?.stack}`);
    return null;
  });
}

test("a file that is whole answers everything", async () => {
  copyFileSync(whole, damaged);
  const database = (await openDamaged("whole")) ?? assert.fail();
  assert.equal(await outcomeOf(database, "whole"), "all true");
  await database.close();
  for (const said of truth.values()) assert.equal(said.status, 200, said.text);
  assert.ok(truth.size > 150);
});

test(`${flips} single flipped bits: never a wrong row, a missing row or an untrue 404`, async () => {
  const random = randomNumbers(9);
  const outcomes: Record<Outcome, number> = { "no start": 0, "all true": 0, "some refused": 0 };
  for (let round = 0; round < flips; round++) {
    const hasViews = round % 2 === 1;
    const of = hasViews ? bytes : bare;
    const bit = random() % (of.length * 8);
    flip(bit, of);
    const what = `bit ${bit & 7} of byte ${bit >> 3} ${hasViews ? "with" : "without"} views`;
    outcomes[await outcomeOfDamaged(what, hasViews)]++;
  }
  // A part of the file are the values of games, and not all of each page is used.
  if (flips > 20) assert.ok(outcomes["some refused"] > flips / 20, JSON.stringify(outcomes));
  // One season of ten: most of what is left goes on being served.
  assert.ok(outcomes["no start"] <= Math.max(1, flips / 10), JSON.stringify(outcomes));
});

test(
  "whole pages lost, a file cut short, a file that ends in garbage: never anything but what is true",
  long,
  async () => {
    const random = randomNumbers(11);
    const pages = bare.length / pageBytes;
    const harmed: Outcome[] = [];
    for (let round = 0; round < 40; round++) {
      const page = random() % pages;
      const from = page * pageBytes;
      harm(
        (copy) =>
          round % 2 === 0 ? copy.fill(0, from, from + pageBytes) : copy.fill(`${round}`, from, from + pageBytes),
        bare,
      );
      harmed.push(await outcomeOfDamaged(`page ${page}`));
    }
    assert.ok(harmed.filter((outcome) => outcome === "some refused").length > 4, harmed.join());
    for (let round = 1; round < 10; round++) {
      const length = Math.floor((bare.length * round) / 10);
      harm((copy) => copy.subarray(0, length), bare);
      assert.notEqual(await outcomeOfDamaged(`cut to ${length} bytes`), "all true");
      harm((copy) => copy.fill("x", length), bare);
      assert.notEqual(await outcomeOfDamaged(`garbage from byte ${length}`), "all true");
    }
  },
);

/** Whether a damaged file that is published again was mended; false: nothing was to be mended, or could be. */
async function isMended(what: string): Promise<boolean> {
  const database = await openDamaged(what);
  if (database === null) return false;
  try {
    const before = await outcomeOf(database, what);
    const night = { all: true, acceptRemovals: false, publishedAt: "2026-01-02T00:00:00.000Z" };
    const report = await publish(database, night).catch((error) => {
      assert.ok(error instanceof DatabaseError || error instanceof PublishRefused, `${what}: ${error?.stack}`);
      return null;
    });
    const outcome = await outcomeOf(database, `${what}, published again`);
    if (report === null) return false;
    assert.equal(outcome, "all true", what);
    return before !== "all true";
  } finally {
    // Whoever opens the next file must not read it by what is known of this one.
    await database.close();
  }
}

test(
  `${mendings} single flipped bits: publishing everything again makes all true, or says what it cannot mend`,
  long,
  async () => {
    const random = randomNumbers(10);
    let mended = 0;
    for (let round = 0; round < mendings; round++) {
      const bit = random() % (bare.length * 8);
      flip(bit, bare);
      if (await isMended(`bit ${bit & 7} of byte ${bit >> 3}`)) mended++;
    }
    assert.ok(mended > mendings / 20, String(mended));
  },
);

/** Where the texts lie that made the tables and indexes, by which SQLite knows them. */
function schemaBytes(): number[] {
  const connection = new DatabaseSync(whole, { readOnly: true });
  const rows = connection.prepare("select sql from sqlite_schema where sql is not null").all();
  connection.close();
  return rows.flatMap(({ sql }) => {
    const text = Buffer.from(String(sql));
    const from = bytes.indexOf(text);
    return from === -1 ? [] : Array.from(text.keys(), (at) => from + at);
  });
}

test(
  `${schemaFlips} flipped bits in what says which tables there are: all is true, or it is said in a line`,
  long,
  async () => {
    const random = randomNumbers(12);
    const places = schemaBytes();
    assert.ok(places.length > 3_000, String(places.length));
    for (let round = 0; round < schemaFlips; round++) {
      const byte = places[random() % places.length] as number;
      const bit = byte * 8 + (random() & 7);
      flip(bit, bytes);
      const text = bytes.toString("latin1", byte - 20, byte + 20);
      await isMended(`bit ${bit & 7} of byte ${byte} in "${text}"`);
    }
  },
);

test(
  "a table that is not as it was made is named, to write and to read, and what others have added is no trouble",
  long,
  async () => {
    const added = ownCopy("added.db");
    changeRows(added, "create index of_others on published_games (digest); create table notes (text text)");
    await (await openDatabase(added)).close();
    await readPart(added, "facts", async () => {});

    const url = ownCopy("renamed.db");
    changeRows(url, "alter table published_games rename column digest to Digest");
    const named = {
      name: "DatabaseError",
      message: /it is damaged, its table published_games is not as it was made; restore a backup$/,
    };
    await assert.rejects(openDatabase(url), named);
    await assert.rejects(
      readPart(url, "facts", async () => assert.fail("was read")),
      named,
    );
    changeRows(url, "drop table ledger_resolutions; alter table published_games rename column Digest to digest");
    await assert.rejects(openDatabase(url), /its table ledger_resolutions is not there/);
  },
);

test("a server that starts on a damaged archive names it in its log, is ready, and serves the rest", async () => {
  const url = ownCopy("serving.db");
  changeRows(
    url,
    `delete from release_pieces where sha256 in (
      select json_extract(value, '$.files.quotes.sha256') from releases, json_each(releases.manifest, '$.seasons')
      where json_extract(value, '$.sport') = 'nhl' and json_extract(value, '$.season') = 2026); ${noViews}`,
  );
  const access = await openAccess(url);
  const { key } = await createKey(access, { email: "a@example.com", plan: "standard", now: new Date() });
  await access.close();
  const server = startServing({ DATABASE_URL: url, DATA_DIR: join(folder, "data") });
  try {
    const ask = async (path: string) => (await askOnce(`${await server.url}${path}`, { key })).status;
    assert.equal(await ask("/readyz"), 200);
    assert.deepEqual(
      [await ask("/v1/odds?sport=nhl&season=2026"), await ask("/v1/games?sport=nhl"), await ask("/v1/games?sport=nba")],
      [503, 503, 200],
    );
    const told = server
      .screen()
      .split("\n")
      .filter((line) => line.includes("nhl 2026 is damaged, and not served: the file "));
    assert.equal(told.length, 1);
    assert.equal(JSON.parse(told[0] ?? "").level, 50, "an error");
  } finally {
    await server.close();
  }
});

test("a server does not start where the archive does not say what it holds: it fails in one line", async () => {
  const url = ownCopy("lost.db");
  changeRows(url, "update releases set report = report || ' '");
  const { code, output, errors } = await gradeline(["serve"], { DATABASE_URL: url, PORT: "0" });
  assert.deepEqual([code, output], [1, ""]);
  assert.match(
    errors,
    /^gradeline: the release is damaged: the row of revision 1 does not match its checksum; gradeline check [^\n]*\n$/,
  );
});

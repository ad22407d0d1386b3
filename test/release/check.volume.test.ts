// @module-tag volume
/** `gradeline check`: it finds what is damaged and names it, on every engine, and writes nothing. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { checkDatabases } from "../../src/cli/check.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { type Ended, gradeline, serve } from "../support/command.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { asReader, letRead, letWrite, whyNoReader } from "../support/reader.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { long, someSlow } from "../support/volume.ts";

type Found = {
  readonly ok: boolean;
  readonly read: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly where: string; readonly what: string }[];
};

async function makeDatabases(url: string): Promise<void> {
  const database = await openDatabase(url);
  await publishSmallSample(database, 2);
  await database.close();
  const access = await openAccess(url);
  await createKey(access, { email: "reader@example.com", plan: "standard", now: new Date() });
  await access.close();
}

async function check(url: string): Promise<Found & Pick<Ended, "code">> {
  const { code, output, errors } = await runCommand(["check", "--json"], { DATABASE_URL: url });
  assert.equal(errors, "");
  return { ...(JSON.parse(output) as Found), code };
}

/** Changes rows behind the program's back. */
async function harm(place: string, statements: readonly string[]): Promise<void> {
  if (place.startsWith("postgres")) {
    const client = new Client({ connectionString: place });
    await client.connect();
    // References are checked by triggers, which a disk does not ask either.
    for (const statement of ["set session_replication_role = replica", ...statements]) await client.query(statement);
    await client.end();
    return;
  }
  const connection = new DatabaseSync(place);
  for (const statement of ["pragma foreign_keys = off", ...statements]) connection.exec(statement);
  connection.close();
}

const anyGame = "(select min(game_id) from published_games where sport = 'nba')";
const anyEvent = "(select min(event_id) from ledger_events)";

/** What is done to the rows, and what of it is found. */
const facts: readonly (readonly [statement: string, where: RegExp, what: RegExp])[] = [
  ["delete from release_pieces", /^(nfl|mlb) \d+$/, /^the file [0-9a-f]{12} is lost$/],
  ["delete from release_pieces", /^the file of the teams of nhl$/, /^the file [0-9a-f]{12} is lost$/],
  ["update release_files set bytes = 7", /^nba \d+$/, /^the row of the file [0-9a-f]{12} is not as it was written$/],
  ["update release_views set sha256 = 'x'", /^nba \d+$/, /^its view is lost$/],
  [
    "update release_views set sha256 = (select max(sha256) from release_views)",
    /^nba \d+$/,
    /^its view is that of another season$/,
  ],
  [
    `delete from published_games where game_id = ${anyGame}`,
    /^NBA-/,
    /^is published, and not in the table of published games$/,
  ],
  [
    `update published_games set digest = 'x' where game_id = ${anyGame}`,
    /^NBA-/,
    /^is not the game that the table of published games has$/,
  ],
  ["update published_games set season = 2007 where sport = 'nfl'", /^nfl 2007$/, /^has published games, and is not in/],
  ["update releases set is_sample = 0", /^revision 1$/, /^its row does not match the checksum$/],
  ["update releases set manifest = '{'", /^revision 1$/, /^its row does not match the checksum$/],
  ["delete from releases", /^revision 1$/, /^its changes are told, and its release is lost$/],
  ["update archive_summaries set body = '{}'", /^the log of changes$/, /gradeline publish --all begins it anew$/],
  ["delete from archive_identity", /^archive_identity$/, /one row/],
  [
    "update ledger_records set body = replace(body, '1', '2') where kind = 'game'",
    /^the game record mlb:/,
    /checksum$/,
  ],
  ["update ledger_records set checksum = null, body = 'x' where kind = 'venue'", /^the venue record /, /is no JSON/],
  ["update ledger_records set checksum = null", /^ledger_records$/, /^\d+ have no checksum yet/],
  [
    `update ledger_events set start_ms = 0 where event_id = ${anyEvent}`,
    /^the \w+ event .* of /,
    /not match its check/,
  ],
  ["update ledger_imports set report = '{'", /^import 1$/, /JSON/],
  [
    "update ledger_identities set game_id = 'x' where record_key like 'nfl%'",
    /^the identity of nfl:/,
    /no id of a game$/,
  ],
  ["delete from ledger_identities where record_key like 'nhl%'", /^NHL-/, /^is published, and no record has its id$/],
];

const access: readonly (readonly [statement: string, where: RegExp, what: RegExp])[] = [
  [
    "insert into period_uses values ('reader@example.com', 1, 5, 1)",
    /^the account reader@example\.com$/,
    /^has used 1 requests of a period from 5$/,
  ],
  ["update accounts set standing = 'paid'", /^the account /, /^has the standing "paid", which there is not$/],
  ["update accounts set plan = 'trial'", /^the account /, /^is active on the plan trial$/],
  ["update accounts set plan = 'gold'", /^the account /, /^has the plan "gold"/],
  ["update accounts set period_end_ms = period_start_ms", /^the account /, /^has a period that ends before it begins$/],
  ["update accounts set created_ms = 5", /^the account /, /^has times that are none/],
  ["update accounts set email = 'Reader'", /^the account Reader$/, /^has no address of the form/],
  ["update accounts set email = 'other@example.com'", /^the key gl_live_/, /is of the account .*, which there is not$/],
  ["update account_keys set secret_hash = 'x'", /^the key gl_live_/, /^has no SHA-256/],
  ["update account_keys set last_four = '****'", /^the key gl_live_/, /^does not end like a key$/],
  [
    "insert into account_days values ('reader@example.com', '2026-13-01', 4)",
    /^the account /,
    /^has 4 requests on the day "2026-13-01"$/,
  ],
  ["insert into billing_events values ('e', 't', 1, 1, null, '{')", /^the billing event e$/, /^is no JSON$/],
];

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let url: string;
    const folder = mkdtempSync(join(tmpdir(), "gradeline-check-"));

    beforeAll(async () => {
      engine = await startEngine(name);
      url = name === "sqlite" ? join(folder, "whole", "g.db") : await engine.freshUrl();
      await makeDatabases(url);
    });
    afterAll(async () => {
      await engine?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Databases of a test's own. */
    async function fresh(): Promise<{
      readonly url: string;
      readonly places: Readonly<Record<"facts" | "access", string>>;
    }> {
      if (name === "postgres") {
        const own = await engine.freshUrl();
        const copy = new URL(own).pathname.slice(1);
        const client = new Client({ connectionString: own.replace(/[^/]+$/, "postgres") });
        await client.connect();
        await client.query(`drop database ${copy}`);
        await client.query(`create database ${copy} template ${new URL(url).pathname.slice(1)}`);
        await client.end();
        return { url: own, places: { facts: own, access: own } };
      }
      const own = mkdtempSync(join(folder, "copy-"));
      cpSync(join(folder, "whole"), own, { recursive: true });
      return { url: join(own, "g.db"), places: { facts: join(own, "g.db"), access: join(own, "g-access.db") } };
    }

    test("of a database that is whole it says how much it has read, and that nothing is wrong", async () => {
      const { ok, code, problems, read } = await check(url);
      assert.deepEqual([ok, code, problems], [true, 0, []]);
      assert.deepEqual([read.games, read.seasons, read.accounts, read.keys, read.identities], [20, 10, 1, 1, 20]);
      assert.ok((read.captures ?? 0) > 1000);
      const { code: plainCode, output } = await runCommand(["check"], { DATABASE_URL: url });
      assert.equal(plainCode, 0);
      assert.match(output, /^nothing is wrong: .*10 seasons, 20 games, .*1 keys\n$/);
    });

    test("of one that is not it names what is wrong, says what can be done, and ends with 1", async () => {
      const own = await fresh();
      await harm(own.places.facts, ["update release_views set sha256 = 'x'"]);
      const { code, ok, problems } = await check(own.url);
      assert.deepEqual([code, ok, problems.length], [1, false, 10]);
      const plain = await runCommand(["check"], { DATABASE_URL: own.url });
      assert.deepEqual([plain.code, plain.errors], [1, ""]);
      assert.match(plain.output, /^mlb \d+: its view is lost\n.*gradeline publish --all/s);
    });

    for (const [part, harms] of Object.entries({
      facts,
      access,
    })) {
      for (const [statement, where, what] of someSlow(harms)) {
        test(`it finds: ${statement}`, async () => {
          const own = await fresh();
          await harm(own.places[part as "facts" | "access"], [statement]);
          const { problems } = await checkDatabases(own.url);
          const found = problems.some((problem) => where.test(problem.where) && what.test(problem.what));
          assert.ok(found, JSON.stringify(problems.slice(0, 5)));
        });
      }
    }
  });
}

describe("on sqlite, the files", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-check-files-"));
  const url = join(folder, "g.db");
  const files = [url, join(folder, "g-access.db")];
  const settings = { DATABASE_URL: url };

  beforeAll(() => makeDatabases(url));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Names and contents of all that is in the folder. */
  const contents = () =>
    readdirSync(folder).map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}`,
    );

  test("are as they were, also when the check is of a user who may not write", {
    ...skipIf(whyNoReader()),
    ...long,
  }, async () => {
    const before = contents();
    letRead(folder);
    try {
      const { code, output, errors } = await asReader(["check"], settings);
      assert.deepEqual([code, errors], [0, ""]);
      assert.match(output, /^nothing is wrong: /);
    } finally {
      letWrite(folder);
    }
    assert.deepEqual(contents(), before);
  });

  test("are checked beside a server that counts and answers", long, async () => {
    const access = await openAccess(url);
    const { key } = await createKey(access, {
      email: "busy@example.com",
      plan: "standard",
      requestsPerMinute: 100_000,
      now: new Date(),
    });
    await access.close();
    const server = await serve([], settings);
    const stop = new AbortController();
    const asking = (async () => {
      let answered = 0;
      while (!stop.signal.aborted) {
        const { status } = await fetch(`${server.url}/v1/sports`, { headers: { "x-api-key": key } });
        assert.equal(status, 200);
        answered++;
      }
      return answered;
    })();
    // In a process of its own, so that callers are asked for meanwhile.
    for (let round = 0; round < 3; round++) {
      const { output } = await gradeline(["check", "--json"], settings);
      assert.deepEqual(JSON.parse(output).problems, []);
    }
    stop.abort();
    assert.ok((await asking) > 3);
    assert.equal(await server.stop(), 0);
  });

  test("with a flipped bit: what a server would refuse is found, and no check ends in a stack", long, async () => {
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let found = 0;
    for (let round = 0; round < 24; round++) {
      const file = files[round % 4 === 3 ? 1 : 0] as string;
      const whole = readFileSync(file);
      const copy = Buffer.from(whole);
      const byte = random(copy.length);
      copy[byte] = (copy[byte] as number) ^ (1 << random(8));
      writeFileSync(file, copy);
      const { code, output, errors } = await runCommand(["check"], settings);
      const what = `byte ${byte} of ${file}`;
      assert.equal(errors, "", what);
      assert.doesNotMatch(output, /^\s+at /m, what);
      assert.ok(code === 0 || code === 1, what);
      if (code === 1) found++;
      else if (file === url) {
        const database = await openDatabase(url);
        assert.deepEqual((await openShelf(database)).current.damages, [], what);
        await database.close();
      }
      writeFileSync(file, whole);
    }
    assert.ok(found > 8, String(found));
  });

  test("that are no databases are told of, and the other one is checked all the same", async () => {
    const whole = readFileSync(url);
    writeFileSync(url, "no database, but a text that is long enough to be looked at as if it were one");
    try {
      const { code, problems, read } = await check(url);
      assert.equal(code, 1);
      assert.ok((read.accounts ?? 0) > 0);
      assert.match(
        problems.map(({ where, what }) => `${where}: ${what}`).join("\n"),
        /^the archive and the ledger: .*not a database$/,
      );
    } finally {
      writeFileSync(url, whole);
    }
  });
});

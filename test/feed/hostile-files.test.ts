/**
 * Files that would fill the memory, never end, or are no files: each ends the import in one line on standard error and
 * exit code 1, soon, in little memory, and leaves the ledger as it was.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { fileBounds, readInputs, readLines } from "../../src/feed/files.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { measured } from "../bench/measured-command.ts";
import { contentsOf } from "../database/ask-database.ts";
import { testFolder } from "../support/folders.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

const folder = testFolder("hostile");
const settings = { DATABASE_URL: join(folder, "g.db") };

/** The machine may be busy; a hang lasts longer than any of this. */
const mostMs = 90_000;
/** A process that does nothing takes 100 MB. */
const mostMb = 600;

const canonical = (file: string) => ["import", "canonical", file];
const odds = (file: string) => ["import", "the-odds-api", "--sport", "nfl", file];
const nflverse = (file: string) => ["import", "nflverse", "--games", file];

const goodLine = `${writeCanonicalLine(gameRecord({ game_id: "another" }))}\n`;

function put(name: string, ...parts: readonly (string | Uint8Array)[]): string {
  const file = join(folder, name);
  writeFileSync(file, "");
  for (const part of parts) appendFileSync(file, part);
  return file;
}

/** A file of that size which takes no room on the disk: it goes on with NUL characters. */
function sparse(name: string, beginning: string, bytes: number): string {
  const file = put(name, beginning);
  const handle = openSync(file, "r+");
  ftruncateSync(handle, bytes);
  closeSync(handle);
  return file;
}

/** Gzip of `times` times a megabyte of the same characters, as many members. */
function bomb(name: string, character: string, times: number, beginning = ""): string {
  const member = gzipSync(character.repeat(1 << 20), { level: 9 });
  return put(name, gzipSync(beginning), ...Array.from({ length: times }, () => member));
}

/** A failed import leaves a report, and nothing else. */
const ledgerRows = async () => (await contentsOf(settings.DATABASE_URL)).filter((row) => row.startsWith("ledger_"));

let untouched: readonly string[];

beforeAll(async () => {
  const database = await openDatabase(settings.DATABASE_URL);
  await importItems(database, items(gameRecord(), quoteRecord()), "2026-01-01T00:00:00Z");
  await database.close();
  untouched = await ledgerRows();
  assert.ok(untouched.length >= 3);
});

async function stops(arguments_: readonly string[], says: RegExp): Promise<void> {
  const { code, output, errors, peakMb } = await measured(arguments_, settings, mostMs);
  assert.deepEqual([code, output], [1, ""], errors.slice(0, 500));
  assert.match(errors, says);
  assert.match(errors, /^gradeline: [^\p{Cc}]{1,1500}\n$/u, "one short line");
  assert.ok(peakMb > 10 && peakMb < mostMb, `${peakMb} MB were taken`);
  assert.deepEqual(await ledgerRows(), untouched);
}

test("3 MB that unpack to 3 GB are refused in little memory, whoever reads them", async () => {
  const file = bomb("bomb.gz", " ", 3000);
  await stops(odds(file), /bomb\.gz: unpacks to more than 64 MiB$/m);
  await stops(nflverse(file), /bomb\.gz: unpacks to more than 64 MiB$/m);
  await stops(canonical(file), /bomb\.gz: line 1 is longer than 1,048,576 characters$/m);
});

test("a canonical file of short lines is refused once it unpacks to 200 times its size", long, async () => {
  await stops(canonical(bomb("lines.ndjson.gz", "\n", 200, goodLine)), /unpacks to more than 200 times its size$/m);
});

test("several members are one text, zeros behind them are filling, anything else is damage", long, async () => {
  const [game, quote] = [gameRecord({ game_id: "m" }), quoteRecord({ event_id: "m" })].map(writeCanonicalLine);
  const members = [gzipSync(`${game}\n`), gzipSync(quote ?? "")];
  const linesOf = async (file: string) => (await Array.fromAsync(readLines(file))).flat();
  assert.deepEqual(await linesOf(put("members.ndjson.gz", ...members)), [game, quote]);
  assert.deepEqual(await linesOf(put("filled.ndjson.gz", ...members, new Uint8Array(512))), [game, quote]);
  await stops(canonical(put("garbage.ndjson.gz", ...members, "garbage")), /is a damaged gzip file$/m);
  await stops(odds(put("garbage.json.gz", gzipSync("[]"), "garbage")), /is a damaged gzip file$/m);
});

describe("what is no file is refused at once", skipIf(process.platform === "win32" && "no such files there"), () => {
  test("a pipe, a link to a pipe, a device, a socket, a folder", long, async () => {
    const pipe = join(folder, "pipe.json");
    assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
    symlinkSync(pipe, join(folder, "link.json"));
    const socket = join(folder, "socket.json");
    const server = createServer().listen(socket);
    try {
      for (const command of [odds, canonical, nflverse]) {
        await stops(command(pipe), /pipe\.json: is a pipe \(FIFO\), not a file$/m);
        await stops(command(join(folder, "link.json")), /link\.json: is a pipe \(FIFO\), not a file$/m);
        await stops(command("/dev/zero"), /^gradeline: \/dev\/zero: is a device, not a file$/m);
        await stops(command(socket), /socket\.json: is a socket, not a file$/m);
      }
    } finally {
      server.close();
    }
    await stops(nflverse(folder), /: is a folder, not a file$/m);
  });

  test("a pipe inside a folder is named, not waited for and not passed over", async () => {
    const inside = join(folder, "with-pipe");
    mkdirSync(inside);
    writeFileSync(join(inside, "a.json"), "[]");
    assert.equal(spawnSync("mkfifo", [join(inside, "b.json")]).status, 0);
    await stops(odds(inside), /with-pipe\/b\.json: is a pipe \(FIFO\), not a file$/m);
  });
});

test("a line of 1 GB is refused with its number, in bounded memory", long, async () => {
  const file = sparse("long.ndjson", goodLine.repeat(2), 1 << 30);
  await stops(canonical(file), /long\.ndjson: line 3 is longer than 1,048,576 characters$/m);
});

test("JSON or CSV of more than 64 MiB is refused before it is read", long, async () => {
  await stops(odds(sparse("large.json", "[", 1 << 30)), /large\.json: is larger than 64 MiB$/m);
  await stops(nflverse(sparse("large.csv", "a,b\n", 1 << 30)), /large\.csv: is larger than 64 MiB$/m);
});

test("JSON that is cut off inside a string of 60 MB says so, without a stack", long, async () => {
  const beginning = '[{"id": "e1",\n  "a": "';
  await stops(odds(put("cut.json", beginning, "x".repeat(60_000_000))), /is not JSON: it is cut off: .*$/m);
});

test("a million brackets, closed or not, and as many objects are refused in words", long, async () => {
  await stops(odds(put("open.json", "[".repeat(1_000_000))), /is not JSON: it is cut off: /m);
  const says = /is not an answer of The Odds API: event 1 has no sport_key$/m;
  await stops(odds(put("closed.json", "[".repeat(1_000_000), "]".repeat(1_000_000))), says);
  await stops(odds(put("objects.json", '{"a":'.repeat(1_000_000))), /is not JSON: it is cut off: /m);
  await stops(canonical(put("deep.ndjson", "[".repeat(1_000_000))), /is not a canonical feed: line 1/);
});

test("text that becomes millions of empty objects is refused by their number", long, async () => {
  const file = put("objects-flat.json", "[", "{},".repeat(20_000_000), "{}]");
  await stops(odds(file), /holds more than 5,000,000 lists and objects$/m);
});

test("an error of the provider that is as long as the file is shortened", long, async () => {
  const file = put("error.json", JSON.stringify({ message: "no ".repeat(5_000_000), error_code: "X" }));
  await stops(odds(file), /is an error of the provider, not data: no no .*…$/m);
});

test("CSV with a field of 60 MB, a quotation mark never closed, or millions of cells or rows", long, async () => {
  const says = /is not CSV: Max Record Size: record exceed the maximum number of tolerated bytes of 1048576 at line/;
  await stops(nflverse(put("field.csv", "a,b\n", "x".repeat(60_000_000), ",y\n")), says);
  await stops(nflverse(put("quote.csv", 'a,b\n"', "xy\n".repeat(20_000_000))), says);
  await stops(nflverse(put("unclosed.csv", 'a,b\n"x,y\n')), /is not CSV: Quote Not Closed/);
  await stops(nflverse(put("cells.csv", "a,b\n", ",".repeat(60_000_000))), /holds more than 5,000,000 cells$/m);
  await stops(nflverse(put("rows.csv", "a\n", "x\n".repeat(1_000_000))), /holds more than 200,000 rows$/m);
});

test("names of a megabyte are refused as they are, and are not compared with every team", long, async () => {
  const long = "x".repeat(1_000_000);
  const event = { id: "e1", sport_key: "americanfootball_nfl", commence_time: "2025-09-05T00:20:00Z" };
  const market = { key: "h2h", last_update: "2025-09-04T12:00:00Z", outcomes: [] };
  const bookmakers = [{ key: long, markets: [market] }];
  const teams = { home_team: "Philadelphia Eagles", away_team: "Dallas Cowboys" };
  const events = [
    { ...event, ...teams, home_team: long, bookmakers },
    { ...event, ...teams, bookmakers },
    { ...event, ...teams, id: long, bookmakers },
    { ...event, ...teams, commence_time: long, bookmakers },
  ];
  const { code, output } = await measured(odds(put("names.json", JSON.stringify(events))), settings, mostMs);
  assert.equal(code, 0);
  assert.match(output, /refused +4\n/);
  assert.match(output, /text +a text that is too long.* 3 /);
  for (const line of output.split("\n")) assert.ok(line.length < 1200, `a line of ${line.length} characters`);
  assert.deepEqual(await ledgerRows(), untouched);
});

test("a file that grows or shrinks while it is read is refused, and one that vanishes is named", async () => {
  const many = goodLine.repeat(8_000);
  for (const change of [
    (file: string) => appendFileSync(file, goodLine),
    (file: string) => truncateSync(file, Math.ceil(many.length / 2)),
  ]) {
    const lines = readLines(put("changing.ndjson", many));
    assert.equal((await lines.next()).done, false);
    change(join(folder, "changing.ndjson"));
    await assert.rejects(Array.fromAsync(lines), (error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /changing\.ndjson: changed while it was read; import it when it is whole$/);
      return true;
    });
  }
  const paths = [put("first.json", "[]"), put("second.json", "[]")];
  const inputs = readInputs(paths, [".json"]);
  assert.equal(inputs.next().done, false);
  rmSync(join(folder, "second.json"));
  assert.throws(() => inputs.next(), /second\.json: does not exist$/);
});

test("paths that are empty, too long or hold what steers a terminal are one line too", long, async () => {
  await stops(odds(""), /^gradeline: "": is no path$/m);
  await stops(nflverse(""), /^gradeline: .*: does not exist$/m);
  await stops(canonical(`/${"x".repeat(5_000)}`.slice(0, 1_000)), /: cannot be read \(ENAMETOOLONG\)$/m);
  await stops(odds(join(folder, "no\u001b[2J\nsuch.json")), /no\ufffd\[2J\ufffdsuch\.json: does not exist$/m);
});

test("the bounds leave room for every file that a provider has sent so far", () => {
  // The largest answer is 3.7 MB, the longest canonical line below 1 KB.
  assert.ok(fileBounds.textBytes >= 10 * 3_744_659);
  assert.ok(fileBounds.lineCharacters >= 100 * goodLine.length);
});

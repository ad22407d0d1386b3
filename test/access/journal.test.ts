/** The journal of requests on SQLite: what a killed process, a full disk or another file leaves in it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
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
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { checkAccess } from "../../src/access/check.ts";
import { copyAccounts } from "../../src/access/counting/copy-accounts.ts";
import type { Counter } from "../../src/access/counting/counter.ts";
import { entryBytes } from "../../src/access/counting/journal-entries.ts";
import { Again } from "../../src/access/counting/moments.ts";
import { realRuntime } from "../../src/access/counting/runtime.ts";
import { sqliteCounter } from "../../src/access/counting/sqlite-counter.ts";
import { listKeys } from "../../src/access/keys/account-keys.ts";
import { hashKey } from "../../src/access/keys/keys.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { openDirect } from "../../src/database/direct.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { readPart } from "../../src/database/read-only.ts";

const root = mkdtempSync(join(tmpdir(), "gradeline-journal-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const email = "journal@example.com";
const noon = new Date(Date.UTC(2026, 10, 21, 12));
let count = 0;

type Place = { readonly url: string; readonly access: Database; readonly journal: string; readonly hash: string };

async function fresh(): Promise<Place> {
  const url = join(root, `${++count}.db`);
  const access = await openAccess(url);
  const { key } = await createKey(access, { email, requestsPerMinute: 1000, requestsPerMonth: 900, now: noon });
  return { url, access, journal: `${access.url}-counts`, hash: hashKey(key) };
}

/** A process that is killed sooner or later: its clock stands still, and nothing wakes it to fold. */
const doomed = { ...realRuntime, nowMs: () => noon.getTime(), sleep: () => new Promise<void>(() => {}) };

/** The first take folds, as the first of every second does; what comes then is in the journal alone. */
async function startDoomed({ access, hash }: Place): Promise<Counter> {
  const counter = sqliteCounter(openDirect(access), doomed);
  await counter.take([hash]);
  return counter;
}

const used = async (access: Database) => (await readAccount(access, email, noon))?.requestsUsed;

async function takeOne(counter: Counter, hash: string): Promise<number> {
  const [taken] = await counter.take([hash]);
  assert.ok(taken !== undefined && !(taken instanceof Again) && taken.outcome === "taken");
  return taken.counts.used;
}

/** What is in the accounts' row and the table, without the journal. */
function inTables({ access }: Place): Promise<number | undefined> {
  return used({ ...access, url: ":memory:" });
}

test("requests are in the journal before they are answered, and the file of accounts is not written for them", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  const before = readFileSync(`${place.access.url}-wal`);
  for (let request = 0; request < 5; request++) await counter.take([place.hash, place.hash]);
  assert.ok(readFileSync(`${place.access.url}-wal`).equals(before));
  assert.equal(statSync(place.journal).size, 6 * entryBytes);
  assert.equal(statSync(place.journal).mode & 0o777, 0o600);
  assert.equal(await inTables(place), 1);
  assert.equal(await used(place.access), 11);
  await place.access.close();
});

test("what a killed process has left in the journal is there for who reads, who changes and who goes on counting", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  for (let request = 0; request < 4; request++) await counter.take([place.hash]);

  const atFirst = await readPart(place.url, "access", async (reading) => {
    const usage = await usageOf(reading, email, noon);
    const [key] = await listKeys(reading, email);
    const findings = new Findings();
    await checkAccess(reading, findings);
    return [
      usage?.account.requestsUsed,
      usage?.thisMinute,
      usage?.days.at(-1)?.requests,
      key?.lastUsedMs,
      findings.problems,
    ];
  });
  assert.deepEqual(atFirst, [5, 5, 5, noon.getTime(), []]);
  assert.equal(await inTables(place), 1, "who may only read has moved nothing");

  const changed = await setAccount(place.access, email, { requestsPerMonth: 800 }, noon);
  assert.equal(changed.requestsUsed, 5);
  assert.equal(await inTables(place), 5);

  const next = await startDoomed(place);
  assert.equal(await takeOne(next, place.hash), 7);
  assert.equal(await used(place.access), 7);
  await place.access.close();
});

test("a process that is killed between folding and clearing the journal counts nothing twice", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  for (let request = 0; request < 4; request++) await counter.take([place.hash]);
  const full = readFileSync(place.journal);
  await counter.close();
  assert.equal(statSync(place.journal).size, entryBytes, "a process that ends in good order leaves no entries");
  assert.equal(await inTables(place), 5);

  writeFileSync(place.journal, full);
  const next = await startDoomed(place);
  assert.equal(await takeOne(next, place.hash), 7);
  assert.equal(await used(place.access), 7);
  await place.access.close();
});

test("an entry that was only written in part is passed over, and what comes after it is not", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  for (let request = 0; request < 3; request++) await counter.take([place.hash]);
  const whole = readFileSync(place.journal);
  for (const part of [whole.subarray(-entryBytes, -20), Buffer.alloc(entryBytes), Buffer.alloc(entryBytes * 3 + 7)]) {
    const before = await used(place.access);
    appendFileSync(place.journal, part);
    assert.equal(await used(place.access), before);
    // The process that runs finds it too, and takes it away before it appends.
    assert.equal(await takeOne(counter, place.hash), (before ?? 0) + 1);
    assert.equal(await used(place.access), (before ?? 0) + 1);
  }
  await place.access.close();
});

test("a damaged entry in the middle is told of by the check, and costs no other entry", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  for (let request = 0; request < 3; request++) await counter.take([place.hash]);
  const bytes = readFileSync(place.journal);
  bytes[entryBytes * 2 + 30] = (bytes[entryBytes * 2 + 30] ?? 0) ^ 1;
  writeFileSync(place.journal, bytes);
  const problems = await readPart(place.url, "access", async (reading) => {
    const findings = new Findings();
    await checkAccess(reading, findings);
    return findings.problems;
  });
  assert.deepEqual(problems, [{ where: "the journal of requests", what: "has 1 damaged entries" }]);
  assert.equal(await used(place.access), 3);
  await place.access.close();
});

test("the journal of another file is set aside, and nothing of it is counted", async () => {
  const [place, other] = [await fresh(), await fresh()];
  const counter = await startDoomed(other);
  for (let request = 0; request < 4; request++) await counter.take([other.hash]);
  copyFileSync(other.journal, place.journal);
  assert.equal(await used(place.access), 0);
  const own = await startDoomed(place);
  assert.equal(await takeOne(own, place.hash), 2);
  const aside = readdirSync(dirname(place.journal)).filter((name) =>
    name.startsWith(`${basename(place.journal)}.foreign-`),
  );
  assert.equal(aside.length, 1);
  assert.ok(readFileSync(join(root, aside[0] ?? "")).equals(readFileSync(other.journal)));
  await place.access.close();
  await other.access.close();
});

test("a copy has what is in the journal alone, and a journal of before is not added to it again", async () => {
  const place = await fresh();
  const counter = await startDoomed(place);
  for (let request = 0; request < 4; request++) await counter.take([place.hash]);
  const target = join(root, "copy.db");
  await copyAccounts(place.url, target, join(root, "copy-access.db"));
  assert.equal(await inTables(place), 1, "copying changes nothing");
  const copy = await openAccess(target);
  assert.equal(await used(copy), 5);
  for (let request = 0; request < 4; request++) await counter.take([place.hash]);
  copyFileSync(place.journal, `${copy.url}-counts`);
  const onCopy = sqliteCounter(openDirect(copy), doomed);
  assert.equal(await takeOne(onCopy, place.hash), 6);
  assert.equal(await used(copy), 6);
  await copy.close();
  await place.access.close();
});

test("when no more requests come, the last ones are in the rows a moment later", async () => {
  const place = await fresh();
  const counter = sqliteCounter(openDirect(place.access), { ...realRuntime, nowMs: () => noon.getTime() });
  for (let request = 0; request < 5; request++) await counter.take([place.hash]);
  assert.equal(await inTables(place), 1);
  const giveUp = AbortSignal.timeout(20_000);
  while ((await inTables(place)) !== 5 || statSync(place.journal).size !== entryBytes) {
    assert.ok(!giveUp.aborted, "they are folded");
    await sleep(50);
  }
  await counter.close();
  await place.access.close();
});

test("several processes on one file know of each other's requests at once", async () => {
  const place = await fresh();
  const counters = [await startDoomed(place), await startDoomed(place), await startDoomed(place)];
  let expected = 3;
  for (let round = 0; round < 40; round++) {
    const counter = counters[(round * 7) % 3] as Counter;
    assert.equal(await takeOne(counter, place.hash), ++expected);
    if (round % 11 === 5) await setAccount(place.access, email, { requestsPerMonth: 900 - round }, noon);
    if (round % 13 === 7) {
      await counters[round % 3]?.close();
      counters[round % 3] = await startDoomed(place);
      expected++;
    }
  }
  assert.equal(await used(place.access), expected);
  await place.access.close();
});

/** Counts five keys at a time until the disk is full, and prints how many requests were granted. */
const filling = `
const [url, ...keys] = process.argv.slice(1);
const { openAccess } = await import("./src/database/engine.ts");
const { openGate } = await import("./src/access/gate.ts");
const { realRuntime } = await import("./src/access/counting/runtime.ts");
const access = await openAccess(url);
const nowMs = Date.now();
// Nothing is folded after the first request: that is what a sleep of a second is for.
const sleep = (delayMs, signal) => (delayMs < 1000 ? realRuntime.sleep(delayMs, signal) : new Promise(() => {}));
const gate = openGate(access, { ...realRuntime, nowMs: () => nowMs, sleep });
let granted = 0;
let refused = 0;
while (refused < 12) {
  const asked = await Promise.all(keys.map((key) => gate.admit({ authorization: undefined, apiKey: key, address: "::1" })));
  granted += asked.filter(({ ok }) => ok).length;
  refused += asked.filter(({ code }) => code === "unavailable").length;
}
console.log(JSON.stringify({ granted, refused }));
process.kill(process.pid, "SIGKILL");
`;

test("on a full disk requests are refused and not counted, also those of which a part could be written", async () => {
  const url = join(root, "full.db");
  const access = await openAccess(url);
  const emails = Array.from({ length: 5 }, (_, index) => `full${index}@example.com`);
  const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000, now: new Date() };
  const keys: string[] = [];
  for (const each of emails) keys.push((await createKey(access, { email: each, ...limits })).key);
  await access.close();
  // The system refuses to make a file longer than this many kilobytes, in the middle of a write.
  const child = spawn(
    "bash",
    [
      "-c",
      `trap '' XFSZ; ulimit -f 900; exec "$0" --input-type=module -e "$1" -- "\${@:2}"`,
      process.execPath,
      filling,
      url,
      ...keys,
    ],
    { cwd: join(import.meta.dirname, "..", ".."), stdio: ["ignore", "pipe", "pipe"] },
  );
  let screen = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    screen += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  assert.match(screen, /granted/, errors);
  const { granted } = JSON.parse(screen) as { readonly granted: number };
  assert.ok(granted > 10_000, `${granted} were granted`);
  assert.notEqual((900 * 1024 - entryBytes) % (5 * entryBytes), 0, "the last batch fits in part");
  const again = await openAccess(url);
  const counted = await Promise.all(
    emails.map(async (each) => (await readAccount(again, each, new Date()))?.requestsUsed),
  );
  assert.equal(
    counted.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    granted,
  );
  await again.close();
});

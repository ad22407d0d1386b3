/** How it went: every import and every publish leaves a report, what is missing is told, and corrections are kept. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { openDatabase, tablesOf, writeTransaction } from "../../src/database/engine.ts";
import { hourMs } from "../../src/domain/times.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import {
  mostExampleBytes,
  mostExamplesOfName,
  mostReports,
  ReportFindings,
  type ReportTables,
  writeReport,
} from "../../src/ledger/reports.ts";
import { readCorrections } from "../../src/operate/corrections.ts";
import { readExamples, readReports } from "../../src/operate/reports.ts";
import { readStatus } from "../../src/operate/status/status.ts";
import { PublishRefused } from "../../src/publish/findings.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { Nights } from "../support/nights.ts";
import { toldOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { refused, run } from "../support/run-command.ts";
import { publishItems } from "../support/sample.ts";

const at = "2026-01-01T12:00:00.000Z";
const nextDay = "2026-01-02T12:00:00.000Z";
const thirdDay = "2026-01-03T12:00:00.000Z";
const bostonGame = "NBA-20250110-NYK-BOS";
const calledOff = gameRecord({ status: "cancelled", home_score: null, away_score: null, line_score: null });

const folder = testFolder("reports");

function refusals(count: number): FeedItem[] {
  return Array.from({ length: count }, (_, index) => ({
    refusal: { reason: "unknown-team", file: "f.json", record: `game ${index}`, field: "home", detail: '"XYZ"' },
  }));
}

onEachEngine((databases) => {
  const nights = new Nights(databases, at);
  const { take, publish } = nights;
  async function fresh(...records: readonly FeedRecord[]): Promise<void> {
    await nights.fresh();
    if (records.length > 0) await take(...records);
  }
  const night = (publishedAt: string, changes: { all?: boolean; acceptRemovals?: boolean } = {}) =>
    publish({ publishedAt, ...changes });
  const reports = () => readReports(nights.database.kysely, {});
  const statusAt = (time: string) => readStatus(nights.database, Date.parse(time));
  const corrections = (since: string | null = null) => readCorrections(nights.database.kysely, since, 10);

  test("the report of an import has every refusal in words, and an exact count where there are more than are kept", async () => {
    await fresh();
    const refused = mostExamplesOfName + 5;
    const taken = [...items(gameRecord()), ...refusals(refused)];
    const imported = await importItems(nights.database, taken, at, { source: "import espn" });
    const [{ durationMs, ...report } = assert.fail()] = await reports();
    assert.ok(durationMs >= 0);
    assert.deepEqual(report, {
      reportId: imported.reportId,
      kind: "import",
      source: "import espn",
      providers: ["canonical"],
      at,
      outcome: "changed",
      error: null,
      figures: { read: refused + 1, accepted: 1, unchanged: 0, refused },
      findings: [{ name: "unknown-team", count: refused, example: 'f.json, game 0, field home: "XYZ"' }],
    });
    const examples = (await readExamples(nights.database.kysely, imported.reportId)).get("unknown-team") ?? [];
    assert.equal(examples.length, mostExamplesOfName);
    assert.equal(examples.at(-1), `f.json, game ${mostExamplesOfName - 1}, field home: "XYZ"`);
  });

  test("an import that changed nothing has a report, and one that failed has one with the reason", async () => {
    await fresh(gameRecord());
    await take(gameRecord());
    const failing = function* (): Generator<FeedItem> {
      yield* items(gameRecord({ game_id: "g2" }));
      throw new InputError("bad.json", "is not JSON");
    };
    await assert.rejects(importItems(nights.database, failing(), at), InputError);
    const found = (await reports()).map(({ outcome, error, figures }) => [outcome, error, figures.read]);
    assert.deepEqual(found, [
      ["failed", "bad.json: is not JSON", 1],
      ["unchanged", null, 1],
      ["changed", null, 1],
    ]);
  });

  test("every publish has a report, also one that finds nothing to do and one that is refused", async () => {
    await fresh(gameRecord(), quoteRecord());
    await publish();
    await night(nextDay);
    await take(calledOff);
    await assert.rejects(night(thirdDay), PublishRefused);
    const found = (await reports()).filter(({ kind }) => kind === "publish");
    assert.deepEqual(
      found.map(({ at: time, outcome }) => [time.slice(0, 10), outcome]),
      [
        ["2026-01-03", "refused"],
        ["2026-01-02", "unchanged"],
        ["2026-01-01", "changed"],
      ],
    );
    assert.match(found[0]?.findings[0]?.example ?? "", new RegExp(`^${bostonGame}: published before`));
    assert.match((await statusAt("2026-01-03T12:01:00Z")).overdue[0]?.why ?? "", /the last publish refused/);
    await night("2026-01-03T13:00:00.000Z", { acceptRemovals: true });
    assert.deepEqual((await statusAt("2026-01-03T13:01:00Z")).overdue, []);
  });

  test("the oldest reports go when there are too many, and examples before them", async () => {
    await fresh();
    const tables = tablesOf<ReportTables>(nights.database.kysely);
    const one = { kind: "publish", source: "publish", at, outcome: "unchanged" } as const;
    const body = JSON.stringify({ figures: {}, findings: [], error: null });
    const rows = Array.from({ length: mostReports.publish + 10 }, (_, index) => {
      return { report_id: index + 1, ...one, providers: "", duration_ms: 1, body };
    });
    for (let from = 0; from < rows.length; from += 500) {
      await tables
        .insertInto("reports")
        .values(rows.slice(from, from + 500))
        .execute();
    }
    const half = Math.ceil(mostExampleBytes / 2);
    for (const id of [2000, 2001, 2002]) {
      const row = { report_id: id, name: "held", size_bytes: half, examples: new Uint8Array(1) };
      await tables.insertInto("report_examples").values(row).execute();
    }
    const findings = new ReportFindings();
    findings.add("held", () => "a game");
    const written = { ...one, providers: [], durationMs: 1, figures: {}, findings, error: null };
    const id = await writeTransaction(nights.database, (connection) => writeReport(connection, written));
    assert.equal(id, mostReports.publish + 11);
    const left = await reports();
    assert.equal(left.length, mostReports.publish);
    assert.equal(left.at(-1)?.reportId, 12);
    const kept = await tables.selectFrom("report_examples").select("report_id").orderBy("report_id").execute();
    assert.deepEqual(
      kept.map((row) => row.report_id),
      [2002, id],
    );
  });

  test("odds without a result are told of by publish and by status, until the result is there", async () => {
    await fresh(quoteRecord(), quoteRecord({ captured_at: "2025-01-10T16:00:00Z", line: -6 }));
    const odds = { events: 1, quotes: 2 };
    assert.deepEqual(toldOf(await publish(), "no-result"), ["nba 2025: 2 quotes of 1 events"]);
    const [season] = (await statusAt(at)).seasons;
    assert.deepEqual([season?.waiting_for_result, season?.games], [odds, 0]);
    const [before] = (await statusAt("2025-01-11T01:00:00Z")).seasons;
    assert.deepEqual(before?.still_to_be_played, odds, "a game that is being played is waited for by nobody");
    await take(gameRecord(), gameRecord({ game_id: "g2", game_date: "2025-01-12" }));
    assert.deepEqual(toldOf(await night(nextDay), "no-result"), []);
    const [now] = (await statusAt(nextDay)).seasons;
    assert.deepEqual([now?.games, now?.games_with_close, now?.games_waiting_for_quotes], [2, 1, 1]);
    assert.deepEqual([now?.waiting_for_result.events, now?.last_published_at], [0, nextDay]);
  });

  test("a score and a line that are corrected are kept with from, to and provider, and new values are no corrections", async () => {
    await fresh(gameRecord());
    await publish();
    await take(quoteRecord());
    assert.equal((await night("2026-01-01T13:00:00.000Z")).correctedGames, 0, "a first closing line");
    assert.deepEqual(await corrections(), []);

    const line_score = { home: [30, 25, 28, 29], away: [24, 28, 26, 26] };
    await take(
      gameRecord({ home_score: 112, line_score }),
      quoteRecord({ captured_at: "2025-01-10T18:00:00Z", line: -9 }),
    );
    const report = await night(nextDay);
    assert.deepEqual([report.revision, report.correctedGames], [3, 1]);
    const [{ fields, ...correction } = assert.fail(), ...others] = await corrections(nextDay);
    assert.deepEqual(others, []);
    const { gameId, revision, publishedAt, change } = correction;
    assert.deepEqual([gameId, revision, publishedAt, change], [bostonGame, 3, nextDay, "changed"]);
    const field = (path: string) => fields.find((each) => each.path === path);
    const providers = ["canonical", "the-odds-api"];
    assert.deepEqual(field("home.score"), { path: "home.score", from: 110, to: 112, providers });
    const spread = { path: "books.draftkings.spread.close", from: -5.5, to: -9, providers };
    assert.deepEqual(field(spread.path), spread);
    assert.deepEqual(await corrections("2026-02-01T00:00:00.000Z"), []);
  });

  test("a game that is taken away is a correction, and a publish of everything anew is none", async () => {
    await fresh(gameRecord(), quoteRecord());
    await publish();
    assert.equal((await night(nextDay, { all: true })).correctedGames, 0);
    await take(calledOff);
    await night(thirdDay, { acceptRemovals: true });
    const found = (await corrections()).map(({ gameId, change }) => `${gameId} ${change}`);
    assert.deepEqual(found, [`${bostonGame} removed`]);
  });

  test("a server that takes over a revision says so once, with its number", async () => {
    await fresh(gameRecord(), gameRecord({ game_id: "g2", season: 2024, game_date: "2024-01-10" }));
    await publish();
    const told: { about: { revision?: number; tookMs?: number }; message: string }[] = [];
    const quiet = { warn: () => {}, error: () => {} };
    const info = (about: object, message: string) => told.push({ about, message });
    const shelf = await openShelf(nights.database, { log: { ...quiet, info } });
    await shelf.refresh();
    assert.equal(told.length, 0, "the first revision is the start's to tell");
    await take(quoteRecord());
    await night(nextDay);
    assert.equal(await shelf.refresh(), true);
    await shelf.refresh();
    assert.equal(told.length, 1);
    const about = told[0]?.about ?? {};
    assert.deepEqual([about.revision, told[0]?.message], [2, "revision 2 is served from now on"]);
    assert.ok((about.tookMs ?? -1) >= 0);
  });

  test("what is imported and not published by 05:00 of New York is overdue, and what is published never is", async () => {
    await fresh(gameRecord());
    const overdueAt = async (time: string) => (await statusAt(time)).overdue.length;
    assert.equal(await overdueAt("2026-01-02T10:30:00Z"), 0, "the night has an hour");
    assert.equal(await overdueAt("2026-01-02T11:01:00Z"), 1);
    await night("2026-01-02T12:00:00.000Z");
    assert.equal(await overdueAt("2027-01-02T11:01:00Z"), 0, "an archive that is filled by hand");
    await publish({ publishedAt: nextDay, source: "collect" });
    assert.equal(await overdueAt("2026-01-03T10:00:00Z"), 0);
    assert.equal(await overdueAt("2026-01-03T11:01:00Z"), 1, "a collector publishes every night");
  });
});

test("on the command line, publish is short where much is left out, and report has all of it", async () => {
  const url = join(folder, "g.db");
  const days = Array.from({ length: 7 }, (_, index) => 2 * index + 10);
  const games = days.map((day) =>
    gameRecord({ game_id: `g${day}`, game_date: `2025-01-${day}`, line_score: { home: [1], away: [1] } }),
  );
  const file = join(folder, "games.ndjson");
  writeFileSync(file, games.map((game) => `${writeCanonicalLine(game)}\n`).join(""));
  const imported = JSON.parse(await run(url, "import", "canonical", "--json", file));
  assert.deepEqual([imported.report, imported.read, imported.accepted, imported.refusals], [1, 7, 7, []]);
  assert.match(
    await run(url, "publish"),
    /\n {2}period scores withheld: 7, the first: NBA-20250110-NYK-BOS: .*; `gradeline log 2 --all` lists all\n/,
  );
  const all = await run(url, "log", "2", "--all");
  for (const day of days) assert.match(all, new RegExp(`\\n +examples: NBA-202501${day}-NYK-BOS: `));
  const [json] = JSON.parse(await run(url, "log", "--since", "2020-01-01", "--only", "reports", "--json"));
  assert.deepEqual([json.report, json.source, json.outcome], [2, "publish", "changed"]);
  const status = await run(url, "status");
  assert.ok(status.split("\n").every((line) => line.length <= 100));
  assert.match(status, /\n {2}nba 2025 +7 +0 /);
  await refused(url, ["log", "99"], /99/);
});

const footballGame = { sport: "nfl", season: 2025, week: 10, home: "LAC", away: "BAL", line_score: null } as const;
const ended = gameRecord({
  ...footballGame,
  game_date: "2025-11-15",
  start_time: "2025-11-16T01:20:00Z",
  home_score: 20,
});
const open = { status: "scheduled", home_score: null, away_score: null, overtime: null, venue: null } as const;
const neverEnded = gameRecord({
  ...footballGame,
  ...open,
  provider: "espn",
  game_id: "901",
  game_date: "2025-11-16",
  start_time: "2025-11-16T21:05:00Z",
});

async function statusOf(name: string, ...records: readonly GameRecord[]) {
  const url = join(folder, `${name}.db`);
  const database = await openDatabase(url);
  const publishedAt = new Date().toISOString();
  await publishItems(database, items(...records), publishedAt);
  await database.close();
  const { ok, never_ended: named } = JSON.parse(await run(url, "status", "--json"));
  return { ok, named, text: await run(url, "status") };
}

test("a record that is still scheduled long after its day is named, and is no reason to ring", async () => {
  const { ok, named, text } = await statusOf("ghost", ended, neverEnded);
  assert.deepEqual(named, [
    {
      sport: "nfl",
      game_date: "2025-11-16",
      away: "BAL",
      home: "LAC",
      start_time: "2025-11-16T21:05:00.000Z",
      records: [{ provider: "espn", game_id: "901" }],
    },
  ]);
  assert.match(text, /^never ended\n.*\n {2}nfl BAL at LAC of 2025-11-16 +espn 901$/m);
  assert.equal(ok, true);
});

test("games to come, games that another source knows to be over, and games called off are not named", async () => {
  const start = new Date(Math.floor(Date.now() / hourMs) * hourMs + 2 * hourMs).toISOString();
  const coming = { ...neverEnded, game_id: "902", home: "DEN", away: "KC", game_date: null, start_time: start };
  const known = { ...neverEnded, game_date: ended.game_date, start_time: ended.start_time };
  const calledOff = { ...neverEnded, game_id: "903", home: "BUF", away: "NYJ", status: "cancelled" } as const;
  assert.deepEqual((await statusOf("others", ended, known, coming, calledOff)).named, []);
});

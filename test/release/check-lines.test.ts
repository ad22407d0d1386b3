/** `gradeline check` holds the packed lines of a game against its JSON, also where every checksum is right. */
import assert from "node:assert/strict";
import { beforeAll, test } from "vitest";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { Findings, type Problem } from "../../src/database/findings.ts";
import { checkGame } from "../../src/release/check-game.ts";
import { packedChecksum, rowChecksum } from "../../src/release/checksums.ts";
import { type GameLines, gameLinesOf, type LineEntry, packLines, unpackLines } from "../../src/release/packed-lines.ts";
import { unpackOdds } from "../../src/release/packed-odds.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";
import { publishSmallSample } from "../support/small-sample.ts";

type GameRow = ArchiveTables["archive_games"];
type Rows = { readonly game: GameRow };

let games: readonly Rows[] = [];

beforeAll(async () => {
  const database = await openDatabase(":memory:");
  await publishSmallSample(database, 1);
  const archive = tablesOf<ArchiveTables>(database.kysely);
  const rows = await archive.selectFrom("archive_games").selectAll().execute();
  games = rows.map((game) => ({ game }));
  await database.close();
});

const linesOf = ({ game }: Rows): GameLines => gameLinesOf(unpackLines(game.lines ?? assert.fail()));

/** The problems of a game whose lines are these, packed and sealed as a publish would. */
function problemsWith({ game }: Rows, lines: GameLines): readonly Problem[] {
  const packed = packLines(lines);
  const row = { ...game, lines: packed, lines_checksum: packedChecksum(game.game_id, packed) };
  const findings = new Findings();
  checkGame({ ...row, checksum: rowChecksum(row) }, true, findings);
  return findings.problems;
}

test("what was packed is read back as it was, and says what the JSON says", () => {
  assert.equal(games.length, 10);
  for (const rows of games) {
    const lines = linesOf(rows);
    assert.ok(lines.entries.length > 50 && lines.scores.length > 1, rows.game.game_id);
    assert.deepEqual(Buffer.from(packLines(lines)), Buffer.from(rows.game.lines ?? []));
    assert.deepEqual(problemsWith(rows, lines), []);
  }
});

/** Opening prices of periods and of team totals are in no JSON, and neither is anything of team totals' consensus. */
function isInJson({ period, market, bookId }: LineEntry, which: "open" | "close", field: "line" | "first" | "second") {
  if (market === "moneyline") return field !== "line" && (bookId !== 0 || period === "full");
  if (market.endsWith("team_total")) return bookId !== 0 && (which === "close" || field === "line");
  if (bookId === 0) return period === "full" && (market === "spread" || which === "close" || field === "line");
  return period === "full" || which === "close" || field === "line";
}

test("every line and price that is in both is held against the JSON, of each book, period and of the consensus", () => {
  let changed = 0;
  const bySport = (sport: string) => games.find(({ game }) => game.sport === sport) ?? assert.fail();
  for (const rows of [bySport("nfl"), bySport("mlb")]) {
    const lines = linesOf(rows);
    for (const [index, entry] of lines.entries.entries()) {
      for (const which of ["open", "close"] as const) {
        for (const field of ["line", "first", "second"] as const) {
          const quote = entry[which];
          const value = quote?.[field] ?? null;
          if (quote === null || value === null) continue;
          const other = { ...entry, [which]: { ...quote, [field]: field === "line" ? value + 0.5 : value + 1000 } };
          const problems = problemsWith(rows, { ...lines, entries: lines.entries.with(index, other) });
          const what = `${rows.game.game_id} ${entry.period} ${entry.market} ${entry.bookId} ${which} ${field}`;
          assert.equal(problems.length, isInJson(entry, which, field) ? 1 : 0, what);
          changed++;
        }
      }
    }
  }
  assert.ok(changed > 1000, String(changed));
});

test("a book, a score or a consensus that only one of the two has is named", () => {
  const rows = games[0] ?? assert.fail();
  const { game_id: id } = rows.game;
  const lines = linesOf(rows);
  const [first = assert.fail()] = unpackOdds(rows.game.odds ?? assert.fail())
    .map(({ book_id }) => book_id)
    .sort((a, b) => a - b);
  const without = (which: (entry: LineEntry) => boolean) => ({
    ...lines,
    entries: lines.entries.filter((entry) => !which(entry)),
  });
  const ofBook = (bookId: number) => (entry: LineEntry) => entry.period === "full" && entry.bookId === bookId;
  const strange = lines.entries.filter(ofBook(first)).map((entry) => ({ ...entry, bookId: 32 }));
  const [final = assert.fail(), ...periods] = lines.scores;
  for (const [changed, where, what] of [
    [without(ofBook(first)), `${id}, book ${first}`, "its packed lines are not those of its odds row"],
    [
      { ...lines, entries: [...lines.entries, ...strange] },
      `${id}, book 32`,
      "its packed lines are not those of its odds row",
    ],
    [without(ofBook(0)), id, "its packed consensus is not that of its JSON"],
    [
      without(({ period, bookId }) => period !== "full" && bookId === first),
      id,
      "its packed lines are not those of period_odds in its detail",
    ],
    [
      { ...lines, scores: [{ ...final, home: final.home + 1 }, ...periods] },
      id,
      "its packed scores are not those of its JSON",
    ],
    [{ ...lines, scores: [final, ...periods.slice(1)] }, id, "its packed scores are not those of its JSON"],
  ] as const) {
    assert.deepEqual(problemsWith(rows, changed), [{ where, what }]);
  }
});

test("lines of another layout are told of, and an archive from before there were lines has none to hold", () => {
  const rows = games[0] ?? assert.fail();
  const findings = new Findings();
  const lines = Uint8Array.of(9, 0, 0, 0);
  const row = { ...rows.game, lines, lines_checksum: packedChecksum(rows.game.game_id, lines) };
  checkGame({ ...row, checksum: rowChecksum(row) }, true, findings);
  assert.deepEqual(findings.problems.length, 1);
  assert.match(findings.problems[0]?.what ?? "", /^is not to be understood: .*layout/);
  const old = new Findings();
  const before = { ...rows.game, lines: null, lines_checksum: null };
  checkGame({ ...before, checksum: rowChecksum(before) }, true, old);
  assert.deepEqual(old.problems, []);
});

/** 200 bets as ten trackers export them, a third of them ambiguous on purpose: no wrong game, and at least 95% of the clear ones found. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { daysOf, graded, matched, prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { MirrorSource } from "../../../clients/typescript/src/grade/mirror-source.ts";
import { whyNot } from "../../../clients/typescript/src/grade/report.ts";
import { allBets, type MadeBet, oneOf, randomOf, writeMirror } from "../../support/grade/made-bets.ts";
import { type Start, type Tracker, textOf, trackers } from "../../support/grade/trackers.ts";
import { openSampleOf } from "../../support/sample-api.ts";
import { seed } from "../../support/volume.ts";

/** Some days of each season: the same teams meet on days that follow each other. */
const api = await openSampleOf(48);
const folder = mkdtempSync(join(tmpdir(), "gradeline-trackers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const all = (await allBets(api, "draftkings")).filter(
  ({ row }) => row.period === "game" && (row.market === "moneyline" || row.market === "spread"),
);
await writeMirror(api, folder);
await api[Symbol.asyncDispose]();
const source = new MirrorSource(folder);
const starts: readonly Start[] = [
  ...new Map(
    all.map(({ row, home, away }) => [
      row.game_id,
      {
        id: row.game_id,
        startMs: Date.parse(row.start_time),
        home: home.abbreviation,
        away: away.abbreviation,
        sport: row.sport,
      },
    ]),
  ).values(),
];

const betsOfTracker = 20;
const ofThem = { clear: 13, blurred: 7 };

/** Rows in mixed order, with the game of each, which is null where nothing says it. */
function rowsOf(tracker: Tracker, random: () => number) {
  const own = all.filter(({ row }) => tracker.sports.includes(row.sport));
  const rows: { readonly cells: readonly string[]; readonly id: string | null }[] = [];
  const missing = { ...ofThem };
  for (let tries = 0; rows.length < betsOfTracker && tries < 20_000; tries++) {
    const bet = oneOf(random, own) as MadeBet;
    if (missing.blurred > 0 && random() < 0.4) {
      const cells = tracker.blurred(bet, random, starts);
      if (cells === null) continue;
      rows.push({ cells, id: null });
      missing.blurred--;
    } else if (missing.clear > 0 && (tracker.isClear?.(bet, starts) ?? true)) {
      rows.push({ cells: tracker.row(bet, random), id: bet.row.game_id });
      missing.clear--;
    }
  }
  assert.equal(rows.length, betsOfTracker, tracker.name);
  return rows;
}

const counts = { clear: 0, found: 0 };
const missed: string[] = [];

test.each(trackers.map((tracker, at) => [tracker.name, at] as const))("no game of %s is a wrong one", (name, at) => {
  const tracker = trackers[at] as Tracker;
  const rows = rowsOf(tracker, randomOf(seed * 31 + at));
  const prepared = prepare(
    Buffer.from(
      textOf(
        tracker,
        rows.map(({ cells }) => cells),
      ),
    ),
    { league: tracker.league ?? null },
  );
  const matches = matched(prepared, source.games(daysOf(prepared.bets)));
  const { bets } = graded(matches, source.lines(matches));
  for (const [place, bet] of bets.entries()) {
    const { id, cells } = rows[place] ?? assert.fail();
    const said = bet.problem === null ? (bet.match.game?.id ?? null) : null;
    const told = `${name}: ${cells.join("; ")}: ${bet.evidence ?? whyNot(bet)}`;
    if (id === null) assert.equal(said, null, told);
    else {
      assert.ok(said === null || said === id, told);
      counts.clear++;
      if (said === id) counts.found++;
      else missed.push(told);
    }
    assert.notEqual(bet.evidence ?? whyNot(bet), "", "each row has its evidence, or what would decide it");
  }
});

test("at least 95% of the bets that say their game have found it", () => {
  assert.equal(counts.clear, trackers.length * ofThem.clear);
  assert.ok(counts.found >= 0.95 * counts.clear, `${counts.found} of ${counts.clear}\n${missed.join("\n")}`);
});

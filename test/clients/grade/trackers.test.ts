/** 200 bets as ten trackers export them, a third of them ambiguous on purpose: no wrong game, and at least 95% of the clear ones found. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { daysOf, graded, matched, prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { MirrorSource } from "../../../clients/typescript/src/grade/mirror-source.ts";
import { whyNot } from "../../../clients/typescript/src/grade/report.ts";
import { fileOf } from "../../support/grade/dirty-forms.ts";
import { allBets, type MadeBet, oneOf, randomOf, writeMirror } from "../../support/grade/made-bets.ts";
import { type Start, type Tracker, trackers } from "../../support/grade/trackers.ts";
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

/** Bets in mixed order, with the game of each, which is null where a cell is blurred so that nothing says it. */
function betsOf(tracker: Tracker, random: () => number) {
  const own = all.filter(({ row }) => tracker.sports.includes(row.sport));
  const bets: { readonly bet: MadeBet; readonly blur: string | null }[] = [];
  const missing = { ...ofThem };
  for (let tries = 0; bets.length < betsOfTracker && tries < 20_000; tries++) {
    const bet = oneOf(random, own) as MadeBet;
    if (missing.blurred > 0 && random() < 0.4) {
      const blur = tracker.blurred[1](bet, starts, random);
      if (blur === null) continue;
      bets.push({ bet: { ...bet }, blur });
      missing.blurred--;
    } else if (missing.clear > 0 && (tracker.isClear?.(bet, starts) ?? true)) {
      bets.push({ bet: { ...bet }, blur: null });
      missing.clear--;
    }
  }
  assert.equal(bets.length, betsOfTracker, tracker.name);
  return bets;
}

const counts = { clear: 0, found: 0 };
const missed: string[] = [];

test.each(trackers.map((tracker, at) => [tracker.name, at] as const))("no game of %s is a wrong one", (name, at) => {
  const tracker = trackers[at] as Tracker;
  const random = randomOf(seed * 31 + at);
  const bets = betsOf(tracker, random);
  const blurs = new Map(bets.map(({ bet, blur }) => [bet, blur]));
  const [column] = tracker.blurred;
  const clear = tracker.columns[column] ?? assert.fail(column);
  const columns = { ...tracker.columns, [column]: (bet: MadeBet) => blurs.get(bet) ?? clear(bet, random) };
  const file = fileOf(
    { ...tracker, columns },
    bets.map(({ bet }) => bet),
    random,
  );
  const prepared = prepare(file, { league: tracker.league ?? null });
  const matches = matched(prepared, source.games(daysOf(prepared.bets)));
  const done = graded(matches, source.lines(matches));
  for (const [place, bet] of done.bets.entries()) {
    const { bet: made, blur } = bets[place] ?? assert.fail();
    const id = blur === null ? made.row.game_id : null;
    const said = bet.problem === null ? (bet.match.game?.id ?? null) : null;
    const told = `${name}: ${bet.match.bet.cells.join("; ")}: ${bet.evidence ?? whyNot(bet)}`;
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

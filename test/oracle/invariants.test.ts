/** What must hold between the answers themselves, whatever the right numbers are. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { walk } from "../support/api.ts";
import type { BetRow } from "../support/oracle/bets.ts";
import type { PathRow } from "../support/oracle/paths.ts";
import { type OracleSample, openOracleSample } from "../support/oracle/sample.ts";
import { sampledSports } from "../support/sports.ts";

let sample: OracleSample;
beforeAll(async () => {
  sample = await openOracleSample();
});
afterAll(() => sample[Symbol.asyncDispose]());

async function rowsOf<Row>(path: string, sport: Sport, more = ""): Promise<Row[]> {
  const { rows } = await walk(sample.api, `${path}?sport=${sport}&from=2020-01-01${more}`, 1000);
  return rows as Row[];
}

type Grade = BetRow["result"]["close"];

const loses = { won: "lost", lost: "won", push: "push" } as const;
const opposites = { home: "away", away: "home", over: "under", under: "over" } as const;

/** The bet on the other side of the same line; both team totals have two sides of their own. */
function keyOf(row: BetRow, selection: BetRow["selection"]): string {
  const isTotal = row.market === "total" || row.market === "team_total";
  return [row.game_id, row.period, row.market, isTotal ? row.side_team : "", row.book, selection].join();
}

for (const sport of sampledSports) {
  describe(`answers about ${sport}`, () => {
    let bets: BetRow[];
    let games: Game[];
    beforeAll(async () => {
      bets = await rowsOf("/v1/bets", sport, "&book=all");
      games = await rowsOf("/v1/games", sport);
    });

    test("two opposite bets: one wins what the other loses, both push, and probabilities add up to 1", () => {
      const byKey = new Map(bets.map((row) => [keyOf(row, row.selection), row]));
      assert.equal(byKey.size, bets.length);
      for (const row of bets) {
        const opposite = byKey.get(keyOf(row, opposites[row.selection]));
        assert.ok(opposite, `${keyOf(row, row.selection)} has no opposite`);
        for (const end of ["open", "close"] as const) {
          const own: Grade = row.result[end];
          const theirs: Grade = opposite.result[end];
          if (own !== null && theirs !== null) assert.equal(theirs, loses[own], keyOf(row, row.selection));
          if (row.market !== "moneyline") assert.equal(own === null, theirs === null);
          const profit = row.profit[end];
          if (own === null || row[end].price === null) assert.equal(profit, null);
          else if (own === "won") assert.ok(profit !== null && profit > 0);
          else assert.equal(profit, own === "push" ? 0 : -1);
        }
        const [p, q] = [row.close.no_vig_probability, opposite.close.no_vig_probability];
        if (p === null || q === null) assert.equal(p, q);
        else assert.ok(Math.abs(p + q - 1) < 1.0001e-4, `${keyOf(row, row.selection)}: ${p} and ${q}`);
      }
    });

    test("the consensus of a bet on the whole game is that of the games list", () => {
      const own = bets.filter(({ book, period }) => book === "consensus" && period === "game");
      const byGame = Map.groupBy(own, ({ game_id }) => game_id);
      for (const { game_id, consensus } of games) {
        const of = (market: string, selection: string, end: "open" | "close") => {
          const row = byGame.get(game_id)?.find((each) => each.market === market && each.selection === selection);
          return { line: row?.[end].line ?? null, price: row?.[end].price ?? null };
        };
        const away = (line: number | null | undefined) => (line == null ? null : 0 - line);
        for (const end of ["open", "close"] as const) {
          const { moneyline, spread, total } = consensus ?? {};
          const wanted = [
            { line: null, price: moneyline?.[`home_${end}`] ?? null },
            { line: null, price: moneyline?.[`away_${end}`] ?? null },
            { line: spread?.[end] ?? null, price: spread?.[`home_juice_${end}`] ?? null },
            { line: away(spread?.[end]), price: spread?.[`away_juice_${end}`] ?? null },
          ];
          const found = [
            of("moneyline", "home", end),
            of("moneyline", "away", end),
            of("spread", "home", end),
            of("spread", "away", end),
          ];
          assert.deepEqual(found, wanted, `${game_id} ${end}`);
          assert.equal(of("total", "over", end).line, total?.[end] ?? null, game_id);
          assert.equal(of("total", "under", end).line, total?.[end] ?? null, game_id);
        }
        assert.equal(of("total", "over", "close").price, consensus?.total.over_juice_close ?? null, game_id);
        assert.equal(of("total", "under", "close").price, consensus?.total.under_juice_close ?? null, game_id);
      }
    });

    test("a book's bets on the whole game are the lines and flags of its odds row", async () => {
      const odds = await rowsOf<OddsRow>("/v1/odds", sport);
      const key = (row: { game_id: string; book: string }) => `${row.game_id} ${row.book}`;
      const byRow = Map.groupBy(
        bets.filter(({ period, book_id }) => period === "game" && book_id !== null),
        key,
      );
      assert.deepEqual([...byRow.keys()].toSorted(), odds.map(key).toSorted());
      for (const row of odds) {
        const own = byRow.get(key(row)) ?? [];
        const home = own.find(({ market, selection }) => market === "spread" && selection === "home");
        const over = own.find(({ market, selection }) => market === "total" && selection === "over");
        const { spread, total, result } = row;
        assert.deepEqual(home?.open.line ?? null, spread.open, key(row));
        assert.deepEqual(home?.close.line ?? null, spread.close, key(row));
        assert.deepEqual(home?.close.price ?? null, spread.home_juice_close, key(row));
        assert.deepEqual(over?.open.price ?? null, total.over_juice_open, key(row));
        assert.deepEqual(over?.close.line ?? null, total.close, key(row));
        const flags = (grade: BetRow["result"]["close"] | undefined) =>
          grade == null ? [null, null] : [grade === "push" ? null : grade === "won", grade === "push"];
        assert.deepEqual(flags(home?.result.close), [result.home_covered, result.spread_push], key(row));
        assert.deepEqual(flags(over?.result.close), [result.went_over, result.total_push], key(row));
      }
    });

    test("the first and the last row of a path are the open and the close of the game, and of its bets", async () => {
      for (const { game_id } of games) {
        const { rows } = await walk(sample.api, `/v1/games/${game_id}/lines?`, 1000);
        const { body } = await sample.api.get(`/v1/games/${game_id}`);
        assertEnds(body.data as GameDetail, rows as PathRow[]);
        assertDates(
          bets.filter((row) => row.game_id === game_id && row.book_id !== null),
          rows as PathRow[],
          body.data as GameDetail,
        );
      }
    });
  });
}

/** Numbers of a book in the detail: of the open and of the close, each as line, home or over, away or under. */
function assertEnds(detail: GameDetail, rows: readonly PathRow[]): void {
  const find = (book: string, period: string, market: string, end: "is_open" | "is_close") =>
    rows.filter((row) => row.book === book && row.period === period && row.market === market && row[end]);
  const entries = [
    ...detail.books.map((entry) => ({ ...entry, period: "game" })),
    ...detail.period_odds.map((entry) => ({ ...entry, book_name: null, team_total: null })),
  ];
  for (const { book, period, moneyline, spread, total } of entries) {
    const name = `${detail.game_id} ${book} ${period}`;
    for (const [end, flag] of [
      ["open", "is_open"],
      ["close", "is_close"],
    ] as const) {
      const [price, ...others] = find(book, period, "moneyline", flag);
      assert.equal(others.length, 0, name);
      assert.deepEqual(
        [price?.home_price ?? null, price?.away_price ?? null],
        [moneyline[`home_${end}`], moneyline[`away_${end}`]],
        name,
      );
      const [handicap] = find(book, period, "spread", flag);
      assert.equal(handicap?.line ?? null, spread[end], name);
      const [points] = find(book, period, "total", flag);
      assert.equal(points?.line ?? null, total[end], name);
      if (end === "open") continue;
      assert.equal(handicap?.home_price ?? null, spread.home_juice_close, name);
      assert.equal(handicap?.away_price ?? null, spread.away_juice_close, name);
      assert.equal(points?.over_price ?? null, total.over_juice_close, name);
      assert.equal(points?.under_price ?? null, total.under_juice_close, name);
    }
  }
  const books = new Set(entries.map(({ book, period }) => `${book} ${period}`));
  for (const row of rows)
    assert.ok(books.has(`${row.book} ${row.period}`), `${detail.game_id} ${row.book} ${row.period}`);
}

/** A path begins when the bet says that it was opened, and its last row was last seen when the bet was closed. */
function assertDates(bets: readonly BetRow[], rows: readonly PathRow[], { home, away }: GameDetail): void {
  for (const bet of bets) {
    const team = bet.market !== "team_total" ? null : bet.side_team === home.abbreviation ? "home" : "away";
    const own = rows.filter(
      (row) => row.book === bet.book && row.period === bet.period && row.market === bet.market && row.team === team,
    );
    const name = `${bet.game_id} ${bet.book} ${bet.bet_type} ${away.abbreviation}`;
    assert.equal(own.find((row) => row.is_open)?.first_seen ?? null, bet.open.captured_at, name);
    assert.equal(own.find((row) => row.is_close)?.last_seen ?? null, bet.close.captured_at, name);
    for (const [index, row] of own.entries()) {
      const [first, last] = [row.first_seen ?? "", row.last_seen ?? ""];
      assert.ok(first <= last, name);
      const before = own[index - 1];
      if (before !== undefined) assert.ok((before.last_seen ?? "") < first, name);
    }
  }
}

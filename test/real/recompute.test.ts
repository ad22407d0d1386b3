/** The recomputation itself, on games made by hand: it must find what it is there to find. Needs no real input. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { recomputeGame } from "../support/recompute.ts";

const startTime = "2024-01-02T00:30:00.000Z";

type Line = readonly [line: number, first: number | null, second: number | null];
type BookLines = { readonly moneyline?: readonly [number, number]; readonly spread?: Line; readonly total?: Line };

/** BOS at MIA, 100-106, with only closing lines. */
function row(bookId: number, lines: BookLines): OddsRow {
  const [homePrice = null, awayPrice = null] = lines.moneyline ?? [];
  const [spread = null, homeJuice = null, awayJuice = null] = lines.spread ?? [];
  const [total = null, overJuice = null, underJuice = null] = lines.total ?? [];
  return {
    game_id: "NBA-20240101-BOS-MIA",
    sport: "nba",
    game_date: "2024-01-01",
    start_time: startTime,
    home: "MIA",
    away: "BOS",
    book_id: bookId,
    book: `book${bookId}`,
    book_name: `Book ${bookId}`,
    moneyline: { home_open: null, home_close: homePrice, away_open: null, away_close: awayPrice },
    spread: {
      open: null,
      close: spread,
      home_juice_open: null,
      home_juice_close: homeJuice,
      away_juice_open: null,
      away_juice_close: awayJuice,
    },
    total: {
      open: null,
      close: total,
      over_juice_open: null,
      over_juice_close: overJuice,
      under_juice_open: null,
      under_juice_close: underJuice,
    },
    team_total: {
      home_open: null,
      home_close: null,
      away_open: null,
      away_close: null,
      home_over_juice_close: null,
      home_under_juice_close: null,
      away_over_juice_close: null,
      away_under_juice_close: null,
    },
    result: {
      home_covered: spread === null || spread === -6 ? null : spread > -6,
      spread_push: spread === null ? null : spread === -6,
      went_over: total === null || total === 206 ? null : total < 206,
      total_push: total === null ? null : total === 206,
    },
  };
}

type Agreed = Required<{ [Market in keyof BookLines]: readonly (number | null)[] }>;

function game(agreed: Agreed | null, result: Game["result"]): Game {
  const side = (abbreviation: string, score: number) => ({ team_id: 1, abbreviation, name: abbreviation, score });
  const [homePrice = null, awayPrice = null] = agreed?.moneyline ?? [];
  const [spread = null, homeJuice = null, awayJuice = null] = agreed?.spread ?? [];
  const [total = null, overJuice = null, underJuice = null] = agreed?.total ?? [];
  return {
    game_id: "NBA-20240101-BOS-MIA",
    sport: "nba",
    season: 2024,
    season_type: "regular",
    week: null,
    game_date: "2024-01-01",
    start_time: startTime,
    status: "final",
    home: side("MIA", 106),
    away: side("BOS", 100),
    neutral_site: null,
    overtime: false,
    venue: null,
    referee: null,
    result,
    consensus:
      agreed === null
        ? null
        : {
            moneyline: { home_open: null, home_close: homePrice, away_open: null, away_close: awayPrice },
            spread: {
              open: null,
              close: spread,
              home_juice_open: null,
              home_juice_close: homeJuice,
              away_juice_open: null,
              away_juice_close: awayJuice,
            },
            total: { open: null, close: total, over_juice_close: overJuice, under_juice_close: underJuice },
          },
  };
}

test("the modal line, at the mean implied probability of the books on it, is the consensus", () => {
  const rows = [
    row(1, { moneyline: [105, 100], spread: [-5.5, 105, 250], total: [206, -1000, -110] }),
    row(2, { moneyline: [-105, -110], spread: [-5.5, -105, 300], total: [206, -2000, -110] }),
    row(3, { spread: [-7, -110, -110] }),
  ];
  // D-18's own checks: {+105, -105} is +100, {+100, -110} is -105, {+250, +300} is +273, {-1000, -2000} is -1344.
  const agreed = { moneyline: [100, -105], spread: [-5.5, 100, 273], total: [206, -1344, -110] };
  const result = { margin_home: 6, home_covered: true, went_over: null, favorite: "home" } as const;
  assert.deepEqual(recomputeGame(game(agreed, result), rows), []);
  const wrong = { ...agreed, spread: [-5.5, 100, 272] };
  assert.deepEqual(recomputeGame(game(wrong, result), rows), [
    "NBA-20240101-BOS-MIA consensus.spread.away_juice_close: published 272, recomputed 273",
  ]);
  const push = { ...result, went_over: true };
  assert.equal(recomputeGame(game(agreed, push), rows).length, 1);
});

test("a game without odds rows has no consensus, and a row that posted nothing is no row", () => {
  const nothing = { margin_home: 6, home_covered: null, went_over: null, favorite: null } as const;
  assert.deepEqual(recomputeGame(game(null, nothing), []), []);
  const empty = { moneyline: [], spread: [], total: [] };
  assert.equal(recomputeGame(game(empty, nothing), []).length > 0, true);
  assert.deepEqual(recomputeGame(game(empty, nothing), [row(1, {})]), [
    "NBA-20240101-BOS-MIA book1 posted a market: published false, recomputed true",
  ]);
});

test("a row with a wrong flag, a price of -100, a line of -0, or of another game is found", () => {
  const spread = [-5.5, -110, -110] as const;
  const sound = row(1, { spread });
  const right = game(
    { moneyline: [], spread, total: [] },
    { margin_home: 6, home_covered: true, went_over: null, favorite: "home" },
  );
  assert.deepEqual(recomputeGame(right, [sound]), []);
  for (const tampered of [
    { ...sound, result: { ...sound.result, home_covered: false } },
    { ...sound, result: { ...sound.result, spread_push: null } },
    { ...sound, moneyline: { ...sound.moneyline, home_open: -100 } },
    { ...sound, total: { ...sound.total, open: -0 } },
    { ...sound, start_time: "2024-01-02T00:30:00Z" },
    { ...sound, game_id: "NBA-20240101-MIA-BOS" },
    { ...sound, spread: { ...sound.spread, away_juice_close: -105 } },
  ]) {
    assert.notDeepEqual(recomputeGame(right, [tampered]), []);
  }
  assert.notDeepEqual(recomputeGame({ ...right, start_time: "2024-01-02T00:30:00Z" }, [sound]), []);
  assert.notDeepEqual(recomputeGame({ ...right, game_id: "NBA-20240102-BOS-MIA" }, [sound]), []);
  assert.notDeepEqual(recomputeGame(right, [sound, sound]), []);
});

/** A book or a team that has another name now, or several keys, is one: feeds and callers may say any of its names [D-26, A-2]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { openOracleGames } from "../oracle/computed/sample.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { finals, gameRecord, publishRecords, quoteRecord } from "../support/records.ts";

const season = { season: 2026, provider: "office" } as const;

/** Three games, each with quotes of one book under another word: before its new name, after it, and under a state's key. */
const words = ["ESPN BET", "theScore Bet", "hardrockbet_fl"];
const records = words.flatMap((book, index) => {
  const date = `2026-01-1${index}`;
  const start = { start_time: `2026-01-1${index + 1}T00:30:00Z` };
  const game = gameRecord({ ...season, ...start, game_id: `g${index}`, game_date: date });
  const quotes = [book, "draftkings"].map((each) =>
    quoteRecord({ ...start, event_id: `e${index}`, book: each, captured_at: `${date}T15:00:00Z` }),
  );
  return [game, ...quotes];
});
const { api } = closedAfterAll(await openOracleGames(records));

const rowsOf = async (book: string): Promise<readonly string[]> => {
  const { status, body } = await api.get(`/v1/odds?sport=nba&season=2026&book=${encodeURIComponent(book)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.data as readonly OddsRow[]).map((row) => `${row.game_id} ${row.book} ${row.book_name}`);
};

test("quotes under a former name, the new one and a state's key are read, as those of one book", async () => {
  assert.deepEqual(await rowsOf("espnbet"), [
    "NBA-20260110-NYK-BOS espnbet theScore Bet",
    "NBA-20260111-NYK-BOS espnbet theScore Bet",
  ]);
  assert.deepEqual(await rowsOf("hardrockbet"), ["NBA-20260112-NYK-BOS hardrockbet Hard Rock Bet"]);
});

test("a caller may say every name and slug, in any case", async () => {
  const expected = await rowsOf("espnbet");
  for (const word of ["21", "thescorebet", "theScore Bet", "the score bet", "ESPN BET", "EspnBet"]) {
    assert.deepEqual(await rowsOf(word), expected, word);
  }
  assert.deepEqual(await rowsOf("ESPN BET,Hard Rock Bet"), [...expected, ...(await rowsOf("hardrockbet"))]);
  for (const path of ["bets", "snapshots", "period_odds"]) {
    const [one, other] = await Promise.all(
      ["espnbet", "thescorebet"].map((word) => api.get(`/v1/${path}?sport=nba&season=2026&book=${word}`)),
    );
    assert.deepEqual(other?.body.data, one?.body.data, path);
  }
});

test("a team may be said by its id and by an abbreviation of before, in any case [D-2, D-26]", async () => {
  await using other = await openApi();
  const former = [
    ["nfl", "LV", ["OAK", "LVR"]],
    ["nba", "BKN", ["BRK", "NJN"]],
    ["mlb", "ATH", ["OAK"]],
  ] as const;
  await publishRecords(
    other,
    former.flatMap(([sport, home]) => [finals[sport], { ...finals[sport], game_id: `${sport}2`, home }]),
  );
  for (const [sport, now, before] of former) {
    const idsOf = async (team: string | number) => {
      const { status, body } = await other.get(`/v1/games?sport=${sport}&team=${team}`);
      return status === 200 ? body.data.map((row: { game_id: string }) => row.game_id) : status;
    };
    const { data } = (await other.get(`/v1/teams?sport=${sport}`)).body;
    const { team_id: id } = data.find((team: { abbreviation: string }) => team.abbreviation === now);
    const wanted = await idsOf(now);
    assert.equal(wanted.length, 1, now);
    for (const word of [id, now.toLowerCase(), ...before, ...before.map((each) => each.toLowerCase())])
      assert.deepEqual(await idsOf(word), wanted, String(word));
  }
});

import assert from "node:assert/strict";
import { test } from "vitest";
import { readEspn } from "../../src/feed/providers/espn.ts";
import { readEspnCoreOdds } from "../../src/feed/providers/espn-odds.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { espnEvent } from "./espn.ts";

const start = "2026-09-13T17:00Z";
const seenAt = "2026-09-12T15:00:00Z";
const nowMs = Date.parse("2026-09-12T15:00:10Z");
const baseball = { sport: "mlb", home: "San Francisco Giants", away: "Toronto Blue Jays" } as const;
const football = { sport: "nfl", home: "Cleveland Browns", away: "Kansas City Chiefs" } as const;

type Teams = typeof baseball | typeof football;

function board(odds: readonly unknown[], teams: Teams = football, at: string | null = seenAt): FeedItem[] {
  const event = espnEvent({ ...teams, id: "900", start, state: "STATUS_SCHEDULED" });
  const [competition] = event.competitions as [object];
  const payload = { events: [{ ...event, competitions: [{ ...competition, odds }] }] };
  const [game, ...items] = [...readEspn(payload, { file: "board", nowMs, seenAt: at })];
  assert.equal(game?.record?.type, "game");
  return items;
}

function core(odds: readonly unknown[]): FeedItem[] {
  const game = { sport: "nfl", event_id: "900", home: "CLE", away: "KC", game_date: null } as const;
  const source = { file: "core", nowMs: Date.parse("2026-10-01T00:00:00Z") };
  return [
    ...readEspnCoreOdds({ count: odds.length, items: odds }, { ...game, start_time: "2026-09-13T17:00:00Z" }, source),
  ];
}

/** A line for each item: what is taken, or why and where it is refused. */
function told(items: readonly FeedItem[]): string[] {
  return items.map(({ record, refusal }) => {
    if (refusal !== undefined) return `${refusal.reason} ${refusal.field}: ${refusal.record}`;
    if (record.type !== "quote") return record.type;
    const prices = [record.home_odds ?? record.over_odds, record.away_odds ?? record.under_odds];
    return [record.book, record.market, record.stated ?? record.captured_at, record.line, ...prices].join(" ");
  });
}

const side = (close: object, open: object) => ({ close, open });
const favorite = { favorite: true, favoriteAtOpen: true };
const underdog = { favorite: false, favoriteAtOpen: false };
/** As the scoreboards of 2026 have it. */
const draftKings = {
  provider: { id: "100", name: "Draft Kings" },
  ...{ details: "KC -2.5", spread: 2.5, overUnder: 216.5, homeTeamOdds: underdog, awayTeamOdds: favorite },
  moneyline: { home: side({ odds: "+110" }, { odds: "EVEN" }), away: side({ odds: "-130" }, { odds: "-120" }) },
  pointSpread: {
    home: side({ line: "+2.5", odds: "-115" }, { line: "+1.5", odds: "-105" }),
    away: side({ line: "-2.5", odds: "-105" }, { line: "-1.5", odds: "-115" }),
  },
  total: {
    over: side({ line: "o46.5", odds: "-105" }, { line: "o47", odds: "-110" }),
    under: side({ line: "u46.5", odds: "-115" }, { line: "u47", odds: "-110" }),
  },
};
const american = (value: string) => ({ alternateDisplayValue: value, american: value });
const priced = (line: string, spread: string, moneyLine: string) => {
  return { pointSpread: american(line), spread: american(spread), moneyLine: american(moneyLine) };
};
const total = (line: string, over: string, under: string) => {
  return { total: american(line), over: american(over), under: american(under) };
};
/** As core v2 has it. */
const espnBet = {
  $ref: "http://sports.core.api.espn.com/v2/sports/football/leagues/nfl/events/900/competitions/900/odds/58?lang=en",
  provider: { id: "58", name: "ESPN BET" },
  ...{ spread: 3.5, overUnder: 41.5, overOdds: -110, underOdds: -110, open: total("42.5", "-110", "-110") },
  ...{ close: total("41.5", "-105", "-115"), current: total("29.5", "+475", "-1000") },
  homeTeamOdds: { favorite: false, moneyLine: 190, spreadOdds: 100, open: priced("+6.5", "-105", "+250") },
  awayTeamOdds: { favorite: true, moneyLine: -225, spreadOdds: -120, open: priced("-6.5", "-115", "-300") },
};

test("a scoreboard's price of now has the time of the answer, and its opening is stated without one [D-43]", () => {
  assert.deepEqual(told(board([draftKings])), [
    "draftkings moneyline open  100 -120",
    `draftkings moneyline ${seenAt}  110 -130`,
    "draftkings spread open 1.5 -105 -115",
    `draftkings spread ${seenAt} 2.5 -115 -105`,
    "draftkings total open 47 -110 -110",
    `draftkings total ${seenAt} 46.5 -105 -115`,
  ]);
});

test("core v2 of a game that was played states openings and closings, and never the prices of its end", () => {
  const ofTeams = { close: priced("+3.5", "EVEN", "+190"), current: priced("+13.5", "+475", "OFF") };
  const home = { ...espnBet.homeTeamOdds, ...ofTeams };
  const away = { ...espnBet.awayTeamOdds, close: priced("-3.5", "-120", "-225") };
  const openings = ["espnbet moneyline open  250 -300", "espnbet spread open 6.5 -105 -115"];
  assert.deepEqual(told(core([{ ...espnBet, homeTeamOdds: home, awayTeamOdds: away }])), [
    ...[openings[0], "espnbet moneyline close  190 -225", openings[1], "espnbet spread close 3.5 100 -120"],
    ...["espnbet total open 42.5 -110 -110", "espnbet total close 41.5 -105 -115"],
  ]);
  // An older entry has its last prices beside the names of the moments.
  assert.deepEqual(told(core([{ ...espnBet, open: undefined, close: undefined, current: undefined }])).slice(1), [
    ...["espnbet moneyline close  190 -225", openings[1], "espnbet spread close 3.5 100 -120"],
    "espnbet total close 41.5 -110 -110",
  ]);
});

test("a line without prices, a missing half, a price that is off and one of several shapes are taken as they are", () => {
  const sparse = {
    ...{
      provider: { id: "58", name: "ESPN BET" },
      spread: -1.5,
      overUnder: 8.5,
      open: { under: american("+120"), total: american("6.5") },
    },
    current: total("8.5", "EVEN", "OFF"),
    homeTeamOdds: { favorite: true, close: { pointSpread: american("EVEN") } },
    awayTeamOdds: { favorite: false, close: { pointSpread: american("EVEN") } },
  };
  const taken = [`espnbet spread ${seenAt} -1.5  `, "espnbet total open 6.5  120", `espnbet total ${seenAt} 8.5 100 `];
  assert.deepEqual(told(board([sparse], baseball)), taken);
  const blank = { home: side({ line: "+0" }, { line: "OFF" }), away: side({ line: "-0" }, { line: "OFF" }) };
  const moneylines = told(board([draftKings], baseball)).slice(0, 2);
  const zero = { ...draftKings, spread: undefined, pointSpread: blank };
  assert.deepEqual(told(board([zero], baseball)).slice(0, 3), [...moneylines, told(board([draftKings]))[4]]);
  assert.deepEqual(told(board([{ provider: { name: "FanDuel" }, details: "EVEN" }])), [
    "no-price null: game 900 FanDuel",
  ]);
});

test("prices in play, averages and unknown books are refused by the provider's name", () => {
  const named = (id: string, name: string) => told(board([{ ...draftKings, provider: { id, name } }]));
  for (const [id, name] of [
    ["59", "ESPN BET - Live Odds"],
    ["46", "Caesars"],
    ["7", "Any Book - Live Odds"],
  ] as const) {
    assert.deepEqual(named(id, name), [`other-market provider: game 900 ${name}`]);
  }
  assert.deepEqual(named("1001", "accuscore"), ["not-a-book book: game 900 accuscore"]);
  assert.deepEqual(named("53", "Titanbets"), ["unknown-book book: game 900 Titanbets"]);
  assert.deepEqual(told(board([7, { provider: {} }])), [
    ...["malformed provider.name: game 900 odds 1", "malformed provider.name: game 900 odds 2"],
  ]);
  const slugs = [
    "DraftKings",
    "MGM",
    "PointsBet",
    "SugarHouse",
    "Unibet",
    "Caesars Sportsbook (Tennessee)",
    "William Hill (New Jersey)",
  ];
  assert.deepEqual(
    slugs.map((name) => named("1", name)[0]?.split(" ")[0]),
    ["draftkings", "betmgm", "pointsbetus", "sugarhouse", "unibet", "caesars", "caesars"],
  );
});

test("a spread, or in baseball a moneyline, that contradicts the favorite is refused, and so is one that contradicts itself", () => {
  const turned = { ...draftKings, homeTeamOdds: favorite, awayTeamOdds: underdog };
  const refusals = (items: FeedItem[]) => told(items).filter((line) => line.includes(": "));
  const record = "game 900 Draft Kings";
  assert.deepEqual(refusals(board([turned])), [
    ...[`malformed spread: ${record} spread open`, `malformed spread: ${record} spread now`],
  ]);
  assert.deepEqual(refusals(board([turned], baseball)), [
    ...[`malformed moneyline: ${record} moneyline open`, `malformed moneyline: ${record} moneyline now`],
  ]);
  const crooked = {
    ...draftKings,
    pointSpread: {
      ...draftKings.pointSpread,
      away: side({ line: "+2.5", odds: "-105" }, { line: "-1.5", odds: "-115" }),
    },
    total: { over: side({ line: "o46.5" }, {}), under: side({ line: "u47" }, {}) },
    moneyline: { home: side({ odds: "soon" }, { odds: "+50" }), away: side({ odds: "-130" }, { odds: "-120" }) },
  };
  assert.deepEqual(refusals(board([crooked])), [
    `price home_odds: ${record} moneyline open`,
    `malformed moneyline.home.close.odds: ${record} moneyline now`,
    `spread-not-mirrored pointSpread.home.close.line: ${record} spread now`,
    `total-sides-differ total.over.close.line: ${record} total now`,
  ]);
});

test("a scoreboard of which nobody knows when it was captured gives openings alone", () => {
  const items = told(board([draftKings], football, null));
  assert.deepEqual(
    items.map((line) => line.split(" ").slice(0, 3).join(" ")),
    [
      "draftkings moneyline open",
      "malformed captured_at: game",
      "draftkings spread open",
      "malformed captured_at: game",
    ].concat(["draftkings total open", "malformed captured_at: game"]),
  );
});

test("core v2 alone names no game: a file of it is refused, and odds of another event stop it", () => {
  const [item, ...others] = [...readEspn({ count: 1, items: [espnBet] }, { file: "core", nowMs })];
  assert.equal(others.length, 0);
  assert.match(item?.refusal?.detail ?? "", /neither teams nor a start/);
  const stranger = { ...espnBet, $ref: espnBet.$ref.replace("events/900", "events/901") };
  assert.throws(() => core([stranger]), /odds of event 901, and not of 900/);
  assert.throws(() => [...readEspnCoreOdds({ items: 7 }, {} as never, { file: "core", nowMs })], /no list of odds/);
});

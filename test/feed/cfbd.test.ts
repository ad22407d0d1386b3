import assert from "node:assert/strict";
import { test } from "vitest";
import { readCfbd } from "../../src/feed/providers/cfbd.ts";
import { nothingStated } from "../../src/feed/records.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { nowMs, readingOf } from "./example-records.ts";

const file = { file: "cfbd.json", nowMs };

const base = {
  id: 4001,
  season: 2023,
  seasonType: "regular",
  week: 2,
  startDate: "2023-09-09 23:30:00+00:00",
  startTimeTBD: false,
  completed: true,
  neutralSite: false,
  homeTeam: "Massachusetts",
  homeClassification: "fbs",
  homePoints: 31,
  homeLineScores: [7, 7, 7, 7, 3],
  awayTeam: "Bryant",
  awayClassification: "fcs",
  awayPoints: 28,
  awayLineScores: [0, 14, 7, 7, 0],
  venueId: 77,
  venue: "Some Stadium",
};

const { game, refusal } = readingOf((changes: object) => readCfbd([{ ...base, ...changes }], file));

const expected = {
  ...nothingStated,
  type: "game",
  provider: "cfbd",
  game_id: "4001",
  sport: "ncaaf",
  season: 2023,
  season_type: "regular",
  week: 2,
  start_time: "2023-09-09T23:30:00Z",
  status: "final",
  home: "MASS",
  away: "BRY",
  neutral_site: false,
  overtime: true,
  home_score: 31,
  away_score: 28,
  line_score: { home: [7, 7, 7, 7, 3], away: [0, 14, 7, 7, 0] },
  venue: { venue_id: "77", name: "Some Stadium", city: null, indoor: null },
};

test("a game is one whole record", () => {
  assert.deepEqual(game({}), expected);
});

test("the spelling of the older API reads the same", () => {
  const snake = Object.fromEntries(
    Object.entries(base).map(([key, value]) => [
      key.replace("Classification", "Division").replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`),
      value,
    ]),
  );
  assert.ok("start_time_tbd" in snake && "home_division" in snake && "home_line_scores" in snake);
  assert.deepEqual([...readCfbd([snake], file)], [{ record: expected }]);
});

test("a game counts when either side is FBS, by what the file says or else by the registry [D-8]", () => {
  assert.equal(refusal({ homeClassification: "fcs", homeTeam: "Nobody Knows" }), "no-fbs-side null");
  assert.equal(
    refusal({ homeClassification: "ii", awayClassification: null, awayTeam: "Nobody Knows" }),
    "no-fbs-side null",
  );
  const unstated = { homeClassification: null, awayClassification: null };
  assert.equal(game(unstated).home, "MASS");
  assert.equal(refusal({ ...unstated, homeTeam: "Cornell" }), "no-fbs-side null");
  assert.equal(refusal({ ...unstated, homeTeam: "Nobody Knows" }), "unknown-team home");
  assert.equal(refusal({ awayTeam: "Nobody Knows" }), "unknown-team away");
});

test("a game that is not completed is scheduled, and has no line score before it begins", () => {
  const open = { completed: false, homePoints: null, awayPoints: null, homeLineScores: [], awayLineScores: null };
  const { status, home_score: score, line_score: lineScore, overtime } = game(open);
  assert.deepEqual([status, score, lineScore, overtime], ["scheduled", null, null, null]);
  assert.equal(refusal({ homePoints: null }), "malformed home_score");
});

test("a start that is not known yet is null, and the date is the one in New York", () => {
  const summer = game({ startTimeTBD: true, startDate: "2023-09-09T04:00:00.000Z" });
  assert.deepEqual([summer.start_time, summer.game_date], [null, "2023-09-09"]);
  const winter = game({ startTimeTBD: true, startDate: "2023-11-18T05:00:00.000Z", week: 12 });
  assert.deepEqual([winter.start_time, winter.game_date], [null, "2023-11-18"]);
  const night = game({ startTimeTBD: false, startDate: "2023-09-10T04:00:00.000Z" });
  assert.deepEqual([night.start_time, night.game_date], ["2023-09-10T04:00:00Z", null]);
});

test("weeks never restart: week 0 is 1, and the postseason goes on after the last regular week [D-5]", () => {
  assert.equal(game({ week: 0, startDate: "2023-08-26T18:30:00Z" }).week, 1);
  const bowl = game({ seasonType: "postseason", week: 1, startDate: "2023-12-30T20:00:00Z" });
  assert.deepEqual([bowl.season_type, bowl.week], ["postseason", 18]);
  assert.equal(refusal({ seasonType: "allstar" }), "not-covered seasonType");
});

test("what is wrong is refused with its field", () => {
  assert.equal(refusal({ season: 2021 }), "not-covered season");
  assert.equal(refusal({ season: 2022 }), "malformed season");
  assert.equal(refusal({ startDate: "soon" }), "malformed startDate");
  assert.equal(refusal({ homePoints: "31.5" }), "malformed homePoints");
  assert.equal(refusal({ homeLineScores: [7, "x"] }), "malformed line_score.home.1");
  assert.equal(refusal({ id: null }), "malformed id");
  assert.equal(game({ venueId: null, venue: null }).venue, null);
});

test("an answer of something else stops the import", () => {
  for (const payload of [{ games: [] }, [{ id: 1 }], "no"]) {
    assert.throws(() => [...readCfbd(payload, file)], InputError);
  }
  assert.deepEqual([...readCfbd([], file)], []);
});

test("an entry is read by what it has, whether a file holds games, lines or both, and another answer is refused", () => {
  const { completed: _, homePoints: __, awayPoints: ___, ...shared } = base;
  const odds = { ...shared, homeScore: 31, lines: [bovada] };
  const kinds = (...entries: object[]) => [...readCfbd(entries, file)].map(({ record }) => record?.type ?? "refused");
  assert.deepEqual(kinds(base, odds), ["game", "quote"]);
  // Other answers name teams and starts of games, too.
  const media = { ...shared, mediaType: "tv", outlet: "ESPN" };
  assert.throws(() => kinds(media), /no entry has lines, or says whether a game is completed/);
  assert.deepEqual(kinds(odds, media), ["quote", "refused"]);
});

const none = {
  spread: null,
  spreadOpen: null,
  overUnder: null,
  overUnderOpen: null,
  homeMoneyline: null,
  awayMoneyline: null,
};
const bovada = { ...none, provider: "Bovada", formattedSpread: "Massachusetts -16.5", spread: -16.5 };

/** "caesars spread close -3 null/null", or the reason of the refusal. */
function lines(entries: readonly object[], changes: object = {}): string[] {
  return [...readCfbd([{ ...base, ...changes, lines: entries }], file)].map(({ record, refusal: refused }) => {
    if (refused !== undefined) return `${refused.reason}: ${refused.record}`;
    assert.ok(record?.type === "quote");
    const { book, market, stated, line, home_odds: home, away_odds: away } = record;
    return `${book} ${market} ${stated} ${line} ${home}/${away}`;
  });
}

test("a provider's entry is up to five quotes without a time", () => {
  const full = {
    ...bovada,
    spreadOpen: -14,
    overUnder: 57.5,
    overUnderOpen: "56",
    homeMoneyline: -900,
    awayMoneyline: 600,
  };
  assert.deepEqual(lines([full]), [
    "bovada spread close -16.5 null/null",
    "bovada spread open -14 null/null",
    "bovada total close 57.5 null/null",
    "bovada total open 56 null/null",
    "bovada moneyline close null -900/600",
  ]);
  const [item] = [...readCfbd([{ ...base, lines: [full] }], file)];
  assert.ok(item?.record?.type === "quote");
  assert.deepEqual(
    [item.record.captured_at, item.record.seen_at, item.record.start_time, item.record.event_id],
    [null, null, "2023-09-09T23:30:00Z", "4001"],
  );
});

test("a closing that is stated before the start is refused, and the opening is taken", () => {
  const entry = { ...bovada, spreadOpen: -14 };
  const startMs = Date.parse("2023-09-09T23:30:00Z");
  const reasonsAt = (at: number) =>
    [...readCfbd([{ ...base, lines: [entry] }], { file: "cfbd.json", nowMs: at })].map(
      ({ record, refusal: refused }) => refused?.reason ?? (record?.type === "quote" ? record.stated : null),
    );
  assert.deepEqual(reasonsAt(startMs - 1), ["in-the-future", "open"]);
  assert.deepEqual(reasonsAt(startMs), ["close", "open"]);
});

test("a moneyline of zero or null is none, and one side alone is kept", () => {
  assert.deepEqual(lines([{ ...bovada, homeMoneyline: 0, awayMoneyline: 0 }]).length, 1);
  assert.deepEqual(
    lines([{ ...bovada, homeMoneyline: null, awayMoneyline: 600 }])[1],
    "bovada moneyline close null null/600",
  );
  assert.deepEqual(lines([{ ...none, provider: "Bovada" }]), ["no-price: game 4001 Bovada"]);
});

test("averages are not books, and unknown providers are refused once", () => {
  const entries = ["consensus", "teamrankings", "Acme"].map((provider) => ({ ...bovada, provider, overUnder: 50 }));
  assert.deepEqual(lines(entries), [
    "not-a-book: game 4001 consensus",
    "not-a-book: game 4001 teamrankings",
    "unknown-book: game 4001 Acme",
  ]);
});

test("of several entries that are one book, all are taken, since the order of the file decides nothing [D-43]", () => {
  const colorado = { ...bovada, provider: "Caesars Sportsbook (Colorado)", spread: -16, overUnder: 50 };
  const jersey = { ...bovada, provider: "William Hill (New Jersey)", spread: -17 };
  assert.deepEqual(lines([colorado, jersey]), [
    "caesars spread close -16 null/null",
    "caesars total close 50 null/null",
    "caesars spread close -17 null/null",
  ]);
});

test("a spread whose number and text name different favourites is refused, a pick is not", () => {
  assert.deepEqual(lines([{ ...bovada, formattedSpread: "Bryant -16.5" }]), [
    "malformed: game 4001 Bovada spread close",
  ]);
  assert.deepEqual(lines([{ ...bovada, spread: 16.5 }]), ["malformed: game 4001 Bovada spread close"]);
  assert.deepEqual(lines([{ ...bovada, spread: -0, formattedSpread: "Bryant -0.0" }]), [
    "bovada spread close 0 null/null",
  ]);
  assert.deepEqual(lines([{ ...bovada, formattedSpread: null }]), ["bovada spread close -16.5 null/null"]);
});

test("what is no number or no price is refused and the rest of the entry is taken", () => {
  const entry = { ...bovada, spread: "even", overUnder: 57.5, homeMoneyline: -50, awayMoneyline: 600 };
  assert.deepEqual(lines([entry]), [
    "malformed: game 4001 Bovada spread close",
    "bovada total close 57.5 null/null",
    "price: game 4001 Bovada moneyline close",
  ]);
});

test("a game that does not count refuses each entry, and midnight in New York is no start", () => {
  const fcs = { homeClassification: "fcs" };
  assert.deepEqual(lines([bovada, { ...bovada, provider: "Acme" }], fcs), [
    "no-fbs-side: game 4001 Bovada",
    "no-fbs-side: game 4001 Acme",
  ]);
  const { startTimeTBD: _, ...unmarked } = base;
  const first = (changes: object) => {
    const [item] = [...readCfbd([{ ...unmarked, ...changes, lines: [bovada] }], file)];
    assert.ok(item?.record?.type === "quote");
    return [item.record.start_time, item.record.game_date];
  };
  assert.deepEqual(first({ startDate: "2023-09-09T04:00:00Z" }), [null, "2023-09-09"]);
  const hawaii = { startDate: "2023-09-10T04:00:00Z", homeTeam: "Hawai'i" };
  assert.deepEqual(first(hawaii), ["2023-09-10T04:00:00Z", null]);
});

/**
 * Alarms over the real input, one night for each slate. What rings is named here, each with what is amiss in the data: no
 * rule may ring for anything else.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { fileFormats } from "../../src/contract/file-sets.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { alarmRules } from "../../src/publish/alarms/rules.ts";
import { lookingAt, type PricedGame, readSeason } from "../../src/publish/alarms/season.ts";
import { makeSeasonFile, openSeasonRows } from "../../src/publish/files/make-season.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { GameValues } from "../../src/release/values.ts";
import { publishedValues } from "../support/published.ts";
import { items, quoteRecord } from "../support/records.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import { inputs, plantedSports } from "./planted/sports.ts";
import * as input from "./real-data.ts";

/** The rules that look at each game, or at how the odds of a night came in: those of whole seasons are asked by the publish. */
const rulesOfNights = [
  "closes-missing",
  "captures-too-early",
  "book-stopped",
  "favorite-contradicted",
  "close-never-posted",
  "final-the-other-way",
  "prices-missing",
  "lines-leap",
] as const;

const captured = [
  ["nfl", 2025],
  ["nba", 2024],
  ["mlb", 2026],
] as const;

type Ring = { readonly date: string; readonly rule: string; readonly sentence: string };

describe("alarms over the real input", { ...skipIf(input.withoutRealData), ...long }, () => {
  let scratch: input.Scratch;
  let published: PublishReport;
  let values: readonly GameValues[];

  beforeAll(async () => {
    scratch = await input.openScratch();
    for (const sport of plantedSports) {
      await scratch.take(inputs[sport].results());
      await scratch.take(inputs[sport].odds());
    }
    await scratch.take(nflCloses());
    published = await scratch.publish();
    values = await publishedValues(scratch.database);
  });
  afterAll(() => scratch[Symbol.asyncDispose]());

  test("of a season whose lines were captured, the file of evidence is at most 15% of that of lines [A-21]", async () => {
    const { manifest } = (await readNewestRelease(scratch.database.kysely)) ?? assert.fail();
    const origin = { archive: manifest.archive, revision: 1, isSample: false, termsUrl: null };
    for (const [sport, season] of captured) {
      const entry = manifest.seasons.find((each) => each.sport === sport && each.season === season) ?? assert.fail();
      const shelf = await openSeasonRows(scratch.database, manifest, entry);
      const [evidence, lines] = await Promise.all(
        (["evidence", "lines"] as const).map((set) => makeSeasonFile({ shelf, previous: null }, set, origin)),
      );
      for (const format of fileFormats) {
        const share = (evidence?.bytes[format].length ?? 0) / (lines?.bytes[format].length ?? 0);
        assert.ok(share > 0 && share <= 0.15, `${sport} ${season} ${format}: ${share}`);
      }
    }
  });

  function gamesOf(sport: string, ...seasons: readonly number[]) {
    return seasons.map((season) => {
      const games = values.filter(({ facts }) => facts.sport === sport && facts.season === season);
      return readSeason({ games, factsBefore: [] }, new Set(), new Map());
    });
  }
  /** What each rule says of each slate, as its night would have. */
  function ringsOf(sport: string, ...seasons: readonly number[]): readonly Ring[] {
    const nights = gamesOf(sport, ...seasons).flatMap((season) =>
      [...new Set(season.games.map(({ date }) => date))].map((date) => ({
        date,
        night: lookingAt(season, (game) => game.date === date),
      })),
    );
    assert.ok(nights.length >= 8, `${nights.length} nights of ${sport}`);
    return nights.flatMap(({ date, night }) =>
      rulesOfNights.flatMap((rule) => alarmRules[rule].find(night).map(({ sentence }) => ({ date, rule, sentence }))),
    );
  }
  const of = (rings: readonly Ring[], rule: string): readonly Ring[] => rings.filter((ring) => ring.rule === rule);
  const rules = (rings: readonly Ring[]): string[] => [...new Set(rings.map(({ rule }) => rule))].sort();
  const gamesIn = (rings: readonly Ring[]) => rings.map(({ sentence }) => sentence.split(":")[0]).sort();
  const isEarly = ({ startMs, lines }: PricedGame): boolean =>
    lines.length > 0 && lines.every(({ capturedMs }) => startMs - capturedMs > 15 * 60_000);

  test("the week of MLB, which was captured to the last minutes, is quiet", () => {
    assert.deepEqual(ringsOf("mlb", 2026), []);
  });

  test("the NBA rings for captures of hours before, for books that were silent for days", () => {
    const rings = ringsOf("nba", 2024);
    assert.deepEqual(rules(rings), ["book-stopped", "captures-too-early"]);
    const silent = of(rings, "book-stopped").map(({ date, sentence }) => `${date}: ${sentence.split(" ")[0]}`);
    assert.deepEqual([...new Set(silent)].sort(), [
      "2023-10-25: mybookieag",
      "2023-12-25: barstool",
      "2023-12-25: betmgm",
      "2024-02-22: superbook",
      "2024-04-20: betmgm",
    ]);
    const games = gamesOf("nba", 2024).flatMap((season) => season.games);
    assert.ok(games.length > 1000 && games.every(isEarly), "no game was captured near its start");
  });

  test("college football rings for two games whose moneylines are the other team's, and for nothing else", () => {
    const rings = ringsOf("ncaaf", 2022, 2023);
    assert.deepEqual(rules(rings), ["favorite-contradicted"]);
    assert.deepEqual(gamesIn(rings), ["NCAAF-20221027-UL-USM", "NCAAF-20221210-NAVY-ARMY"]);
  });

  test("the NFL rings for the days before its first capture, and for slates that were captured too early", () => {
    const rings = ringsOf("nfl", 2025);
    assert.deepEqual(rules(rings), ["captures-too-early", "closes-missing"]);
    assert.deepEqual(
      of(rings, "closes-missing")
        .map(({ date }) => date)
        .sort(),
      ["2025-09-04", "2025-09-05", "2025-09-07", "2025-09-08"],
    );
    const games = gamesOf("nfl", 2025).flatMap((season) => season.games);
    for (const { date } of of(rings, "captures-too-early")) {
      const ofNight = games.filter((game) => game.date === date);
      assert.ok(ofNight.filter(isEarly).length * 2 > ofNight.length, date);
    }
  });

  test("of what other games of all seasons say, at most one game in a thousand rings for good data", () => {
    const rules = [
      "unlike-last-weeks",
      "week-off-its-dates",
      "season-type-out-of-order",
      "team-in-two-places",
      "date-off-its-start",
      "lines-copied",
      "close-never-posted",
      "final-the-other-way",
      "captures-off-the-clock",
    ];
    const rings = published.judged.flatMap(({ rule, fault }) =>
      rules.includes(rule) ? (fault?.all ?? []).map((sentence) => `${rule} ${sentence.split(":")[0]}`) : [],
    );
    assert.ok(published.games > 4800, `${published.games} games`);
    // Boston and Dallas rested their stars in the last days of the season.
    assert.deepEqual(rings.sort(), [
      "unlike-last-weeks NBA-20240411-NYK-BOS",
      "unlike-last-weeks NBA-20240414-DAL-OKC",
    ]);
  });
});

/** The closing lines that nflverse states of the seasons without captures, as those of one book. */
function* nflCloses(): Generator<FeedItem> {
  const none = { home_odds: null, away_odds: null, over_odds: null, under_odds: null };
  for (const row of input.readRawCsv(input.realPath("nflverse", "games.csv"))) {
    if (row.season === "2025" || row.result === "" || row.spread_line === "") continue;
    const { game_id: event_id = "", home_team: home = "", away_team: away = "", gameday = "" } = row;
    const quote = quoteRecord({
      ...{ ...none, sport: "nfl", provider: "canonical", event_id, home, away, game_date: gameday },
      ...{ start_time: null, captured_at: null, stated: "close" },
    });
    const [line, total] = [-Number(row.spread_line) + 0, Number(row.total_line)];
    const [home_odds, away_odds] = [Number(row.home_spread_odds), Number(row.away_spread_odds)];
    const prices = { over_odds: Number(row.over_odds), under_odds: Number(row.under_odds) };
    yield* items({ ...quote, market: "spread", line, home_odds, away_odds });
    yield* items({ ...quote, market: "total", line: total, ...prices });
  }
}

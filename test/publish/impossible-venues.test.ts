/** A regular game at a neutral site is not in the home club's own stadium: venue, indoor and weather of such a record are not believed. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameRecord } from "../../src/feed/records.ts";
import { explainGame } from "../../src/operate/explain.ts";
import { readReports } from "../../src/operate/reports.ts";
import { firstNight } from "../support/nights.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";

const at = "2026-03-01T00:00:00Z";
const indoors = { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
const berlin = { venue_id: "9001", name: "Olympiastadion Berlin", city: "Berlin", indoor: false };

/** A game of Indianapolis abroad, of which the source says the usual place. */
const abroad = gameRecord({
  provider: "nflverse",
  game_id: "2025_10_ATL_IND",
  sport: "nfl",
  season: 2025,
  week: 10,
  away: "ATL",
  home: "IND",
  game_date: "2025-11-09",
  start_time: "2025-11-09T14:30:00Z",
  neutral_site: true,
  away_score: 25,
  home_score: 31,
  line_score: null,
  overtime: null,
  weather: indoors,
  venue: { venue_id: "IND00", name: "Lucas Oil Stadium", city: null, indoor: true },
});

async function published(...records: readonly GameRecord[]) {
  const { database } = await firstNight(at, items(...records));
  const [game] = await publishedDetails(database);
  assert.ok(game !== undefined);
  const explained = await explainGame(database, game.game_id, Date.parse(at));
  assert.ok(explained.outcome === "explained");
  const [report] = await readReports(database.kysely, { kind: "publish", limit: 1 });
  return { game, told: JSON.stringify(report), evidence: explained.explanation.evidence };
}

test("without another source, venue and weather are not known, and report and explain say why", async () => {
  const { game, told, evidence } = await published(abroad);
  assert.deepEqual([game.neutral_site, game.venue, game.weather], [true, null, null]);
  const sentence = /nflverse says Lucas Oil Stadium, the own stadium of IND, of a game at a neutral site/;
  assert.match(told, sentence);
  const venues = evidence.filter(({ fact }) => fact === "venue");
  assert.deepEqual(
    venues.map(({ value, used, rule }) => [value, used, rule]),
    [["Lucas Oil Stadium", false, "impossible_venue"]],
  );
});

test("another source's venue and weather are taken", async () => {
  const weather = { ...indoors, temp_f: 48, condition: "Cloudy" };
  const { game, evidence } = await published(abroad, {
    ...abroad,
    ...{ provider: "espn", game_id: "401772636", venue: berlin, weather },
  });
  assert.deepEqual([game.venue?.name, game.venue?.indoor, game.weather], [berlin.name, false, weather]);
  assert.equal(evidence.find(({ fact, used }) => fact === "venue" && used)?.source, "espn");
});

test("every club of a known stadium is meant, in each sport and under each name and code", async () => {
  const paris = gameRecord({
    ...{ provider: "espn", game_id: "1", neutral_site: true, home: "IND", away: "SAS" },
    venue: { venue_id: "2183", name: "Gainbridge Fieldhouse", city: "Indianapolis", indoor: true },
  });
  assert.equal((await published(paris)).game.venue, null);
  const shared = { venue_id: "NYC01", name: "MetLife Stadium", city: null, indoor: false };
  assert.equal((await published({ ...abroad, home: "NYJ", venue: shared })).game.venue, null);
});

test("a usual home game, a game in the visitor's stadium, and a final of a postseason keep their venues", async () => {
  const kept = async (changes: Partial<GameRecord>) => {
    const { game, told } = await published({ ...abroad, ...changes });
    assert.doesNotMatch(told, /own stadium/);
    return [game.venue?.name, game.weather?.condition];
  };
  const lucas = ["Lucas Oil Stadium", "Indoor"];
  assert.deepEqual(await kept({ neutral_site: false }), lucas);
  assert.deepEqual(await kept({ neutral_site: null }), lucas);
  assert.deepEqual(await kept({ home: "ATL", away: "IND" }), lucas);
  const ofFinal = { week: 22, game_date: "2026-02-08", start_time: "2026-02-08T23:30:00Z" };
  assert.deepEqual(await kept({ ...ofFinal, season_type: "postseason" }), lucas);
});

/**
 * A stadium that several providers know has one number, and the numbers that callers have stay. A regular game at a neutral site is not in
 * the home club's own stadium: venue, indoor and weather of such a record are not believed.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { foldName } from "../../src/domain/names.ts";
import { teamByAbbreviation } from "../../src/domain/teams/registry.ts";
import { stadiumKey, stadiums } from "../../src/domain/venues/stadiums.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { explainGame } from "../../src/operate/explain.ts";
import { readReports } from "../../src/operate/reports.ts";
import { VenueFacts } from "../../src/publish/grade/facts.ts";
import { firstNight } from "../support/nights.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";

type Sport = GameRecord["sport"];
const facts = new VenueFacts([]);

function game(sport: Sport, provider: string, id: string, name: string | null, city: string | null = null): GameRecord {
  return gameRecord({ sport, provider, venue: { venue_id: id, name, city, indoor: null } });
}

function numberOf(...stated: Parameters<typeof game>): number | null {
  return facts.ofGame([game(...stated)])?.venue_id ?? null;
}

test("every provider's number, code or name of a stadium gives one venue id", () => {
  const same: readonly (readonly Parameters<typeof game>[])[] = [
    [
      ["mlb", "mlb-statsapi", "3", "Fenway Park"],
      ["mlb", "retrosheet", "BOS07", null],
      ["mlb", "espn", "2", "Fenway Park"],
      ["nhl", "nhl-api", "Fenway Park", "Fenway Park"],
    ],
    [
      ["mlb", "mlb-statsapi", "2392", "Minute Maid Park"],
      ["mlb", "mlb-statsapi", "2392", "Daikin Park"],
      ["mlb", "espn", "44", "Daikin Park"],
      ["mlb", "retrosheet", "HOU03", null],
    ],
    [
      ["nfl", "nflverse", "VEG00", "Allegiant Stadium"],
      ["nfl", "espn", "6501", "Allegiant Stadium"],
      ["ncaaf", "cfbd", "6501", "Allegiant Stadium"],
      ["ncaaf", "espn", "6501", null],
    ],
    [
      ["nfl", "nflverse", "MUN01", "FC Bayern Munich Stadium"],
      ["nfl", "nflverse", "GER00", null],
    ],
    [
      ["nhl", "nhl-api", "Amalie Arena", "Amalie Arena"],
      ["nhl", "nhl-api", "Benchmark International Arena", "Benchmark International Arena"],
      ["nhl", "espn", "9999999", "Amalie Arena"],
    ],
    [
      ["nba", "espn", "1841", "crypto.com Arena"],
      ["nhl", "nhl-api", "Crypto.com Arena", "Crypto.com Arena"],
    ],
    [
      ["ncaaf", "cfbd", "3836", "Memorial Stadium (Clemson, SC)"],
      ["ncaaf", "espn", "3836", "Memorial Stadium"],
    ],
    [
      ["nhl", "nhl-api", "Avicii Arena", "Avicii Arena"],
      ["nhl", "espn", "4444444", "Avicii Arena"],
    ],
  ];
  const numbers = same.map((stated) => new Set(stated.map((each) => numberOf(...each))));
  for (const [index, each] of numbers.entries()) assert.equal(each.size, 1, JSON.stringify(same[index]));
  assert.equal(new Set(numbers.flatMap((each) => [...each])).size, same.length);
});

test("stadiums that only share a name are not one", () => {
  const memorial = ["3836", "3835", "3834"].map((id) => numberOf("ncaaf", "espn", id, "Memorial Stadium"));
  assert.equal(new Set(memorial).size, 3);
  assert.notEqual(
    numberOf("nfl", "espn", "3883", "Highmark Stadium"),
    numberOf("nfl", "espn", "1", "Highmark Stadium"),
  );
  assert.notEqual(numberOf("mlb", "mlb-statsapi", "401", "TBD"), numberOf("mlb", "mlb-statsapi", "402", "TBD"));
});

test("numbers that callers have of the NFL, of college stadiums and of canonical files stay", () => {
  // As 0.1.0 published them: 31 bits of the CRC-32 of provider and id.
  assert.equal(numberOf("nfl", "nflverse", "KAN00", "GEHA Field at Arrowhead Stadium"), 495_947_118);
  assert.equal(numberOf("ncaaf", "cfbd", "3558", "Michigan Stadium"), 1_574_559_012);
  assert.equal(numberOf("ncaaf", "cfbd", "4250", "Wrigley Field"), 385_355_299);
  assert.equal(numberOf("nba", "canonical", "td-garden", "TD Garden"), 1_992_085_362);
});

test("a venue has what any provider of the game knows of the same stadium, and nothing of another one", () => {
  const log = game("mlb", "mlb-statsapi", "3", null);
  const espn = gameRecord({
    ...{ sport: "mlb", provider: "espn" },
    venue: { venue_id: "2", name: "Fenway Park", city: "Boston", indoor: false },
  });
  const known = { name: "Fenway Park", city: "Boston", indoor: false };
  assert.deepEqual(facts.ofGame([log, espn]), { venue_id: numberOf("mlb", "retrosheet", "BOS07", null), ...known });
  const elsewhere = game("mlb", "espn", "44", "Daikin Park", "Houston");
  assert.deepEqual(facts.ofGame([log, elsewhere]), { ...facts.ofGame([log]), name: null, city: null, indoor: null });
});

test("no code and no name of the table is in two rows", () => {
  const codes = stadiums.flatMap(([each]) => each.split(" "));
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
  const names = stadiums.flatMap(([, each]) => [
    ...new Set(each.split("|").map((name) => foldName(name.replace(/@.*/, "")))),
  ]);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  for (const code of codes) assert.match(code, /^(nflverse|cfbd|espn|mlb-statsapi|retrosheet|arena):\S+$/);
  assert.equal(stadiumKey({ sport: "nba", provider: "office", venueId: "1824", name: "TD Garden" }), "office:1824");
});

test("a stadium has its name of the season, whatever a provider goes on to call it, and its number stays", () => {
  const named = (sport: Sport, provider: string, id: string, name: string | null, season: number) => {
    const venue = facts.ofGame([{ ...game(sport, provider, id, name), season }]);
    assert.equal(venue?.venue_id, numberOf(sport, provider, id, name));
    return venue?.name;
  };
  const nflverse = (id: string, name: string, season: number) => named("nfl", "nflverse", id, name, season);
  assert.equal(nflverse("BUF00", "New Era Field", 2025), "Highmark Stadium");
  assert.deepEqual(
    [2022, 2023, 2024, 2025].map((season) => nflverse("CLE00", "FirstEnergy Stadium", season)),
    ["FirstEnergy Stadium", "Cleveland Browns Stadium", "Huntington Bank Field", "Huntington Bank Field"],
  );
  assert.deepEqual(
    [2022, 2023].map((season) => nflverse("JAX00", "TIAA Bank Stadium", season)),
    ["TIAA Bank Field", "EverBank Stadium"],
  );
  assert.deepEqual(
    [2023, 2024].map((season) => nflverse("WAS00", "FedExField", season)),
    ["FedExField", "Northwest Stadium"],
  );
  assert.equal(nflverse("NOR00", "Mercedes-Benz Superdome", 2022), "Caesars Superdome");
  assert.equal(named("mlb", "mlb-statsapi", "2392", "Daikin Park", 2024), "Minute Maid Park");
  assert.equal(named("mlb", "retrosheet", "HOU03", "Minute Maid Park", 2025), "Daikin Park");
  assert.equal(named("nhl", "nhl-api", "Wells Fargo Center", "Wells Fargo Center", 2026), "Xfinity Mobile Arena");
  assert.equal(named("nba", "espn", "3093", "Delta Center", 2023), "Vivint Arena");
});

test("the clubs of the stadiums are teams of their leagues", () => {
  const clubs = stadiums.flatMap(([, , own = ""]) => own.split(" ").filter((club) => club !== ""));
  assert.ok(clubs.length > 100, String(clubs.length));
  for (const club of clubs) {
    const [sport, abbreviation = ""] = club.split(":");
    assert.notEqual(teamByAbbreviation(sport as Sport, abbreviation), null, club);
  }
});

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

/** NCAAF: College Football Data's games and lines of 2022 and 2023. */
import assert from "node:assert/strict";
import { beforeAll, describe, test } from "vitest";
import { toldOf } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import * as input from "./real-data.ts";

const sides = ["home", "away"] as const;

type RawGame = {
  readonly id: number;
  readonly season: number;
  readonly week: number;
  readonly startDate: string;
  readonly completed: boolean;
  readonly neutralSite: boolean;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly homeClassification: string | null;
  readonly awayClassification: string | null;
  readonly homePoints: number | null;
  readonly awayPoints: number | null;
};

type RawLine = { readonly provider: string };
type RawLines = { readonly id: number; readonly lines: readonly RawLine[] };

const seasons = [2022, 2023] as const;

/** Books by the names in the files. */
const bookNames: readonly (readonly [name: string, slug: string])[] = [
  ["Bovada", "bovada"],
  ["DraftKings", "draftkings"],
  ["ESPN Bet", "espnbet"],
  ["William Hill (New Jersey)", "caesars"],
  ["Caesars Sportsbook (Colorado)", "caesars"],
];
const notBooks: readonly string[] = ["consensus", "teamrankings", "numberfire"];

describe("NCAAF, real input", skipIf(input.withoutRealData), () => {
  const fileOf = (list: "games" | "lines", season: number) => input.realPath("cfbd", `${list}_${season}.json`);
  const real = input.publishedBefore(
    ...seasons.map((season) => () => input.cfbdItems(fileOf("games", season), fileOf("lines", season))),
  );
  const rawGames = new Map<string, RawGame>();
  const rawLines = new Map<string, readonly RawLine[]>();
  /** Published ids by CFBD's. */
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    for (const season of seasons) {
      for (const game of input.readRawJson<RawGame[]>(fileOf("games", season))) rawGames.set(String(game.id), game);
      for (const { id, lines } of input.readRawJson<RawLines[]>(fileOf("lines", season)))
        rawLines.set(String(id), lines);
    }
    ids = rawIds(await input.publishedIds(real.database, "cfbd"));
  });

  const pairs = function* (): Generator<[RawGame, input.ArchivedGame]> {
    for (const [rawId, id] of ids) {
      const [raw, archived] = [rawGames.get(rawId), real.archive.games.get(id)];
      assert.ok(raw && archived, `${rawId} is ${id}`);
      yield [raw, archived];
    }
  };

  test("2022 lists 854 games and 2023 lists 868: every completed game with an FBS side, and no other", () => {
    for (const [season, count] of [
      [2022, 854],
      [2023, 868],
    ] as const) {
      const listed = [...pairs()].filter(([raw]) => raw.season === season).map(([raw]) => raw.id);
      const wanted = [...rawGames.values()].filter((raw) => raw.season === season && hasFbsSide(raw) && raw.completed);
      assert.equal(listed.length, count);
      assert.deepEqual(listed.sort(), wanted.map((raw) => raw.id).sort());
      assert.equal(real.archive.seasons.get(`ncaaf ${season}`)?.games, count);
      assert.equal(real.archive.seasons.get(`ncaaf ${season}`)?.status, "published");
    }
    assert.equal(real.archive.games.size, 854 + 868);
    assert.deepEqual([toldOf(real.night, "held-unpublished"), toldOf(real.night, "withheld")], [[], []]);
  });

  test("score, date, start, week and neutral site of every game are those of the file", () => {
    for (const [raw, { id, game }] of pairs()) {
      const startMs = Date.parse(raw.startDate.replace(" ", "T"));
      const [date = "", time = ""] = input.easternText(startMs).split(" ");
      assert.equal(Date.parse(game.start_time), startMs, id);
      assert.equal(game.game_date, time < "04:00" ? input.easternText(startMs - 86_400_000).slice(0, 10) : date, id);
      assert.equal(game.home.score, raw.homePoints, id);
      assert.equal(game.away.score, raw.awayPoints, id);
      assert.equal(game.season, raw.season, id);
      assert.equal(game.week, Math.max(raw.week, 1), id);
      assert.equal(game.neutral_site, raw.neutralSite, id);
    }
  });

  test("an FCS side has team_id null and an abbreviation and a name; an FBS side has the number of a listed team", () => {
    const numbers = new Map(real.archive.teams.map((team) => [team.team_id, team]));
    const teamsOfSchools = new Map<string, string>();
    let fcsSides = 0;
    for (const [raw, { id, game }] of pairs()) {
      for (const side of sides) {
        const { team_id: teamId, abbreviation, name } = game[side];
        const school = raw[`${side}Team`];
        assert.match(abbreviation ?? "", /^[A-Z0-9]{2,6}$/, id);
        assert.ok(name, id);
        if (raw[`${side}Classification`] === "fbs") {
          assert.equal(typeof teamId, "number", `${id}: ${school} is FBS`);
          assert.equal(numbers.get(teamId ?? -1)?.abbreviation, abbreviation, `${id}: ${school}`);
        } else {
          assert.equal(teamId, null, `${id}: ${school} is ${raw[`${side}Classification`]}`);
          fcsSides += 1;
        }
        // One school is one abbreviation and the other way round, in all games of both seasons.
        assert.equal(teamsOfSchools.get(school) ?? abbreviation, abbreviation, school);
        teamsOfSchools.set(school, abbreviation ?? "");
      }
    }
    assert.equal(new Set(teamsOfSchools.values()).size, teamsOfSchools.size);
    assert.ok(fcsSides > 200, `${fcsSides}`);
  });

  test("odds rows are only of real books: each is in the file under its name, and averages and models are left out", () => {
    const slugs = new Set(bookNames.map(([, slug]) => slug));
    const published = new Set([...real.archive.games.values()].flatMap(({ odds }) => odds.map((row) => row.book)));
    assert.deepEqual([...published.difference(slugs)], []);
    assert.deepEqual([...slugs.difference(published)], []);
    const names = new Set([...rawLines.values()].flat().map((line) => line.provider));
    for (const name of names) {
      assert.ok(notBooks.includes(name) || bookNames.some(([known]) => known === name), `${name} is new`);
    }
    const refused = real.reports.map((report) => report.refused);
    assert.deepEqual([...new Set(refused.flatMap((each) => Object.keys(each)))].sort(), ["no-fbs-side", "not-a-book"]);
    const fbsLines = [...rawLines].filter(([id]) => hasFbsSide(rawGames.get(id))).flatMap(([, lines]) => lines);
    assert.equal(
      refused.reduce((sum, each) => sum + (each["not-a-book"]?.count ?? 0), 0),
      fbsLines.filter((line) => notBooks.includes(line.provider)).length,
    );
  });

  test("what is left out are sides the wrong way round in one market, and closes that never moved; additions.test.ts holds the rest", async () => {
    assert.deepEqual(await input.doubtedQuotes(real.database), [
      ...["NCAAF-20220827-NEB-NU bovada moneyline", "NCAAF-20220827-NEB-NU bovada spread"],
      ...["NCAAF-20220904-LSU-FSU bovada moneyline", "NCAAF-20220904-LSU-FSU bovada spread"],
      ...["NCAAF-20230916-CSU-COLO draftkings spread", "NCAAF-20231111-TEX-TCU draftkings spread"],
    ]);
    assert.ok(real.archive.rows.odds.length > 3_000, `${real.archive.rows.odds.length} rows`);
  });
});

function hasFbsSide(raw: RawGame | undefined): boolean {
  return raw?.homeClassification === "fbs" || raw?.awayClassification === "fbs";
}

/** The ledger keys a record by the sport and the provider's id. */
function rawIds(identities: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...identities].map(([key, id]) => [/\d+$/.exec(key)?.[0] ?? key, id]));
}

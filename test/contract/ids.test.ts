/** [A-8] `/v1/ids/games` and `/v1/ids/teams`: which rows they have, in which order, and what they say of each. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { openApi, walk } from "../support/api.ts";
import type { GameSketch } from "../support/archive.ts";
import { idOf } from "../support/archive.ts";
import { league } from "../support/league.ts";
import { sportsByHand } from "../support/sports.ts";

const moved = ["1f2e3d4c5b6a79881f2e3d4c5b6a7988", "a1b2c3d4e5f60718a1b2c3d4e5f60718"];

/** The same league, in which games of the NFL have an id at nflverse, and the late game has two events. */
const games: readonly GameSketch[] = league.map((game) => {
  if (game.sport === "nba") return { ...game, ids: { espn: "401584793", the_odds_api: moved } };
  if (game.sport === "mlb") return { ...game, ids: { mlb: `74000${game.gameNumber}`, retrosheet: "BOS202407041" } };
  return { ...game, ids: { nflverse: `${game.season}_${game.week}_${game.away}_${game.home}` } };
});
const api = await openApi(games);
afterAll(() => api[Symbol.asyncDispose]());

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(url: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(url);
  assert.equal(status, 200, `${url}: ${text.slice(0, 300)}`);
  return body.data;
}

const columns = "game_id sport season season_type week game_date start_time home away".split(" ");
const sources = "nflverse espn mlb nhl cfbd retrosheet the_odds_api".split(" ");

describe("/v1/ids/games", () => {
  test("a row begins with the columns of rows of games, and ends with the ids at each source [A-8]", async () => {
    const [row] = await rowsOf("/v1/ids/games?sport=nba&season=2024");
    assert.deepEqual(Object.keys(row ?? {}), [...columns, ...sources]);
    assert.deepEqual(row, {
      game_id: "NBA-20240110-BOS-LAL",
      sport: "nba",
      season: 2024,
      season_type: "regular",
      week: null,
      game_date: "2024-01-10",
      start_time: "2024-01-11T03:00:00.000Z",
      home: "LAL",
      away: "BOS",
      nflverse: null,
      espn: "401584793",
      mlb: null,
      nhl: null,
      cfbd: null,
      retrosheet: null,
      the_odds_api: moved,
    });
  });

  test("every game has the ids that were published of it, and those of a doubleheader have their own", async () => {
    for (const sport of ["nfl", "mlb", "nba"] as const) {
      const rows = new Map(
        (await rowsOf(`/v1/ids/games?sport=${sport}&from=2000-01-01&limit=1000`)).map((row) => [row.game_id, row]),
      );
      const ofSport = games.filter((game) => game.sport === sport);
      assert.equal(rows.size, ofSport.length);
      for (const game of ofSport) {
        const row = rows.get(idOf(game)) ?? assert.fail(idOf(game));
        for (const source of sources) {
          const wanted = game.ids?.[source as keyof typeof game.ids] ?? (source === "the_odds_api" ? [] : null);
          assert.deepEqual(row[source], wanted, `${idOf(game)} ${source}`);
        }
      }
    }
  });

  test("it has the games that /v1/games has with the same filters, in the same order, with the same columns", async () => {
    const filters = [
      ...["season=2023", "season=2024&team=KC", "team=kc", "season=2024&home=BUF", "season=2024&away=226"],
      ...["season=2024&week=2", "season=2024&season_type=postseason", "from=2023-11-10&to=2024-11-10", "season=1999"],
    ];
    for (const filter of filters) {
      const ids = await rowsOf(`/v1/ids/games?sport=nfl&${filter}&limit=1000`);
      const list = await rowsOf(`/v1/games?sport=nfl&${filter}&limit=1000`);
      const heads = list.map((game) => ({
        ...Object.fromEntries(columns.map((column) => [column, game[column]])),
        home: (game.home as { abbreviation: string }).abbreviation,
        away: (game.away as { abbreviation: string }).abbreviation,
      }));
      assert.deepEqual(
        ids.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
        heads,
        filter,
      );
    }
    const one = await rowsOf("/v1/ids/games?sport=mlb&game_id=mlb-20240704-nyy-bos-2");
    assert.deepEqual(
      one.map(({ game_id: id, mlb }) => [id, mlb]),
      [["MLB-20240704-NYY-BOS-2", "740002"]],
    );
  });

  test("as CSV a list of ids is one cell, and what is not known is an empty one", async () => {
    const { status, headers, text } = await api.get("/v1/ids/games?sport=nba&season=2024&format=csv");
    assert.equal(status, 200);
    assert.match(headers["content-type"] ?? "", /^text\/csv/);
    assert.match(headers["content-disposition"] ?? "", /filename="gradeline-ids-games-nba-2024\.csv"/);
    const [header, row, end] = text.split("\r\n");
    assert.equal(header, [...columns, ...sources].join(","));
    const head = "NBA-20240110-BOS-LAL,nba,2024,regular,,2024-01-10,2024-01-11T03:00:00.000Z,LAL,BOS";
    assert.equal(row, `${head},,401584793,,,,,${moved.join("|")}`);
    assert.equal(end, "");
    const nfl = await api.get("/v1/ids/games?sport=nfl&season=2024&limit=2&format=csv");
    assert.ok(nfl.headers["x-next-cursor"]);
    for (const line of nfl.text.trimEnd().split("\r\n").slice(1)) assert.match(line, /,2024_1_\w+,,,,,,$/);
  });
});

describe("/v1/ids/teams", () => {
  test("it has all teams of the sport, as /v1/teams has them, in pages of any size [A-8]", async () => {
    for (const sport of ["mlb", "nfl", "nba"] as const) {
      const { body } = await api.get(`/v1/ids/teams?sport=${sport}`);
      const teams = await rowsOf(`/v1/teams?sport=${sport}`);
      const named = (rows: readonly Row[]) => rows.map(({ team_id: id, abbreviation }) => [id, abbreviation]);
      assert.deepEqual(named(body.data), named(teams));
      assert.equal(body.next_cursor, null);
      assert.equal(body.meta.count, teams.length);
    }
    for (const sport of sports) {
      const { length } = await rowsOf(`/v1/ids/teams?sport=${sport}&limit=1000`);
      assert.equal(length, sportsByHand[sport].teams, sport);
    }
    const { rows } = await walk(api, "/v1/ids/teams?sport=ncaaf", 50);
    assert.deepEqual(rows, await rowsOf("/v1/ids/teams?sport=ncaaf&limit=1000"));
  });

  test("a team has its present id or name at each source, and those of before [A-8]", async () => {
    const rows = await rowsOf("/v1/ids/teams?sport=mlb");
    assert.deepEqual(Object.keys(rows[0] ?? {}), ["team_id", "abbreviation", ...sources, "former"]);
    assert.deepEqual(
      rows.find(({ abbreviation }) => abbreviation === "ATH"),
      {
        team_id: 102,
        abbreviation: "ATH",
        nflverse: null,
        espn: "11",
        mlb: "133",
        nhl: null,
        cfbd: null,
        retrosheet: "ATH",
        the_odds_api: ["Athletics", "Oakland Athletics"],
        former: [{ source: "retrosheet", id: "OAK" }],
      },
    );
    const hockey = await rowsOf("/v1/ids/teams?sport=nhl");
    const nhl = hockey.filter(({ abbreviation }) => abbreviation === "UTA" || abbreviation === "ARI");
    assert.deepEqual(
      nhl.map(({ team_id: id, nhl: names }) => [id, names]),
      [
        [428, "UTA"],
        [433, "ARI"],
      ],
    );
  });

  test("as CSV the names of a team are one cell", async () => {
    const { headers, text } = await api.get("/v1/ids/teams?sport=mlb&format=csv");
    assert.match(headers["content-disposition"] ?? "", /filename="gradeline-ids-teams-mlb\.csv"/);
    assert.equal(headers["x-next-cursor"], undefined);
    const lines = text.split("\r\n");
    assert.equal(lines[0], ["team_id", "abbreviation", ...sources, "former.source", "former.id"].join(","));
    assert.equal(lines[2], "102,ATH,,11,133,,,ATH,Athletics|Oakland Athletics,retrosheet,OAK");
    assert.equal(lines.length, 32);
    const accepted = await api.get("/v1/ids/teams?sport=mlb", { "x-api-key": api.key, accept: "text/csv" });
    assert.equal(accepted.text, text);
  });
});

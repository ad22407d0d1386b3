/** [A-8] `/v1/ids/games` and `/v1/ids/teams`, row by row; test/oracle/pages.test.ts holds every row of games of the sample. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { sportsByHand } from "../support/sports.ts";

const moved = ["1f2e3d4c5b6a79881f2e3d4c5b6a7988", "a1b2c3d4e5f60718a1b2c3d4e5f60718"];
const api = closedAfterAll(
  await openApi(
    league.map((game) => {
      if (game.sport === "nba") return { ...game, ids: { espn: "401584793", the_odds_api: moved } };
      if (game.sport === "mlb") return { ...game, ids: { mlb: `74000${game.gameNumber}`, retrosheet: "BOS202407041" } };
      return { ...game, ids: { nflverse: `${game.season}_${game.week}_${game.away}_${game.home}` } };
    }),
  ),
);

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(url: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(`/v1/ids/${url}`);
  assert.equal(status, 200, `${url}: ${text.slice(0, 300)}`);
  return body.data;
}

const sources = "nflverse espn mlb nhl cfbd retrosheet the_odds_api".split(" ");
const unknown = Object.fromEntries(sources.map((source) => [source, null]));

test("a game has its ids at each source; of several events all, in one cell of CSV; what is not known is null [A-8]", async () => {
  const head = {
    ...{ game_id: "NBA-20240110-BOS-LAL", sport: "nba", season: 2024, season_type: "regular", week: null },
    ...{ game_date: "2024-01-10", start_time: "2024-01-11T03:00:00.000Z", home: "LAL", away: "BOS" },
  };
  const [row = {}] = await rowsOf("games?sport=nba&season=2024");
  assert.deepEqual(row, { ...head, ...unknown, espn: "401584793", the_odds_api: moved });
  assert.deepEqual(Object.keys(row), [...Object.keys(head), ...sources]);
  const { text } = await api.get("/v1/ids/games?sport=nba&season=2024&format=csv");
  const cells = [...Object.values(head), "", "401584793", "", "", "", "", moved.join("|")].map((cell) => cell ?? "");
  assert.equal(text, `${Object.keys(row).join(",")}\r\n${cells.join(",")}\r\n`);
});

test("teams are those of /v1/teams, as many as the sport has [A-8]", async () => {
  for (const sport of sports) {
    const { body } = await api.get(`/v1/teams?sport=${sport}`);
    const named = (rows: readonly Row[]) => rows.map(({ team_id: id, abbreviation }) => [id, abbreviation]);
    const rows = await rowsOf(`teams?sport=${sport}&limit=1000`);
    // This archive lists the teams of the sports that it has games of.
    if (body.data.length > 0) assert.deepEqual(named(rows), named(body.data));
    assert.equal(rows.length, sportsByHand[sport].teams, sport);
  }
});

test("a team has its present id or name at each source, and those of before [A-8]", async () => {
  const rows = await rowsOf("teams?sport=mlb");
  const names = ["Athletics", "Oakland Athletics"];
  const athletics = { ...unknown, espn: "11", mlb: "133", retrosheet: "ATH", the_odds_api: names };
  const at = rows.findIndex(({ abbreviation }) => abbreviation === "ATH");
  assert.deepEqual(rows[at], {
    ...{ team_id: 102, abbreviation: "ATH", ...athletics },
    former: [{ source: "retrosheet", id: "OAK" }],
  });
  const { text } = await api.get("/v1/ids/teams?sport=mlb&format=csv");
  const lines = text.split("\r\n");
  assert.equal(lines[0], ["team_id", "abbreviation", ...sources, "former.source", "former.id"].join(","));
  assert.equal(lines[at + 1], `102,ATH,,11,133,,,ATH,${names.join("|")},retrosheet,OAK`);
  // Utah is a team of its own, beside that which it was made of.
  const hockey = (await rowsOf("teams?sport=nhl")).filter(({ nhl }) => nhl === "UTA" || nhl === "ARI");
  assert.deepEqual(
    hockey.map(({ team_id: id, nhl }) => [id, nhl]),
    [
      [428, "UTA"],
      [433, "ARI"],
    ],
  );
});

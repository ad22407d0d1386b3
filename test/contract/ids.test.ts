/** [A-8] `/v1/ids/teams`, row by row; test/oracle/ holds every row of `/v1/ids/games`, and test/publish/outside-ids.test.ts which ids a game has. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { sportsByHand } from "../support/sports.ts";

const api = closedAfterAll(await openApi(league));

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(url: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(`/v1/ids/${url}`);
  assert.equal(status, 200, `${url}: ${text.slice(0, 300)}`);
  return body.data;
}

const sources = "nflverse espn mlb nhl cfbd retrosheet the_odds_api".split(" ");
const unknown = Object.fromEntries(sources.map((source) => [source, null]));

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

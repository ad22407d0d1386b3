/** Questions in words: what is understood, what is left over, and that the API's bets are those that were asked for. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, describe, test } from "vitest";
import { trends } from "../../src/contract/lists/trends.ts";
import { sports } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";
import { understood } from "../../src/web/ask/understood.ts";
import { openApi, send } from "../support/api.ts";
import { documentOf, textOf } from "../support/document.ts";
import { publishSampleWeeks } from "../support/sample-archive.ts";
import { share } from "../support/volume.ts";

const today = "2026-11-24";

/** As an address has them, in any order. */
function read(text: string, usual: (typeof sports)[number] = "nfl"): { filters: string; left: readonly string[] } {
  const { sets, left } = understood(text, usual, today);
  assert.ok(sets.length <= 1, `${text} may mean ${sets.length} sets`);
  return {
    filters: (sets[0] ?? [])
      .map((each) => each.join("="))
      .sort()
      .join("&"),
    left,
  };
}

const sorted = (query: string) => query.split("&").sort().join("&");

/** A bettor's ten questions, typed as they would be said. */
const ten = [
  ["49ers road favorites off a bye", "sport=nfl&bet_type=spread&on=SF&selection=away&role=favorite&rest_min=13"],
  [
    "home underdogs after a loss by 14 or more",
    "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  ],
  ["NBA overs after two straight unders", "sport=nba&bet_type=total&selection=over&both_total_streak_max=-2"],
  ["MLB unders in wind", "sport=mlb&bet_type=total&selection=under&wind_min=15"],
  ["Cowboys as home dogs since 2023", "sport=nfl&bet_type=spread&on=DAL&selection=home&role=underdog&from=2023-06-01"],
  [
    "college football road underdogs getting 20 or more",
    "sport=ncaaf&bet_type=spread&selection=away&role=underdog&min_line=20",
  ],
  ["NHL teams on a back to back against rested teams", "sport=nhl&bet_type=moneyline&rest_max=1&opponent_rest_min=2"],
  ["rematches of division rivals", "sport=nfl&bet_type=spread&meeting=rematch&same_division=true"],
  ["Lakers moneyline on Thursdays", "sport=nba&bet_type=moneyline&on=LAL&weekday=thu"],
  ["first half unders in the playoffs", "sport=nfl&bet_type=first_half_total&selection=under&season_type=postseason"],
] as const;

const more = [
  ["Yankees vs lefties", "sport=mlb&bet_type=moneyline&on=NYY&opponent_starter_hand=L"],
  ["What is the record of favorites of 7 or more?", "sport=nfl&bet_type=spread&role=favorite&max_line=-7"],
  ["home favorites laying 3 to 7", "sport=nfl&bet_type=spread&selection=home&role=favorite&min_line=-7&max_line=-3"],
  ["Eagles -3.5", "sport=nfl&bet_type=spread&on=PHI&min_line=-3.5&max_line=-3.5"],
  ["Ravens −7 or more at home in January", "sport=nfl&bet_type=spread&on=BAL&selection=home&max_line=-7&month=1"],
  ["underdogs of 10+ in the NFL", "sport=nfl&bet_type=spread&role=underdog&min_line=10"],
  ["double-digit dogs", "sport=nfl&bet_type=spread&role=underdog&min_line=10"],
  [
    "Knicks as 5 point road underdogs since 2024",
    "sport=nba&bet_type=spread&on=NYK&selection=away&role=underdog&min_line=5&max_line=5&from=2023-08-01",
  ],
  ["Chiefs over 48.5", "sport=nfl&bet_type=total&team=KC&selection=over&min_line=48.5&max_line=48.5"],
  ["totals above 50 in college football", "sport=ncaaf&bet_type=total&min_line=50"],
  ["total under 40 in a dome", "sport=nfl&bet_type=total&max_line=40&indoor=true"],
  ["Packers in games below freezing", "sport=nfl&bet_type=spread&on=GB&temperature_max=32"],
  ["road teams against winning teams", "sport=nfl&bet_type=spread&selection=away&opponent_win_share_min=0.5001"],
  ["Dallas hosting Philadelphia", "sport=nfl&bet_type=spread&on=DAL&team=PHI&selection=home"],
  ["SF at DAL", "sport=nfl&bet_type=spread&on=SF&team=DAL&selection=away"],
  ["Dallas vs Philadelphia", "sport=nfl&bet_type=spread&on=DAL&team=PHI"],
  ["home teams against the Cowboys", "sport=nfl&bet_type=spread&selection=home&away=DAL"],
  ["favorites on a 4-game winning streak", "sport=nfl&bet_type=spread&role=favorite&team_streak_min=4"],
  ["teams that lost three straight", "sport=nfl&bet_type=spread&team_streak_max=-3"],
  ["home teams after covering 3 straight", "sport=nfl&bet_type=spread&selection=home&team_ats_streak_min=3"],
  ["revenge games", "sport=nfl&bet_type=spread&meeting_last=lost"],
  ["Bama home favorites by 20+", "sport=ncaaf&bet_type=spread&on=ALA&selection=home&role=favorite&max_line=-20"],
  ["unders in week 11 and later", "sport=nfl&bet_type=total&selection=under&week_min=11"],
  ["underdogs on the puck line +1.5", "sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5&max_line=1.5"],
  ["yrfi", "sport=mlb&bet_type=inn1_total&selection=over"],
  ["Dodgers first five", "sport=mlb&bet_type=first_5_moneyline&on=LAD"],
  ["last season Celtics at DraftKings", "sport=nba&bet_type=spread&on=BOS&season=2026&book=draftkings"],
  ["favorites with opponents off a bye", "sport=nfl&bet_type=spread&role=favorite&opponent_rest_min=13"],
  ["against teams off a loss", "sport=nfl&bet_type=spread&opponent_last=lost"],
  ["home dogs off a blowout loss", "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14"],
  ["Lions team total over", "sport=nfl&bet_type=team_total_over&on=DET&selection=over"],
  ["teams with a losing record as favorites", "sport=nfl&bet_type=spread&role=favorite&team_win_share_max=0.4999"],
  ["both teams off a loss, overs", "sport=nfl&bet_type=total&selection=over&both_last=lost"],
  [
    "NBA when both teams are on a back to back take the under",
    "sport=nba&bet_type=total&selection=under&home_rest_max=1&away_rest_max=1",
  ],
  ["Rangers puck line", "sport=nhl&bet_type=puck_line&on=NYR"],
  ["cowbys home", "sport=nfl&bet_type=spread&on=DAL&selection=home"],
  // Numbers and words that mean something else beside a word that is alike.
  ["NFL week 1 unders", "sport=nfl&bet_type=total&selection=under&week=1"],
  ["Yankees first five unders", "sport=mlb&bet_type=inn5_total&team=NYY&selection=under"],
  ["2 straight unders", "sport=nfl&bet_type=spread&team_total_streak_max=-2"],
  ["NFL unders when the wind is over 15 mph", "sport=nfl&bet_type=total&selection=under&wind_min=15"],
  ["unders in 20 mph winds", "sport=nfl&bet_type=total&selection=under&wind_min=20"],
  ["teams off back to back losses", "sport=nfl&bet_type=spread&team_streak_max=-2"],
  ["dogs that covered last week", "sport=nfl&bet_type=spread&role=underdog&team_last=covered"],
  ["favorites that failed to cover last week", "sport=nfl&bet_type=spread&role=favorite&team_last=failed"],
  ["teams off getting blown out", "sport=nfl&bet_type=spread&team_last_margin_max=-14"],
  ["opponents off a blowout win", "sport=nfl&bet_type=spread&opponent_last_margin_min=14"],
  ["road underdogs getting 7 or more points", "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7"],
  ["Browns getting points", "sport=nfl&bet_type=spread&on=CLE&role=underdog"],
  ["favorites of exactly 3", "sport=nfl&bet_type=spread&role=favorite&min_line=-3&max_line=-3"],
  ["NFL favorites -3 to -7", "sport=nfl&bet_type=spread&role=favorite&min_line=-7&max_line=-3"],
  ["3 to 7 point favorites", "sport=nfl&bet_type=spread&role=favorite&min_line=-7&max_line=-3"],
  ["Cowboys against division rivals", "sport=nfl&bet_type=spread&on=DAL&same_division=true"],
  // As it is typed in haste.
  ["cowbys rd favs", "sport=nfl&bet_type=spread&on=DAL&selection=away&role=favorite"],
  ["eagels home favorits", "sport=nfl&bet_type=spread&on=PHI&selection=home&role=favorite"],
  ["Thrusday night undredogs", "sport=nfl&bet_type=spread&role=underdog&weekday=thu&start_hour_min=18"],
  ["sf road fav after bye", "sport=nfl&bet_type=spread&on=SF&selection=away&role=favorite&rest_min=13"],
  ["kc at home vs lv", "sport=nfl&bet_type=spread&on=KC&team=LV&selection=home"],
  [
    "road underdogs on Monday night",
    "sport=nfl&bet_type=spread&selection=away&role=underdog&weekday=mon&start_hour_min=18",
  ],
] as const;

test("what bettors say is understood whole", () => {
  for (const [text, query] of [...ten, ...more])
    assert.deepEqual(read(text), { filters: sorted(query), left: [] }, text);
});

test("what is not understood is named as it was typed, and the rest is asked", () => {
  assert.deepEqual(read("NFL purple favorites in Snow"), {
    filters: sorted("sport=nfl&bet_type=spread&role=favorite"),
    left: ["purple", "Snow"],
  });
  assert.deepEqual(read("purple monkeys"), { filters: "", left: ["purple", "monkeys"] });
  // A moneyline has no line, so that one of the two is left.
  assert.deepEqual(read("moneyline underdogs of 7 or more").left, [...["underdogs", "of", "7", "or", "more"]]);
  // What is near a word or a team but is another word stays what it is.
  assert.deepEqual(read("Warriors 3 games in 4 nights").left, ["3", "4", "nights"]);
  assert.deepEqual(read("steam home dogs").left, ["steam"]);
});

test("the sport on the page is meant where no word says one, and a team or a bet of one sport says it", () => {
  assert.match(read("home underdogs", "nhl").filters, /sport=nhl/);
  assert.match(read("Lakers", "nfl").filters, /sport=nba/);
  assert.match(read("Rangers", "mlb").filters, /sport=mlb/);
  assert.match(read("run line favorites", "nba").filters, /sport=mlb/);
});

test("every team is found by its name, and by its abbreviation in capitals", () => {
  for (const sport of sports) {
    for (const { name, abbreviation } of allTeamsOf(sport)) {
      for (const text of [`${sport} ${name} at home`, `${sport} ${abbreviation} at home`]) {
        const { sets, left } = understood(text, sport, today);
        assert.deepEqual(left, [], text);
        assert.ok(
          sets.some((set) => set.some(([name, value]) => name === "on" && value === abbreviation)),
          text,
        );
      }
    }
  }
});

const words = fc.constantFrom(
  ...[...ten, ...more].flatMap(([text]) => text.split(" ")),
  ...["opponent", "either", "2023", "-3", "or", "total", "teams", "%", "@0", "|", "1h", "👍", "(", "\\"],
);

test("whatever is said, the API takes what was understood", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 14 }).map((each) => each.join(" ")),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...sports), (text, usual) => {
      const { sets, left } = understood(text, usual, today);
      for (const set of sets) trends.read(new URLSearchParams(set.map(([...each]) => each)).toString());
      for (const each of left) assert.ok(each !== "");
    }),
    { numRuns: share(3000) },
  );
  assert.equal(understood(`favorites ${"x ".repeat(100_000)}`, "nfl", today).left[0], "x");
});

describe("on the explorer", async () => {
  const site = await openApi();
  await publishSampleWeeks(site.database);
  await site.shelf.refresh();
  afterAll(() => site[Symbol.asyncDispose]());
  const get = (path: string) => send(site.app, "GET", path);

  test("a question leads to the set, whose page says what was understood", async () => {
    const { status, headers } = await get("/?ask=cowboys+home");
    assert.equal(status, 303);
    assert.equal(headers.location, "/?sport=nfl&bet_type=spread&selection=home&on=DAL&ask=cowboys+home");
    const page = documentOf((await get(headers.location ?? "")).text);
    const said = textOf(page.querySelector("[data-say]"));
    assert.match(said, /Understood: NFL · take the Dallas Cowboys · home teams · spread/);
    assert.equal(page.querySelector('[name="ask"]')?.getAttribute("value"), "cowboys home");
    const canonical = page.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? "";
    assert.match(canonical, /\/\?sport=nfl&bet_type=spread&selection=home&on=DAL$/);
  });

  test("a word that is left over blocks the record, and what can be asked without it is a link", async () => {
    const { status, text, headers } = await get("/?sport=nfl&ask=primetime+unders");
    assert.equal(status, 400);
    const page = documentOf(text);
    const result = page.querySelector("#result");
    assert.match(textOf(result), /Not answered: “primetime” is not a filter\. Without it:NFL · unders · total/);
    assert.doesNotMatch(textOf(result), /won|\d–\d/);
    assert.equal(headers["set-cookie"], undefined);
    const [link] = [...(result?.querySelectorAll("a") ?? [])];
    assert.equal(link?.getAttribute("href"), "/?sport=nfl&bet_type=total&selection=under");
    assert.equal((await get(link?.getAttribute("href") ?? "")).status, 200);
    // A link with words that no filter has, as somebody may have shared it, says so beside its set.
    const shared = await get("/?sport=nfl&bet_type=spread&selection=home&on=DAL&ask=cowboys+home+purple");
    assert.match(textOf(documentOf(shared.text).querySelector("[data-say]")), /Not answered: purple\. Below is NFL/);
  });

  test("a word that turns a question round blocks the record, and nothing is offered without it", async () => {
    const { status, text } = await get("/?sport=nfl&ask=fade+the+public+cowboys");
    assert.equal(status, 400);
    const result = documentOf(text).querySelector("#result");
    assert.match(textOf(result), /Not answered: “fade”, “public” are no filters\./);
    assert.deepEqual([...(result?.querySelectorAll("a") ?? [])], []);
  });

  test("a name of several teams is a choice, each of which is a set", async () => {
    const { status, text } = await get("/?sport=nfl&ask=new+york+home+dogs");
    assert.equal(status, 400);
    const result = documentOf(text).querySelector("#result");
    assert.match(textOf(result), /“new york home dogs” may mean more than one set of bets\. Choose one/);
    const links = [...(result?.querySelectorAll("a") ?? [])].map((each) => each.getAttribute("href"));
    assert.deepEqual(links.map((path) => new URLSearchParams(path?.slice(2)).get("on")).sort(), ["NYG", "NYJ"]);
    for (const path of links) assert.equal((await get(path ?? "")).status, 200);
  });

  test("a question of which nothing is understood is no look at anything, and keeps its words", async () => {
    const { status, text, headers } = await get("/?sport=nba&ask=%3Cb%3Epurple");
    assert.equal(status, 400);
    assert.match(text, /Not answered: “b”, “purple” are no filters/);
    assert.doesNotMatch(text, /<b>purple/);
    assert.equal(headers["set-cookie"], undefined);
    assert.equal(documentOf(text).querySelector('[name="ask"]')?.getAttribute("value"), "<b>purple");
  });

  test("the bets of a question are those that were asked for", async () => {
    const { headers } = await get("/?ask=road+favorites+of+3+to+7+on+sundays");
    const query = new URLSearchParams((headers.location ?? "").slice(2));
    query.delete("ask");
    query.set("season", "2025");
    const { body } = await site.get(`/v1/bets?${query}&limit=1000`);
    assert.ok(body.data.length > 3);
    for (const { role, selection, close, game_date: date, bet_type: betType } of body.data) {
      assert.deepEqual([role, selection, betType], ["favorite", "away", "spread"]);
      assert.ok(close.line >= -7 && close.line <= -3, String(close.line));
      assert.equal(new Date(date).getUTCDay(), 0);
    }
  });

  test("a set is divided into groups that are those of the API, for a family of looks", async () => {
    for (const by of ["team", "line", "week"]) {
      const path = `/?sport=nfl&bet_type=spread&role=underdog&group_by=${by}`;
      const page = documentOf((await get(path)).text);
      const rows = [...page.querySelectorAll(".groups tbody tr")].map((row) => [...row.children].map(textOf));
      const { body } = await site.get(
        `/v1/trends?sport=nfl&bet_type=spread&role=underdog&season=2025&group_by=${by}&limit=1000`,
      );
      const groups = body.data.slice(1);
      assert.equal(rows.length, groups.length);
      for (const [at, { won, lost, push, verdict }] of groups.entries()) {
        assert.equal(rows[at]?.[1], `${won}–${lost}–${push}`);
        assert.equal(rows[at]?.[3], verdict === null ? "–" : verdict === "no evidence" ? "luck may do that" : verdict);
      }
      const judged = groups.filter(({ p_value: chance }: { p_value: number | null }) => chance !== null).length;
      assert.match(textOf(page.querySelector(".groups .hint")), new RegExp(`all ${judged} groups`));
      assert.equal(body.meta.family, judged);
    }
    assert.equal((await get("/?sport=nfl&group_by=book")).status, 400);
  });

  test("a set that holds games back tells how many were graded since, and once looked at, which", async () => {
    const path = "/?sport=nfl&bet_type=spread&selection=home&role=underdog&split=2025-09-18";
    const { body } = await site.get(
      "/v1/bets?sport=nfl&season=2025&bet_type=spread&selection=home&role=underdog&from=2025-09-18",
    );
    const graded = body.data.filter(({ result }: { result: { close: string | null } }) => result.close !== null);
    const hidden = textOf(documentOf((await get(path)).text).querySelector(".held"));
    assert.match(hidden, new RegExp(`${graded.length} bets have been graded since`));
    assert.doesNotMatch(hidden, /won|\d–\d/);
    const shown = documentOf((await get(`${path}&look=1`)).text).querySelector(".held");
    assert.match(textOf(shown), /Before that day: \d+–\d+–\d+, [\d.]+% won/);
    const ids = [...(shown?.querySelectorAll("li a") ?? [])].map((link) => link.getAttribute("href"));
    assert.deepEqual(ids, body.data.map(({ game_id: id }: { game_id: string }) => `/games/${id}`).reverse());
    const later = await get("/?sport=nfl&bet_type=spread&selection=home&role=underdog&split=2026-01-01");
    assert.match(textOf(documentOf(later.text).querySelector(".held")), /No such bet has been graded since/);
  });
});

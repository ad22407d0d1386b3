/**
 * Sixty questions as people type them into the explorer, with the one right answer, the right choice, or the right refusal. They were
 * written down before the words that they need. A refusal gives no record: it names the words that no filter has, and what would be
 * asked without them.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { trends } from "../../src/contract/lists/trends.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { understood } from "../../src/web/ask/understood.ts";

const today = "2026-11-24";

type Answered = { readonly is: string };
/** Every one of these may be meant. */
type Choice = { readonly either: readonly string[] };
/** The words that are left over, and what could be asked without them: nothing where they turn the question round. */
type Refused = { readonly left: string; readonly without: string | null };

const questions: readonly (readonly [page: Sport, said: string, right: Answered | Choice | Refused])[] = [
  // Nights and hours are those of New York.
  [
    "nfl",
    "sunday night football unders",
    { is: "sport=nfl&bet_type=total&selection=under&weekday=sun&start_hour_min=18" },
  ],
  [
    "nfl",
    "monday night home dogs",
    { is: "sport=nfl&bet_type=spread&selection=home&role=underdog&weekday=mon&start_hour_min=18" },
  ],
  ["mlb", "day game overs", { is: "sport=mlb&bet_type=total&selection=over&start_hour_max=16" }],
  [
    "mlb",
    "Cubs at home in night games",
    { is: "sport=mlb&bet_type=moneyline&on=CHC&selection=home&start_hour_min=18" },
  ],
  [
    "nba",
    "favorites in games that start after 10 pm",
    { is: "sport=nba&bet_type=spread&role=favorite&start_hour_min=22" },
  ],
  [
    "nfl",
    "1pm sunday road favorites",
    { is: "sport=nfl&bet_type=spread&selection=away&role=favorite&weekday=sun&start_hour_min=13&start_hour_max=13" },
  ],
  ["ncaaf", "underdogs before noon", { is: "sport=ncaaf&bet_type=spread&role=underdog&start_hour_max=11" }],
  ["nfl", "primetime unders", { left: "primetime", without: "sport=nfl&bet_type=total&selection=under" }],
  [
    "nfl",
    "prime time home favorites",
    { left: "prime time", without: "sport=nfl&bet_type=spread&selection=home&role=favorite" },
  ],
  ["nfl", "teams off Monday night football", { left: "off", without: null }],
  // Prices.
  ["mlb", "favorites of 200 or more", { is: "sport=mlb&bet_type=moneyline&role=favorite&max_price=-200" }],
  ["nfl", "favorites of 200 or more", { is: "sport=nfl&bet_type=moneyline&role=favorite&max_price=-200" }],
  ["mlb", "underdogs +150 or more", { is: "sport=mlb&bet_type=moneyline&role=underdog&min_price=150" }],
  [
    "nhl",
    "home favorites from -150 to -200",
    { is: "sport=nhl&bet_type=moneyline&selection=home&role=favorite&min_price=-200&max_price=-150" },
  ],
  ["mlb", "underdogs of 120 to 160", { is: "sport=mlb&bet_type=moneyline&role=underdog&min_price=120&max_price=160" }],
  ["mlb", "-110 favorites", { is: "sport=mlb&bet_type=moneyline&role=favorite&min_price=-110&max_price=-110" }],
  ["nhl", "road teams at plus money", { is: "sport=nhl&bet_type=moneyline&selection=away&min_price=100" }],
  ["nhl", "puck line favorites at +150 or better", { is: "sport=nhl&bet_type=puck_line&role=favorite&min_price=150" }],
  ["nba", "overs 220 or more", { is: "sport=nba&bet_type=total&selection=over&min_line=220" }],
  [
    "nba",
    "home favorites of 3 to 200",
    { left: "favorites of 3 to 200", without: "sport=nba&bet_type=spread&selection=home" },
  ],
  // Places and teams: those of the page's sport first.
  [
    "nfl",
    "new york home dogs",
    {
      either: [
        "sport=nfl&bet_type=spread&on=NYG&selection=home&role=underdog",
        "sport=nfl&bet_type=spread&on=NYJ&selection=home&role=underdog",
      ],
    },
  ],
  ["nba", "new york home dogs", { is: "sport=nba&bet_type=spread&on=NYK&selection=home&role=underdog" }],
  [
    "mlb",
    "chicago unders",
    {
      either: [
        "sport=mlb&bet_type=total&team=CHC&selection=under",
        "sport=mlb&bet_type=total&team=CWS&selection=under",
      ],
    },
  ],
  [
    "nba",
    "Rangers at home",
    {
      either: [
        "sport=mlb&bet_type=moneyline&on=TEX&selection=home",
        "sport=nhl&bet_type=moneyline&on=NYR&selection=home",
      ],
    },
  ],
  ["nfl", "Lakers at home", { is: "sport=nba&bet_type=spread&on=LAL&selection=home" }],
  [
    "nfl",
    "new york primetime dogs",
    {
      left: "primetime",
      without: "sport=nfl&bet_type=spread&on=NYG&role=underdog | sport=nfl&bet_type=spread&on=NYJ&role=underdog",
    },
  ],
  ["nfl", "Dallas off a bye", { is: "sport=nfl&bet_type=spread&on=DAL&rest_min=13" }],
  [
    "nfl",
    "home dogs at Dallas",
    { left: "at Dallas", without: "sport=nfl&bet_type=spread&selection=home&role=underdog" },
  ],
  [
    "nfl",
    "cowboys or eagles as road dogs",
    { is: "sport=nfl&bet_type=spread&on=DAL,PHI&selection=away&role=underdog" },
  ],
  // Names of people.
  ["mlb", "umpire Angel Hernandez", { left: "umpire Angel Hernandez", without: null }],
  [
    "nfl",
    "unders with umpire Angel Hernandez",
    { left: "umpire Angel Hernandez", without: "sport=nfl&bet_type=total&selection=under" },
  ],
  ["nfl", "Dallas Goedert overs", { left: "Dallas Goedert", without: "sport=nfl&bet_type=total&selection=over" }],
  ["nba", "magic johnson overs", { left: "magic johnson", without: "sport=nba&bet_type=total&selection=over" }],
  ["nfl", "Chiefs without Patrick Mahomes", { left: "without Patrick Mahomes", without: null }],
  [
    "nfl",
    "Cowboys home games with Dak Prescott",
    { left: "Dak Prescott", without: "sport=nfl&bet_type=spread&on=DAL&selection=home" },
  ],
  ["mlb", "Gerrit Cole unders", { left: "Gerrit Cole", without: "sport=mlb&bet_type=total&selection=under" }],
  // Words that turn a question round.
  ["nfl", "fade the public cowboys", { left: "fade public", without: null }],
  ["nfl", "home dogs not in the division", { left: "not", without: null }],
  ["nfl", "bet against the Cowboys", { left: "against Cowboys", without: null }],
  ["nfl", "Cowboys opponents", { left: "opponents", without: null }],
  ["nba", "everyone except the Lakers", { left: "everyone except", without: null }],
  ["nfl", "after thursday night games", { left: "after thursday night games", without: null }],
  // Words that narrow, and that no filter has.
  ["nfl", "home dogs on turf", { left: "turf", without: "sport=nfl&bet_type=spread&selection=home&role=underdog" }],
  ["nfl", "public underdogs", { left: "public", without: "sport=nfl&bet_type=spread&role=underdog" }],
  [
    "nfl",
    "rookie quarterbacks as road favorites",
    { left: "rookie quarterbacks", without: "sport=nfl&bet_type=spread&selection=away&role=favorite" },
  ],
  ["mlb", "unders in the snow", { left: "snow", without: "sport=mlb&bet_type=total&selection=under" }],
  ["nfl", "season win totals over", { left: "season win", without: "sport=nfl&bet_type=total&selection=over" }],
  ["nba", "favorites off a home loss", { left: "off a home loss", without: null }],
  ["nba", "third game of a road trip", { left: "third trip", without: "sport=nba&bet_type=spread&selection=away" }],
  // Rounds of a postseason: those of the NFL have weeks of their own, and the others have no filter.
  ["nfl", "super bowl unders", { is: "sport=nfl&bet_type=total&selection=under&season_type=postseason&week=22" }],
  [
    "nfl",
    "wild card home favorites",
    { is: "sport=nfl&bet_type=spread&selection=home&role=favorite&season_type=postseason&week=19" },
  ],
  ["nfl", "divisional round overs", { is: "sport=nfl&bet_type=total&selection=over&season_type=postseason&week=20" }],
  [
    "nba",
    "conference finals unders",
    { left: "conference finals", without: "sport=nba&bet_type=total&selection=under&season_type=postseason" },
  ],
  [
    "mlb",
    "world series underdogs",
    { left: "world series", without: "sport=mlb&bet_type=moneyline&role=underdog&season_type=postseason" },
  ],
  [
    "nhl",
    "game 7 unders",
    { left: "game 7", without: "sport=nhl&bet_type=total&selection=under&season_type=postseason" },
  ],
  // Numbers, seasons and what is only filler.
  ["nba", "Celtics 2023-24 season", { is: "sport=nba&bet_type=spread&on=BOS&season=2024" }],
  [
    "nfl",
    "7-10 point home dogs",
    { is: "sport=nfl&bet_type=spread&selection=home&role=underdog&min_line=7&max_line=10" },
  ],
  ["nfl", "favorites since last season", { is: "sport=nfl&bet_type=spread&role=favorite&from=2025-06-01" }],
  ["nfl", "how often do home dogs cover the spread", { is: "sport=nfl&bet_type=spread&selection=home&role=underdog" }],
  [
    "mlb",
    "What is the record of home favorites when they face a team under .500?",
    { is: "sport=mlb&bet_type=moneyline&selection=home&role=favorite&opponent_win_share_max=0.4999" },
  ],
];

const sorted = (query: string): string => query.split("&").sort().join("&");
const queryOf = (filters: readonly (readonly [string, string])[]): string =>
  sorted(filters.map((each) => each.join("=")).join("&"));

test("sixty questions get the one right answer, the right choice or the right refusal", () => {
  assert.ok(questions.length >= 60, String(questions.length));
  for (const [page, said, right] of questions) {
    const { sets, left } = understood(said, page, today);
    const found = sets.map(queryOf).sort();
    if ("is" in right) assert.deepEqual({ found, left }, { found: [sorted(right.is)], left: [] }, said);
    else if ("either" in right)
      assert.deepEqual({ found, left }, { found: right.either.map(sorted).sort(), left: [] }, said);
    else {
      const without = right.without === null ? [] : right.without.split(" | ").map(sorted).sort();
      assert.deepEqual({ found, left: left.join(" ") }, { found: without, left: right.left }, said);
    }
    for (const set of sets) trends.read(new URLSearchParams(set.map(([...each]) => each)).toString());
  }
});

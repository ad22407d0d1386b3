/**
 * Words of the explorer: what is understood of a question, what is left over, what can be typed to add a filter, that the API
 * takes what was understood, and how sets, chances and numbers are said.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { formFilters } from "../../src/contract/filters/form.ts";
import { trends } from "../../src/contract/lists/trends.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";
import { understood } from "../../src/web/ask/understood.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { addedLabels, partsOf } from "../../src/web/explore/filters.ts";
import { addFilter } from "../../src/web/explore/sentence.ts";
import { chanceWords, ordinal } from "../../src/web/explore/verdict-words.ts";
import { betTypeName, lineText, shareText, signedShareText, signedText } from "../../src/web/ui/words.ts";
import { Page } from "../support/document.ts";
import { share } from "../support/volume.ts";

const today = "2026-11-24";

/**
 * As people type them, most of them written down before the words that they need. Before a colon: the sport of the page, where it is
 * not the NFL. Behind the arrow: the filters, without the page's sport, or those of several sets where every one of them may be
 * meant; or `left`, the words that are left over, and behind another arrow what could be asked without them.
 */
const questions = `
# A bettor's ten questions.
49ers road favorites off a bye -> bet_type=spread&on=SF&selection=away&role=favorite&rest_min=13
home underdogs after a loss by 14 or more -> bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14
NBA overs after two straight unders -> sport=nba&bet_type=total&selection=over&both_total_streak_max=-2
MLB unders in wind -> sport=mlb&bet_type=total&selection=under&wind_min=15
college football road underdogs getting 20 or more
  -> sport=ncaaf&bet_type=spread&selection=away&role=underdog&min_line=20
NHL teams on a back to back against rested teams -> sport=nhl&bet_type=moneyline&rest_max=1&opponent_rest_min=2
rematches of division rivals -> bet_type=spread&meeting=rematch&same_division=true
Lakers moneyline on Thursdays -> sport=nba&bet_type=moneyline&on=LAL&weekday=thu
first half unders in the playoffs -> bet_type=first_half_total&selection=under&season_type=postseason
# How bettors say the same.
Yankees vs lefties -> sport=mlb&bet_type=moneyline&on=NYY&opponent_starter_hand=L
What is the record of favorites of 7 or more? -> bet_type=spread&role=favorite&max_line=-7
home favorites laying 3 to 7 -> bet_type=spread&selection=home&role=favorite&min_line=-7&max_line=-3
Eagles -3.5 -> bet_type=spread&on=PHI&min_line=-3.5&max_line=-3.5
Ravens −7 or more at home in January -> bet_type=spread&on=BAL&selection=home&max_line=-7&month=1
underdogs of 10+ in the NFL -> bet_type=spread&role=underdog&min_line=10
double-digit dogs -> bet_type=spread&role=underdog&min_line=10
Knicks as 5 point road underdogs since 2024
  -> sport=nba&bet_type=spread&on=NYK&selection=away&role=underdog&min_line=5&max_line=5&from=2023-08-01
Chiefs over 48.5 -> bet_type=total&team=KC&selection=over&min_line=48.5&max_line=48.5
totals above 50 in college football -> sport=ncaaf&bet_type=total&min_line=50
total under 40 in a dome -> bet_type=total&max_line=40&indoor=true
Packers in games below freezing -> bet_type=spread&on=GB&temperature_max=32
road teams against winning teams -> bet_type=spread&selection=away&opponent_win_share_min=0.5001
Dallas hosting Philadelphia -> bet_type=spread&on=DAL&team=PHI&selection=home
SF at DAL -> bet_type=spread&on=SF&team=DAL&selection=away
Dallas vs Philadelphia -> bet_type=spread&on=DAL&team=PHI
home teams against the Cowboys -> bet_type=spread&selection=home&away=DAL
favorites on a 4-game winning streak -> bet_type=spread&role=favorite&team_streak_min=4
teams that lost three straight -> bet_type=spread&team_streak_max=-3
home teams after covering 3 straight -> bet_type=spread&selection=home&team_ats_streak_min=3
revenge games -> bet_type=spread&meeting_last=lost
Bama home favorites by 20+ -> sport=ncaaf&bet_type=spread&on=ALA&selection=home&role=favorite&max_line=-20
unders in week 11 and later -> bet_type=total&selection=under&week_min=11
underdogs on the puck line +1.5 -> sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5&max_line=1.5
yrfi -> sport=mlb&bet_type=inn1_total&selection=over
Dodgers first five -> sport=mlb&bet_type=first_5_moneyline&on=LAD
last season Celtics at DraftKings -> sport=nba&bet_type=spread&on=BOS&season=2026&book=draftkings
favorites with opponents off a bye -> bet_type=spread&role=favorite&opponent_rest_min=13
against teams off a loss -> bet_type=spread&opponent_last=lost
opponents off a blowout win -> bet_type=spread&opponent_last_margin_min=14
home dogs off a blowout loss -> bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14
Lions team total over -> bet_type=team_total_over&on=DET&selection=over
teams with a losing record as favorites -> bet_type=spread&role=favorite&team_win_share_max=0.4999
both teams off a loss, overs -> bet_type=total&selection=over&both_last=lost
NBA when both teams are on a back to back take the under
  -> sport=nba&bet_type=total&selection=under&home_rest_max=1&away_rest_max=1
Rangers puck line -> sport=nhl&bet_type=puck_line&on=NYR
# Numbers and words that mean something else beside a word that is alike.
NFL week 1 unders -> bet_type=total&selection=under&week=1
Yankees first five unders -> sport=mlb&bet_type=inn5_total&team=NYY&selection=under
2 straight unders -> bet_type=spread&team_total_streak_max=-2
NFL unders when the wind is over 15 mph -> bet_type=total&selection=under&wind_min=15
unders in 20 mph winds -> bet_type=total&selection=under&wind_min=20
teams off back to back losses -> bet_type=spread&team_streak_max=-2
dogs that covered last week -> bet_type=spread&role=underdog&team_last=covered
favorites that failed to cover last week -> bet_type=spread&role=favorite&team_last=failed
teams off getting blown out -> bet_type=spread&team_last_margin_max=-14
road underdogs getting 7 or more points -> bet_type=spread&selection=away&role=underdog&min_line=7
Browns getting points -> bet_type=spread&on=CLE&role=underdog
favorites of exactly 3 -> bet_type=spread&role=favorite&min_line=-3&max_line=-3
NFL favorites -3 to -7 -> bet_type=spread&role=favorite&min_line=-7&max_line=-3
3 to 7 point favorites -> bet_type=spread&role=favorite&min_line=-7&max_line=-3
Cowboys against division rivals -> bet_type=spread&on=DAL&same_division=true
sf road fav after bye -> bet_type=spread&on=SF&selection=away&role=favorite&rest_min=13
# Abbreviations of teams in small letters.
kc at home vs lv -> bet_type=spread&on=KC&team=LV&selection=home
# Nights and hours are those of New York.
sunday night football unders -> bet_type=total&selection=under&weekday=sun&start_hour_min=18
monday night home dogs -> bet_type=spread&selection=home&role=underdog&weekday=mon&start_hour_min=18
mlb: day game overs -> bet_type=total&selection=over&start_hour_max=16
mlb: Cubs at home in night games -> bet_type=moneyline&on=CHC&selection=home&start_hour_min=18
nba: favorites in games that start after 10 pm -> bet_type=spread&role=favorite&start_hour_min=22
1pm sunday road favorites
  -> bet_type=spread&selection=away&role=favorite&weekday=sun&start_hour_min=13&start_hour_max=13
ncaaf: underdogs before noon -> bet_type=spread&role=underdog&start_hour_max=11
primetime unders -> left primetime -> bet_type=total&selection=under
prime time home favorites -> left prime time -> bet_type=spread&selection=home&role=favorite
teams off Monday night football -> left off
# Prices.
mlb: favorites of 200 or more -> bet_type=moneyline&role=favorite&max_price=-200
mlb: underdogs +150 or more -> bet_type=moneyline&role=underdog&min_price=150
nhl: home favorites from -150 to -200 -> bet_type=moneyline&selection=home&role=favorite&min_price=-200&max_price=-150
mlb: underdogs of 120 to 160 -> bet_type=moneyline&role=underdog&min_price=120&max_price=160
mlb: -110 favorites -> bet_type=moneyline&role=favorite&min_price=-110&max_price=-110
nhl: road teams at plus money -> bet_type=moneyline&selection=away&min_price=100
nhl: puck line favorites at +150 or better -> bet_type=puck_line&role=favorite&min_price=150
nba: home favorites of 3 to 200 -> left favorites of 3 to 200 -> bet_type=spread&selection=home
# Places and teams: those of the page's sport first.
new york home dogs
  -> bet_type=spread&on=NYG&selection=home&role=underdog | bet_type=spread&on=NYJ&selection=home&role=underdog
nba: new york home dogs -> bet_type=spread&on=NYK&selection=home&role=underdog
mlb: chicago unders -> bet_type=total&team=CHC&selection=under | bet_type=total&team=CWS&selection=under
nba: Rangers at home
  -> sport=mlb&bet_type=moneyline&on=TEX&selection=home | sport=nhl&bet_type=moneyline&on=NYR&selection=home
new york primetime dogs
  -> left primetime -> bet_type=spread&on=NYG&role=underdog | bet_type=spread&on=NYJ&role=underdog
home dogs at Dallas -> left at Dallas -> bet_type=spread&selection=home&role=underdog
cowboys or eagles as road dogs -> bet_type=spread&on=DAL,PHI&selection=away&role=underdog
# A name of a person is not answered, also where a part of it is a team.
Dallas Goedert overs -> left Goedert -> bet_type=total&team=DAL&selection=over
Chiefs without Patrick Mahomes -> left without Patrick Mahomes
# Words that turn a question round.
fade the public cowboys -> left fade public
home dogs not in the division -> left not
no home dogs -> left no
bet against the Cowboys -> left against Cowboys
Cowboys opponents -> left opponents
nba: everyone except the Lakers -> left everyone except
after thursday night games -> left after thursday night games
# Words that narrow, and that no filter has.
home dogs on turf -> left turf -> bet_type=spread&selection=home&role=underdog
rookie quarterbacks as road favorites -> left rookie quarterbacks -> bet_type=spread&selection=away&role=favorite
season win totals over -> left season win -> bet_type=total&selection=over
nba: favorites off a home loss -> left off a home loss
nba: third game of a road trip -> left third trip -> bet_type=spread&selection=away
# Rounds of a postseason: those of the NFL have weeks of their own, and the others have no filter.
super bowl unders -> bet_type=total&selection=under&season_type=postseason&week=22
wild card home favorites -> bet_type=spread&selection=home&role=favorite&season_type=postseason&week=19
divisional round overs -> bet_type=total&selection=over&season_type=postseason&week=20
nba: conference finals unders -> left conference finals -> bet_type=total&selection=under&season_type=postseason
mlb: world series underdogs -> left world series -> bet_type=moneyline&role=underdog&season_type=postseason
nhl: game 7 unders -> left game 7 -> bet_type=total&selection=under&season_type=postseason
# Numbers, seasons and what is only filler.
nba: Celtics 2023-24 season -> bet_type=spread&on=BOS&season=2024
7-10 point home dogs -> bet_type=spread&selection=home&role=underdog&min_line=7&max_line=10
favorites since last season -> bet_type=spread&role=favorite&from=2025-06-01
how often do home dogs cover the spread -> bet_type=spread&selection=home&role=underdog
mlb: What is the record of home favorites when they face a team under .500?
  -> bet_type=moneyline&selection=home&role=favorite&opponent_win_share_max=0.4999
# What is not understood is named as it was typed. A moneyline has no line, so that one of the two is left.
NFL purple favorites in Snow -> left purple Snow -> bet_type=spread&role=favorite
moneyline underdogs of 7 or more -> left underdogs of 7 or more -> bet_type=moneyline
# What is near a word or a team but is another word stays what it is.
steam home dogs -> left steam -> bet_type=spread&selection=home&role=underdog
Warriors 3 games in 4 nights -> left 3 4 nights -> sport=nba&bet_type=spread&on=GSW
# The sport on the page is meant where no word says one, and a team or a bet of one sport says it.
mlb: Rangers -> bet_type=moneyline&on=TEX
nba: run line favorites -> sport=mlb&bet_type=run_line&role=favorite
`
  .trim()
  .split(/\n(?! )/)
  .filter((line) => !line.startsWith("#"))
  .map((line) => {
    const [question = "", right = "", without = ""] = line.split(/\s+-> /);
    const [, page = "nfl", said = ""] = /^(?:(\w+): )?(.*)$/.exec(question) ?? [];
    const [, left = ""] = /^left (.*)$/.exec(right) ?? [];
    const sets = (left === "" ? right : without).split(/\s+\| /).filter((set) => set !== "");
    const ofPage = (set: string) => sorted(set.includes("sport=") ? set : `sport=${page}&${set}`);
    return { page: page as Sport, said, left, sets: sets.map(ofPage).sort() };
  });

function sorted(query: string): string {
  return query.split("&").sort().join("&");
}

test("each question gets the one right answer, the right choice or the right refusal", () => {
  for (const { page, said, left, sets } of questions) {
    const found = understood(said, page, today);
    const filters = found.sets.map((set) => sorted(set.map((each) => each.join("=")).join("&"))).sort();
    assert.deepEqual({ left: found.left.join(" "), sets: filters }, { left, sets }, said);
  }
});

test("every team is found by its name, and by its abbreviation in capitals", () => {
  for (const sport of sports)
    for (const { name, abbreviation } of allTeamsOf(sport))
      for (const text of [`${sport} ${name} at home`, `${sport} ${abbreviation} at home`]) {
        const { sets, left } = understood(text, sport, today);
        const teams = sets.map((set) => Object.fromEntries(set).on);
        assert.deepEqual([left, teams.includes(abbreviation)], [[], true], text);
      }
});

const words = fc.constantFrom(
  ...questions.flatMap(({ said }) => said.split(" ")),
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

test.for([
  [
    [1, 0.95, 0.94, 0.4, 0.34, 0.05, 0.0008, 0.0001, 0.00001].map(chanceWords),
    "nearly every try, nearly every try, 9 of 10 tries, 4 of 10 tries, 1 of 3 tries, 1 of 20 tries, 1 of 1,250 tries, 1 of 10,000 tries, fewer than 1 of 10,000 tries",
  ],
  [
    [1, 4, 10, 11, 12, 21, 22, 103, 111, 1000].map(ordinal),
    "first, fourth, tenth, 11th, 12th, 21st, 22nd, 103rd, 111th, 1,000th",
  ],
  [[0.5234, -0.0001].map(shareText), "52.3%, 0.0%"],
  [[0.05, -0.05, 0.0001].map(signedShareText), "+5.0%, −5.0%, 0.0%"],
  [[signedText(7.5), signedText(-3), signedText(0), signedText(-1, 2)], "+7.5, −3, 0, −1.00"],
  [[lineText(-120, "moneyline"), lineText(48.5, "total"), lineText(null, "total")], "−120, 48.5, –"],
  [[betTypeName("first_5_runline")], "first 5 innings run line"],
] as const)("numbers have real minus signs, and none before nothing, as in %s", ([said, words]) => {
  assert.equal(said.join(", "), words);
});

/** An address, and below it the name of its set; or, behind an arrow, a part of it. */
const names = `
sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7
  NFL · away teams · underdogs · by 7 or more · spread · at the consensus close · since 2022
sport=nfl&bet_type=spread&role=favorite&max_line=-7&season=2024
  NFL · favorites · by 7 or more · spread · at the consensus close · 2024 season
sport=mlb&bet_type=total&selection=under&min_line=7&max_line=9.5&book=fanduel
  MLB · unders · line from 7 to 9.5 · total · at the FanDuel close · since 2022
sport=nba&team=lakers&away_rest_max=1&month=12&from=2024-08-01
  NBA · in games of the Los Angeles Lakers · away team on no rest · in December · at the consensus close · since 2025
sport=nfl&on=49ers&selection=away&role=favorite&rest=bye&wind_min=15&indoor=false
  NFL · take the San Francisco 49ers · off a bye · away teams · favorites · wind of 15 mph or more · outdoors · at the consensus close · since 2022
sport=nba&on=lakers,celtics&rest=back_to_back&opponent_rest_min=2&temperature_max=32
  NBA · take the Los Angeles Lakers or Boston Celtics · on a back-to-back · opponent team 2 or more days after its last game · at 32 °F or less · at the consensus close · since 2022
sport=nfl&weekday=thu&division=AFC+West&open_moved=toward&from=2024-10-01&to=2025-01-01
  NFL · on Thursdays · both of AFC West · line moved toward the bet · at the consensus close · from 2024-10-01 · until 2025-01-01
sport=nhl&bet_type=p1_total,puck_line&home_rest_min=2&home_rest_max=4
  NHL · first period total, puck line · home team 2 to 4 days after its last game · at the consensus close · since 2022
team_last=lost -> after a loss
team_last_margin_max=-14 -> after a loss by 14 or more
team_last_margin_min=7 -> after a win by 7 or more
team_streak_min=4 -> on a winning streak of 4 or more
opponent_streak_max=-3 -> against a team on a losing streak of 3 or more
team_streak_min=-2&team_streak_max=1 -> with a streak of −2 to 1
opponent_last=failed -> against a team that failed to cover last time
either_last=over -> either team after an over
both_total_streak_max=-2 -> both teams after 2 or more unders in a row
team_win_share_min=0.6 -> that won 60% or more
opponent_starter_hand=L -> against a team with a left-handed starter
meeting=rematch -> rematches of the season
meeting_last=lost -> that lost the last meeting
week_min=11 -> week 11 or later
week_min=3&week_max=9 -> weeks 3 to 9
same_division=true -> division rivals
`;

const said = (query: string) => partsOf(readAddress(query).filters, 2022);

test("a set is named as bettors name it", () => {
  for (const lines of names.trim().split(/\n(?! )/)) {
    const [query = "", name] = lines.split("\n  ");
    const [filters, part] = query.split(" -> ");
    if (name === undefined) assert.equal(said(`sport=nfl&${filters}`)[1], part);
    else assert.equal(said(query).join(" · "), name);
  }
});

const add = (words: string, before = "sport=nfl") => readAddress(`${before}&${new URLSearchParams({ add: words })}`);

/** The names of the fields of added filters, once what was typed has led to the permalink. */
function fieldsAfter(words: string): readonly string[] {
  const typed = add(words);
  const address = typed.movedTo === null ? typed : readAddress(typed.movedTo.slice(2));
  assert.equal(address.problem, null, words);
  const { text } = addFilter({ sport: "nfl", address, seasons: [], reach: null }, null);
  const fields = new Page(`<!doctype html><body>${text}</body>`).document.querySelectorAll(".added [name]");
  return [...fields].map((field) => field.getAttribute("name") ?? "");
}

test("every filter of form has words that say it, and a field that its label leads to", () => {
  for (const [name, { example }] of Object.entries(formFilters))
    assert.match(said(`sport=nfl&${name}=${example}`)[1] ?? "", /^[a-z]/);
  const fields = addedLabels.flatMap(fieldsAfter);
  assert.deepEqual([...new Set(fields)].sort(), Object.keys(formFilters).sort());
});

test("words of a question set a filter, and a part of a label shows its field", () => {
  for (const [words, filters, before] of [
    ["off a loss", "team_last=lost"],
    ["opponent off a loss", "opponent_last=lost"],
    ["winning streak", "team_streak_min=2"],
    ["revenge", "meeting_last=lost"],
    ["moneyline", "bet_type=moneyline"],
    ["goalie", "add=Team+that+is+bet+on%3A+starting+pitcher+or+goalie"],
    ["Rematch", "meeting=rematch", "sport=nfl&meeting=first"],
  ])
    assert.equal(add(words ?? "", before).movedTo, `/?sport=nfl&${filters}`);
});

/** How the explorer says sets, chances and numbers, and what can be typed to add a filter. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { formFilters } from "../../src/contract/filters/form.ts";
import { trends } from "../../src/contract/lists/trends.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { addedLabels, partsOf } from "../../src/web/explore/filters.ts";
import { examples } from "../../src/web/explore/question.ts";
import { addFilter } from "../../src/web/explore/sentence.ts";
import { chanceWords, ordinal } from "../../src/web/explore/verdict-words.ts";
import { betTypeName, lineText, shareText, signedShareText, signedText } from "../../src/web/ui/words.ts";
import { Page } from "../support/document.ts";

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

/** The fields of added filters, once what was typed has led to the permalink. */
function fieldsAfter(words: string): readonly string[] {
  const typed = add(words);
  const address = typed.movedTo === null ? typed : readAddress(typed.movedTo.slice(2));
  assert.equal(address.problem, null, words);
  const { text } = addFilter({ sport: "nfl", address, seasons: [], reach: null }, null);
  const fields = [...new Page(`<!doctype html><body>${text}</body>`).document.querySelectorAll(".added [name]")];
  return fields.map(
    (field) => `${field.getAttribute("name")}${field.getAttribute("autofocus") === null ? "" : " focused"}`,
  );
}

test("every filter of form has words that say it, and a field that its label leads to", () => {
  for (const [name, { example }] of Object.entries(formFilters))
    assert.match(said(`sport=nfl&${name}=${example}`)[1] ?? "", /^[a-z]/);
  const fields = addedLabels.flatMap(fieldsAfter).map((field) => field.replace(" focused", ""));
  assert.deepEqual([...new Set(fields)].sort(), Object.keys(formFilters).sort());
});

test("words of a question set a filter, a part of a label shows its field, and others are told what can be said", () => {
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
  assert.deepEqual(fieldsAfter("streak of wins"), ["team_streak_min focused", "team_streak_max"]);
  for (const words of ["purple", "off a loss in purple", "Lakers"]) {
    const wrong = add(words);
    assert.match(
      wrong.problem ?? "",
      /^No filter is called “.*”; choose one of the list, or say it as in a question: off/,
    );
    assert.deepEqual(wrong.filters, [["sport", "nfl"]], "what was asked for stays");
  }
});

test("each example is a question that the API takes", () => {
  for (const [words, query] of examples) assert.doesNotThrow(() => trends.read(query), words);
});

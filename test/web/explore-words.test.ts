/** How the explorer says sets, chances and numbers. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { readAddress } from "../../src/web/explore/address.ts";
import { partsOf } from "../../src/web/explore/filters.ts";
import { chanceWords, ordinal } from "../../src/web/explore/verdict-words.ts";
import { betTypeName, lineText, shareText, signedShareText, signedText } from "../../src/web/ui/words.ts";

test("a chance is said as tries", () => {
  for (const [chance, words] of [
    [1, "nearly every try"],
    [0.95, "nearly every try"],
    [0.94, "9 of 10 tries"],
    [0.4, "4 of 10 tries"],
    [0.34, "1 of 3 tries"],
    [0.05, "1 of 20 tries"],
    [0.0008, "1 of 1,250 tries"],
    [0.0001, "1 of 10,000 tries"],
    [0.00001, "fewer than 1 of 10,000 tries"],
    [0, "fewer than 1 of 10,000 tries"],
  ] as const) {
    assert.equal(chanceWords(chance), words);
  }
});

test("numbers have real minus signs, and no minus before nothing", () => {
  assert.deepEqual(
    [shareText(0.5234), shareText(-0.0001), signedShareText(0.05), signedShareText(-0.05)],
    ["52.3%", "0.0%", "+5.0%", "−5.0%"],
  );
  assert.deepEqual(
    [signedShareText(0.0001), signedText(7.5), signedText(-3), signedText(0), signedText(-1, 2)],
    ["0.0%", "+7.5", "−3", "0", "−1.00"],
  );
  const lines = [
    lineText(-120, "moneyline"),
    lineText(-7.5, "spread"),
    lineText(48.5, "total"),
    lineText(null, "total"),
  ];
  assert.deepEqual(lines, ["−120", "−7.5", "48.5", "–"]);
  const said = [1, 4, 10, 11, 12, 21, 22, 103, 111, 1000].map(ordinal).join(" ");
  assert.equal(said, "first fourth tenth 11th 12th 21st 22nd 103rd 111th 1,000th");
});

/** An address, and below it the name of its set. */
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
`;

test("a set is named as bettors name it", () => {
  for (const lines of names.trim().split(/\n(?! )/)) {
    const [query = "", name] = lines.split("\n  ");
    assert.equal(partsOf(readAddress(query).filters, 2022).join(" · "), name);
  }
  assert.equal(betTypeName("first_5_runline"), "first 5 innings run line");
});

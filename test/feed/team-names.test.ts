import assert from "node:assert/strict";
import { test } from "vitest";
import { foldName } from "../../src/domain/names.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";
import { matchTeam, spellingsOf } from "../../src/feed/team-names.ts";

test("a team is known by the names that providers give it, former and short ones too", () => {
  const spellings: readonly (readonly [Sport, abbreviation: string, names: readonly string[]])[] = [
    ["mlb", "ATH", ["Athletics", "Oakland Athletics", "Sacramento Athletics", "OAK", "ath"]],
    ["mlb", "STL", ["St. Louis Cardinals", "St Louis Cardinals", "Saint Louis Cardinals", "SLN"]],
    ["nfl", "LV", ["Las Vegas Raiders", "Oakland Raiders", "LV"]],
    ["nfl", "WAS", ["Washington Commanders", "Washington Football Team", "WSH", "WAS"]],
    ["ncaaf", "ETAM", ["East Texas A&M", "Texas A&M-Commerce Lions", "Texas A&M Commerce"]],
    ["ncaaf", "HAW", ["Hawai'i", "Hawaii Rainbow Warriors", "Hawaiʻi", "Hawai’i Rainbow Warriors"]],
    ["ncaaf", "MIA", ["Miami", "Miami Hurricanes", "Miami (FL)"]],
    ["ncaaf", "MOH", ["Miami (OH)", "Miami (OH) RedHawks", "M-OH", "Miami Ohio"]],
    ["ncaaf", "SJSU", ["San José State", "San Jose State Spartans", "San Jose St Spartans"]],
    ["ncaaf", "UL", ["Louisiana", "Louisiana Ragin' Cajuns", "Louisiana-Lafayette"]],
    ["nba", "LAC", ["LA Clippers", "Los Angeles Clippers"]],
    ["nhl", "MTL", ["Montréal Canadiens", "Montreal Canadiens"]],
    ["nhl", "UTA", ["Utah Mammoth", "Utah Hockey Club", "Utah HC"]],
  ];
  for (const [sport, abbreviation, names] of spellings) {
    for (const name of names) assert.equal(matchTeam(sport, name)?.abbreviation, abbreviation, `${sport} ${name}`);
  }
});

test("every spelling of every team leads to that team and to no other of its sport", () => {
  for (const sport of sports) {
    const owners = new Map<string, string>();
    for (const team of allTeamsOf(sport)) {
      for (const spelling of spellingsOf(team)) {
        const folded = foldName(spelling);
        assert.notEqual(folded, "");
        assert.equal(owners.get(folded) ?? team.name, team.name, `${sport}: "${spelling}" is claimed twice`);
        owners.set(folded, team.name);
        assert.equal(matchTeam(sport, spelling), team);
      }
    }
  }
});

test("a name matches without regard to case, accents, spaces and punctuation", () => {
  assert.equal(foldName("San José State"), "sanjosestate");
  assert.equal(foldName("San Jose\u0301 State"), "sanjosestate");
  assert.equal(foldName("  Texas A&M  "), "texasaandm");
  assert.equal(foldName("Hawaiʻi"), foldName("Hawai'i"));
  assert.equal(matchTeam("nhl", "ST LOUIS  BLUES")?.abbreviation, "STL");
  for (const apostrophe of ["'", "\u2019", "\u2018", "\u02bb", "`", ""]) {
    assert.equal(matchTeam("ncaaf", `Hawai${apostrophe}i Warriors`)?.abbreviation, "HAW", apostrophe);
  }
});

test("look-alike schools are told apart", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["Miami", "Miami (OH)"],
    ["Georgia", "Georgia State"],
    ["Louisiana", "Louisiana Tech"],
    ["Southern", "Southern Miss"],
    ["San Diego", "San Diego State"],
    ["North Dakota", "North Dakota State"],
    ["Lafayette", "Louisiana-Lafayette"],
    ["Mississippi", "Mississippi State"],
    ["Mercer", "Mercyhurst"],
    ["Texas A&M", "East Texas A&M"],
  ];
  for (const [left, right] of pairs) {
    const [one, other] = [matchTeam("ncaaf", left), matchTeam("ncaaf", right)];
    assert.ok(one !== null && other !== null && one !== other, `${left} and ${right}`);
  }
});

test("a bare mascot, an ambiguous city, a misspelling and a name of another sport match no team", () => {
  const unknown: readonly (readonly [Sport, string])[] = [
    ["mlb", "Chicago"],
    ["mlb", "New York"],
    ["mlb", "American League"],
    ["nfl", "Giants"],
    ["nfl", "Los Angeles"],
    ["ncaaf", "Bulldogs"],
    ["ncaaf", "Alabma"],
    ["ncaaf", "Ferris State"],
    ["nba", "Boston Red Sox"],
    ["nhl", ""],
    ["nhl", "  -  "],
  ];
  for (const [sport, name] of unknown) assert.equal(matchTeam(sport, name), null, `${sport} "${name}"`);
});

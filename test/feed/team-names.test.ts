import assert from "node:assert/strict";
import { test } from "vitest";
import { foldName } from "../../src/domain/fold-name.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";
import { matchTeam, nearestTeams, spellingsOf } from "../../src/feed/team-names.ts";

/** Spellings as real providers write them, by the abbreviation they must lead to. */
const spellings = {
  mlb: {
    ATH: ["Athletics", "Oakland Athletics", "Sacramento Athletics", "OAK", "ath"],
    CHC: ["Chicago Cubs", "CHN", "chc"],
    CLE: ["Cleveland Guardians"],
    CWS: ["Chicago White Sox", "CHA", "CHW", "cws"],
    KC: ["Kansas City Royals", "KCA", "KCR"],
    LAA: ["Los Angeles Angels", "LA Angels", "ANA"],
    LAD: ["Los Angeles Dodgers", "LAN"],
    NYM: ["New York Mets", "NYN"],
    NYY: ["New York Yankees", "NYA", "NY Yankees"],
    SD: ["San Diego Padres", "SDN", "SDP"],
    SF: ["San Francisco Giants", "sfn"],
    STL: ["St. Louis Cardinals", "St Louis Cardinals", "Saint Louis Cardinals", "SLN"],
    TB: ["Tampa Bay Rays", "TBA"],
    WSH: ["Washington Nationals", "WAS", "WSN"],
  },
  nfl: {
    JAX: ["Jacksonville Jaguars", "JAX", "JAC"],
    KC: ["Kansas City Chiefs", "KAN"],
    LAC: ["Los Angeles Chargers", "LA Chargers"],
    LAR: ["Los Angeles Rams", "LA", "LAR"],
    LV: ["Las Vegas Raiders", "Oakland Raiders", "LV"],
    SF: ["San Francisco 49ers", "SFO"],
    WAS: ["Washington Commanders", "Washington Football Team", "WSH", "WAS"],
  },
  ncaaf: {
    APP: ["App State", "Appalachian State Mountaineers", "Appalachian State", "App State Mountaineers"],
    ARMY: ["Army", "Army Black Knights", "Army West Point"],
    BYU: ["BYU", "BYU Cougars", "Brigham Young"],
    CAL: ["California", "Cal", "California Golden Bears"],
    CIT: ["The Citadel", "Citadel Bulldogs"],
    CLT: ["Charlotte", "Charlotte 49ers"],
    CONN: ["UConn", "Connecticut Huskies"],
    DEL: ["Delaware", "Delaware Blue Hens", "Delaware Fightin' Blue Hens"],
    ETAM: ["East Texas A&M", "Texas A&M-Commerce Lions", "Texas A&M Commerce"],
    FIU: ["Florida International", "FIU Panthers", "Florida International Panthers"],
    HAW: ["Hawai'i", "Hawaii Rainbow Warriors", "Hawaiʻi", "Hawai’i Rainbow Warriors", "Hawai'i Warriors"],
    HCU: ["Houston Christian", "Houston Baptist Huskies"],
    JXST: ["Jacksonville State", "Jacksonville State Gamecocks", "Jacksonville St"],
    LIU: ["Long Island University", "Long Island University Sharks", "LIU Sharks"],
    LSU: ["LSU", "LSU Tigers", "Louisiana State"],
    MASS: ["Massachusetts", "UMass Minutemen", "Massachusetts Minutemen", "UMass"],
    MIA: ["Miami", "Miami Hurricanes", "Miami (FL)"],
    MISS: ["Ole Miss", "Ole Miss Rebels", "Mississippi Rebels"],
    MOH: ["Miami (OH)", "Miami (OH) RedHawks", "M-OH", "Miami Ohio"],
    MSST: ["Mississippi State", "Mississippi St", "Mississippi State Bulldogs"],
    NCSU: ["NC State", "NC State Wolfpack", "North Carolina State Wolfpack"],
    NICH: ["Nicholls", "Nicholls State Colonels", "Nicholls St Colonels"],
    OSU: ["Ohio State", "Ohio State Buckeyes", "Ohio St", "Ohio St."],
    PITT: ["Pittsburgh", "Pitt Panthers", "Pittsburgh Panthers"],
    SELA: ["SE Louisiana", "Southeastern Louisiana Lions"],
    SEMO: ["Southeast Missouri State", "SE Missouri State Redhawks"],
    SFPA: ["St. Francis (PA)", "Saint Francis Red Flash", "Saint Francis (PA) Red Flash"],
    SHSU: ["Sam Houston", "Sam Houston State Bearkats", "Sam Houston Bearkats"],
    SJSU: ["San José State", "San José State Spartans", "San Jose State Spartans", "San Jose St Spartans"],
    SOU: ["Southern", "Southern University Jaguars"],
    STMN: ["St. Thomas (MN)", "St. Thomas-Minnesota Tommies"],
    TAMU: ["Texas A&M", "Texas A&M Aggies", "TA&M", "Texas A and M"],
    UALB: ["UAlbany", "Albany", "Albany Great Danes"],
    UCF: ["UCF", "UCF Knights", "Central Florida Knights"],
    UL: ["Louisiana", "Louisiana Ragin' Cajuns", "Louisiana Ragin Cajuns", "Louisiana-Lafayette"],
    ULM: ["UL Monroe", "UL Monroe Warhawks", "Louisiana-Monroe", "Louisiana-Monroe Warhawks"],
    USC: ["USC", "USC Trojans", "Southern California"],
    USM: ["Southern Miss", "Southern Mississippi Golden Eagles", "Southern Miss Golden Eagles"],
    UTM: ["UT Martin", "Tennessee-Martin Skyhawks"],
    UTSA: ["UTSA", "UTSA Roadrunners", "UT San Antonio"],
    UCA: ["Central Arkansas", "Central Arkansas Bears", "CARK"],
    WM: ["William & Mary", "William and Mary Tribe", "W&M"],
    YSU: ["Youngstown State", "Youngstown St Penguins"],
  },
  nba: {
    BKN: ["Brooklyn Nets", "bkn", "BRK"],
    GSW: ["Golden State Warriors", "gs"],
    LAC: ["LA Clippers", "Los Angeles Clippers"],
    NOP: ["New Orleans Pelicans", "no"],
    NYK: ["New York Knicks", "ny"],
    PHI: ["Philadelphia 76ers", "phi"],
    PHX: ["Phoenix Suns", "phx", "PHO"],
    POR: ["Portland Trail Blazers", "Portland Trailblazers"],
    SAS: ["San Antonio Spurs", "sa"],
    UTA: ["Utah Jazz", "utah"],
    WAS: ["Washington Wizards", "wsh"],
  },
  nhl: {
    LAK: ["Los Angeles Kings", "LA"],
    MTL: ["Montréal Canadiens", "Montreal Canadiens"],
    NYI: ["New York Islanders", "NY Islanders"],
    STL: ["St Louis Blues", "St. Louis Blues", "Saint Louis Blues"],
    TBL: ["Tampa Bay Lightning", "TB"],
    TOR: ["Toronto Maple Leafs"],
    UTA: ["Utah Mammoth", "Utah Hockey Club", "Utah HC"],
    ARI: ["Arizona Coyotes", "ARI", "Phoenix Coyotes"],
    VGK: ["Vegas Golden Knights"],
  },
} as const satisfies Partial<Record<Sport, Readonly<Record<string, readonly string[]>>>>;

test("every spelling that real providers use leads to its team", () => {
  for (const [sport, teams] of Object.entries(spellings) as [Sport, Record<string, readonly string[]>][]) {
    for (const [abbreviation, names] of Object.entries(teams)) {
      for (const name of names) assert.equal(matchTeam(sport, name)?.abbreviation, abbreviation, `${sport} ${name}`);
    }
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

test("an unknown name brings up the nearest candidates, the likeliest first", () => {
  assert.equal(nearestTeams("ncaaf", "Alabma Crimson Tide")[0], "Alabama Crimson Tide");
  assert.equal(nearestTeams("ncaaf", "Florida Intrnational")[0], "Florida International Panthers");
  assert.equal(nearestTeams("mlb", "Boston RedSocks")[0], "Boston Red Sox");
  assert.equal(nearestTeams("nhl", "Montreal Canadians")[0], "Montreal Canadiens");
  assert.equal(nearestTeams("nba", "Philadelphia Seventy-Sixers")[0], "Philadelphia 76ers");
});

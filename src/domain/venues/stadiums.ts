/**
 * The stadiums that several providers know, with their codes and names. The number that callers see is made of the first
 * code of a row, so that it never changes: a code may be added behind the others, and a name anywhere.
 */
import { foldName } from "../names.ts";
import { type Sport, sportFacts } from "../sports.ts";

/**
 * Codes are `provider:id`. ESPN and CFBD number football's stadiums alike, so both are `cfbd:id` there. Of the names, the newest first, callers see
 * the first one that holds in the season: `@2025` is the first season of a name (of the NBA and the NHL the year in which it ends), one
 * without has always held. Those behind it are other spellings. `=` stands before a name that is no sign of this stadium. The clubs are
 * those that play at home there, as `nba:BOS nhl:BOS`.
 */
export type StadiumRow = readonly [codes: string, names: string, clubs?: string];

const football: readonly StadiumRow[] = [
  ["nflverse:ATL97 cfbd:5348", "Mercedes-Benz Stadium", "nfl:ATL"],
  ["nflverse:BAL00 cfbd:3814", "M&T Bank Stadium", "nfl:BAL"],
  ["nflverse:BOS00 cfbd:3738", "Gillette Stadium", "nfl:NE"],
  // The stadium of 2026 has the name of this one, which is therefore no sign of either.
  ["nflverse:BUF00 cfbd:3883", "=Highmark Stadium", "nfl:BUF"],
  ["nflverse:CAR00 cfbd:3628", "Bank of America Stadium", "nfl:CAR"],
  ["nflverse:CHI98 cfbd:3933", "Soldier Field", "nfl:CHI"],
  ["nflverse:CIN00 cfbd:3874", "Paycor Stadium|Paul Brown Stadium", "nfl:CIN"],
  [
    "nflverse:CLE00 cfbd:3679",
    "Huntington Bank Field@2024|Cleveland Browns Stadium@2023|FirstEnergy Stadium",
    "nfl:CLE",
  ],
  ["nflverse:DAL00 cfbd:3687", "AT&T Stadium", "nfl:DAL"],
  ["nflverse:DEN00 cfbd:3937", "Empower Field at Mile High", "nfl:DEN"],
  ["nflverse:DET00 cfbd:3727", "Ford Field", "nfl:DET"],
  ["nflverse:FRA00", "Deutsche Bank Park"],
  ["nflverse:GER00 nflverse:MUN01", "Allianz Arena|FC Bayern Munich Stadium"],
  ["nflverse:GNB00 cfbd:3798", "Lambeau Field", "nfl:GB"],
  ["nflverse:HOU00 cfbd:3891", "NRG Stadium", "nfl:HOU"],
  ["nflverse:IND00 cfbd:3812", "Lucas Oil Stadium", "nfl:IND"],
  ["nflverse:JAX00 cfbd:3712", "EverBank Stadium@2023|TIAA Bank Field|TIAA Bank Stadium", "nfl:JAX"],
  ["nflverse:KAN00 cfbd:3622", "GEHA Field at Arrowhead Stadium|Arrowhead Stadium", "nfl:KC"],
  ["nflverse:LAX01 cfbd:7065", "SoFi Stadium", "nfl:LAC nfl:LAR"],
  ["nflverse:LON00 cfbd:2455", "Wembley Stadium"],
  ["nflverse:LON02 cfbd:5534", "Tottenham Hotspur Stadium|Tottenham Stadium"],
  ["nflverse:MEX00", "Estadio Azteca|Azteca Stadium"],
  ["nflverse:MIA00 cfbd:3948", "Hard Rock Stadium", "nfl:MIA"],
  ["nflverse:MIN01 cfbd:5239", "U.S. Bank Stadium", "nfl:MIN"],
  ["nflverse:NAS00 cfbd:3810", "Nissan Stadium", "nfl:TEN"],
  ["nflverse:NOR00 cfbd:3493", "Caesars Superdome|Mercedes-Benz Superdome", "nfl:NO"],
  ["nflverse:NYC01 cfbd:3839", "MetLife Stadium", "nfl:NYG nfl:NYJ"],
  ["nflverse:PHI00 cfbd:3806", "Lincoln Financial Field", "nfl:PHI"],
  ["nflverse:PHO00 cfbd:3970", "State Farm Stadium", "nfl:ARI"],
  ["nflverse:PIT00 cfbd:3752", "Acrisure Stadium|Heinz Field", "nfl:PIT"],
  ["nflverse:SAO00 cfbd:8748", "Corinthians Arena|Arena Corinthians"],
  ["nflverse:SEA00 cfbd:3673", "Lumen Field", "nfl:SEA"],
  ["nflverse:SFO01 cfbd:4738", "Levi's Stadium", "nfl:SF"],
  ["nflverse:TAM00 cfbd:3886", "Raymond James Stadium", "nfl:TB"],
  ["nflverse:VEG00 cfbd:6501", "Allegiant Stadium", "nfl:LV"],
  ["nflverse:WAS00 cfbd:3719", "Northwest Stadium@2024|FedExField", "nfl:WAS"],
];

const ballparks: readonly StadiumRow[] = [
  ["mlb-statsapi:1 retrosheet:ANA01 espn:3", "Angel Stadium|Angel Stadium of Anaheim", "mlb:LAA"],
  ["mlb-statsapi:2 retrosheet:BAL12 espn:1", "Oriole Park at Camden Yards", "mlb:BAL"],
  ["mlb-statsapi:3 retrosheet:BOS07 espn:2", "Fenway Park", "mlb:BOS"],
  ["mlb-statsapi:4 retrosheet:CHI12 espn:4", "Rate Field@2025|Guaranteed Rate Field", "mlb:CWS"],
  ["mlb-statsapi:5 retrosheet:CLE08 espn:5", "Progressive Field", "mlb:CLE"],
  ["mlb-statsapi:7 retrosheet:KAN06", "Kauffman Stadium", "mlb:KC"],
  ["mlb-statsapi:10 retrosheet:OAK01", "Oakland Coliseum@2023|RingCentral Coliseum", "mlb:ATH"],
  ["mlb-statsapi:12 retrosheet:STP01 espn:31", "Tropicana Field", "mlb:TB"],
  ["mlb-statsapi:14 retrosheet:TOR02 espn:14", "Rogers Centre", "mlb:TOR"],
  ["mlb-statsapi:15 retrosheet:PHO01 espn:30", "Chase Field", "mlb:ARI"],
  ["cfbd:4250 mlb-statsapi:17 retrosheet:CHI11 espn:16", "Wrigley Field", "mlb:CHC"],
  ["mlb-statsapi:19 retrosheet:DEN02 espn:27", "Coors Field", "mlb:COL"],
  ["mlb-statsapi:22 retrosheet:LOS03 espn:19", "Dodger Stadium", "mlb:LAD"],
  ["mlb-statsapi:31 retrosheet:PIT08 espn:47", "PNC Park", "mlb:PIT"],
  ["mlb-statsapi:32 retrosheet:MIL06 espn:4242", "American Family Field|Miller Park", "mlb:MIL"],
  ["mlb-statsapi:680 retrosheet:SEA03 espn:41", "T-Mobile Park", "mlb:SEA"],
  ["mlb-statsapi:2392 retrosheet:HOU03 espn:44", "Daikin Park@2025|Minute Maid Park", "mlb:HOU"],
  ["mlb-statsapi:2394 retrosheet:DET05 espn:45", "Comerica Park", "mlb:DET"],
  ["mlb-statsapi:2395 retrosheet:SFO03 espn:43", "Oracle Park", "mlb:SF"],
  ["mlb-statsapi:2523 espn:72", "George M. Steinbrenner Field"],
  ["mlb-statsapi:2529 espn:7109", "Sutter Health Park", "mlb:ATH"],
  ["mlb-statsapi:2602 retrosheet:CIN09 espn:83", "Great American Ball Park", "mlb:CIN"],
  ["mlb-statsapi:2680 retrosheet:SAN02", "Petco Park", "mlb:SD"],
  ["mlb-statsapi:2681 retrosheet:PHI13", "Citizens Bank Park", "mlb:PHI"],
  ["mlb-statsapi:2889 retrosheet:STL10 espn:87", "Busch Stadium", "mlb:STL"],
  ["mlb-statsapi:3289 retrosheet:NYC20 espn:209", "Citi Field", "mlb:NYM"],
  ["mlb-statsapi:3309 retrosheet:WAS11 espn:89", "Nationals Park", "mlb:WSH"],
  ["mlb-statsapi:3312 retrosheet:MIN04 espn:210", "Target Field", "mlb:MIN"],
  ["cfbd:4102 mlb-statsapi:3313 retrosheet:NYC21 espn:208", "Yankee Stadium", "mlb:NYY"],
  ["mlb-statsapi:4169 retrosheet:MIA02 espn:4223", "loanDepot park|Marlins Park", "mlb:MIA"],
  ["mlb-statsapi:4705 retrosheet:ATL03 espn:218", "Truist Park", "mlb:ATL"],
  ["cfbd:6269 mlb-statsapi:5325 retrosheet:ARL03", "Globe Life Field", "mlb:TEX"],
  ["retrosheet:LON01", "London Stadium"],
  ["retrosheet:MEX02", "Estadio Alfredo Harp Helú"],
];

/** Arenas of the NBA and the NHL, by their names: the NHL's API has no ids of them. */
const arenas: readonly StadiumRow[] = [
  ["espn:1824", "TD Garden", "nba:BOS nhl:BOS"],
  ["espn:3559", "Barclays Center", "nba:BKN"],
  ["espn:1843", "Scotiabank Saddledome", "nhl:CGY"],
  ["espn:1847", "United Center", "nba:CHI nhl:CHI"],
  ["espn:3417", "Rocket Arena@2026|Rocket Mortgage FieldHouse", "nba:CLE"],
  ["espn:1828", "Nationwide Arena", "nhl:CBJ"],
  ["espn:892", "Ball Arena", "nba:DEN nhl:COL"],
  ["espn:5404", "Little Caesars Arena", "nba:DET nhl:DET"],
  ["espn:5282", "Rogers Place", "nhl:EDM"],
  ["espn:1394", "Toyota Center|Toyota Center (Houston)", "nba:HOU"],
  ["espn:2183", "Gainbridge Fieldhouse", "nba:IND"],
  ["espn:10642", "Intuit Dome", "nba:LAC"],
  ["espn:1841", "Crypto.com Arena", "nba:LAL nhl:LAK"],
  ["espn:1392", "FedExForum", "nba:MEM"],
  ["espn:1830", "Madison Square Garden", "nba:NYK nhl:NYR"],
  ["espn:3432", "Kia Center@2024|Amway Center", "nba:ORL"],
  ["espn:1837", "PPG Paints Arena", "nhl:PIT"],
  ["espn:3423", "Moda Center", "nba:POR"],
  ["espn:5310", "Golden 1 Center", "nba:SAC"],
  ["espn:1835", "Grand Casino Arena@2026|Xcel Energy Center", "nhl:MIN"],
  ["espn:3093", "Delta Center@2024|Vivint Arena|Vivint Smart Home Arena", "nba:UTA nhl:UTA"],
  ["espn:1653", "SAP Center at San Jose|SAP Center", "nhl:SJS"],
  ["espn:1840", "Amerant Bank Arena@2024|FLA Live Arena", "nhl:FLA"],
  ["espn:1838", "Scotiabank Arena", "nba:TOR nhl:TOR"],
  ["espn:1833", "Rogers Arena", "nhl:VAN"],
  ["espn:1823", "Capital One Arena", "nba:WAS nhl:WSH"],
  ["arena:atlanta", "State Farm Arena", "nba:ATL"],
  ["arena:miami", "Kaseya Center@2024|Miami-Dade Arena@2023|FTX Arena", "nba:MIA"],
  ["arena:montreal", "Bell Centre|Centre Bell", "nhl:MTL"],
  ["arena:philadelphia", "Xfinity Mobile Arena@2026|Wells Fargo Center", "nba:PHI nhl:PHI"],
  ["arena:phoenix", "Mortgage Matchup Center@2026|Footprint Center|PHX Arena", "nba:PHX"],
  ["arena:raleigh", "Lenovo Center@2025|PNC Arena", "nhl:CAR"],
  ["arena:san-antonio", "Frost Bank Center@2024|AT&T Center", "nba:SAS"],
  ["arena:tampa", "Benchmark International Arena@2026|Amalie Arena", "nhl:TBL"],
];

export const stadiums: readonly StadiumRow[] = [...football, ...ballparks, ...arenas];

// The rest of this file tells which stadium a provider means, so that one that several providers know has one number.

const keyByCode = new Map<string, string>();
const keyByName = new Map<string, string>();
/** The newest first. */
const namesByKey = new Map<string, readonly { readonly name: string; readonly fromSeason: number }[]>();
/** Of clubs, as `nba:BOS`. */
const homesOf = new Map<string, Set<string>>();
for (const [codes, names, clubs = ""] of stadiums) {
  const [key = "", ...others] = codes.split(" ");
  for (const code of [key, ...others]) keyByCode.set(code, key);
  const ofRow = names.split("|").map((text) => {
    const [name = "", season] = text.split("@");
    if (!name.startsWith("=")) keyByName.set(foldName(name), key);
    return { name: name.replace("=", ""), fromSeason: Number(season ?? 0) };
  });
  namesByKey.set(key, ofRow);
  for (const club of clubs.split(" ")) homesOf.set(club, (homesOf.get(club) ?? new Set()).add(key));
}

/** The name that a stadium of the table had in a season; null for every other one. */
export function stadiumName(key: string, season: number): string | null {
  return namesByKey.get(key)?.find(({ fromSeason }) => season >= fromSeason)?.name ?? null;
}

/** Whether a club plays at home in this stadium. @param key of `stadiumKey`. */
export function isHomeOf(key: string, sport: Sport, abbreviation: string): boolean {
  return homesOf.get(`${sport}:${abbreviation}`)?.has(key) === true;
}

/** Providers whose numbers or names of stadiums are known to mean what the table says. */
const known: ReadonlySet<string> = new Set(["nflverse", "cfbd", "espn", "mlb-statsapi", "retrosheet", "nhl-api"]);

type StatedVenue = {
  readonly sport: Sport;
  readonly provider: string;
  readonly venueId: string;
  readonly name: string | null;
};

/**
 * A text that is the same for every provider that means this stadium, and always will be. Where nobody else knows it, it
 * is `provider:id`.
 */
export function stadiumKey({ sport, provider, venueId, name }: StatedVenue): string {
  // The name of a venue in an operator's own files means something in those files alone.
  if (!known.has(provider)) return `${provider}:${venueId}`;
  const { isFootball } = sportFacts[sport];
  const code = `${provider === "espn" && isFootball ? "cfbd" : provider}:${venueId}`;
  const folded = foldName(name ?? "");
  const found = keyByCode.get(code) ?? keyByName.get(folded);
  if (found !== undefined) return found;
  // College stadiums share names (Memorial Stadium), and arenas abroad have no number that two providers share.
  return isFootball || folded === "" || folded === "tbd" ? code : `name:${folded}`;
}

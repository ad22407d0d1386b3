import { type ProTeamRow, proTeams, type Team } from "../../teams/team.ts";

// Ids were given once, in alphabetical order of the name. They never change: a new team takes the next free number.
// The short codes GS, NO, NY, SA, UTAH and WSH are ESPN's; BRK, CHO and PHO are Basketball-Reference's.
const rows: readonly ProTeamRow[] = [
  [301, "ATL", "Atlanta Hawks", "Atlanta", "Hawks", "Southeast", "atl"],
  [302, "BOS", "Boston Celtics", "Boston", "Celtics", "Atlantic", "bos"],
  [303, "BKN", "Brooklyn Nets", "Brooklyn", "Nets", "Atlantic", "bkn", "BRK|NJN", "New Jersey Nets"],
  [304, "CHA", "Charlotte Hornets", "Charlotte", "Hornets", "Southeast", "cha", "CHO", "Charlotte Bobcats"],
  [305, "CHI", "Chicago Bulls", "Chicago", "Bulls", "Central", "chi"],
  [306, "CLE", "Cleveland Cavaliers", "Cleveland", "Cavaliers", "Central", "cle", "", "Cleveland Cavs"],
  [307, "DAL", "Dallas Mavericks", "Dallas", "Mavericks", "Southwest", "dal", "", "Dallas Mavs"],
  [308, "DEN", "Denver Nuggets", "Denver", "Nuggets", "Northwest", "den"],
  [309, "DET", "Detroit Pistons", "Detroit", "Pistons", "Central", "det"],
  [310, "GSW", "Golden State Warriors", "San Francisco", "Warriors", "Pacific", "gs", "GS", "GS Warriors"],
  [311, "HOU", "Houston Rockets", "Houston", "Rockets", "Southwest", "hou"],
  [312, "IND", "Indiana Pacers", "Indianapolis", "Pacers", "Central", "ind"],
  [313, "LAC", "Los Angeles Clippers", "Los Angeles", "Clippers", "Pacific", "lac", "", "LA Clippers"],
  [314, "LAL", "Los Angeles Lakers", "Los Angeles", "Lakers", "Pacific", "lal", "", "LA Lakers"],
  [315, "MEM", "Memphis Grizzlies", "Memphis", "Grizzlies", "Southwest", "mem"],
  [316, "MIA", "Miami Heat", "Miami", "Heat", "Southeast", "mia"],
  [317, "MIL", "Milwaukee Bucks", "Milwaukee", "Bucks", "Central", "mil"],
  [318, "MIN", "Minnesota Timberwolves", "Minneapolis", "Timberwolves", "Northwest", "min"],
  [319, "NOP", "New Orleans Pelicans", "New Orleans", "Pelicans", "Southwest", "no", "NO|NOH", "NO Pelicans"],
  [320, "NYK", "New York Knicks", "New York", "Knicks", "Atlantic", "ny", "NY", "NY Knicks"],
  [321, "OKC", "Oklahoma City Thunder", "Oklahoma City", "Thunder", "Northwest", "okc", "", "OKC Thunder"],
  [322, "ORL", "Orlando Magic", "Orlando", "Magic", "Southeast", "orl"],
  [323, "PHI", "Philadelphia 76ers", "Philadelphia", "76ers", "Atlantic", "phi", "", "Philadelphia Sixers"],
  [324, "PHX", "Phoenix Suns", "Phoenix", "Suns", "Pacific", "phx", "PHO"],
  [325, "POR", "Portland Trail Blazers", "Portland", "Trail Blazers", "Northwest", "por", "", "Portland Blazers"],
  [326, "SAC", "Sacramento Kings", "Sacramento", "Kings", "Pacific", "sac"],
  [327, "SAS", "San Antonio Spurs", "San Antonio", "Spurs", "Southwest", "sa", "SA", "SA Spurs"],
  [328, "TOR", "Toronto Raptors", "Toronto", "Raptors", "Atlantic", "tor"],
  [329, "UTA", "Utah Jazz", "Salt Lake City", "Jazz", "Northwest", "utah", "UTAH"],
  [330, "WAS", "Washington Wizards", "Washington", "Wizards", "Southeast", "wsh", "WSH"],
];

const easternDivisions: ReadonlySet<string> = new Set(["Atlantic", "Central", "Southeast"]);

export const nbaTeams: readonly Team[] = proTeams(
  "nba",
  (division) => (easternDivisions.has(division) ? "Eastern" : "Western"),
  rows,
);

import { type ProTeamRow, proTeams, type Team } from "../../teams/team.ts";

// Ids were given once, in alphabetical order of the name. They never change: a new team takes the next free number.
// Among the other spellings are the codes of Retrosheet (SLN, NYA) and Baseball-Reference (SDP, WSN).
const rows: readonly ProTeamRow[] = [
  [101, "ARI", "Arizona Diamondbacks", "Phoenix", "Diamondbacks", "NL West", "ari", "AZ", "Arizona D-backs"],
  [102, "ATH", "Athletics", "Sacramento", "Athletics", "AL West", "ath", "OAK", "Oakland Athletics|Oakland A's"],
  [103, "ATL", "Atlanta Braves", "Atlanta", "Braves", "NL East", "atl"],
  [104, "BAL", "Baltimore Orioles", "Baltimore", "Orioles", "AL East", "bal"],
  [105, "BOS", "Boston Red Sox", "Boston", "Red Sox", "AL East", "bos"],
  [106, "CHC", "Chicago Cubs", "Chicago", "Cubs", "NL Central", "chc", "", "Chi Cubs|CHN"],
  [107, "CWS", "Chicago White Sox", "Chicago", "White Sox", "AL Central", "chw", "CHW", "Chi White Sox|CHA"],
  [108, "CIN", "Cincinnati Reds", "Cincinnati", "Reds", "NL Central", "cin"],
  [109, "CLE", "Cleveland Guardians", "Cleveland", "Guardians", "AL Central", "cle", "", "Cleveland Indians"],
  [110, "COL", "Colorado Rockies", "Denver", "Rockies", "NL West", "col"],
  [111, "DET", "Detroit Tigers", "Detroit", "Tigers", "AL Central", "det"],
  [112, "HOU", "Houston Astros", "Houston", "Astros", "AL West", "hou"],
  [113, "KC", "Kansas City Royals", "Kansas City", "Royals", "AL Central", "kc", "KCR", "KC Royals|KCA"],
  [114, "LAA", "Los Angeles Angels", "Los Angeles", "Angels", "AL West", "laa", "ANA", "LA Angels|Anaheim Angels"],
  [115, "LAD", "Los Angeles Dodgers", "Los Angeles", "Dodgers", "NL West", "lad", "", "LA Dodgers|LAN"],
  [116, "MIA", "Miami Marlins", "Miami", "Marlins", "NL East", "mia", "FLA", "Florida Marlins|FLO"],
  [117, "MIL", "Milwaukee Brewers", "Milwaukee", "Brewers", "NL Central", "mil"],
  [118, "MIN", "Minnesota Twins", "Minneapolis", "Twins", "AL Central", "min"],
  [119, "NYM", "New York Mets", "New York", "Mets", "NL East", "nym", "", "NY Mets|NYN"],
  [120, "NYY", "New York Yankees", "New York", "Yankees", "AL East", "nyy", "", "NY Yankees|NYA"],
  [121, "PHI", "Philadelphia Phillies", "Philadelphia", "Phillies", "NL East", "phi"],
  [122, "PIT", "Pittsburgh Pirates", "Pittsburgh", "Pirates", "NL Central", "pit"],
  [123, "SD", "San Diego Padres", "San Diego", "Padres", "NL West", "sd", "SDP", "SD Padres|SDN"],
  [124, "SF", "San Francisco Giants", "San Francisco", "Giants", "NL West", "sf", "SFG", "SF Giants|SFN"],
  [125, "SEA", "Seattle Mariners", "Seattle", "Mariners", "AL West", "sea"],
  [126, "STL", "St. Louis Cardinals", "St. Louis", "Cardinals", "NL Central", "stl", "", "Saint Louis Cardinals|SLN"],
  [127, "TB", "Tampa Bay Rays", "St. Petersburg", "Rays", "AL East", "tb", "TBR|TBD", "TB Rays|Tampa Rays|TBA"],
  [128, "TEX", "Texas Rangers", "Arlington", "Rangers", "AL West", "tex"],
  [129, "TOR", "Toronto Blue Jays", "Toronto", "Blue Jays", "AL East", "tor"],
  [130, "WSH", "Washington Nationals", "Washington", "Nationals", "NL East", "wsh", "WAS|WSN"],
];

export const mlbTeams: readonly Team[] = proTeams(
  "mlb",
  (division) => (division.startsWith("AL") ? "American League" : "National League"),
  rows,
);

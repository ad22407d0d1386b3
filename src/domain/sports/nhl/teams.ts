import { type ProTeamRow, proTeams, type Team } from "../../teams/team.ts";

// The NHL's own API has "Utah Hockey Club" as the club of the place "Utah", hence the doubled word.
const utahNames = "Utah Hockey Club|Utah HC|Utah Utah Hockey Club";

// Ids were given once, in alphabetical order of the name. They never change: a new team takes the next free number.
// Utah is no continuation of the Arizona Coyotes, whose last season was that of 2024: see `clubOfSeason`.
const rows: readonly ProTeamRow[] = [
  [401, "ANA", "Anaheim Ducks", "Anaheim", "Ducks", "Pacific", "ana"],
  [402, "BOS", "Boston Bruins", "Boston", "Bruins", "Atlantic", "bos"],
  [403, "BUF", "Buffalo Sabres", "Buffalo", "Sabres", "Atlantic", "buf"],
  [404, "CGY", "Calgary Flames", "Calgary", "Flames", "Pacific", "cgy", "CAL"],
  [405, "CAR", "Carolina Hurricanes", "Raleigh", "Hurricanes", "Metropolitan", "car"],
  [406, "CHI", "Chicago Blackhawks", "Chicago", "Blackhawks", "Central", "chi", "", "Chicago Black Hawks"],
  [407, "COL", "Colorado Avalanche", "Denver", "Avalanche", "Central", "col"],
  [408, "CBJ", "Columbus Blue Jackets", "Columbus", "Blue Jackets", "Metropolitan", "cbj", "CLB|CLS"],
  [409, "DAL", "Dallas Stars", "Dallas", "Stars", "Central", "dal"],
  [410, "DET", "Detroit Red Wings", "Detroit", "Red Wings", "Atlantic", "det"],
  [411, "EDM", "Edmonton Oilers", "Edmonton", "Oilers", "Pacific", "edm"],
  [412, "FLA", "Florida Panthers", "Sunrise", "Panthers", "Atlantic", "fla"],
  [413, "LAK", "Los Angeles Kings", "Los Angeles", "Kings", "Pacific", "la", "LA", "LA Kings"],
  [414, "MIN", "Minnesota Wild", "Saint Paul", "Wild", "Central", "min"],
  [415, "MTL", "Montreal Canadiens", "Montreal", "Canadiens", "Atlantic", "mtl", "MON"],
  [416, "NSH", "Nashville Predators", "Nashville", "Predators", "Central", "nsh", "NAS"],
  [417, "NJD", "New Jersey Devils", "Newark", "Devils", "Metropolitan", "nj", "NJ", "NJ Devils"],
  [418, "NYI", "New York Islanders", "New York", "Islanders", "Metropolitan", "nyi", "", "NY Islanders"],
  [419, "NYR", "New York Rangers", "New York", "Rangers", "Metropolitan", "nyr", "", "NY Rangers"],
  [420, "OTT", "Ottawa Senators", "Ottawa", "Senators", "Atlantic", "ott"],
  [421, "PHI", "Philadelphia Flyers", "Philadelphia", "Flyers", "Metropolitan", "phi"],
  [422, "PIT", "Pittsburgh Penguins", "Pittsburgh", "Penguins", "Metropolitan", "pit"],
  [423, "SJS", "San Jose Sharks", "San Jose", "Sharks", "Pacific", "sj", "SJ", "SJ Sharks"],
  [424, "SEA", "Seattle Kraken", "Seattle", "Kraken", "Pacific", "sea"],
  [425, "STL", "St. Louis Blues", "St. Louis", "Blues", "Central", "stl", "", "Saint Louis Blues"],
  [426, "TBL", "Tampa Bay Lightning", "Tampa", "Lightning", "Atlantic", "tb", "TB", "TB Lightning"],
  [427, "TOR", "Toronto Maple Leafs", "Toronto", "Maple Leafs", "Atlantic", "tor"],
  [428, "UTA", "Utah Mammoth", "Salt Lake City", "Mammoth", "Central", "utah", "UTAH", utahNames],
  [429, "VAN", "Vancouver Canucks", "Vancouver", "Canucks", "Pacific", "van"],
  [430, "VGK", "Vegas Golden Knights", "Las Vegas", "Golden Knights", "Pacific", "vgk", "VEG|VGS"],
  [431, "WSH", "Washington Capitals", "Washington", "Capitals", "Metropolitan", "wsh", "WAS"],
  [432, "WPG", "Winnipeg Jets", "Winnipeg", "Jets", "Central", "wpg", "WIN"],
  [433, "ARI", "Arizona Coyotes", "Tempe", "Coyotes", "Central", "ari", "PHX", "Phoenix Coyotes"],
];

const easternDivisions: ReadonlySet<string> = new Set(["Atlantic", "Metropolitan"]);

export const nhlTeams: readonly Team[] = proTeams(
  "nhl",
  (division) => (easternDivisions.has(division) ? "Eastern" : "Western"),
  rows,
);

import { splitList, type Team } from "./team.ts";

/** id, abbreviation (as nflverse has it), name, city, mascot, division, former abbreviations, other spellings. */
type Row = readonly [number, string, string, string, string, string, string?, string?];

// Ids were given once, in alphabetical order of the name. They never change: a new team takes the next free number.
// Among the other spellings are the codes of Pro-Football-Reference (GNB, KAN, RAV).
const rows: readonly Row[] = [
  [201, "ARI", "Arizona Cardinals", "Glendale", "Cardinals", "NFC West", "ARZ", "CRD"],
  [202, "ATL", "Atlanta Falcons", "Atlanta", "Falcons", "NFC South"],
  [203, "BAL", "Baltimore Ravens", "Baltimore", "Ravens", "AFC North", "BLT", "RAV"],
  [204, "BUF", "Buffalo Bills", "Buffalo", "Bills", "AFC East"],
  [205, "CAR", "Carolina Panthers", "Charlotte", "Panthers", "NFC South"],
  [206, "CHI", "Chicago Bears", "Chicago", "Bears", "NFC North"],
  [207, "CIN", "Cincinnati Bengals", "Cincinnati", "Bengals", "AFC North"],
  [208, "CLE", "Cleveland Browns", "Cleveland", "Browns", "AFC North", "CLV"],
  [209, "DAL", "Dallas Cowboys", "Dallas", "Cowboys", "NFC East"],
  [210, "DEN", "Denver Broncos", "Denver", "Broncos", "AFC West"],
  [211, "DET", "Detroit Lions", "Detroit", "Lions", "NFC North"],
  [212, "GB", "Green Bay Packers", "Green Bay", "Packers", "NFC North", "GNB", "GB Packers"],
  [213, "HOU", "Houston Texans", "Houston", "Texans", "AFC South", "HST", "HTX"],
  [214, "IND", "Indianapolis Colts", "Indianapolis", "Colts", "AFC South", "", "CLT"],
  [215, "JAX", "Jacksonville Jaguars", "Jacksonville", "Jaguars", "AFC South", "JAC"],
  [216, "KC", "Kansas City Chiefs", "Kansas City", "Chiefs", "AFC West", "KAN", "KC Chiefs"],
  [217, "LV", "Las Vegas Raiders", "Las Vegas", "Raiders", "AFC West", "OAK|LVR", "LV Raiders|Oakland Raiders|RAI"],
  [218, "LAC", "Los Angeles Chargers", "Los Angeles", "Chargers", "AFC West", "SD", "LA Chargers|San Diego Chargers"],
  [219, "LAR", "Los Angeles Rams", "Los Angeles", "Rams", "NFC West", "LA|STL", "LA Rams|St. Louis Rams|RAM"],
  [220, "MIA", "Miami Dolphins", "Miami", "Dolphins", "AFC East"],
  [221, "MIN", "Minnesota Vikings", "Minneapolis", "Vikings", "NFC North"],
  [222, "NE", "New England Patriots", "Foxborough", "Patriots", "AFC East", "NWE", "NE Patriots"],
  [223, "NO", "New Orleans Saints", "New Orleans", "Saints", "NFC South", "NOR", "NO Saints"],
  [224, "NYG", "New York Giants", "New York", "Giants", "NFC East", "", "NY Giants"],
  [225, "NYJ", "New York Jets", "New York", "Jets", "AFC East", "", "NY Jets"],
  [226, "PHI", "Philadelphia Eagles", "Philadelphia", "Eagles", "NFC East"],
  [227, "PIT", "Pittsburgh Steelers", "Pittsburgh", "Steelers", "AFC North"],
  [228, "SF", "San Francisco 49ers", "San Francisco", "49ers", "NFC West", "SFO", "SF 49ers"],
  [229, "SEA", "Seattle Seahawks", "Seattle", "Seahawks", "NFC West"],
  [230, "TB", "Tampa Bay Buccaneers", "Tampa", "Buccaneers", "NFC South", "TAM", "TB Buccaneers|Tampa Bay Bucs"],
  [231, "TEN", "Tennessee Titans", "Nashville", "Titans", "AFC South", "", "OTI"],
  [232, "WAS", "Washington Commanders", "Washington", "Commanders", "NFC East", "WSH", "Washington Football Team"],
];

// The one team whose ESPN code is not its abbreviation.
const espnCodes: Readonly<Record<string, string>> = { WAS: "wsh" };

function team([teamId, abbreviation, name, city, mascot, division, former, aliases]: Row): Team {
  return {
    teamId,
    abbreviation,
    name,
    city,
    school: null,
    mascot,
    conference: division.slice(0, 3),
    division,
    logoUrl: `https://a.espncdn.com/i/teamlogos/nfl/500/${espnCodes[abbreviation] ?? abbreviation.toLowerCase()}.png`,
    formerAbbreviations: splitList(former),
    aliases: splitList(aliases),
    fbsFrom: null,
  };
}

export const nflTeams: readonly Team[] = rows.map(team);

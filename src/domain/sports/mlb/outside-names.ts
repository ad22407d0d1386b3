/** The ids and names of the clubs at other sources, by our abbreviation. */
import { type Names, namesOf } from "../../teams/team.ts";

/** ESPN keeps a club's id when it moves. */
export const espnIds: Names = namesOf(
  "BAL 1, BOS 2, LAA 3, CWS 4, CLE 5, DET 6, KC 7, MIL 8, MIN 9, NYY 10, ATH 11, SEA 12, TEX 13, TOR 14, " +
    "ATL 15, CHC 16, CIN 17, HOU 18, LAD 19, WSH 20, NYM 21, PHI 22, PIT 23, STL 24, SD 25, SF 26, COL 27, " +
    "MIA 28, ARI 29, TB 30",
);

/** MLB StatsAPI's ids of the thirty clubs, which stay when a club moves or takes another name. */
export const mlbClubIds: Names = namesOf(
  "LAA 108, ARI 109, BAL 110, BOS 111, CHC 112, CIN 113, CLE 114, COL 115, DET 116, HOU 117, KC 118, " +
    "LAD 119, WSH 120, NYM 121, ATH 133, PIT 134, SD 135, SEA 136, SF 137, STL 138, TB 139, TEX 140, " +
    "TOR 141, MIN 142, PHI 143, ATL 144, CWS 145, MIA 146, NYY 147, MIL 158",
);

/** Retrosheet names a club by its city and league. The Athletics have another code since they left Oakland. */
export const retrosheetCodes: Names = namesOf(
  "ARI ARI, ATH ATH|OAK, ATL ATL, BAL BAL, BOS BOS, CHC CHN, CWS CHA, CIN CIN, CLE CLE, COL COL, DET DET, HOU HOU, " +
    "KC KCA, LAA ANA, LAD LAN, MIA MIA, MIL MIL, MIN MIN, NYM NYN, NYY NYA, PHI PHI, PIT PIT, SD SDN, SF SFN, SEA SEA, " +
    "STL SLN, TB TBA, TEX TEX, TOR TOR, WSH WAS",
);

/** The Odds API has our names, but for this. */
export const oddsApiNames: Names = { ATH: ["Athletics", "Oakland Athletics"] };

/** The ids that other sources have for a game, so that a caller can join our rows with theirs. */

/** One team of one sport as /v1/teams lists it, with the other spellings that providers use. */
export type Team = {
  /** Null: an FCS opponent, which /v1/teams does not list [D-8]. */
  readonly teamId: number | null;
  readonly abbreviation: string;
  /** Full display name: "Boston Red Sox", "Alabama Crimson Tide". */
  readonly name: string;
  /**
   * Pro teams: the place in the name; where that is a state or a region, the city the team plays in ("Golden State"
   * is San Francisco). College: null.
   */
  readonly city: string | null;
  /** College only: "Alabama". */
  readonly school: string | null;
  readonly mascot: string | null;
  /** The conference of the latest covered season, 2026. */
  readonly conference: string | null;
  readonly division: string | null;
  readonly logoUrl: string | null;
  /** Earlier and rival abbreviations. They still resolve as filter values [D-2], and are never written. */
  readonly formerAbbreviations: readonly string[];
  /** Provider spellings of the name. */
  readonly aliases: readonly string[];
  /** College only: the first season in FBS when that is after 2021; null for 2021 or earlier, and for FCS. */
  readonly fbsFrom: number | null;
};

/** The registries keep a team on one line, so a list in a row is written "A|B". */
export function splitList(text = ""): readonly string[] {
  return text === "" ? [] : text.split("|");
}

/** Every spelling of a school, with "X St" for "X State" as The Odds API and many books print it. */
export function schoolSpellings(school: string, otherSchools: string | undefined): readonly string[] {
  const spellings = new Set<string>();
  for (const spelling of [school, ...splitList(otherSchools)]) {
    spellings.add(spelling);
    spellings.add(spelling.replace(/ State\b/, " St"));
  }
  return [...spellings];
}

/** Ids or names at another source, by our abbreviation. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** Reads names that are written in a row: `ATH ATH|OAK, ATL ATL`. */
export function namesOf(row: string): Names {
  return Object.fromEntries(
    row.split(", ").map((each) => {
      const [abbreviation = "", names = ""] = each.split(" ");
      return [abbreviation, names.split("|")];
    }),
  );
}

export function namesIn(names: Names, abbreviation: string): readonly string[] {
  return names[abbreviation] ?? [];
}

/**
 * All that a source has called the team since the coverage began, what it says today first: clubs move and change their
 * names, and files of older seasons go on with the old ones. Empty: the source does not have the team, or its name for it is
 * not known.
 */
export type OutsideNames = Readonly<Record<OutsideProvider | "the_odds_api", readonly string[]>>;

/** The professional leagues' registries have one row a team; everything else about a team follows from its row. */
export type ProTeamRow = readonly [
  teamId: number,
  abbreviation: string,
  name: string,
  city: string,
  mascot: string,
  division: string,
  /** ESPN's code of the logo. */
  espnCode: string,
  /** Separated by "|", as are the other spellings. */
  formerAbbreviations?: string,
  otherSpellings?: string,
];

export function proTeams(
  league: string,
  conferenceOf: (division: string) => string,
  rows: readonly ProTeamRow[],
): readonly Team[] {
  return rows.map(([teamId, abbreviation, name, city, mascot, division, espnCode, formerAbbreviations, aliases]) => ({
    teamId,
    abbreviation,
    name,
    city,
    school: null,
    mascot,
    conference: conferenceOf(division),
    division,
    logoUrl: `https://a.espncdn.com/i/teamlogos/${league}/500/${espnCode}.png`,
    formerAbbreviations: splitList(formerAbbreviations),
    aliases: splitList(aliases),
    fbsFrom: null,
  }));
}

/** Sources that know a game by one id, in the order in which callers see them. */
export const outsideProviders = ["nflverse", "espn", "mlb", "nhl", "cfbd", "retrosheet"] as const;
export type OutsideProvider = (typeof outsideProviders)[number];

/** Null: the source does not have the game, or its id of it is not known. Each id is as its source writes it. */
export type OutsideIds = Readonly<Record<OutsideProvider, string | null>> & {
  /** The Odds API may list one game under several ids, when its start has moved. In the order of their code units. */
  readonly the_odds_api: readonly string[];
};

/** A feed that states more events than this for one game has mistaken something else for them. */
export const mostEventsOfGame = 20;

/** The hand that he throws or catches with: left, right, or both, as a switch pitcher does. */
export const hands = ["L", "R", "S"] as const;

export type Starter = {
  /** The id that the provider gives this person. */
  readonly id: string;
  /** As the provider writes it. */
  readonly name: string;
  readonly hand: (typeof hands)[number] | null;
};

/** Null for a side of which nobody says who started. */
export type GameStarters = { readonly home: Starter | null; readonly away: Starter | null };

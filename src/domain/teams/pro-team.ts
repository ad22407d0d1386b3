/** The professional leagues' registries have one row a team; everything else about a team follows from its row. */
import { splitList, type Team } from "./team.ts";

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

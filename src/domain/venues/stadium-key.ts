/** Tells which stadium a provider means, so that one that several providers know has one number. Pure. */
import { foldName } from "../fold-name.ts";
import { type Sport, sportFacts } from "../sports.ts";
import { stadiums } from "./stadiums.ts";

type Name = { readonly name: string; readonly fromSeason: number };

const keyByCode = new Map<string, string>();
const keyByName = new Map<string, string>();
/** The newest first. */
const namesByKey = new Map<string, readonly Name[]>();
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

/** Tells which stadium a provider means, so that one that several providers know has one number. Pure. */
import { foldName } from "../fold-name.ts";
import { type Sport, sportFacts } from "../sports.ts";
import { stadiums } from "./stadiums.ts";

const keyByCode = new Map<string, string>();
const keyByName = new Map<string, string>();
for (const [codes, names] of stadiums) {
  const [key = "", ...others] = codes.split(" ");
  for (const code of [key, ...others]) keyByCode.set(code, key);
  for (const name of names.split("|")) if (name !== "") keyByName.set(foldName(name), key);
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

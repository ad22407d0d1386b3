/** The teams that somebody means who writes "Cowboys", "niners" or "Bama", and hints about those of a wrong value. */
import { foldName } from "../domain/names.ts";
import { type Sport, sportFacts, sports } from "../domain/sports.ts";
import { allTeamsOf, findTeam } from "../domain/teams/registry.ts";
import type { Team } from "../domain/teams/team.ts";
import { didYouMean, distanceWithin, type Hint } from "./hints.ts";

/** No name of a team has more letters. */
const longestName = 60;
const mostShown = 4;
/** Abbreviations of a league are listed when they are few enough to be read. */
const mostListed = 40;

type Spelling = { readonly word: string; readonly team: Team };

const spellings = new Map<Sport, readonly Spelling[]>();

/** Made when a sport is first asked about by a name. */
function spellingsOf(sport: Sport): readonly Spelling[] {
  const known = spellings.get(sport);
  if (known !== undefined) return known;
  const made = allTeamsOf(sport).flatMap((team) => {
    const { abbreviation, formerAbbreviations, name, city, school, mascot, aliases } = team;
    const others = sportFacts[sport].nicknames[abbreviation] ?? [];
    const texts = [abbreviation, ...formerAbbreviations, name, city, school, mascot, ...aliases, ...others];
    const words = new Set(texts.map((text) => foldName(text ?? "")));
    return [...words].filter((word) => word !== "").map((word) => ({ word, team }));
  });
  spellings.set(sport, made);
  return made;
}

/** A sentence of help for a team that is none of the sport. */
export function teamHint(sport: Sport, text: string): Hint {
  const word = text.length > longestName ? "" : foldName(text);
  const same = word === "" ? [] : teamsSpelled(sport, word);
  if (same.length > 0) return meant(same);
  const partly = word.length < 4 ? [] : distinct(spellingsOf(sport).filter((each) => isPartOf(word, each.word)));
  if (partly.length > 0) return meant(partly);
  for (const other of word === "" ? [] : sports) {
    const elsewhere = other === sport ? [] : teamsSpelled(other, word);
    if (elsewhere.length > 0) return { text: `${other} has ${named(elsewhere)}`, value: null };
  }
  const near = teamsNear(sport, word);
  if (near.length > 0) return meant(near);
  const all = allTeamsOf(sport);
  if (all.length > mostListed) return { text: `/v1/teams?sport=${sport} lists them`, value: null };
  return { text: `the abbreviations are ${all.map(({ abbreviation }) => abbreviation).join(", ")}`, value: null };
}

/** Of several teams nobody can tell which one is meant. */
function meant(teams: readonly Team[]): Hint {
  const [only, ...more] = teams;
  const hint = didYouMean(only?.abbreviation ?? "", named(teams));
  return more.length === 0 ? hint : { ...hint, value: null };
}

/** Every team that is so called, by abbreviation, id, name, place or nickname: "New York" is two of most sports. */
export function teamsCalled(sport: Sport, text: string): readonly Team[] {
  if (text.length > longestName) return [];
  const known = /^[A-Za-z0-9]{1,10}$/.test(text) ? findTeam(sport, text) : null;
  return known === null ? teamsSpelled(sport, foldName(text)) : [known];
}

/** The only team that is so called; null: none, or several. */
export function teamCalled(sport: Sport, text: string): Team | null {
  const [team, ...others] = teamsCalled(sport, text);
  return team === undefined || others.length > 0 ? null : team;
}

function isPartOf(word: string, spelled: string): boolean {
  return spelled.startsWith(word) || spelled.endsWith(word);
}

function teamsSpelled(sport: Sport, word: string): readonly Team[] {
  return distinct(spellingsOf(sport).filter((spelling) => spelling.word === word));
}

/** The teams that are nearly so called. @param text of at most some sixty letters. */
export function teamsNear(sport: Sport, text: string): readonly Team[] {
  const word = foldName(text);
  if (word.length < 2) return [];
  const distances = spellingsOf(sport).map((spelling) => distanceWithin(word, spelling.word) ?? Number.NaN);
  const least = distances.reduce((best, each) => (each < best ? each : best), Number.POSITIVE_INFINITY);
  return distinct(spellingsOf(sport).filter((_, place) => distances[place] === least));
}

function distinct(found: readonly Spelling[]): readonly Team[] {
  return [...new Set(found.map(({ team }) => team))];
}

function named(teams: readonly Team[]): string {
  const shown = teams.slice(0, mostShown).map(({ abbreviation, name }) => `${abbreviation} (${name})`);
  return teams.length > mostShown ? `${shown.join(", ")} or another` : shown.join(" or ");
}

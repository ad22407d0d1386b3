/** The game, day or teams that somebody means by a few words. */
import { nearest } from "../../contract/hints.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { teamsCalled } from "../explore/team-names.ts";

export type FoundTeam = { readonly sport: Sport; readonly team: Team };

export type Meant =
  | { readonly kind: "game"; readonly gameId: string }
  /** Null: the newest day. */
  | { readonly kind: "day"; readonly date: string | null }
  | { readonly kind: "teams"; readonly teams: readonly FoundTeam[] }
  | {
      readonly kind: "pair";
      readonly pairs: readonly { readonly sport: Sport; readonly teams: readonly [Team, Team] }[];
    }
  /** Nothing is called so. `near` is called nearly so. */
  | { readonly kind: "nothing"; readonly near: readonly FoundTeam[] };

const newestDay = /^(?:last night|yesterday|today|slate|games|scores)$/i;
const between = /\s+(?:at|vs?|versus|and)\.?\s+|\s*@\s*|\s+-\s+/i;

/** @param text at most a hundred letters. */
export function meantBy(text: string): Meant {
  const words = text.trim();
  if (parseGameId(words.toUpperCase()) !== null) return { kind: "game", gameId: words.toUpperCase() };
  if (isCalendarDate(words)) return { kind: "day", date: words };
  if (newestDay.test(words)) return { kind: "day", date: null };
  const teams = teamsOfAll(words);
  if (teams.length > 0) return { kind: "teams", teams };
  const pairs = splits(words).flatMap(([one, other]) => pairsOf(one, other));
  if (pairs.length > 0) return { kind: "pair", pairs };
  return { kind: "nothing", near: sports.flatMap((sport) => nearTeam(sport, words)) };
}

function teamsOfAll(text: string): readonly FoundTeam[] {
  return sports.flatMap((sport) => teamsCalled(sport, text).map((team) => ({ sport, team })));
}

/** Where a word stands between two names, they are divided there; otherwise at every space. */
function splits(text: string): readonly (readonly [string, string])[] {
  const [one, other, ...more] = text.split(between);
  if (one !== undefined && other !== undefined && more.length === 0) return [[one, other]];
  const words = text.split(/\s+/);
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")] as const);
}

function pairsOf(one: string, other: string) {
  return sports.flatMap((sport) => {
    const others = teamsCalled(sport, other);
    const both = teamsCalled(sport, one).flatMap((team) => others.map((each) => [team, each] as const));
    return both.filter(([a, b]) => a !== b).map((teams) => ({ sport, teams }));
  });
}

function nearTeam(sport: Sport, text: string): readonly FoundTeam[] {
  const teams = teamsOf(sport);
  const names = teams.flatMap(({ name, mascot, school }) => [name, mascot ?? "", school ?? ""]);
  const near = nearest(text, names);
  const team = near === null ? undefined : teams.find((each) => [each.name, each.mascot, each.school].includes(near));
  return team === undefined ? [] : [{ sport, team }];
}

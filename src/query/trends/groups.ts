/** Divides a set of bets into groups. */

import { betSides, selections } from "../../domain/bets/sides.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { Grouping } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import { noWeek } from "../../release/season-table.ts";
import type { SeasonShelf } from "../season.ts";
import { monthOf } from "../team-games/teams.ts";
import type { BetSet } from "./set.ts";

export type Group = {
  readonly name: string;
  /** Groups are in this order, and by name where it is the same. */
  readonly order: number;
  /** The places of the group's bets, rising. */
  readonly picks: Uint32Array;
  /** How many of them are in another group, too. */
  readonly shared: number;
};

/** How bets get a number, and the number a name. Numbers are whole, from 0 to below 2^16. */
type Numbering = {
  readonly of: (bet: number) => number;
  /** A second group of the same bet; -1 is none. */
  readonly alsoOf?: (bet: number) => number;
  readonly name: (code: number) => string;
  /** Null: by name. */
  readonly isOrdered: boolean;
};

const codes = 65_536;
/** The number of what has no value; its group is called `none` and is the last. */
const noValue = codes - 1;

/** The groups that have a bet, in their order. */
export function groupsOf(set: BetSet, by: Exclude<Grouping, "none">): Group[] {
  const { of, alsoOf = () => -1, name, isOrdered } = numberings[by](set);
  const found = new Array<{ readonly picks: number[]; shared: number } | undefined>(codes);
  const put = (code: number, bet: number, isShared: boolean): void => {
    const group = found[code] ?? { picks: [], shared: 0 };
    found[code] = group;
    group.picks.push(bet);
    if (isShared) group.shared++;
  };
  for (let bet = 0; bet < set.count; bet++) {
    const also = alsoOf(bet);
    put(of(bet), bet, also !== -1);
    if (also !== -1) put(also, bet, true);
  }
  // Numbers that no bet has are holes, which `flatMap` passes over.
  const groups = found.flatMap((group, code) => {
    if (group === undefined) return [];
    const order = code === noValue || isOrdered ? code : 0;
    const picks = Uint32Array.from(group.picks);
    return [{ name: code === noValue ? "none" : name(code), order, picks, shared: group.shared }];
  });
  return groups.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}

const numberings: Readonly<Record<Exclude<Grouping, "none">, (set: BetSet) => Numbering>> = {
  season: (set) => ofGames(set, ({ season, gameIds }) => gameIds.map(() => season)),
  week: (set) => ofGames(set, ({ weeks }) => Array.from(weeks, (week) => (week === noWeek ? noValue : week))),
  month: (set) => ofGames(set, ({ gameDates }) => gameDates.map(monthOf)),
  team: byTeam,
  book: ({ bookId }) => ({
    of: (bet) => bookId[bet] as number,
    name: (code) => (code === consensusBookId ? "consensus" : (bookById(code)?.slug ?? String(code))),
    isOrdered: true,
  }),
  bet_type: (set) => {
    const { betTypes } = sportFacts[set.sport];
    return bySide(set, (side) => betTypes.indexOf(side.betType as never), betTypes);
  },
  selection: (set) => bySide(set, (side) => selections.indexOf(side.selection), selections),
  role: ({ role }) => ({
    of: (bet) => {
      const own = role[bet] as number;
      return own === 0 ? noValue : own === 1 ? 0 : 1;
    },
    name: (code) => (code === 0 ? "favorite" : "underdog"),
    isOrdered: true,
  }),
  // A line in quarters is above `noLine`, and so its number is above 0; no line is as great as that of `noValue`.
  line: ({ closeLine }) => ({
    of: (bet) => {
      const line = closeLine[bet] as number;
      return line === noLine ? noValue : line - noLine;
    },
    name: (code) => String((code + noLine) / 4),
    isOrdered: true,
  }),
};

/** Groups by a number of the game. */
function ofGames({ seasons, season, game }: BetSet, codesOf: (season: SeasonShelf) => ArrayLike<number>): Numbering {
  const ofSeason = seasons.map(codesOf);
  return {
    of: (bet) => ofSeason[season[bet] as number]?.[game[bet] as number] as number,
    name: String,
    isOrdered: true,
  };
}

function bySide(
  { sport, side }: BetSet,
  codeOf: (side: (typeof betSides)[Sport][number]) => number,
  names: readonly string[],
): Numbering {
  const ofSide = Uint16Array.from(betSides[sport], codeOf);
  return { of: (bet) => ofSide[side[bet] as number] as number, name: (code) => names[code] ?? "", isOrdered: true };
}

/**
 * A bet is in the group of the team that it is on. A bet on the points of both teams is in the groups of both, and so the groups
 * add up to more than all bets where there are totals.
 */
function byTeam({ sport, seasons, season, game, side }: BetSet): Numbering {
  const teams = [...new Set(seasons.flatMap((each) => each.teams))];
  const ofSeason = seasons.map(({ teams: own, homes, aways }) => {
    const ofTeam = own.map((team) => teams.indexOf(team));
    return { homes: homes.map((team) => ofTeam[team] as number), aways: aways.map((team) => ofTeam[team] as number) };
  });
  const isAway = Uint8Array.from(betSides[sport], ({ team }) => (team === "away" ? 1 : 0));
  const isOfBoth = Uint8Array.from(betSides[sport], ({ team }) => (team === null ? 1 : 0));
  const numberIn = (bet: number, ofAway: boolean): number => {
    const { homes, aways } = ofSeason[season[bet] as number] as (typeof ofSeason)[number];
    return (ofAway ? aways : homes)[game[bet] as number] as number;
  };
  return {
    of: (bet) => numberIn(bet, isAway[side[bet] as number] === 1),
    alsoOf: (bet) => (isOfBoth[side[bet] as number] === 1 ? numberIn(bet, true) : -1),
    name: (code) => teams[code] ?? "",
    isOrdered: false,
  };
}

/** Divides a set of bets into groups. */
import { betSides, selections } from "../../domain/bets/sides.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { Grouping, Picks } from "../../domain/trends/game-sums.ts";
import { noLine } from "../../release/game-lines.ts";
import { noWeek } from "../../release/season-table.ts";
import type { SeasonShelf } from "../season.ts";
import { monthOf } from "../team-games/teams.ts";
import type { BetSet } from "./set.ts";

export type Group = {
  readonly name: string;
  /** Groups are in this order, and by name where it is the same. */
  readonly order: number;
  /** Of each part of the set the places of the group's bets, rising. */
  readonly picks: readonly Picks[];
  /** How many of them are in another group, too. */
  readonly shared: number;
};

type Part = BetSet["parts"][number];

/** How the bets of a part get a number, and the number a name. Numbers are whole, from 0 to below 2^16. */
type Numbering = {
  readonly of: (part: Part) => (bet: number) => number;
  /** A second group of the same bet; -1 is none. */
  readonly alsoOf?: (part: Part) => (bet: number) => number;
  readonly name: (code: number) => string;
  /** Null: by name. */
  readonly isOrdered: boolean;
};

const codes = 65_536;
/** The number of what has no value; its group is called `none` and is the last. */
const noValue = codes - 1;

/** The groups that have a bet, in their order. */
export function groupsOf(set: BetSet, by: Exclude<Grouping, "none">): Group[] {
  const { of, alsoOf, name, isOrdered } = numberings[by](set);
  const parts = set.parts.map((part) => divide(part.picks, of(part), alsoOf?.(part) ?? (() => -1)));
  const found = new Set(parts.flatMap((part) => part.codes));
  const groups = Array.from(found, (code): Group => {
    return {
      name: code === noValue ? "none" : name(code),
      order: code === noValue || isOrdered ? code : 0,
      picks: parts.map(({ starts, sorted }) => sorted.subarray(starts[code], starts[code + 1])),
      shared: parts.reduce((sum, { shared }) => sum + (shared[code] as number), 0),
    };
  });
  return groups.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}

/** Bets in the order of their numbers, and how many of each number have a second one. */
type Divided = {
  readonly sorted: Picks;
  /** The place in `sorted` at which each number starts; one more at the end. */
  readonly starts: Uint32Array;
  readonly shared: Uint32Array;
  /** The numbers that a bet has. */
  readonly codes: readonly number[];
};

/** Sorts bets by counting how many have each number. */
function divide(picks: Picks, codeOf: (bet: number) => number, otherOf: (bet: number) => number): Divided {
  const starts = new Uint32Array(codes + 1);
  const shared = new Uint32Array(codes);
  const own = new Uint16Array(picks.length);
  const others = new Int32Array(picks.length);
  for (let at = 0; at < picks.length; at++) {
    const [code, other] = [codeOf(picks[at] as number), otherOf(picks[at] as number)];
    own[at] = code;
    others[at] = other;
    starts[code + 1] = (starts[code + 1] as number) + 1;
    if (other === -1) continue;
    starts[other + 1] = (starts[other + 1] as number) + 1;
    shared[code] = (shared[code] as number) + 1;
    shared[other] = (shared[other] as number) + 1;
  }
  const found: number[] = [];
  for (let code = 0; code < codes; code++) {
    if (starts[code + 1] !== 0) found.push(code);
    starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
  }
  const next = starts.slice();
  const sorted = new Uint32Array(starts[codes] as number);
  const put = (code: number, bet: number): void => {
    const place = next[code] as number;
    sorted[place] = bet;
    next[code] = place + 1;
  };
  for (let at = 0; at < picks.length; at++) {
    put(own[at] as number, picks[at] as number);
    if (others[at] !== -1) put(others[at] as number, picks[at] as number);
  }
  return { sorted, starts, shared, codes: found };
}

const numberings: Readonly<Record<Exclude<Grouping, "none">, (set: BetSet) => Numbering>> = {
  season: () => ofGames(({ season, gameIds }) => gameIds.map(() => season)),
  week: () => ofGames(({ weeks }) => Array.from(weeks, (week) => (week === noWeek ? noValue : week))),
  month: () => ofGames(({ gameDates }) => gameDates.map(monthOf)),
  team: byTeam,
  book: () => ({
    of:
      ({ bets: { bookId } }) =>
      (bet) =>
        bookId[bet] as number,
    name: (code) => (code === consensusBookId ? "consensus" : (bookById(code)?.slug ?? String(code))),
    isOrdered: true,
  }),
  bet_type: ({ sport }) => {
    const { betTypes } = sportFacts[sport];
    return bySide(sport, (side) => betTypes.indexOf(side.betType as never), betTypes);
  },
  selection: ({ sport }) => bySide(sport, (side) => selections.indexOf(side.selection), selections),
  role: () => ({
    of:
      ({ bets: { role } }) =>
      (bet) => {
        const own = role[bet] as number;
        return own === 0 ? noValue : own === 1 ? 0 : 1;
      },
    name: (code) => (code === 0 ? "favorite" : "underdog"),
    isOrdered: true,
  }),
  // A line in quarters is above `noLine`, and so its number is above 0; no line is as great as that of `noValue`.
  line: () => ({
    of:
      ({ bets: { closeLine } }) =>
      (bet) => {
        const line = closeLine[bet] as number;
        return line === noLine ? noValue : line - noLine;
      },
    name: (code) => String((code + noLine) / 4),
    isOrdered: true,
  }),
};

/** Groups by a number of the game. */
function ofGames(codesOf: (season: SeasonShelf) => ArrayLike<number>): Numbering {
  return {
    of: ({ season, bets: { game } }) => {
      const ofGame = codesOf(season);
      return (bet) => ofGame[game[bet] as number] as number;
    },
    name: String,
    isOrdered: true,
  };
}

function bySide(
  sport: Sport,
  codeOf: (side: (typeof betSides)[Sport][number]) => number,
  names: readonly string[],
): Numbering {
  const ofSide = Uint16Array.from(betSides[sport], codeOf);
  return {
    of:
      ({ bets: { side } }) =>
      (bet) =>
        ofSide[side[bet] as number] as number,
    name: (code) => names[code] ?? "",
    isOrdered: true,
  };
}

/**
 * A bet is in the group of the team that it is on. A bet on the points of both teams is in the groups of both, and so the groups
 * add up to more than all bets where there are totals.
 */
function byTeam({ sport, parts }: BetSet): Numbering {
  const teams = [...new Set(parts.flatMap(({ season }) => season.teams))];
  const isAway = Uint8Array.from(betSides[sport], ({ team }) => (team === "away" ? 1 : 0));
  const isOfBoth = Uint8Array.from(betSides[sport], ({ team }) => (team === null ? 1 : 0));
  const numbersIn = ({ season }: Part) => {
    const ofTeam = season.teams.map((team) => teams.indexOf(team));
    return (game: number, ofAway: boolean) => ofTeam[(ofAway ? season.aways : season.homes)[game] as number] as number;
  };
  return {
    of: (part) => {
      const { side, game } = part.bets;
      const numberOf = numbersIn(part);
      return (bet) => numberOf(game[bet] as number, isAway[side[bet] as number] === 1);
    },
    alsoOf: (part) => {
      const { side, game } = part.bets;
      const numberOf = numbersIn(part);
      return (bet) => (isOfBoth[side[bet] as number] === 1 ? numberOf(game[bet] as number, true) : -1);
    },
    name: (code) => teams[code] ?? "",
    isOrdered: false,
  };
}

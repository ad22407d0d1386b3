/** Filters on the form of the teams of a game: on their games before it. */

import {
  everyWhose,
  type FormName,
  type formFilters,
  formNames,
  type LastResult,
  type Whose,
} from "../../contract/filters/form.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { lost, won } from "../../domain/bets/grading.ts";
import { foldName } from "../../domain/fold-name.ts";
import type { Starter } from "../../domain/starters.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import { noWeek } from "../../release/season-table.ts";
import type { SeasonShelf } from "../season.ts";
import { noGame, type SeasonTeams, seasonBefore, seasonTeams } from "../team-games/season-teams.ts";
import { noStreak, type Way, winShare } from "../team-games/standing.ts";
import { noMargin, type TeamResults, teamResults } from "../team-games/team-results.ts";
import { teamBits } from "./team-test.ts";

type AskedFilters = ValuesOf<typeof formFilters>;
type Bound = number | null;

/** What is asked of one team. Null means that the caller did not ask for it. */
type TeamForm = {
  readonly last: LastResult | null;
  readonly last_role: "favorite" | "underdog" | null;
  readonly starter: string | null;
  readonly starter_hand: Starter["hand"];
} & { readonly [Name in Exclude<FormName, "last" | "last_role" | "starter" | "starter_hand">]: Bound };

/** Only what is asked for is there, so that cursors and ETags of other questions stay as they were. */
export type FormFilter = {
  readonly [Of in Whose]?: TeamForm;
} & {
  readonly meeting?: "first" | "rematch";
  readonly meetingLast?: LastResult;
  readonly weekMin?: number;
  readonly weekMax?: number;
  readonly isOneDivision?: true;
  readonly isOneConference?: true;
};

/** Null when nothing is asked of it. */
export function formOf(asked: AskedFilters): FormFilter | null {
  const teams = everyWhose.map((whose) => [whose, teamFormOf(asked, whose)] as const);
  const filter = {
    ...Object.fromEntries(teams),
    meeting: asked.meeting,
    meetingLast: asked.meeting_last,
    weekMin: asked.week_min,
    weekMax: asked.week_max,
    isOneDivision: asked.same_division,
    isOneConference: asked.same_conference,
  };
  const given = Object.entries(filter).filter(([, value]) => value !== null);
  return given.length === 0 ? null : (Object.fromEntries(given) as FormFilter);
}

function teamFormOf(asked: AskedFilters, whose: Whose): TeamForm | null {
  const values = formNames.map((name) => [name, asked[`${whose}_${name}`]] as const);
  return values.every(([, value]) => value === null) ? null : (Object.fromEntries(values) as TeamForm);
}

/** Whether the filter is of the team that is bet on, which a total of both teams has not. */
export function isOfTeam({ team, opponent, meetingLast }: FormFilter): boolean {
  return team !== undefined || opponent !== undefined || (meetingLast !== undefined && !isOfTotal(meetingLast));
}

function isOfTotal(result: LastResult): boolean {
  return result === "over" || result === "under";
}

export type FormTest = {
  /** Whether bets of a game may match. */
  readonly game: (game: number) => boolean;
  /** The bits of the teams that may be bet on; null: nothing is asked of the team that is bet on. */
  readonly teams: ((game: number) => number) | null;
};

/** @param spans of all seasons of the sport: the last meeting may be of the season before. */
export function formTest(
  season: SeasonShelf,
  spans: readonly { readonly season: SeasonShelf }[],
  asked: FormFilter,
): FormTest {
  const previous = seasonBefore(season, spans);
  const facts = { season, previous, teams: seasonTeams(season, previous), results: teamResults(season) };
  return { game: gameTest(facts, asked), teams: isOfTeam(asked) ? teamsTest(facts, asked) : null };
}

type Facts = {
  readonly season: SeasonShelf;
  readonly previous: SeasonShelf | null;
  readonly teams: SeasonTeams;
  readonly results: TeamResults;
};

type PlaceTest = (place: number) => boolean;

function all(tests: readonly PlaceTest[]): PlaceTest {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (place) => tests.every((test) => test(place));
}

function gameTest(facts: Facts, asked: FormFilter): (game: number) => boolean {
  const { season, teams } = facts;
  const { either, both, meeting, meetingLast, weekMin = null, weekMax = null } = asked;
  const tests: ((game: number) => boolean)[] = [];
  if (weekMin !== null || weekMax !== null) {
    const { weeks } = season;
    tests.push((game) => {
      const week = weeks[game] as number;
      return week !== noWeek && week >= (weekMin ?? 0) && week <= (weekMax ?? noWeek);
    });
  }
  if (asked.isOneDivision) tests.push(sameGroup(season, "division"));
  if (asked.isOneConference) tests.push(sameGroup(season, "conference"));
  if (meeting !== undefined) tests.push((game) => (teams.meetings[game] as number) > 0 === (meeting === "rematch"));
  if (meetingLast !== undefined && isOfTotal(meetingLast)) {
    const isMet = meetingTest(facts, meetingLast);
    tests.push((game) => isMet(2 * game));
  }
  if (either !== undefined) {
    const test = teamTestOf(facts, either);
    tests.push((game) => test(2 * game) || test(2 * game + 1));
  }
  if (both !== undefined) {
    const test = teamTestOf(facts, both);
    tests.push((game) => test(2 * game) && test(2 * game + 1));
  }
  return all(tests);
}

function teamsTest(facts: Facts, { team, opponent, meetingLast }: FormFilter): (game: number) => number {
  const tests: PlaceTest[] = [];
  if (team !== undefined) tests.push(teamTestOf(facts, team));
  if (opponent !== undefined) {
    const test = teamTestOf(facts, opponent);
    tests.push((place) => test(place ^ 1));
  }
  if (meetingLast !== undefined && !isOfTotal(meetingLast)) tests.push(meetingTest(facts, meetingLast));
  const test = all(tests);
  return (game) => (test(2 * game) ? teamBits.home : 0) | (test(2 * game + 1) ? teamBits.away : 0);
}

const resultOf: Readonly<Record<LastResult, readonly [way: Way, outcome: number]>> = {
  won: ["straightUp", won],
  lost: ["straightUp", lost],
  covered: ["spread", won],
  failed: ["spread", lost],
  over: ["total", won],
  under: ["total", lost],
};

function teamTestOf({ season, teams, results }: Facts, asked: TeamForm): PlaceTest {
  const tests: PlaceTest[] = [];
  const { last, games } = teams;
  /** A test of the last game; a team without one never passes. */
  const ofLast = (test: PlaceTest) =>
    tests.push((place) => {
      const before = last[place] as number;
      return before !== noGame && test(before);
    });
  if (asked.last !== null) {
    const [way, outcome] = resultOf[asked.last];
    const column = results.outcomes[way];
    ofLast((place) => column[place] === outcome);
  }
  const margin = bounds(asked.last_margin_min, asked.last_margin_max);
  if (margin !== null) {
    ofLast((place) => {
      const value = results.margins[place] as number;
      return value !== noMargin && margin(value);
    });
  }
  if (asked.last_role !== null) {
    const role = asked.last_role === "favorite" ? 1 : -1;
    ofLast((place) => results.roles[place] === role);
  }
  const { straightUp, spread, total } = teams.before;
  const streaks = [
    [straightUp.streak, bounds(asked.streak_min, asked.streak_max)],
    [spread.streak, bounds(asked.ats_streak_min, asked.ats_streak_max)],
    [total.streak, bounds(asked.total_streak_min, asked.total_streak_max)],
  ] as const;
  for (const [column, isWithin] of streaks) {
    if (isWithin === null) continue;
    tests.push((place) => {
      const streak = column[place] as number;
      return streak !== noStreak && isWithin(streak);
    });
  }
  const share = bounds(asked.win_share_min, asked.win_share_max);
  if (share !== null) {
    tests.push((place) => {
      const value = winShare(
        straightUp.won[place] as number,
        straightUp.lost[place] as number,
        straightUp.push[place] as number,
      );
      return value !== null && share(value);
    });
  }
  if (asked.starter !== null || asked.starter_hand !== null) tests.push(starterTest(season, asked));
  const { games_min: gamesMin } = asked;
  if (gamesMin !== null) tests.push((place) => (games[place] as number) >= gamesMin);
  return all(tests);
}

/** A test of who started for the team: by id, or by name without case and accents. */
function starterTest({ starters: { people, homes, aways } }: SeasonShelf, asked: TeamForm): PlaceTest {
  const { starter, starter_hand: hand } = asked;
  const wanted = starter === null ? null : foldName(starter);
  const isWanted = people.map((person) => {
    const isNamed = wanted === null || person.id === starter || foldName(person.name) === wanted;
    return isNamed && (hand === null || person.hand === hand);
  });
  return (place) => isWanted[((place % 2 === 0 ? homes : aways)[place >> 1] as number) - 1] === true;
}

/** Null: nothing is asked for. */
function bounds(min: Bound, max: Bound): ((value: number) => boolean) | null {
  if (min === null && max === null) return null;
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  return (value) => value >= least && value <= most;
}

/** A test of the last meeting as the team at a place saw it. */
function meetingTest({ previous, teams, results }: Facts, wanted: LastResult): PlaceTest {
  const [way, outcome] = resultOf[wanted];
  const now = results.outcomes[way];
  const then = previous === null ? now : teamResults(previous).outcomes[way];
  return (place) => {
    const met = teams.lastMeeting[place] as number;
    return met !== noGame && (teams.isEarlierSeason[place] === 1 ? then : now)[met] === outcome;
  };
}

/** Whether both teams of a game are of one division or conference. */
function sameGroup(season: SeasonShelf, kind: "division" | "conference"): (game: number) => boolean {
  const groups = season.teams.map((name) => teamByAbbreviation(season.sport, name)?.[kind] ?? null);
  const { homes, aways } = season;
  return (game) => {
    const group = groups[homes[game] as number];
    return group !== null && group === groups[aways[game] as number];
  };
}

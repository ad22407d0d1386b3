/** The shapes that travel through the sample: a fixture, its result, a season under way, and all that is stated of a sport. */
import type { OddsPeriod, SeasonType, Sport } from "../../src/domain/sports.ts";
import { findTeam, outsideNamesOf } from "../../src/domain/teams/registry.ts";
import type { Team } from "../../src/domain/teams/team.ts";
import type { OtherIds } from "../../src/feed/records.ts";
import type { Random } from "./random.ts";
import tables from "./tables.json" with { type: "json" };
import type { Venue } from "./venues.ts";

/** Which teams play, where and when: what a schedule makes. */
export type Fixture = {
  readonly sport: Sport;
  readonly season: number;
  readonly seasonType: SeasonType;
  readonly week: number | null;
  /** Slate day. */
  readonly day: number;
  readonly startMs: number;
  readonly home: string;
  readonly away: string;
  /** 1 or 2 in a doubleheader. */
  readonly gameNumber: number | null;
  readonly venue: Venue;
  readonly neutral: boolean;
};

/** Points of each period, extra ones last; null is a half inning that was not batted. */
export type Result = {
  readonly home: number;
  readonly away: number;
  readonly homeLine: readonly (number | null)[];
  readonly awayLine: readonly (number | null)[];
  readonly overtime: boolean;
};

/** The mean margin of home over away, and the mean total, by the hidden truth. */
export type Expectation = { readonly margin: number; readonly total: number };

/** The expectation when the first books opened, and the one at the end, by which the game is played. */
export type Outlook = { readonly open: Expectation; readonly close: Expectation };

/** A season while its schedule is written: playoffs need results of days that have passed on the sample's fixed day. */
export type SeasonContext = {
  readonly sport: Sport;
  readonly season: number;
  /** The sample's fixed day: games before it have been played. */
  readonly today: number;
  /** A stream of its own for a part of the schedule. */
  random(part: string): Random;
  /** null: not yet played. */
  resultOf(fixture: Fixture): Result | null;
  outlookOf(fixture: Fixture): Outlook;
};

/** How games of a sport end. */
export type ScoreTable = {
  readonly sport: Sport;
  /** How often a side scores `fewest`, `fewest` + 1 … points against one that is as good, in any unit. */
  readonly fewest: number;
  readonly side: readonly number[];
  /** How much likelier games end 0, 1, 2 … points apart than two such numbers would. The last one goes on. */
  readonly apart: readonly number[];
  /** Steps of the grid, for margins and for totals. */
  readonly steps: readonly [margin: number, total: number];
  /** Of games that end 0, 1, 2 … points apart, how many go beyond regulation. */
  readonly overtime: readonly number[];
  /** The extra periods of the winner and of the loser of a game that ends so far apart; null: there is no such overtime. */
  readonly extra: (apart: number, random: Random) => readonly [winner: number[], loser: number[]] | null;
  /** What the points of a side are made of, and the share of each: touchdowns with their conversions, runs that come in bunches. */
  readonly plays: readonly (readonly [points: number, weight: number])[];
  /** The shares of the periods of regulation in the plays: the ends of football's halves are busy, and baseball begins with its best. */
  readonly periods: readonly number[];
  /** The part of the plays that fall into any period by chance; the others come evenly. */
  readonly chance: number;
  /** Of home sides that win by 0, 1, 2 … in regulation, how many do in the last half inning; null: all play to the end. */
  readonly walkOffs: readonly number[] | null;
};

/** The markets of a sport: how its books open, move and disagree. */
export type SportOdds = {
  /** Hours before the start at which the first book opens. */
  readonly openHours: number;
  /** Fewest and most moves of the market between the opening and the close. */
  readonly moves: readonly [fewest: number, most: number];
  /** Disagreement of the books, in points. */
  readonly marginBias: number;
  readonly totalBias: number;
  /** How unfair, in probability, a line may become before a book leaves it: its price moves first. */
  readonly patience: number;
  /** How little whole numbers are liked: by most books, and by those that prefer lines which end in a half. */
  readonly wholeCosts: Readonly<Record<"spread" | "total", readonly [most: number, halves: number]>>;
  /** Margins so common that most books write them gladly, and stay on them as long as they can. */
  readonly keyLines: readonly number[];
  /** Run line and puck line: the spread is always this, in a part of the game a half. */
  readonly fixedSpread: number | null;
  /** Common: every book with periods has it; some: only those with all of them; rare: and those only now and then. */
  readonly periods: Readonly<Partial<Record<OddsPeriod, "common" | "some" | "rare">>>;
};

/** How often the first of two starts, or null where they take turns; and how many use the left hand, or null where hands are not said. */
export type SampleStarters = Readonly<Record<"perTeam" | "firstId", number>> &
  Readonly<Record<"firstShare" | "leftShare", number | null>>;

/** What `tables.json` states of a sport. */
type StatedSport = {
  /** The latest season, which is in progress on the sample's fixed day. */
  readonly latestSeason: number;
  /** How many finished seasons the start sample has, the latest ones. */
  readonly finishedSeasons: number;
  /**
   * How far teams, days and news drive games apart before they are played, in points: the worth of playing at home; the deviations of
   * the teams' strengths, of a day's news that the first books know (starting pitchers, injuries, rest), and of the news between the
   * opening and the close; the mean total, the same three for totals (how fast a team plays, the day, the news), and the difference of
   * a postseason game's total.
   */
  readonly model: Readonly<
    Record<"homeAdvantage" | "power" | "form" | "news", number> &
      Record<"total" | "pace" | "totalForm" | "totalNews" | "postseasonTotal", number>
  >;
  readonly odds: SportOdds;
  /** How many lead officials there are. */
  readonly officials: number;
  /** null: the sport's records name no starters. */
  readonly starters: SampleStarters | null;
  /** null: it is played below a roof, whatever the weather. Wind is written as the sport's scorers do. */
  readonly weather: { readonly wetShare: number; readonly windDirections: readonly string[] } | null;
};

/** A game whose ids are made: its place in the whole season, and ESPN's id of it. */
type GameToName = {
  readonly fixture: Fixture;
  readonly fixtures: readonly Fixture[];
  readonly index: number;
  readonly espn: string;
};

/** What a file of `sports/` says of its sport beside the tables. */
type SportRules = {
  /** All games of a season, in any order. */
  readonly scheduleOf: (context: SeasonContext) => readonly Fixture[];
  /** The ids of a game at other sources than The Odds API. */
  readonly otherIds: (game: GameToName) => OtherIds;
  /** How far a team stands above or below the mean because of its league; without it none does. */
  readonly leaguePower?: (team: Team) => number;
  /** How a game of the regular season ends that the weather cuts short; null: it is played to its end. Without it all are. */
  readonly cutShort?: (result: Result, random: Random) => Result | null;
  /** The points that a venue adds to a game; without it none does. */
  readonly venuePoints?: (venue: Venue) => number;
};

/** All that the sample knows of a sport. A sport is a file of `sports/`, a row of `sports.ts`, and its tables. */
export type SampleSport = StatedSport & SportRules & { readonly scores: ScoreTable };

export function sampleSport(
  sport: Sport,
  { scores, ...rules }: SportRules & { readonly scores: Pick<ScoreTable, "extra"> & Partial<ScoreTable> },
): SampleSport {
  const bySport: Readonly<Record<string, unknown>> = tables.sports;
  const stated = bySport[sport] as StatedSport & { readonly scores: Omit<ScoreTable, "extra"> };
  return { ...stated, ...rules, scores: { ...stated.scores, ...scores, sport } };
}

/** The name of a team at another source. */
export function nameAt(source: "nflverse" | "retrosheet", sport: Sport, abbreviation: string): string {
  const team = findTeam(sport, abbreviation);
  return (team === null ? undefined : outsideNamesOf(sport, team)[source][0]) ?? abbreviation;
}

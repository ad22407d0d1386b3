/** All that the sample knows of a sport. A sport is a folder beside this file, and a row of `registry.ts`. */
import type { SeasonType } from "../../../src/domain/sports.ts";
import type { Team } from "../../../src/domain/teams/team.ts";
import type { OtherIds } from "../../../src/feed/records.ts";
import type { SportChances } from "../chances/sport-chances.ts";
import type { Expectation, Fixture, Result } from "../fixture.ts";
import type { SportOdds } from "../odds/sport-odds.ts";
import type { Random } from "../random.ts";
import type { SeasonContext } from "../season-context.ts";
import type { Venue } from "../venues/venue.ts";

/**
 * How far teams, days and news drive the games apart before they are played. In points: the scores and the chances take
 * them as they are.
 */
type SportModel = {
  /** The worth of playing at home. */
  readonly homeAdvantage: number;
  /** Deviation of the teams' strengths. */
  readonly power: number;
  /** Deviation of the news of a single day that the first books know: starting pitchers, injuries, rest. */
  readonly form: number;
  /** Deviation of the news between the opening and the close. */
  readonly news: number;
  readonly total: number;
  /** The same three for totals: how fast a team plays, the day, and the news. */
  readonly pace: number;
  readonly totalForm: number;
  readonly totalNews: number;
  /** The difference of a postseason game's total. */
  readonly postseasonTotal: number;
};

type SportWeather = { readonly wetShare: number; readonly windDirections: readonly string[] };

/** A game of a season whose ids are made: its place in the season, and ESPN's id of it. */
type GameToName = { readonly fixture: Fixture; readonly index: number; readonly espn: string };

export type SampleStarters = {
  readonly perTeam: number;
  /** How often the first of two starts; null: they take turns. */
  readonly firstShare: number | null;
  /** The share of those who use the left hand; null: hands are not said. */
  readonly leftShare: number | null;
  /** The ids of the first team begin ten after this one. */
  readonly firstId: number;
};

export type SampleSport = {
  /** The latest season, which is in progress on the sample's fixed day. */
  readonly latestSeason: number;
  /** How many finished seasons the start sample has, the latest ones. */
  readonly finishedSeasons: number;
  readonly model: SportModel;
  readonly odds: SportOdds;
  readonly chances: SportChances;
  /** How many lead officials there are. */
  readonly officials: number;
  /** null: the sport's records name no starters. */
  readonly starters: SampleStarters | null;
  /** null: it is played below a roof, whatever the weather. */
  readonly weather: SportWeather | null;
  /** All games of a season, in any order. */
  readonly scheduleOf: (context: SeasonContext) => readonly Fixture[];
  readonly play: (expected: Expectation, seasonType: SeasonType, random: Random) => Result;
  /** The ids that games have at other sources than The Odds API, for all games of a season. */
  readonly otherIds: (season: number, fixtures: readonly Fixture[]) => (game: GameToName) => OtherIds;
  /** How far a team stands above or below the mean because of its league; without it none does. */
  readonly leaguePower?: (team: Team) => number;
  /** The points that a venue adds to a game; without it none does. */
  readonly venuePoints?: (venue: Venue) => number;
};

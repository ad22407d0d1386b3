/** A schedule makes fixtures: each says which teams play, where and when. */
import type { SeasonType, Sport } from "../../src/domain/sports.ts";
import type { Venue } from "./venues/venue.ts";

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

/** The expectation of the hidden model: the mean margin of home over away, and the mean total. */
export type Expectation = { readonly margin: number; readonly total: number };

/** The expectation when the first books opened, and the one at the end, by which the game is played. */
export type Outlook = { readonly open: Expectation; readonly close: Expectation };

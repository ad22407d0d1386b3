/** The model of each sport's games before they are played: how far teams, days and news drive them apart. */
import type { Sport } from "../domain/sports.ts";

/** Points; the score generators and the chances of `chances/` take them as they are. */
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

export const sportModels: Readonly<Record<Sport, SportModel>> = {
  mlb: {
    homeAdvantage: 0.32,
    power: 0.64,
    form: 0.28,
    news: 0.34,
    total: 9.1,
    pace: 0.42,
    totalForm: 0.55,
    totalNews: 0.5,
    postseasonTotal: -0.6,
  },
  nfl: {
    homeAdvantage: 2.2,
    power: 4.7,
    form: 1.4,
    news: 2.2,
    total: 46.4,
    pace: 2.2,
    totalForm: 2.5,
    totalNews: 2.2,
    postseasonTotal: 2,
  },
  ncaaf: {
    homeAdvantage: 5.3,
    power: 9.6,
    form: 2,
    news: 2.4,
    total: 56,
    pace: 4.2,
    totalForm: 3,
    totalNews: 2.4,
    postseasonTotal: 0,
  },
  nba: {
    homeAdvantage: 1.9,
    power: 4.6,
    form: 2.2,
    news: 1.6,
    total: 228,
    pace: 5.3,
    totalForm: 5,
    totalNews: 2.6,
    postseasonTotal: -9,
  },
  nhl: {
    homeAdvantage: 0.25,
    power: 0.47,
    form: 0.2,
    news: 0.18,
    total: 6.1,
    pace: 0.2,
    totalForm: 0.2,
    totalNews: 0.18,
    postseasonTotal: -0.3,
  },
};

/** How far a college conference stands above or below the mean; FCS teams have conferences of their own. */
export const conferencePower: Readonly<Record<string, number>> = {
  SEC: 13.5,
  "Big Ten": 10.5,
  "Big 12": 8,
  ACC: 6,
  "FBS Independents": 6,
  "Pac-12": 0,
  American: -2,
  "Mountain West": -5,
  "Sun Belt": -5,
  "Mid-American": -10,
  "Conference USA": -11.5,
};
export const fcsPower = -26;

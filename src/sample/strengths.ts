/** How good teams are in a season: the hidden truth from which both the scores and the betting lines come. */
import type { Sport } from "../domain/sports.ts";
import { allTeamsOf } from "../domain/teams/registry.ts";
import type { Expectation, Fixture, Outlook } from "./fixture.ts";
import { Random } from "./random.ts";
import { parkRuns } from "./venues/mlb.ts";

/** Points; the score generators and the chances of `chances/` take them as they are. */
type SportModel = {
  /** What playing at home is worth. */
  readonly homeAdvantage: number;
  /** Deviation of the teams' strengths. */
  readonly power: number;
  /** Deviation of what a single day adds and the first books know: starting pitchers, injuries, rest. */
  readonly form: number;
  /** Deviation of what becomes known between the opening and the close. */
  readonly news: number;
  readonly total: number;
  /** The same three for totals: how fast a team plays, the day, and what becomes known. */
  readonly pace: number;
  readonly totalForm: number;
  readonly totalNews: number;
  /** What the total of a postseason game differs by. */
  readonly postseasonTotal: number;
};

const models: Readonly<Record<Sport, SportModel>> = {
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
const conferencePower: Readonly<Record<string, number>> = {
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
const fcsPower = -26;

type Strength = { readonly power: number; readonly pace: number };

const firstSeasonOfAll = 2021;

/** The strengths of every team of a sport in a season. A team keeps about two thirds of what it was the year before. */
export function strengthsOf(seed: number, sport: Sport, season: number): ReadonlyMap<string, Strength> {
  const model = models[sport];
  const teams = allTeamsOf(sport);
  const raw = teams.map((team) => {
    const random = new Random(`${seed} ${sport} ${team.abbreviation} strength`);
    let power = random.normal(0, 1);
    let pace = random.normal(0, 1);
    for (let year = firstSeasonOfAll; year < season; year++) {
      power = 0.65 * power + random.normal(0, 0.76);
      pace = 0.65 * pace + random.normal(0, 0.76);
    }
    return { power, pace };
  });
  // A league is about as even one year as the next: only who is good changes.
  const powers = standardized(raw.map(({ power }) => power));
  const paces = standardized(raw.map(({ pace }) => pace));
  return new Map(
    teams.map((team, index) => {
      const conference =
        sport === "ncaaf" ? (conferencePower[team.teamId === null ? "" : (team.conference ?? "")] ?? fcsPower) : 0;
      const power = (powers[index] as number) * model.power + conference;
      return [team.abbreviation, { power, pace: (paces[index] as number) * model.pace }];
    }),
  );
}

/** With a mean of zero and a deviation of one. */
function standardized(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (value - mean) / deviation);
}

/** What to expect of a game, before anybody has played it. The close is the opening and the news since. */
export function outlookOf(strengths: ReadonlyMap<string, Strength>, fixture: Fixture, random: Random): Outlook {
  const model = models[fixture.sport];
  const home = strengths.get(fixture.home) as Strength;
  const away = strengths.get(fixture.away) as Strength;
  const advantage = fixture.neutral ? 0 : model.homeAdvantage;
  const season = fixture.seasonType === "postseason" ? model.postseasonTotal : 0;
  const park = fixture.sport === "mlb" ? parkRuns(fixture.venue) : 0;
  const margin = home.power - away.power + advantage + random.normal(0, model.form);
  const total = model.total + home.pace + away.pace + season + park + random.normal(0, model.totalForm);
  const news = { margin: random.normal(0, model.news), total: random.normal(0, model.totalNews) };
  return { open: possible(margin, total), close: possible(margin + news.margin, total + news.total) };
}

/** No side is expected to score less than a sixth of an even share, however lopsided the game. */
function possible(margin: number, total: number): Expectation {
  const limit = total * 0.84;
  return { margin: Math.max(-limit, Math.min(limit, margin)), total };
}

/** How good teams are in a season: the hidden truth from which both the scores and the betting lines come. */
import type { Sport } from "../domain/sports.ts";
import { allTeamsOf } from "../domain/teams/registry.ts";
import type { Expectation, Fixture } from "./fixture.ts";
import { Random } from "./random.ts";

type SportModel = {
  /** Points that playing at home is worth. */
  readonly homeAdvantage: number;
  /** Spread of the teams' strengths in points. */
  readonly power: number;
  /** What a single day adds and the market knows: starting pitchers, injuries, rest. */
  readonly form: number;
  readonly total: number;
  readonly pace: number;
  readonly totalForm: number;
};

const models: Readonly<Record<Sport, SportModel>> = {
  mlb: { homeAdvantage: 0.13, power: 0.6, form: 0.65, total: 8.9, pace: 0.35, totalForm: 0.6 },
  nfl: { homeAdvantage: 1.6, power: 4.4, form: 1.1, total: 44.6, pace: 1.4, totalForm: 1.8 },
  ncaaf: { homeAdvantage: 2.6, power: 6.5, form: 1.5, total: 53, pace: 2.4, totalForm: 2.4 },
  nba: { homeAdvantage: 2.3, power: 4.7, form: 2.2, total: 227, pace: 2.2, totalForm: 2.5 },
  nhl: { homeAdvantage: 0.16, power: 0.4, form: 0.32, total: 6.15, pace: 0.14, totalForm: 0.15 },
};

/** How far a college conference stands above or below the mean, in points; FCS teams have conferences of their own. */
const conferencePower: Readonly<Record<string, number>> = {
  SEC: 12,
  "Big Ten": 9.5,
  "Big 12": 7.5,
  ACC: 6,
  "FBS Independents": 6,
  "Pac-12": 0,
  American: -2,
  "Mountain West": -5,
  "Sun Belt": -5,
  "Mid-American": -9,
  "Conference USA": -10,
};
const fcsPower = -20;

type Strength = { readonly power: number; readonly pace: number };

const firstSeasonOfAll = 2021;

/** The strengths of every team of a sport in a season. A team keeps about two thirds of what it was the year before. */
export function strengthsOf(seed: number, sport: Sport, season: number): ReadonlyMap<string, Strength> {
  const model = models[sport];
  const strengths = new Map<string, Strength>();
  for (const team of allTeamsOf(sport)) {
    const random = new Random(`${seed} ${sport} ${team.abbreviation} strength`);
    let power = random.normal(0, model.power);
    let pace = random.normal(0, model.pace);
    for (let year = firstSeasonOfAll; year < season; year++) {
      power = 0.65 * power + random.normal(0, 0.76 * model.power);
      pace = 0.65 * pace + random.normal(0, 0.76 * model.pace);
    }
    if (sport === "ncaaf") power += conferencePower[team.teamId === null ? "" : (team.conference ?? "")] ?? fcsPower;
    strengths.set(team.abbreviation, { power, pace });
  }
  return strengths;
}

/** What to expect of a game, before anybody has played or priced it. */
export function expectationOf(strengths: ReadonlyMap<string, Strength>, fixture: Fixture, random: Random): Expectation {
  const model = models[fixture.sport];
  const home = strengths.get(fixture.home) as Strength;
  const away = strengths.get(fixture.away) as Strength;
  const advantage = fixture.neutral ? 0 : model.homeAdvantage;
  const margin = home.power - away.power + advantage + random.normal(0, model.form);
  // The thin air of Denver is worth two runs.
  const park = fixture.sport === "mlb" && fixture.venue.name === "Coors Field" ? 2 : 0;
  const total = model.total + home.pace + away.pace + park + random.normal(0, model.totalForm);
  // No side is expected to score less than a sixth of an even share, however lopsided the game.
  const limit = total * 0.84;
  return { margin: Math.max(-limit, Math.min(limit, margin)), total };
}

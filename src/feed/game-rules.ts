/** The rules of games, seasons, teams and venues beyond their shape. A record that breaks one is refused and reported, never repaired [D-13]. */
import { isInside, type Range, sportBounds, temperatureRange, windRange } from "../domain/bounds.ts";
import { seasonOf } from "../domain/seasons.ts";
import { type Sport, sportFacts } from "../domain/sports.ts";
import { clubOfSeason, teamByAbbreviation } from "../domain/teams/registry.ts";
import type { Team } from "../domain/teams/team.ts";
import { daysBetween, farthestAheadMs, hasBegun, isWithinADay, longestSuspensionDays } from "../domain/times.ts";
import type { GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import { type FeedItem, itemOf, refuse, type Where } from "./refusals.ts";
import { checkShape } from "./shape.ts";
import { refuseTeam } from "./team-names.ts";
import { isHttpsUrl } from "./texts.ts";
import { slateDateOfGame, slateDateOfStart } from "./utc-times.ts";

/** The item of a game that an adapter reads, or refuses to read. @param nowMs the clock of the import. */
export function gameItem(read: () => GameRecord, where: Where, nowMs: number): FeedItem {
  return itemOf(where, () => checkedGame(read(), nowMs));
}

export function seasonItem(season: SeasonRecord, where: Where, nowMs: number): FeedItem {
  return itemOf(where, () => checkedSeason(season, nowMs));
}

/** A game with abbreviations for teams and times of `utcTime`. A club that did not play in that season is set right in place. */
export function checkedGame(game: GameRecord, nowMs: number): GameRecord {
  checkShape("game", game);
  const { sport, season, status } = game;
  nameClubs(game, season);
  const date = slateDateOfGame(game) ?? refuse("malformed", "game_date or start_time must be there", "game_date");
  const seasonOfDate = seasonOf(sport, date);
  if (seasonOfDate !== season) {
    refuse("malformed", `${sport} of ${date} is season ${seasonOfDate}, not ${season}`, "season");
  }
  checkCoverage(sport, season);
  checkSides(game, season);
  for (const field of ["home_score", "away_score"] as const) {
    if (status === "final" && game[field] === null) refuse("malformed", "a final game needs both scores", field);
  }
  checkWeek(game);
  checkStarters(game);
  checkNumbers(game);
  checkTimes(game, date, nowMs);
  // Zero has no sign [D-15]. Some arithmetic knows a -0, which would be told from 0 until it was stored as JSON and read.
  return JSON.parse(JSON.stringify(game)) as GameRecord;
}

export function checkedSeason(record: SeasonRecord, nowMs: number): SeasonRecord {
  const { sport, season, undecided_until: until } = record;
  checkCoverage(sport, season);
  // Some sports number a season by the year in which it ends.
  if (Date.UTC(season - 1, 0, 1) > nowMs + farthestAheadMs) {
    refuse("in-the-future", `season ${season} is further ahead than any schedule`, "season");
  }
  if (until !== undefined && seasonOf(sport, until) !== season) {
    refuse("malformed", `${until} is not in ${sport} ${season}`, "undecided_until");
  }
  if (until !== undefined && record.complete) {
    refuse("malformed", "a season that is complete has no game to come", "undecided_until");
  }
  return record;
}

/** The facts of a team that is named by its abbreviation, or of a venue. */
export function checkedFact<Fact extends TeamRecord | VenueRecord>(record: Fact): Fact {
  checkShape(record.type, record);
  const logoUrl = record.type === "team" ? record.logo_url : null;
  if (logoUrl !== null && !isHttpsUrl(logoUrl)) {
    refuse("text", `${JSON.stringify(logoUrl)} is not a URL of https`, "logo_url");
  }
  return record;
}

/** Names the clubs that played in that season, in place [D-46]. */
export function nameClubs(record: GameRecord | QuoteRecord, season: number): void {
  record.home = clubOfSeason(record.sport, record.home, season);
  record.away = clubOfSeason(record.sport, record.away, season);
}

export function checkCoverage(sport: Sport, season: number): void {
  const { firstSeason } = sportFacts[sport];
  if (season >= firstSeason) return;
  refuse("not-covered", `${sport} is covered from season ${firstSeason}, this is ${season}`, "season");
}

/** Whether a team plays in FBS in that season [D-8]. Every team of a professional league counts as one that does. */
export function isFbs(team: Team, season: number): boolean {
  return team.teamId !== null && (team.fbsFrom === null || season >= team.fbsFrom);
}

export function checkSides({ sport, home, away }: GameRecord | QuoteRecord, season: number): void {
  const homeTeam = teamByAbbreviation(sport, home) ?? refuseTeam(sport, home, "home");
  const awayTeam = teamByAbbreviation(sport, away) ?? refuseTeam(sport, away, "away");
  if (homeTeam === awayTeam) refuse("malformed", `${home} plays itself`, "away");
  if (isFbs(homeTeam, season) || isFbs(awayTeam, season)) return;
  refuse("no-fbs-side", `${away} at ${home}, season ${season}`);
}

/** Weeks of one season type that exist; they never restart [D-5]. */
function checkWeek({ sport, season, season_type: seasonType, week }: GameRecord): void {
  if (week === null) return;
  const lastRegular = sportFacts[sport].lastRegularWeek?.(season);
  if (lastRegular === undefined) refuse("malformed", `${sport} has no weeks: must be null`, "week");
  const lastPostseason = sportBounds[sport].weeks ?? 0;
  const isThere = seasonType === "regular" ? week <= lastRegular : week > lastRegular && week <= lastPostseason;
  if (!isThere) refuse("malformed", `${sport} ${season} has no ${seasonType} week ${week}`, "week");
}

/** Only who has started is a starter: one who is announced for a game to come may be another one in the end. */
function checkStarters({ sport, status, starters }: GameRecord): void {
  if (starters == null || (starters.home === null && starters.away === null)) return;
  if (sportFacts[sport].starterIs === null) refuse("malformed", `${sport} has no starters`, "starters");
  if (status === "final" || status === "suspended") return;
  refuse("malformed", `a game that is ${status} has no starters yet`, "starters");
}

function checkNumbers({ sport, home_score: home, away_score: away, week, line_score, weather }: GameRecord): void {
  const bounds = sportBounds[sport];
  const score: Range = { least: 0, most: bounds.score };
  const margin = home === null || away === null ? null : Math.abs(home - away);
  checkInside(home, score, "home_score", `a score in ${sport}`);
  checkInside(away, score, "away_score", `a score in ${sport}`);
  checkInside(margin, { least: 0, most: bounds.margin }, "home_score", `a margin in ${sport}`);
  checkInside(week, { least: 1, most: bounds.weeks ?? 1 }, "week", `a week in ${sport}`);
  for (const [side, points] of Object.entries(line_score ?? {})) {
    const field = `line_score.${side}`;
    if (points.length > bounds.periods) {
      refuse("out-of-bounds", `${points.length} periods, ${sport} has never more than ${bounds.periods}`, field);
    }
    for (const [index, value] of points.entries()) {
      checkInside(value, { least: 0, most: bounds.periodPoints }, `${field}.${index}`, `a period in ${sport}`);
    }
  }
  checkInside(weather?.temp_f ?? null, temperatureRange, "weather.temp_f", "a temperature");
  checkInside(weather?.wind_mph ?? null, windRange, "weather.wind_mph", "a wind");
}

function checkInside(value: number | null, range: Range, field: string, of: string): void {
  if (value === null || isInside(value, range)) return;
  refuse("out-of-bounds", `${value} is outside ${range.least} to ${range.most}, the bounds of ${of}`, field);
}

const startFields = ["start_time", "actual_start_time"] as const;

/** @param date the slate date of the game. */
function checkTimes(game: GameRecord, date: string, nowMs: number): void {
  const { status, resumed_on: resumedOn = null } = game;
  for (const field of startFields) {
    const time = game[field];
    if (time === null || isStartOf(game, date, field, slateDateOfStart(time))) continue;
    refuse("start-off-date", `${time} is more than a day from the slate date ${date}`, field);
  }
  if (resumedOn !== null && !isWithinASuspension(date, resumedOn)) {
    const detail = `${resumedOn} is not within ${longestSuspensionDays} days after ${date}`;
    refuse("out-of-bounds", detail, "resumed_on");
  }
  const dateField = game.game_date === null ? "start_time" : "game_date";
  if (Date.parse(date) > nowMs + farthestAheadMs) {
    refuse("in-the-future", `${date} is further ahead than any schedule`, dateField);
  }
  if (status !== "final" && status !== "suspended") return;
  if (!hasBegun(date, nowMs)) refuse("in-the-future", `${status} on ${date}, still to come`, dateField);
  for (const field of startFields) {
    const time = game[field];
    if (time !== null && Date.parse(time) > nowMs) {
      refuse("in-the-future", `${status} and starts at ${time}, still to come`, field);
    }
  }
}

/** Of a game that was suspended, a provider may state the day on which it went on as the actual start [D-4]. */
function isStartOf(game: GameRecord, date: string, field: (typeof startFields)[number], slate: string): boolean {
  if (isWithinADay(slate, date)) return true;
  return field === "actual_start_time" && game.status === "final" && isWithinASuspension(date, slate);
}

function isWithinASuspension(date: string, later: string): boolean {
  const days = daysBetween(date, later);
  return days > 0 && days <= longestSuspensionDays;
}

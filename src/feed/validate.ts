/** Validates the records of every adapter beyond their shape. A refused record is reported, never repaired. */
import { readPrice } from "../domain/american-odds.ts";
import { type Book, bookByProviderKey, isKnownNotABook } from "../domain/books.ts";
import { sportBounds } from "../domain/bounds.ts";
import { seasonOf } from "../domain/seasons.ts";
import { isPublishedMarket, type Market, type Sport, sportFacts } from "../domain/sports.ts";
import { clubOfSeason, teamByAbbreviation } from "../domain/teams/registry.ts";
import type { Team } from "../domain/teams/team.ts";
import { gameBoundsProblem, logoProblem, quoteBoundsProblem, seasonBoundsProblem } from "./bounds.ts";
import type { GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import {
  attempt,
  type FeedItem,
  isProblem,
  problem,
  type RecordProblem,
  refused,
  refuseWith,
  type Where,
} from "./refusals.ts";
import { shapeProblem } from "./shape.ts";
import { matchTeam, nearestTeams } from "./team-names.ts";
import { mostCharacters, textFault } from "./texts.ts";
import { slateDateOfStart } from "./utc-times.ts";

// Looking for neighbours compares every spelling of every team, and a snapshot names the same stranger again and again.
const neighbours = new Map<string, string>();

export function unknownTeam(sport: Sport, name: string, field: "home" | "away" | "abbreviation"): RecordProblem {
  const fault = textFault(name, mostCharacters.spelling);
  // Comparing it with every team would take hours.
  if (fault !== null) return problem("text", fault, field);
  const key = `${sport} ${name}`;
  const known = neighbours.get(key) ?? nearestTeams(sport, name).join(", ");
  if (neighbours.size >= 1000) neighbours.clear();
  neighbours.set(key, known);
  return problem("unknown-team", `"${name}" (nearest: ${known})`, field);
}

/** The team of a name in a record. It refuses the record when there is none. */
export function teamNamed(sport: Sport, name: string, side: "home" | "away"): Team {
  return matchTeam(sport, name) ?? refuseWith(unknownTeam(sport, name, side));
}

export function strangeBook(key: string): RecordProblem {
  const fault = textFault(key, mostCharacters.spelling);
  if (fault !== null) return problem("text", fault, "book");
  return problem(isKnownNotABook(key) ? "not-a-book" : "unknown-book", `"${key}"`, "book");
}

/** The book that a provider means by a name. It refuses the record when there is none. */
export function bookNamed(key: string): Book {
  return bookByProviderKey(key) ?? refuseWith(strangeBook(key));
}

/** Whether a team plays in FBS in that season [D-8]. Every team of a professional league counts as one that does. */
export function isFbs(team: Team, season: number): boolean {
  return team.teamId !== null && (team.fbsFrom === null || season >= team.fbsFrom);
}

function coverageProblem(sport: Sport, season: number): RecordProblem | null {
  const { firstSeason } = sportFacts[sport];
  if (season >= firstSeason) return null;
  return problem("not-covered", `${sport} is covered from season ${firstSeason}, this is ${season}`, "season");
}

function sidesProblem(sport: Sport, season: number, home: string, away: string): RecordProblem | null {
  const homeTeam = teamByAbbreviation(sport, home);
  const awayTeam = teamByAbbreviation(sport, away);
  if (homeTeam === null) return unknownTeam(sport, home, "home");
  if (awayTeam === null) return unknownTeam(sport, away, "away");
  if (homeTeam === awayTeam) return problem("malformed", `${home} plays itself`, "away");
  if (!isFbs(homeTeam, season) && !isFbs(awayTeam, season)) {
    return problem("no-fbs-side", `${away} at ${home}, season ${season}`);
  }
  return null;
}

/** Weeks of one season type that exist; they never restart [D-5]. */
function weekProblem(game: GameRecord): RecordProblem | null {
  const { sport, season, season_type: seasonType, week } = game;
  if (week === null) return null;
  const lastRegular = sportFacts[sport].lastRegularWeek?.(season);
  if (lastRegular === undefined) return problem("malformed", `${sport} has no weeks: must be null`, "week");
  const lastPostseason = sportBounds[sport].weeks ?? 0;
  const isInside = seasonType === "regular" ? week <= lastRegular : week > lastRegular && week <= lastPostseason;
  return isInside ? null : problem("malformed", `${sport} ${season} has no ${seasonType} week ${week}`, "week");
}

/** Only who has started is a starter: one who is announced for a game to come may be another one in the end. */
function startersProblem({ sport, status, starters }: GameRecord): RecordProblem | null {
  if (starters == null || (starters.home === null && starters.away === null)) return null;
  if (sportFacts[sport].starterIs === null) return problem("malformed", `${sport} has no starters`, "starters");
  if (status === "final" || status === "suspended") return null;
  return problem("malformed", `a game that is ${status} has no starters yet`, "starters");
}

function gameProblem(game: GameRecord, nowMs: number): RecordProblem | null {
  const shape = shapeProblem("game", game);
  if (shape !== null) return shape;
  nameClubs(game, game.season);
  const date = game.game_date ?? (game.start_time === null ? null : slateDateOfStart(game.start_time));
  if (date === null) return problem("malformed", "game_date or start_time must be there", "game_date");
  const season = seasonOf(game.sport, date);
  if (season !== game.season) {
    return problem("malformed", `${game.sport} of ${date} is season ${season}, not ${game.season}`, "season");
  }
  const outside = coverageProblem(game.sport, season) ?? sidesProblem(game.sport, season, game.home, game.away);
  if (outside !== null) return outside;
  if (game.status === "final" && game.home_score === null) {
    return problem("malformed", "a final game needs both scores", "home_score");
  }
  if (game.status === "final" && game.away_score === null) {
    return problem("malformed", "a final game needs both scores", "away_score");
  }
  return weekProblem(game) ?? startersProblem(game) ?? gameBoundsProblem(game, nowMs);
}

/** Names the clubs that played in that season, in place [D-46]. */
function nameClubs(record: GameRecord | QuoteRecord, season: number): void {
  record.home = clubOfSeason(record.sport, record.home, season);
  record.away = clubOfSeason(record.sport, record.away, season);
}

/**
 * Accepts a game with abbreviations for teams and times of `utcTime`. `nowMs` is the clock of the import. A -0 among
 * its numbers, and a club that did not play in that season, are set right in place.
 */
export function acceptGame(record: GameRecord, where: Where, nowMs: number): FeedItem {
  const wrong = gameProblem(record, nowMs);
  if (wrong !== null) return refused(where, wrong);
  unsignZeros(record);
  return { record };
}

/** The item of a game that an adapter reads, or refuses to read. */
export function gameItem(read: () => GameRecord, where: Where, nowMs: number): FeedItem {
  const game = attempt(read);
  return isProblem(game) ? refused(where, game) : acceptGame(game, where, nowMs);
}

export function acceptSeason(record: SeasonRecord, where: Where, nowMs: number): FeedItem {
  const wrong = coverageProblem(record.sport, record.season) ?? seasonBoundsProblem(record, nowMs);
  return wrong === null ? { record } : refused(where, wrong);
}

/** Accepts the facts of a team that is named by its abbreviation, or of a venue. */
export function acceptFact(record: TeamRecord | VenueRecord, where: Where): FeedItem {
  const wrong = shapeProblem(record.type, record) ?? (record.type === "team" ? logoProblem(record) : null);
  return wrong === null ? { record } : refused(where, wrong);
}

const oddsFields = ["home_odds", "away_odds", "over_odds", "under_odds"] as const;

function pricesProblem(quote: QuoteRecord): RecordProblem | null {
  const isTwoSided = quote.market === "moneyline" || quote.market === "spread";
  for (const field of oddsFields) {
    const price = readPrice(quote[field]);
    if (!price.ok) return problem("price", `${quote[field]} is not American odds`, field);
    const belongs = isTwoSided === (field === "home_odds" || field === "away_odds");
    if (price.odds !== null && !belongs) return problem("malformed", `a ${quote.market} has no ${field}`, field);
    quote[field] = price.odds;
  }
  return null;
}

function lineProblem(quote: QuoteRecord): RecordProblem | null {
  const { market, line } = quote;
  const hasPrice = oddsFields.some((field) => quote[field] !== null);
  if (line === null) {
    if (!hasPrice) return problem("no-price", `${market} without line and price`);
    return market === "moneyline" ? null : problem("malformed", `prices of a ${market} without its line`, "line");
  }
  if (market === "moneyline") return problem("malformed", "a moneyline has no line", "line");
  if (!Number.isFinite(line)) return problem("malformed", `${line} is not a number`, "line");
  if (market !== "spread" && line <= 0) return problem("malformed", `${line} is not a ${market}`, "line");
  quote.line = line + 0; // + 0 turns -0 into 0 [D-15]
  return null;
}

function quoteProblem(quote: QuoteRecord, nowMs: number): RecordProblem | null {
  const { sport, period, market } = quote;
  const date = quote.game_date ?? (quote.start_time === null ? null : slateDateOfStart(quote.start_time));
  if (date === null) return problem("malformed", "start_time or game_date must be there", "start_time");
  const season = seasonOf(sport, date);
  nameClubs(quote, season);
  const outside = coverageProblem(sport, season) ?? sidesProblem(sport, season, quote.home, quote.away);
  if (outside !== null) return outside;
  if (!isPublishedMarket(sport, period, market)) {
    return problem("other-market", `${period} ${market} is not published for ${sport}`, "market");
  }
  // A moment is stated one way: with its time, or as the provider's opening or closing.
  if ((quote.captured_at === null) === (quote.stated === null)) {
    return problem("malformed", "captured_at or stated must be there, not both", "captured_at");
  }
  return pricesProblem(quote) ?? lineProblem(quote) ?? quoteBoundsProblem(quote, nowMs);
}

/**
 * Accepts a quote with abbreviations for teams, a book's slug and times of `utcTime`. Its prices may still be a
 * provider's sentinels and its line -0: the adapter's fresh record is set right in place, since millions pass here.
 */
export function acceptQuote(record: QuoteRecord, where: Where, nowMs: number): FeedItem {
  const wrong = quoteProblem(record, nowMs);
  return wrong === null ? { record } : refused(where, wrong);
}

/** The item of a quote that an adapter reads, or refuses to read. */
export function quoteItem(read: () => QuoteRecord, where: Where, nowMs: number): FeedItem {
  const quote = attempt(read);
  return isProblem(quote) ? refused(where, quote) : acceptQuote(quote, where, nowMs);
}

type Part = { readonly market: Market; readonly moment: string };

/**
 * The items of one book's entry: one for each part that it states, or one that says that it states none.
 * @param open refuses an entry of which nothing is taken; what it returns reads a part, or finds none of it.
 */
export function* quoteItems<P extends Part>(
  where: Where,
  parts: readonly P[],
  nowMs: number,
  open: () => (part: P) => QuoteRecord | null,
): Generator<FeedItem> {
  const read = attempt(open);
  if (isProblem(read)) return yield refused(where, read);
  let count = 0;
  for (const part of parts) {
    const quote = attempt(() => read(part));
    if (quote === null) continue;
    count += 1;
    const place = { file: where.file, record: `${where.record} ${part.market} ${part.moment}` };
    yield isProblem(quote) ? refused(place, quote) : acceptQuote(quote, place, nowMs);
  }
  if (count === 0) yield refused(where, problem("no-price", "neither line nor price"));
}

/**
 * Sets every number of a game right in place that may be zero. Zero has no sign [D-15]; JSON and some arithmetic know a -0, which
 * would be told from 0 until it was stored and read.
 */
function unsignZeros(game: GameRecord): void {
  const { home_score: home, away_score: away, line_score: lineScore, weather } = game;
  game.home_score = unsigned(home);
  game.away_score = unsigned(away);
  if (lineScore !== null) game.line_score = { home: lineScore.home.map(unsigned), away: lineScore.away.map(unsigned) };
  if (weather === null) return;
  game.weather = { ...weather, temp_f: unsigned(weather.temp_f), wind_mph: unsigned(weather.wind_mph) };
}

function unsigned(value: number | null): number | null {
  return value === null ? null : value + 0; // -0 + 0 is 0
}

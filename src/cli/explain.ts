/** `gradeline explain GAME_ID`: how a game came about, from the records of providers to the published numbers. */
import type { Config } from "../config/config.ts";
import { gameIdShape } from "../contract/filters/games.ts";
import { teamHint } from "../contract/team-hints.ts";
import { parseGameId } from "../domain/game-ids.ts";
import type { Sport } from "../domain/sports.ts";
import { teamByAbbreviation } from "../domain/teams/registry.ts";
import { explainGame } from "../operate/explain/explain.ts";
import type { Explanation } from "../operate/explain/explanation.ts";
import { quoteText, signedText } from "../publish/quote-text.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly book?: string; readonly json?: true };

export async function explainCommand(config: Config, given: string, { book, json }: Options): Promise<void> {
  const gameId = given.toUpperCase();
  if (parseGameId(gameId) === null) throw new CommandError(`${given} is no game id: it has the shape ${gameIdShape}`);
  const explained = await readFacts(config, (database) => explainGame(database, gameId, Date.now()));
  if (explained.outcome === "unknown_game") throw new CommandError(unknownText(gameId, explained.nearest));
  if (explained.outcome === "no_record") {
    throw new CommandError(`${gameId} is published, and the ledger has no record of it any more`);
  }
  const { explanation } = explained;
  const slug = book?.toLowerCase();
  const slugs = [...new Set(explanation.captures.map((series) => series.book))];
  if (slug !== undefined && !slugs.includes(slug)) {
    const known = slugs.length === 0 ? "no book has any" : `these books have some: ${slugs.join(", ")}`;
    throw new CommandError(`${book} has no captures of ${gameId}; ${known}`);
  }
  if (json) print(slug === undefined ? explanation : ofBook(explanation, slug), { json });
  else print(explainedFor(explanation, slug ?? null), { json });
}

function ofBook(explanation: Explanation, slug: string): Explanation {
  const { captures, lines } = explanation;
  const isOfBook = ({ book }: { readonly book: string }): boolean => book === slug;
  return { ...explanation, captures: captures.filter(isOfBook), lines: lines.filter(isOfBook) };
}

function unknownText(gameId: string, nearest: readonly string[]): string {
  const unknown = `nobody has stated a game ${gameId}`;
  if (nearest.length > 0) return `${unknown}; the nearest of these teams: ${nearest.join(", ")}`;
  const hints = strangeTeams(gameId).map(
    ([sport, team]) => `${team} is no team of ${sport}, ${teamHint(sport, team).text}`,
  );
  return hints.length > 0 ? `${unknown}; ${hints.join("; ")}` : `${unknown}, nor any other of these two teams`;
}

function strangeTeams(gameId: string): (readonly [Sport, string])[] {
  const parsed = parseGameId(gameId);
  if (parsed === null) return [];
  const { sport, away, home } = parsed;
  return [away, home].filter((team) => teamByAbbreviation(sport, team) === null).map((team) => [sport, team]);
}

const markets = ["moneyline", "spread", "total"] as const;

/**
 * The tables for a person: the whole game, or all that is of one book. Prices are of home / away, or of over / under.
 * @param book null: each book has one row.
 */
function explainedFor(explanation: Explanation, book: string | null) {
  const { game_id, state, reason, away, home, game_date, start_time, published, grading } = explanation;
  const { records, believed, events, consensus, notes } = explanation;
  const head = { game: game_id, state, reason, away, home, slate_date: game_date, start: start_time };
  const isStale = published && state !== "published" && state !== "due";
  const stale = isStale ? { served: "as it was published before" } : {};
  if (book !== null)
    return { ...head, ...stale, lines: linesOf(explanation, book), captures: seriesOf(explanation, book) };
  return {
    ...head,
    ...stale,
    what_providers_say: records.map((record) => ({
      ...{ provider: record.provider, its_id: record.game_id, status: record.status, date: record.game_date },
      ...{ scheduled: record.start_time, began: record.actual_start_time },
      score: `${record.away} ${record.away_score ?? "-"} at ${record.home} ${record.home_score ?? "-"}`,
    })),
    believed: [...Map.groupBy(believed, ({ provider }) => provider)].map(([provider, fields]) => ({
      ...{ provider, about: fields.map(({ field }) => field) },
    })),
    events: events.map(({ provider, event_id, taken, start_time: start, books, captures, ...event }) => ({
      ...{ provider, event: event_id, taken, start, books, captures },
      ...{ first: event.first_captured_at, last: event.last_captured_at, reason: event.reason },
    })),
    closing_lines: booksOf(explanation),
    consensus: consensus.map(({ market, moment, votes, median, ...quote }) => ({
      ...{ market, moment, line_and_prices: quoteText(quote), median },
      books_by_line: votes.map(({ line, books }) => `${books.length} on ${line ?? "it"}`),
    })),
    grading: grading === null ? [] : [gradedWords(explanation, grading)],
    left_out_or_withheld: notes,
  };
}

/** Every open and close of a book. */
function linesOf({ lines }: Explanation, book: string) {
  return lines
    .filter((line) => line.book === book)
    .map((line) => ({
      ...{ period: line.period, market: line.market, moment: line.moment, line_and_prices: quoteText(line) },
      ...{ captured: line.captured_at?.replace("T", " ") ?? "stated without a time", event: line.events },
    }));
}

function seriesOf({ captures }: Explanation, book: string) {
  return captures
    .filter((series) => series.book === book)
    .map(({ book: _, us_facing: __, taken, untimed, ...series }) => ({ ...series, taken: taken + untimed }));
}

/** Says what became of the captures of each book, and its closing lines of the whole game. */
function booksOf({ captures, lines }: Explanation) {
  return [...Map.groupBy(captures, ({ book }) => book)].map(([book, series]) => {
    const sum = (of: (each: (typeof series)[number]) => number) => series.reduce((all, each) => all + of(each), 0);
    const times = series.flatMap(({ last_taken_at: last }) => last ?? []).sort();
    const closeOf = (market: string) =>
      lines.find(
        (line) => line.book === book && line.market === market && line.period === "full" && line.moment === "close",
      );
    return {
      book: series.some((each) => each.us_facing) ? book : `${book} (not published)`,
      taken: sum((each) => each.taken + each.untimed),
      refused: sum((each) => each.at_or_after_start),
      last_taken: times.at(-1) ?? null,
      ...Object.fromEntries(
        markets.map((market) => {
          const close = closeOf(market);
          return [market, close === undefined ? null : quoteText(close)];
        }),
      ),
    };
  });
}

type Grading = NonNullable<Explanation["grading"]>;

function gradedWords({ away, home }: Explanation, grading: Grading) {
  const { home_score: ofHome, away_score: ofAway, favorite, spread_close: spread, total_close: total } = grading;
  const word = (result: boolean | null, yes: string, no: string) => (result === null ? "pushed" : result ? yes : no);
  return {
    score: `${away} ${ofAway} at ${home} ${ofHome}`,
    spread:
      spread === null
        ? "no closing spread"
        : `${home} ${signedText(spread)} ${word(grading.home_covered, "covered", "did not cover")}`,
    total:
      total === null
        ? "no closing total"
        : `${ofHome + ofAway} against ${total} ${word(grading.went_over, "went over", "stayed under")}`,
    favorite: favorite === null ? "none" : favorite === "home" ? home : away,
  };
}

/** Judges the games of a publish, with what the archive says of their seasons. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { gameIdsInText } from "../../domain/game-ids.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { isSport, sportFacts, sports } from "../../domain/sports.ts";
import { type Decided, nothingDecided } from "../../ledger/decisions.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { GameFacts, GameValues } from "../../release/values.ts";
import { SeasonMap } from "../season-map.ts";
import { bookFindings } from "./book-rules.ts";
import { contradictionsIn } from "./calendar.ts";
import { expectedIn, type SeasonFacts } from "./expected.ts";
import type { GameFigures } from "./figures.ts";
import { readSeason } from "./priced-games.ts";
import { type AlarmName, alarmRules, type Finding, type Usual } from "./rules.ts";
import { type Fault, type Judged, recentMs } from "./state.ts";

/** So many games of a season say how many books are usual. */
const gamesToBeUsual = 20;

type Context = {
  /** Seasons whose odds nobody has imported: their games are no alarm, and are reported apart. */
  readonly withoutClosingLine: readonly SeasonKey[];
  readonly nowMs: number;
  readonly factsOf: SeasonFacts;
  /** The result of `bookFindings` for the seasons that were written. */
  readonly ofBooks: SeasonMap<readonly Finding[]>;
  /** The games of a season as they are published now; asked for those that stayed as they were, although games were built anew. */
  readonly valuesOf: (season: SeasonKey) => Promise<readonly GameValues[]>;
  /** By game id; who keeps a game in spite of an alarm has looked at what it says. */
  readonly decisions: ReadonlyMap<string, Decided>;
};

export async function judgeGames(
  kysely: Kysely<AnyTables>,
  figures: readonly GameFigures[],
  { ofBooks, withoutClosingLine, nowMs, factsOf, valuesOf, decisions }: Context,
): Promise<Judged[]> {
  const isWithoutOdds = (game: GameFigures): boolean =>
    withoutClosingLine.some(({ sport, season }) => sport === game.sport && season === game.season);
  const games = figures.filter((game) => !isWithoutOdds(game));
  const facts = readOnce(factsOf);
  const hasRecent = games.some(({ startMs }) => isRecentGame(startMs, nowMs));
  const books = hasRecent ? await readUsualBooks(kysely) : () => null;
  const seasons = new SeasonMap(games.map((game): [SeasonKey, null] => [game, null]));
  const expectations = await expectedIn(facts, seasons);
  const findings: Finding[] = [];
  for (const season of new SeasonMap(figures.map((game): [SeasonKey, null] => [game, null])).keys()) {
    findings.push(...contradictionsIn(season, await facts(season)));
  }
  const written = new Set(games.map(({ gameId }) => gameId));
  for (const season of seasons.keys()) {
    findings.push(...(ofBooks.get(season) ?? bookFindings(readSeason(await valuesOf(season), written))));
  }
  const usual = { books, expected: (gameId: string) => expectations.get(gameId) ?? null, findings };
  return judgeAlarms({ games, ofResults: figures, nowMs, usual, decisions });
}

/** A season's facts are a file to read, and several rules ask for them. */
function readOnce(factsOf: SeasonFacts): SeasonFacts {
  const known = new SeasonMap<readonly GameFacts[]>();
  return async (season) => {
    const facts = known.get(season) ?? (await factsOf(season));
    known.set(season, facts);
    return facts;
  };
}

async function readUsualBooks(kysely: Kysely<AnyTables>): Promise<Usual["books"]> {
  const published = await readPublishedFigures(kysely);
  return (game) => {
    const books = published.get(game)?.books ?? [];
    return books.length < gamesToBeUsual ? null : (booksPerGame(books)?.median ?? null);
  };
}

type WrittenGames = {
  /** The games that the publish has written, of seasons of which any game has a closing line. */
  readonly games: readonly GameFigures[];
  /** Those of all seasons. */
  readonly ofResults: readonly GameFigures[];
  readonly nowMs: number;
  readonly usual: Usual;
  readonly decisions: Context["decisions"];
};

/**
 * Games of the last days and older ones apart. A rule that has no game to look at is not among the results: what it found
 * before stands.
 */
export function judgeAlarms({ games, ofResults, nowMs, usual, decisions }: WrittenGames): Judged[] {
  return sports.flatMap((sport) =>
    [true, false].flatMap((isOfNow) =>
      (Object.keys(alarmRules) as AlarmName[]).flatMap((rule): Judged[] => {
        const { judge, looksAt } = alarmRules[rule];
        const seen = (looksAt === "results" ? ofResults : games).filter(
          (game) => game.sport === sport && isRecentGame(game.startMs, nowMs) === isOfNow,
        );
        if (seen.length === 0 || (looksAt === "now" && !isOfNow)) return [];
        const fault = withoutDismissed(
          rule,
          judge(seen, { ...usual, bands: sportFacts[sport].plausibility.bands }),
          decisions,
        );
        return [{ rule, sport, isOfNow, fault }];
      }),
    ),
  );
}

/** A sentence is not told again once somebody keeps a game that it names in spite of its rule. */
function withoutDismissed(rule: string, fault: Fault | null, decisions: Context["decisions"]): Fault | null {
  const isDismissed = (sentence: string): boolean =>
    (sentence.match(gameIdsInText) ?? []).some((id) => (decisions.get(id) ?? nothingDecided).kept.has(rule));
  if (fault === null || !fault.all.some(isDismissed)) return fault;
  const all = fault.all.filter((sentence) => !isDismissed(sentence));
  const [example] = all;
  return example === undefined ? null : { count: all.length, example, all };
}

function isRecentGame(startMs: number, nowMs: number): boolean {
  return startMs > nowMs - recentMs;
}

// How many books the published games have, season by season, counted from indexes alone.

export type BooksPerGame = { readonly median: number; readonly least: number; readonly most: number };

/** The books of each game that has odds, and the newest start of all games. */
type PublishedFigures = { readonly books: number[]; lastStartMs: number };

export async function readPublishedFigures(kysely: Kysely<AnyTables>): Promise<SeasonMap<PublishedFigures>> {
  const tables = tablesOf<ReleaseTables>(kysely);
  const games = await tables
    .selectFrom("published_games")
    .select(["sport", "season", "start_ms", "odds_rows"])
    .execute();
  const found = new SeasonMap<PublishedFigures>();
  for (const { sport, season, start_ms: startMs, odds_rows: books } of games) {
    if (!isSport(sport)) continue;
    const figures = found.get({ sport, season }) ?? { books: [], lastStartMs: 0 };
    found.set({ sport, season }, figures);
    figures.lastStartMs = Math.max(figures.lastStartMs, startMs);
    if (books > 0) figures.books.push(books);
  }
  return found;
}

export function booksPerGame(counts: readonly number[]): BooksPerGame | null {
  const sorted = counts.toSorted((a, b) => a - b);
  const [least] = sorted;
  if (least === undefined) return null;
  return { least, median: sorted[Math.floor(sorted.length / 2)] ?? least, most: sorted.at(-1) ?? least };
}

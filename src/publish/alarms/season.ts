/**
 * A season as the rules of alarms read it: the games as they are published, in the order of their starts. The columns of the paths are
 * read in place, because a season has millions of quotes. Pure.
 */
import { bookById } from "../../domain/books.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { minuteMs } from "../../domain/times.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { type GameLines, lineKeyParts, noLine } from "../../release/game-lines.ts";
import { doubtOf, type LinePath } from "../../release/line-path.ts";
import { booksIn } from "../../release/published-games.ts";
import type { GameFacts, GameValues } from "../../release/values.ts";
import { expectedOf, logitOf } from "../doubt/sheet.ts";

/** Something amiss, in one sentence that names all of its games. */
export type Finding = { readonly sentence: string; readonly games: readonly string[] };

/** A season of a sport that a publish has written. */
export type WrittenSeason = SeasonKey & {
  /** In the order of their starts. */
  readonly games: readonly GameValues[];
  /** The games that are published of the season before, in that order, too. */
  readonly factsBefore: readonly GameFacts[];
};

export type Season = {
  /** All games, in the order of their starts. */
  readonly games: readonly PricedGame[];
  readonly factsBefore: readonly GameFacts[];
  /** Those that the publish has written, and that are looked at. */
  readonly fresh: readonly PricedGame[];
  readonly isNew: (game: PricedGame) => boolean;
};

export type PricedGame = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly date: string;
  readonly startMs: number;
  readonly teams: readonly [away: string, home: string];
  readonly facts: GameFacts;
  readonly hasClosingLine: boolean;
  /** As they are published, the consensus among them. */
  readonly published: GameLines;
  /** One for each book and market of the whole game, market by market. */
  readonly lines: readonly BookLine[];
  readonly path: LinePath;
  /** Minutes from the newest capture of an event to when the provider's answer with it was received; null: not known. */
  readonly clockMinutes: number | null;
};

/** The runs of one book in one market: places in the columns of the path. */
export type BookLine = {
  readonly bookId: number;
  readonly market: Market;
  readonly from: number;
  readonly to: number;
  /** The last run that is in no doubt, and the one before it; -1 for none. */
  readonly last: number;
  readonly lastButOne: number;
  /** When it was captured last, in epoch milliseconds; -Infinity for what is stated without a time. */
  readonly capturedMs: number;
};

/**
 * @param written the ids of the games that the publish has written.
 * @param clocks the minutes of `PricedGame.clockMinutes`, by game id.
 */
export function readSeason(
  { games: values, factsBefore }: Pick<WrittenSeason, "games" | "factsBefore">,
  written: ReadonlySet<string>,
  clocks: ReadonlyMap<string, number>,
): Season {
  const games = values.map((game) => pricedGame(game, clocks.get(game.facts.game_id) ?? null));
  return lookingAt({ games, factsBefore }, (game) => written.has(game.gameId));
}

/** The season with some of its games as those that are looked at. */
export function lookingAt(season: Pick<Season, "games" | "factsBefore">, isNew: Season["isNew"]): Season {
  return { ...season, isNew, fresh: season.games.filter(isNew) };
}

function pricedGame({ facts, path, lines }: GameValues, clockMinutes: number | null): PricedGame {
  return {
    gameId: facts.game_id,
    sport: facts.sport as Sport,
    date: facts.game_date,
    startMs: path.startMs,
    teams: [facts.away.abbreviation ?? "", facts.home.abbreviation ?? ""],
    facts,
    hasClosingLine: booksIn(lines).hasClosingLine,
    published: lines,
    lines: linesIn(path),
    path,
    clockMinutes,
  };
}

function linesIn({ keys, ends, lastMs, flags }: LinePath): BookLine[] {
  const lines: BookLine[] = [];
  for (const [place, key] of keys.entries()) {
    const { period, market, bookId } = lineKeyParts(key);
    // The whole game is the first of the periods.
    if (period !== "full") break;
    const [from, to] = [ends[place - 1] ?? 0, ends[place] as number];
    let capturedMs = Number.NEGATIVE_INFINITY;
    let [lastButOne, last] = [-1, -1];
    for (let run = from; run < to; run++) {
      if ((lastMs[run] as number) > capturedMs) capturedMs = lastMs[run] as number;
      if (doubtOf(flags[run] as number) === 0) [lastButOne, last] = [last, run];
    }
    lines.push({ bookId, market, from, to, last, lastButOne, capturedMs });
  }
  return lines;
}

/** The margin, total or logit that a run expects of its game; see `Sheet.expects`. */
export function expectedByRun({ sport, path }: PricedGame, market: Market, run: number): number {
  const { quarters, prices } = path;
  const line = quarters[run] === noLine ? Number.NaN : (quarters[run] as number) / 4;
  return expectedOf(sport, "full", market, logitOf(prices[2 * run] as number, prices[2 * run + 1] as number), line);
}

/** Of the event whose times are the farthest from its provider's clock; see `PricedGame.clockMinutes`. */
export function clockMinutesOf(events: readonly PricedEvent[]): number | null {
  let farthest: number | null = null;
  for (const { seenMs, captures } of events) {
    if (seenMs === null) continue;
    const newest = captures.times.reduce(
      (most, time) => (time > most && time !== Number.POSITIVE_INFINITY ? time : most),
      Number.NEGATIVE_INFINITY,
    );
    const minutes = (seenMs - newest) / minuteMs;
    if (Number.isFinite(minutes) && Math.abs(minutes) > Math.abs(farthest ?? 0)) farthest = minutes;
  }
  return farthest;
}

export function slugOf(bookId: number): string {
  return bookById(bookId)?.slug ?? `book ${bookId}`;
}

/** `NFL-20251012-DEN-NYJ: home spread 7, home minus away -24`. */
export function findingOfGame({ gameId }: PricedGame, words: string): Finding {
  return { sentence: `${gameId}: ${words}`, games: [gameId] };
}

/** `no book changed anything: NFL-20251012-DEN-NYJ, NFL-20251012-LAR-BAL`. */
export function findingOf(about: string, games: readonly string[]): Finding {
  return { sentence: `${about}: ${games.join(", ")}`, games };
}

/** `no book changed anything, in 2 games: NFL-20251012-DEN-NYJ, NFL-20251012-LAR-BAL`. */
export function countedFinding(about: string, games: readonly string[]): Finding {
  return findingOf(`${about}, in ${games.length === 1 ? "1 game" : `${games.length} games`}`, games);
}

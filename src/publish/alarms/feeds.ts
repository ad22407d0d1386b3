/**
 * Alarms about the whole feed of the odds: captures that come too early or not at all, games of which nearly every book shows what it showed
 * of another one, games that lost their lines, and slates before which nothing changed. Pure.
 */
import { dayMs, hourMs, minuteMs } from "../../domain/times.ts";
import {
  type BookLine,
  countedFinding,
  type Finding,
  findingOf,
  type PricedGame,
  type Season,
  slugOf,
} from "./season.ts";

/** Fewer games say little of a share: of these, all have to be amiss. */
const fewGames = 3;

/** @param mostShare more than this is a fault; of few games, only all of them. */
export function inShare(
  odd: readonly PricedGame[],
  games: number,
  mostShare: number,
  words: (game: PricedGame) => string,
): Finding[] {
  const [first, ...others] = odd;
  const isFault = games < fewGames ? odd.length === games : odd.length > 1 && odd.length > games * mostShare;
  if (first === undefined || !isFault) return [];
  const more = others.length === 0 ? "" : `; and ${idsOf(others).join(", ")}`;
  return [{ sentence: `${odd.length} of ${games}, ${words(first)}${more}`, games: idsOf(odd) }];
}

function idsOf(games: readonly PricedGame[]): string[] {
  return games.map(({ gameId }) => gameId);
}

/** Finds games that were captured last long before they began, where these are most. */
export function capturedEarly({ fresh }: Season): Finding[] {
  const minutesBefore = ({ startMs, lines }: PricedGame): number =>
    (startMs - Math.max(...lines.map(({ capturedMs }) => capturedMs))) / minuteMs;
  const timed = fresh.filter(isCaptured);
  // Games start a little later or earlier than planned, so single ones say nothing.
  const isFew = timed.length < fewGames;
  const early = timed.filter((game) => minutesBefore(game) > (isFew ? 60 : 15));
  if (!isFew && early.length < fewGames) return [];
  return inShare(early, timed.length, 0.5, (game) => {
    return `${game.gameId}: the last one ${Math.round(minutesBefore(game))} minutes before it`;
  });
}

export function isCaptured(game: PricedGame): boolean {
  return timedLines(game).length > 0;
}

/** The lines that have captures, and are not only stated without a time. */
function timedLines({ lines }: PricedGame): BookLine[] {
  return lines.filter(({ capturedMs }) => Number.isFinite(capturedMs));
}

/** A book without captures for so long, while others have some, has stopped or is not asked for any more. */
const silentAfterMs = dayMs;
/** It has to be silent in so many games, and in that share of the book's: some markets of a game never move. */
const silentIn = { games: 4, share: 0.75 } as const;

/** Finds `betrivers total`: books that were silent in a market while others were captured. */
export function stopped({ fresh }: Season): Finding[] {
  const silent = fresh.flatMap((game) => {
    const timed = timedLines(game);
    const isSilent = ({ market, capturedMs }: BookLine): boolean =>
      timed.some((other) => other.market === market && other.capturedMs - capturedMs > silentAfterMs);
    return timed.filter(isSilent).map(({ bookId, market }) => ({ bookId, name: `${slugOf(bookId)} ${market}`, game }));
  });
  return [...Map.groupBy(silent, ({ name }) => name)].flatMap(([name, of]) => {
    const isOfBook = ({ bookId }: BookLine): boolean => bookId === of[0]?.bookId;
    const priced = fresh.filter((game) => timedLines(game).some(isOfBook)).length;
    if (of.length < silentIn.games || of.length < priced * silentIn.share) return [];
    return [findingOf(`${name}: in ${of.length} of ${priced} games`, idsOf(of.map(({ game }) => game)))];
  });
}

/**
 * Nearly all books of a game have closes that they showed of one other game. By chance two thirds of the books are the most in the
 * real seasons: seven of eleven in baseball, six of eleven in football, two of three in college football.
 */
const copiedBy = { books: 3, share: 0.8 } as const;

/** Finds games of which nearly every book shows what it showed of one other game of the season, at any time. */
export function copied({ games, isNew }: Season): Finding[] {
  const shown = new ShownQuotes(games);
  const found = new Map<string, Finding>();
  for (const game of games) {
    const sound = game.lines.filter(({ market, last }) => last !== -1 && isOfBothTeams(market));
    const closes = [...Map.groupBy(sound, ({ bookId }) => bookId).values()].filter(({ length }) => length >= 2);
    if (closes.length < copiedBy.books) continue;
    const books = new Map<number, number>();
    for (const lines of closes) {
      const [rarest = [], ...others] = lines
        .map((line) => shown.gamesWith(game, line, line.last))
        .sort((a, b) => a.length - b.length);
      for (const other of rarest) {
        if (others.every((each) => each.includes(other))) books.set(other, (books.get(other) ?? 0) + 1);
      }
    }
    for (const [place, count] of books) {
      if (count < copiedBy.books || count < closes.length * copiedBy.share) continue;
      const other = games[place] as PricedGame;
      // Games of one pair of teams may have the same lines by right.
      const isOfSameTeams = game.teams.every((team) => other.teams.includes(team));
      if (isOfSameTeams || !(isNew(game) || isNew(other))) continue;
      const ids = [game.gameId, other.gameId].sort();
      const about = `${count} of ${closes.length} books have the same lines and prices in both`;
      found.set(ids.join(), countedFinding(about, ids));
    }
  }
  return [...found.values()];
}

function isOfBothTeams(market: BookLine["market"]): boolean {
  return market === "moneyline" || market === "spread" || market === "total";
}

/** The quotes that books showed at any time, and the places of the games of which each showed it. As texts they would cost ten times as much. */
class ShownQuotes {
  /** By market, book and line, then by the prices. */
  readonly #games = new Map<number, Map<number, number[]>>();

  constructor(games: readonly PricedGame[]) {
    for (const [place, game] of games.entries()) {
      for (const line of game.lines) {
        if (!isOfBothTeams(line.market)) continue;
        for (let run = line.from; run < line.to; run++) {
          const places = this.#pricesOf(game, line, run).getOrInsertComputed(pricesKey(game, run), () => []);
          if (places.at(-1) !== place) places.push(place);
        }
      }
    }
  }

  /** Rising. */
  gamesWith(game: PricedGame, line: BookLine, run: number): readonly number[] {
    return this.#pricesOf(game, line, run).get(pricesKey(game, run)) ?? [];
  }

  #pricesOf({ path }: PricedGame, { bookId, market }: BookLine, run: number): Map<number, number[]> {
    const place = market === "moneyline" ? 0 : market === "spread" ? 1 : 2;
    const key = (3 * bookId + place) * 2 ** 16 + (path.quarters[run] as number);
    return this.#games.getOrInsertComputed(key, () => new Map());
  }
}

/** No price is larger than a million. */
function pricesKey({ path: { prices } }: PricedGame, run: number): number {
  return (prices[2 * run] as number) * 2 ** 22 + (prices[2 * run + 1] as number);
}

/** Of a team's games so many have lines, and at least that share; and so of the other games of the hours, or else the days, around. */
const pricedUsually = { games: 3, share: 0.6, around: 0.75, aroundMs: [12 * hourMs, 4 * dayMs] } as const;

/** Finds games without a line of two teams whose games have some. */
export function lost({ games, isNew }: Season): Finding[] {
  const isPriced = ({ lines }: PricedGame): boolean => lines.length > 0;
  const byTeam = new Map<string, { priced: number; all: number }>();
  const countsOf = (team: string) => byTeam.getOrInsertComputed(team, () => ({ priced: 0, all: 0 }));
  const isPricedTeam = (team: string): boolean => {
    const { priced, all } = countsOf(team);
    return priced >= pricedUsually.games && priced >= all * pricedUsually.share;
  };
  const found: Finding[] = [];
  for (const game of games) {
    if (!isPriced(game) && isNew(game) && game.teams.every(isPricedTeam)) {
      const within = pricedUsually.aroundMs.map((ms) =>
        games.filter((other) => other !== game && Math.abs(other.startMs - game.startMs) <= ms),
      );
      const around = within.find(({ length }) => length >= pricedUsually.games) ?? [];
      const priced = around.filter(isPriced).length;
      if (priced >= pricedUsually.games && priced >= around.length * pricedUsually.around)
        found.push(countedFinding("no book has a line, and the games of both teams had some", [game.gameId]));
    }
    for (const team of game.teams) {
      const counts = countsOf(team);
      if (isPriced(game)) counts.priced++;
      counts.all++;
    }
  }
  return found;
}

/** So long before the newest capture nothing changes, in so many captures, in so many games of a slate and that share of them. */
const stillFor = { ms: 6 * hourMs, captures: 2, games: 3, share: 0.8 } as const;

/** Finds slates before which no book changed anything. */
export function standingStill({ games, isNew }: Season): Finding[] {
  return [...Map.groupBy(games, ({ date }) => date).values()].flatMap((slate): Finding[] => {
    if (!slate.some(isNew)) return [];
    const states = slate.map((game) => ({ game, isStill: isStill(game) })).filter(({ isStill: is }) => is !== null);
    const still = states.filter(({ isStill: is }) => is === true).map(({ game }) => game.gameId);
    if (still.length < stillFor.games || still.length < states.length * stillFor.share) return [];
    return [countedFinding("no book changed anything in the last six hours", still)];
  });
}

/** Null for a game that was not captured often enough to say. */
function isStill(game: PricedGame): boolean | null {
  const { firstMs, lastMs, captures } = game.path;
  const timed = timedLines(game);
  const fromMs = Math.max(...timed.map(({ capturedMs }) => capturedMs)) - stillFor.ms;
  const oldestMs = Math.min(...timed.map(({ from }) => firstMs[from] as number).filter((time) => !Number.isNaN(time)));
  if (new Set(timed.map(({ bookId }) => bookId)).size < 2 || !(oldestMs <= fromMs)) return null;
  if (timed.some(({ from, to }) => to - from > 1 && (firstMs[to - 1] as number) > fromMs)) return false;
  const captured = Math.max(
    ...timed.map(({ to }) => {
      const [first, end] = [firstMs[to - 1] as number, lastMs[to - 1] as number];
      return first === end ? 1 : (((captures[to - 1] ?? 1) - 1) * (end - Math.max(first, fromMs))) / (end - first) + 1;
    }),
  );
  return captured >= stillFor.captures ? true : null;
}

/**
 * Alarms about games that a book, or the whole feed of the odds, gets wrong: one game's lines and prices under another one too (a book
 * that mixes games up is far from the others; where the provider does, nearly all books have what they showed of the other game),
 * games that lost their lines, and slates before which nothing changed. Pure.
 */

import { median } from "../../domain/consensus.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import {
  type BookLine,
  boundOf,
  type Finding,
  findingIn,
  numbering,
  type PricedGame,
  runAt,
  type Season,
  slugOf,
} from "./season.ts";

/** How far from the others a copied line has to be, as a part of how far true quotes are apart: by one line, or by two after another. */
const copiedBy = { oneLine: 0.5, twoLines: 0.3 } as const;
/** A book shows two games at once when the captures are so near to each other. */
const atOnceMs = 10 * minuteMs;
/** A provider lists the games of some days. */
const listedMs = 8 * dayMs;

/** The three lines of a book, as long as none of them changed; books that show the same have the same `state`. */
type Shown = { readonly game: PricedGame; readonly state: number; readonly fromMs: number; toMs: number };

/** Finds a book that shows one game under another one at one time, in two captures. */
export function copiedByOne({ games, isNew }: Season): Finding[] {
  const newMs = games.filter(isNew).map(({ startMs }) => startMs);
  const near = games.filter(({ startMs }) => newMs.some((each) => Math.abs(each - startMs) <= listedMs));
  return [...new Set(near.flatMap(({ byBook }) => [...byBook.keys()]))].flatMap((bookId) => {
    const states = numbering();
    const shown = near.flatMap((game) => shownBy(game, game.byBook.get(bookId) ?? [], states));
    return findingsOf(bookId, sharedStates(shown, isNew));
  });
}

type Pair = { readonly games: readonly [PricedGame, PricedGame]; readonly times: number[]; isTwice: boolean };

/** The pairs of games, one of them new, of which a book showed the same at one time. */
function sharedStates(shown: readonly Shown[], isNew: Season["isNew"]): Iterable<Pair> {
  const pairs = new Map<string, Pair>();
  /** The last place of each state so far, and of each place the one before it with the same state. */
  const lastOf: number[] = [];
  const before = shown.map(({ state }, place) => {
    const known = lastOf[state] ?? -1;
    lastOf[state] = place;
    return known;
  });
  for (const [place, one] of shown.entries()) {
    for (let at = before[place] as number; at !== -1; at = before[at] as number) {
      const other = shown[at] as Shown;
      const [fromMs, toMs] = [Math.max(one.fromMs, other.fromMs), Math.min(one.toMs, other.toMs)];
      if (one.game === other.game || fromMs - toMs > atOnceMs || !(isNew(one.game) || isNew(other.game))) continue;
      const [first, second] = one.game.gameId < other.game.gameId ? [one.game, other.game] : [other.game, one.game];
      const fresh = (): Pair => ({ games: [first, second], times: [], isTwice: false });
      const pair = pairs.getOrInsertComputed(`${first.gameId} ${second.gameId}`, fresh);
      pair.times.push(fromMs);
      pair.isTwice ||= toMs > fromMs;
    }
  }
  return pairs.values();
}

function findingsOf(bookId: number, pairs: Iterable<Pair>): Finding[] {
  return [...pairs].flatMap(({ games, times, isTwice }) => {
    const [first = 0, second = 0] = games.map((game) => {
      return Math.max(...times.map((time) => farFromOthers(game, bookId, time)));
    });
    const far = Math.max(first, second);
    if (!((times.length > 1 && far >= copiedBy.twoLines) || (isTwice && far >= copiedBy.oneLine))) return [];
    const wrong = games[first >= second ? 0 : 1].gameId;
    const about = `${slugOf(bookId)} has the same lines and prices in both, and is far from the other books in ${wrong}`;
    return [
      findingIn(
        about,
        games.map(({ gameId }) => gameId),
      ),
    ];
  });
}

/** The states of a book that has all three markets, in order of time. */
function shownBy(game: PricedGame, lines: readonly BookLine[], numberOf: ReturnType<typeof numbering>): Shown[] {
  const [one, two, three] = lines;
  if (one === undefined || two === undefined || three === undefined) return [];
  const { firstMs, lastMs, quotes } = game.runs;
  const times = new Float64Array(2 * lines.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { from, to } of lines) {
    times.set(firstMs.subarray(from, to), at);
    times.set(lastMs.subarray(from, to), at + to - from);
    at += 2 * (to - from);
  }
  // Quotes that are stated without a time come last.
  times.sort();
  const shown: Shown[] = [];
  let [first, second, third] = [one.from, two.from, three.from];
  for (const time of times) {
    if (Number.isNaN(time)) break;
    const passed = first + second + third;
    while (first < one.to && (firstMs[first] as number) <= time) first++;
    while (second < two.to && (firstMs[second] as number) <= time) second++;
    while (third < three.to && (firstMs[third] as number) <= time) third++;
    const last = shown.at(-1);
    if (last !== undefined && first + second + third === passed) {
      last.toMs = time;
      continue;
    }
    if (first === one.from || second === two.from || third === three.from) continue;
    const quoteBefore = (next: number): number => quotes[next - 1] as number;
    const state = numberOf(quoteBefore(first), quoteBefore(second), quoteBefore(third));
    if (last?.state === state) last.toMs = time;
    else shown.push({ game, state, fromMs: time, toMs: time });
  }
  return shown;
}

/** How far the book's line that is the farthest from those of the others is, at a time, as a part of how far true quotes are apart. */
function farFromOthers({ sport, runs, lines, byBook }: PricedGame, bookId: number, timeMs: number): number {
  const expectedBy = (line: BookLine): number => {
    const run = runAt(runs, line, timeMs, true);
    return run === -1 ? Number.NaN : (runs.expects[run] as number);
  };
  const far = (byBook.get(bookId) ?? []).map((line) => {
    const others = lines.filter(({ bookId: other, market }) => other !== bookId && market === line.market);
    const stated = others.map(expectedBy).filter((value) => !Number.isNaN(value));
    const distance = stated.length === 0 ? 0 : Math.abs(expectedBy(line) - median(stated));
    return Number.isNaN(distance) ? 0 : distance / boundOf(sport, line.market);
  });
  return Math.max(0, ...far);
}

/**
 * Nearly all books of a game have closes that they showed of one other game. By chance two thirds of the books are the most in the
 * real seasons: seven of eleven in baseball, six of eleven in football, two of three in college football.
 */
const copiedByMost = { books: 3, share: 0.8 } as const;

/** Finds games of which nearly every book shows what it showed of one other game of the season, at any time. */
export function copiedByAll({ games, isNew }: Season): Finding[] {
  const markets = ["moneyline", "spread", "total"];
  const bookIds = 1 + Math.max(0, ...new Set(games.flatMap(({ byBook }) => [...byBook.keys()])));
  const quoteOf = ({ runs }: PricedGame, { bookId, market }: BookLine, run: number): number =>
    ((runs.quotes[run] as number) * markets.length + markets.indexOf(market)) * bookIds + bookId;
  /** Of each quote the places of the games that it was shown of, rising. */
  const showing = new Map<number, number[]>();
  for (const [place, game] of games.entries()) {
    for (const line of game.lines) {
      for (let run = line.from; run < line.to; run++) {
        const places = showing.getOrInsertComputed(quoteOf(game, line, run), () => []);
        if (places.at(-1) !== place) places.push(place);
      }
    }
  }
  const found = new Map<string, Finding>();
  for (const game of games) {
    const closes = [...game.byBook.values()]
      .map((lines) => lines.filter(({ last }) => last !== -1))
      .filter(({ length }) => length >= 2);
    if (closes.length < copiedByMost.books) continue;
    const books = new Map<number, number>();
    for (const lines of closes) {
      const [rarest = [], ...others] = lines
        .map((line) => showing.get(quoteOf(game, line, line.last)) ?? [])
        .sort((a, b) => a.length - b.length);
      for (const other of rarest) {
        if (others.every((each) => each.includes(other))) books.set(other, (books.get(other) ?? 0) + 1);
      }
    }
    for (const [place, count] of books) {
      if (count < copiedByMost.books || count < closes.length * copiedByMost.share) continue;
      const other = games[place] as PricedGame;
      if (isOfSameTeams(game, other) || !(isNew(game) || isNew(other))) continue;
      const ids = [game.gameId, other.gameId].sort();
      const about = `${count} of ${closes.length} books have the same lines and prices in both`;
      found.set(ids.join(), findingIn(about, ids));
    }
  }
  return [...found.values()];
}

/** Games of one pair of teams may have the same lines by right. */
function isOfSameTeams({ teams: one }: PricedGame, { teams: other }: PricedGame): boolean {
  return one.every((team) => other.includes(team));
}

/** Of a team's games so many have lines, and at least that share; and so of the other games of the hours, or else the days, around. */
const pricedUsually = { games: 3, share: 0.6, around: 0.75, aroundMs: [12 * hourMs, 4 * dayMs] } as const;

/** Finds games without a line of two teams whose games have some. */
export function lost({ games, isNew }: Season): Finding[] {
  const byTeam = new Map<string, { priced: number; all: number }>();
  const isPricedTeam = (team: string): boolean => {
    const { priced, all } = byTeam.get(team) ?? { priced: 0, all: 0 };
    return priced >= pricedUsually.games && priced >= all * pricedUsually.share;
  };
  const found: Finding[] = [];
  for (const game of games) {
    if (game.lines.length === 0 && isNew(game) && game.teams.every(isPricedTeam)) {
      const within = pricedUsually.aroundMs.map((ms) =>
        games.filter((other) => other !== game && Math.abs(other.startMs - game.startMs) <= ms),
      );
      const around = within.find(({ length }) => length >= pricedUsually.games) ?? [];
      const priced = around.filter(({ lines }) => lines.length > 0).length;
      if (priced >= pricedUsually.games && priced >= around.length * pricedUsually.around)
        found.push(findingIn("no book has a line, and the games of both teams had some", [game.gameId]));
    }
    for (const team of game.teams) {
      const { priced, all } = byTeam.get(team) ?? { priced: 0, all: 0 };
      byTeam.set(team, { priced: priced + (game.lines.length > 0 ? 1 : 0), all: all + 1 });
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
    return [findingIn("no book changed anything in the last six hours", still)];
  });
}

/** Null for a game that was not captured often enough to say. */
function isStill({ runs: { firstMs, lastMs, captures }, lines, byBook }: PricedGame): boolean | null {
  const newestMs = Math.max(...lines.map(({ to }) => lastMs[to - 1] as number).filter((time) => !Number.isNaN(time)));
  const fromMs = newestMs - stillFor.ms;
  const oldestMs = Math.min(...lines.map(({ from }) => firstMs[from] as number).filter((time) => !Number.isNaN(time)));
  if (byBook.size < 2 || !(oldestMs <= fromMs)) return null;
  if (lines.some(({ from, to }) => to - from > 1 && (firstMs[to - 1] as number) > fromMs)) return false;
  const captured = Math.max(
    ...lines.map(({ to }) => {
      const [first, end] = [firstMs[to - 1] as number, lastMs[to - 1] as number];
      return first === end ? 1 : (((captures[to - 1] ?? 1) - 1) * (end - Math.max(first, fromMs))) / (end - first) + 1;
    }),
  );
  return captured >= stillFor.captures ? true : null;
}

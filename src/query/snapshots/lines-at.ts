/** The lines of seasons at moments before the start, made when they are asked for. Those that were asked for last stay in memory. */
import { LRUCache } from "lru-cache";
import type { priceAtFilters } from "../../contract/filters/markets.ts";
import { type SnapshotRow, snapshots } from "../../contract/lists/snapshots.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { lineSign, lost, type Settling, scoreFor, settled, voided, won } from "../../domain/bets/grading.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import {
  type LineMarket,
  type LinePeriod,
  lineMarketOf,
  linePeriodOf,
  type MomentMinutes,
  momentMinutes,
} from "../../domain/periods.ts";
import type { Sport } from "../../domain/sports.ts";
import { minuteMs } from "../../domain/times.ts";
import { pricesOf, wordsOfBook, wordsOfKey } from "../../release/format/line-words.ts";
import { lineKey, noLine, pointsOf } from "../../release/game-lines.ts";
import { type MomentLines, makeMoments, momentBytes, noCapture } from "../../release/moments.ts";
import { entriesOf, type LineSlot, lineSlots, type SeasonLines } from "../../release/season-lines.ts";
import { decidingScore, ruleAt, type SideSlot, sideSlots } from "../bets/side-slots.ts";
import {
  awaitedPage,
  type GameFilter,
  gameHead,
  type KeyedRow,
  matchingGames,
  type Page,
  type PageKey,
  type PageRequest,
} from "../pages.ts";
import type { SeasonShelf, Span } from "../season.ts";

export type AskedMoment = { readonly minutes: MomentMinutes; readonly mostAgeMinutes: number };

/** Reads the moment at which bets are graded besides, and how old a capture may be then. Null: at none. */
export function askedMoment(asked: ValuesOf<typeof priceAtFilters>): AskedMoment | null {
  const { price_at: minutes, max_age_minutes: mostAgeMinutes } = asked;
  return minutes === null ? null : { minutes, mostAgeMinutes: mostAgeMinutes ?? minutes };
}

/** Some twenty moments of baseball seasons: more than any question needs at once of one sport. */
const mostBytes = 64 * 1024 * 1024;

const kept = new LRUCache<string, MomentLines>({
  maxSize: mostBytes,
  sizeCalculation: (moment) => Math.max(1, momentBytes(moment)),
});

/** Seasons have numbers here, so that what is kept of a season does not keep the season itself. */
const numbers = new WeakMap<SeasonLines, number>();
let seasonCount = 0;

function keyOf({ lines }: SeasonShelf, minutes: MomentMinutes): string {
  const number = numbers.get(lines) ?? seasonCount++;
  numbers.set(lines, number);
  return `${number} ${minutes}`;
}

/** A season is asked for at a moment of which its lines have not been made: `withMoments` makes them. */
class MomentNotMade extends Error {
  readonly season: SeasonShelf;
  readonly minutes: MomentMinutes;

  constructor(season: SeasonShelf, minutes: MomentMinutes) {
    super(`the lines of ${season.sport} ${season.season} have not been made ${minutes} minutes before the start`);
    this.season = season;
    this.minutes = minutes;
  }
}

/** To be called within `withMoments`. */
export function linesAt(season: SeasonShelf, minutes: MomentMinutes): MomentLines {
  const known = kept.get(keyOf(season, minutes));
  if (known === undefined) throw new MomentNotMade(season, minutes);
  return known;
}

/**
 * Makes them where they are not there: up to a second a season, for the paths of all of its lines are read.
 * @returns those of each of the minutes. @throws ReleaseDamaged when a file is not as it was written.
 */
async function makeLinesAt(
  season: SeasonShelf,
  minutes: readonly MomentMinutes[],
): Promise<ReadonlyMap<MomentMinutes, MomentLines>> {
  const known = new Map<MomentMinutes, MomentLines>();
  for (const each of minutes) {
    const moment = kept.get(keyOf(season, each));
    if (moment !== undefined) known.set(each, moment);
  }
  const missing = minutes.filter((each) => !known.has(each));
  if (missing.length === 0) return known;
  for (const moment of makeMoments(season.lines, season.startMs, await season.paths.all(), missing)) {
    kept.set(keyOf(season, moment.minutes), moment);
    known.set(moment.minutes, moment);
  }
  return known;
}

/** More seasons than any question reaches. */
const mostTries = 200;

/**
 * Does a computation, which is begun anew whenever it meets a season whose lines at a moment have to be made first.
 * @param onMade called after each such season, which may have taken a second.
 */
export async function withMoments<Answer>(compute: () => Answer | Promise<Answer>, onMade = () => {}): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await compute();
    } catch (error) {
      if (!(error instanceof MomentNotMade) || tries === mostTries) throw error;
      await makeLinesAt(error.season, [error.minutes]);
      onMade();
    }
  }
}

export type SnapshotFilter = GameFilter & {
  /** From the largest; never empty. */
  readonly minutes: readonly MomentMinutes[];
  /** The consensus is `consensusBookId`. Null: it and all books, and so for the others. */
  readonly bookIds: readonly number[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
  readonly mostAgeMinutes: number | null;
};

/** More than any sport has slots, and than there are book ids. */
const slotsOfMoment = 256;
const booksOfSlot = 65_536;

export function snapshotsPage(
  sport: Sport,
  spans: readonly Span[],
  filter: SnapshotFilter,
  wanted: PageRequest,
): Promise<Page> {
  return awaitedPage(snapshotRows(sport, spans, filter, wanted.after), snapshots.columns, wanted);
}

/** The rows that come after a key, in their order, those of one game after the other. */
export async function* snapshotRows(
  sport: Sport,
  spans: readonly Span[],
  filter: SnapshotFilter,
  after: PageKey | null,
): AsyncGenerator<Generator<KeyedRow<SnapshotRow>>> {
  const slots = slotsWanted(sport, filter);
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const wanted = slots.flatMap((slot) => linesOfSlot(season, game, slot, filter.bookIds));
    if (wanted.length === 0) continue;
    yield rowsOfGame(season, game, wanted, filter, await makeLinesAt(season, filter.minutes), after);
  }
}

/** @param lines those that are wanted of the game. @param moments of the minutes that are wanted. */
function* rowsOfGame(
  season: SeasonShelf,
  game: number,
  lines: readonly Line[],
  { minutes: wanted, mostAgeMinutes }: SnapshotFilter,
  moments: ReadonlyMap<MomentMinutes, MomentLines>,
  after: PageKey | null,
): Generator<KeyedRow<SnapshotRow>> {
  const mostAge = mostAgeMinutes === null ? noCapture - 1 : 10 * mostAgeMinutes;
  const key = { startMs: season.startMs[game] as number, gameId: season.gameIds[game] as string };
  const afterPlace = after?.gameId === key.gameId ? after.withinGame : -1;
  const head = gameHead(season, game);
  for (const minutes of wanted) {
    const moment = moments.get(minutes) as MomentLines;
    const iso = new Date(key.startMs - minutes * minuteMs).toISOString();
    const firstPlace = momentMinutes.indexOf(minutes) * slotsOfMoment * booksOfSlot;
    for (const line of lines) {
      const withinGame = firstPlace + line.place;
      if ((moment.ages[line.entry] as number) > mostAge || withinGame <= afterPlace) continue;
      const row = { ...head, minutes_before: minutes, moment: iso, ...line.words, ...atMoment(line, moment) };
      yield { key: { ...key, withinGame }, row };
    }
  }
}

function slotsWanted(sport: Sport, { market, period }: SnapshotFilter): number[] {
  return lineSlots[sport].flatMap((slot, place) => {
    const isWanted =
      (market === null || lineMarketOf(slot.market) === market) &&
      (period === null || linePeriodOf(slot.period) === period);
    return isWanted ? [place] : [];
  });
}

/** A line of a game, with all of it that is the same at every moment. */
type Line = {
  readonly entry: number;
  /** Among the lines of a moment. */
  readonly place: number;
  readonly words: Pick<SnapshotRow, "period" | "market" | "team" | "book_id" | "book" | "book_name">;
  readonly pricesOf: (first: number, second: number) => ReturnType<typeof pricesOf>;
  readonly winnerAt: (quarters: number) => SnapshotRow["winner"];
};

function linesOfSlot(season: SeasonShelf, game: number, slot: number, bookIds: readonly number[] | null): Line[] {
  const { sport, lines } = season;
  const { period, market } = lines.slots[slot] as LineSlot;
  // The first side of a slot: the home team, or over.
  const at = sideSlots[sport].find((each) => each.slot === slot) as SideSlot;
  const [from, end] = entriesOf(lines, game, slot);
  const wanted: Line[] = [];
  for (let entry = from; entry < end; entry++) {
    const bookId = lines.bookIds[entry] as number;
    if (bookIds?.includes(bookId) === false) continue;
    const words = wordsOfKey(lineKey(period, market, bookId));
    const rule = ruleAt(season, game, at, bookId);
    const score = decidingScore(lines, game, at, rule);
    wanted.push({
      entry,
      place: slot * booksOfSlot + bookId,
      words: { period: words.period, market: words.market, team: words.team, ...wordsOfBook(bookId) },
      pricesOf: (first, second) => pricesOf(words, first, second),
      winnerAt: (quarters) => (score === null ? null : winnerOf(at, rule.settles, score, quarters)),
    });
  }
  return wanted;
}

/** The members of a row that differ from moment to moment. */
function atMoment({ entry, pricesOf, winnerAt }: Line, { quarters, prices, ages }: MomentLines) {
  const line = quarters[entry] as number;
  return {
    line: pointsOf(line),
    ...pricesOf(prices[2 * entry] as number, prices[2 * entry + 1] as number),
    age_minutes: (ages[entry] as number) / 10,
    winner: winnerAt(line),
  };
}

/** The side of a line that won by the house rules; null: there is no line to be ahead of. */
function winnerOf(
  { side: { market, selection } }: SideSlot,
  settling: Settling,
  score: SideScores,
  quarters: number,
): SnapshotRow["winner"] {
  if (market !== "moneyline" && quarters === noLine) return null;
  const ahead = scoreFor(market, selection, score.home, score.away);
  const ofLine = market === "moneyline" ? 0 : lineSign(selection) * quarters;
  const outcome = settled(settling, selection, ahead + ofLine);
  if (outcome === voided) return "void";
  return outcome === won ? selection : outcome === lost ? opposites[selection] : "push";
}

const opposites = { home: "away", away: "home", over: "under", under: "over" } as const;

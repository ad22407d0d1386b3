/** Pages of the lines at moments before the start of games. */
import type { GameHead } from "../../contract/game-members.ts";
import { type SnapshotRow, snapshotColumns } from "../../contract/lists/snapshots.ts";
import { lineSign, lost, scoreFor, settled, voided, won } from "../../domain/bets/grading.ts";
import { minuteMs } from "../../domain/durations.ts";
import { type MomentMinutes, momentMinutes } from "../../domain/moments.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import type { Sport } from "../../domain/sports.ts";
import { pricesOf, wordsOfBook, wordsOfKey } from "../../release/format/line-words.ts";
import { lineKey, noLine } from "../../release/game-lines.ts";
import { type MomentLines, noCapture } from "../../release/moments.ts";
import { entriesOf, type LineSlot, lineSlots } from "../../release/season-lines.ts";
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
import { makeLinesAt } from "./lines-at.ts";

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
  return awaitedPage(snapshotRows(sport, spans, filter, wanted.after), snapshotColumns, wanted);
}

/** The rows that come after a key, in their order. */
export async function* snapshotRows(
  sport: Sport,
  spans: readonly Span[],
  filter: SnapshotFilter,
  after: PageKey | null,
): AsyncGenerator<KeyedRow<SnapshotRow>> {
  const bookIds = filter.bookIds === null ? null : new Set(filter.bookIds);
  const mostAge = filter.mostAgeMinutes === null ? noCapture - 1 : 10 * filter.mostAgeMinutes;
  const moments = filter.minutes.map((minutes) => ({ minutes, place: momentMinutes.indexOf(minutes) }));
  const slots = slotsWanted(sport, filter);
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const { lines } = season;
    const startMs = season.startMs[game] as number;
    const gameId = season.gameIds[game] as string;
    const afterPlace = after !== null && after.gameId === gameId ? after.withinGame : -1;
    let head: GameHead | null = null;
    for (const { minutes, place } of moments) {
      let moment: MomentLines | null = null;
      let isoMoment = "";
      for (const slot of slots) {
        const [from, end] = entriesOf(lines, game, slot);
        for (let entry = from; entry < end; entry++) {
          const bookId = lines.bookIds[entry] as number;
          if (bookIds !== null && !bookIds.has(bookId)) continue;
          // A moment is read when the first line of it is wanted.
          moment ??= (await makeLinesAt(season, filter.minutes)).get(minutes) as MomentLines;
          isoMoment ||= new Date(startMs - minutes * minuteMs).toISOString();
          if ((moment.ages[entry] as number) > mostAge) continue;
          const withinGame = (place * slotsOfMoment + slot) * booksOfSlot + bookId;
          if (withinGame <= afterPlace) continue;
          head ??= gameHead(season, game);
          const row = snapshotRow(head, { minutes, isoMoment, moment, season, game, slot, entry });
          yield { key: { startMs, gameId, withinGame }, row };
        }
      }
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

/** Where the columns have the line of a row, and of which moment they are. */
type SnapshotPlace = {
  readonly minutes: MomentMinutes;
  readonly isoMoment: string;
  readonly moment: MomentLines;
  readonly season: SeasonShelf;
  readonly game: number;
  readonly slot: number;
  readonly entry: number;
};

function snapshotRow(
  head: GameHead,
  { minutes, isoMoment, moment, season, game, slot, entry }: SnapshotPlace,
): SnapshotRow {
  const { lines } = season;
  const place = lines.slots[slot] as LineSlot;
  const bookId = lines.bookIds[entry] as number;
  const words = wordsOfKey(lineKey(place.period, place.market, bookId));
  const quarters = moment.quarters[entry] as number;
  return {
    ...head,
    minutes_before: minutes,
    moment: isoMoment,
    period: words.period,
    market: words.market,
    team: words.team,
    ...wordsOfBook(bookId),
    line: quarters === noLine ? null : quarters / 4,
    ...pricesOf(words, moment.prices[2 * entry] as number, moment.prices[2 * entry + 1] as number),
    age_minutes: (moment.ages[entry] as number) / 10,
    winner: winnerOf(season, game, slot, entry, quarters),
  };
}

/** The side of a line that won by the house rules; null: its period was not played, or there is no line to be ahead of. */
function winnerOf(
  season: SeasonShelf,
  game: number,
  slot: number,
  entry: number,
  quarters: number,
): SnapshotRow["winner"] {
  // The first side of a slot: the home team, or over.
  const at = sideSlots[season.sport].find((each) => each.slot === slot) as SideSlot;
  const { market, selection } = at.side;
  const rule = ruleAt(season, game, at, season.lines.bookIds[entry] as number);
  const score = decidingScore(season.lines, game, at, rule);
  if (score === null || (market !== "moneyline" && quarters === noLine)) return null;
  const ahead = scoreFor(market, selection, score.home, score.away);
  const outcome = settled(
    rule.settles,
    selection,
    market === "moneyline" ? ahead : ahead + lineSign(selection) * quarters,
  );
  if (outcome === voided) return "void";
  return outcome === won ? selection : outcome === lost ? opposites[selection] : "push";
}

const opposites = { home: "away", away: "home", over: "under", under: "over" } as const;

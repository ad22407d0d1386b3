/** Pages of the lines at moments before the start of games. */
import { minuteMs } from "../../domain/durations.ts";
import { type MomentMinutes, momentMinutes } from "../../domain/moments.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import type { Sport } from "../../domain/sports.ts";
import { type MomentLines, noCapture } from "../../release/view/moment-lines.ts";
import { lineSlots } from "../../release/view/season-lines.ts";
import { type GameFilter, matchingGames, type Page, type PageKey, type PageRequest } from "../pages.ts";
import { RowCollector } from "../row-texts/row-collector.ts";
import type { Span } from "../spans.ts";
import { linesAt } from "./lines-at.ts";
import { SnapshotWriter } from "./writer.ts";

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
  { after, limit, format }: PageRequest,
): Page {
  const rows = new RowCollector(format);
  const writer = new SnapshotWriter(format);
  const bookIds = filter.bookIds === null ? null : new Set(filter.bookIds);
  const mostAge = filter.mostAgeMinutes === null ? noCapture - 1 : 10 * filter.mostAgeMinutes;
  const moments = filter.minutes.map((minutes) => ({ minutes, place: momentMinutes.indexOf(minutes) }));
  const slots = slotsWanted(sport, filter);
  let last: PageKey | null = null;
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const { lines } = season;
    const startMs = season.startMs[game] as number;
    const gameId = season.gameIds[game] as string;
    const afterPlace = after !== null && after.gameId === gameId ? after.withinGame : -1;
    for (const { minutes, place } of moments) {
      let moment: MomentLines | null = null;
      for (const slot of slots) {
        const at = game * lines.slots.length + slot;
        const end = lines.from[at + 1] as number;
        for (let entry = lines.from[at] as number; entry < end; entry++) {
          const bookId = lines.bookIds[entry] as number;
          if (bookIds !== null && !bookIds.has(bookId)) continue;
          // A moment is read when the first line of it is wanted.
          moment ??= linesAt(season, minutes);
          if ((moment.ages[entry] as number) > mostAge) continue;
          const withinGame = (place * slotsOfMoment + slot) * booksOfSlot + bookId;
          if (withinGame <= afterPlace) continue;
          if (rows.count === limit) return { ...rows.finish(), lastKey: last };
          rows.add(writer.row(season, game, { minutes, momentMs: startMs - minutes * minuteMs, moment, slot, entry }));
          last = { startMs, gameId, withinGame };
        }
      }
    }
  }
  return { ...rows.finish(), lastKey: null };
}

function slotsWanted(sport: Sport, { market, period }: SnapshotFilter): number[] {
  return lineSlots[sport].flatMap((slot, place) => {
    const isWanted =
      (market === null || lineMarketOf(slot.market) === market) &&
      (period === null || linePeriodOf(slot.period) === period);
    return isWanted ? [place] : [];
  });
}

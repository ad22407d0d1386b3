/** The findings of a publish about lines, for people and as JSON: contested quotes, stale closings, converted odds. */
import type { Quote } from "../../domain/fold.ts";
import type { ContestedQuote, ConvertedOdds, PublishReport, StaleCloses } from "../../publish/publish-report.ts";
import { countOf, countText } from "./table-text.ts";

type LineReport = Pick<PublishReport, "contested" | "staleCloses" | "convertedOdds">;

/** More would push everything else off the screen: one file may state hundreds of lines twice. `--json` has them all. */
const mostShown = 20;

export function lineFindingLines({ contested, staleCloses, convertedOdds }: LineReport): string[] {
  const lines = contested.slice(0, mostShown).map((each) => `  contested: ${contestedText(each)}`);
  const left = contested.length - lines.length;
  if (left > 0) lines.push(`  contested: ${countText(left)} more, which --json shows`);
  return [
    ...lines,
    ...[...Map.groupBy(staleCloses, ({ sport, season }) => `${sport} ${season}`).values()].map(
      (ofBooks) => `  stale: ${staleText(ofBooks)}`,
    ),
    ...convertedOdds.map((each) => `  converted: ${convertedText(each)}`),
  ];
}

function contestedText({ gameId, book, period, market, moment, taken, others, capturedAt }: ContestedQuote): string {
  const when = capturedAt === null ? "" : ` of ${capturedAt}`;
  const left = others.map(quoteText).join(", ");
  return `${gameId}: ${book} ${nameOf(period, market)} ${moment}${when}: ${quoteText(taken)} counts, not ${left}`;
}

/** `-3 (-110 / -110)`, `-900 / +600`, or a line alone. */
function quoteText({ line, first, second }: Quote): string {
  if (first === null && second === null) return String(line ?? "nothing");
  const prices = `${priceText(first)} / ${priceText(second)}`;
  return line === null ? prices : `${line} (${prices})`;
}

function priceText(price: number | null): string {
  if (price === null) return "none";
  return price > 0 ? `+${price}` : String(price);
}

/** One line a season: that closes are old is one fact, however many books it is of. `--json` has each book. */
function staleText(ofBooks: readonly StaleCloses[]): string {
  const [{ sport, season, book } = { sport: "", season: "", book: "" }] = ofBooks;
  const sum = (of: (each: StaleCloses) => number): number => ofBooks.reduce((total, each) => total + of(each), 0);
  const books = ofBooks.length === 1 ? book : countOf(ofBooks.length, "book");
  const start = `${countText(sum(({ stale }) => stale))} of ${countOf(
    sum(({ closes }) => closes),
    "close",
  )} of ${books} in ${sport} ${season}`;
  const oldest = ofBooks
    .flatMap((each) => each.oldest ?? [])
    .toSorted((a, b) => b.hoursBeforeStart - a.hoursBeforeStart)[0];
  if (oldest === undefined) return `${start} are older than a day`;
  const { gameId, period, market, hoursBeforeStart } = oldest;
  const age = `${countOf(hoursBeforeStart, "hour")} before the start: ${nameOf(period, market)} of ${gameId}`;
  return `${start} are older than a day, the oldest ${age}`;
}

function convertedText({ sport, season, games }: ConvertedOdds): string {
  return `${countOf(games, "game")} of ${sport} ${season} have prices that were computed from decimal odds`;
}

function nameOf(period: string, market: string): string {
  const text = market.replaceAll("_", " ");
  return period === "full" ? text : `${period} ${text}`;
}

export function lineFindingsJson({ contested, staleCloses, convertedOdds }: LineReport) {
  return {
    contested: contested.map(({ gameId, capturedAt, ...rest }) => ({
      game_id: gameId,
      captured_at: capturedAt,
      ...rest,
    })),
    converted_odds: convertedOdds,
    stale_closes: staleCloses.map(({ oldest, ...counts }) => ({
      ...counts,
      oldest:
        oldest === null
          ? null
          : {
              game_id: oldest.gameId,
              period: oldest.period,
              market: oldest.market,
              hours_before_start: oldest.hoursBeforeStart,
            },
    })),
  };
}

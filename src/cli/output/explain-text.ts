/** The text of `gradeline explain` for a person: a screen for the game, and the details of one book. Times are in UTC. */
import type { Quote } from "../../domain/fold.ts";
import type { ExplainedConsensus, ExplainedEvent, Explanation, Grading } from "../../publish/explanation.ts";
import { countOf, countText, minuteText, tableLines } from "./table-text.ts";

const sides = "home / away or over / under";

/** The lines of the whole game. */
export function explanationLines(explanation: Explanation): string[] {
  return [
    ...headLines(explanation),
    ...section("What providers say (UTC)", recordLines(explanation)),
    ...section("Events (UTC)", explanation.events.flatMap(eventLines)),
    ...section(`Captures, and closing lines with prices of ${sides} (UTC)`, bookLines(explanation)),
    ...section(`Consensus, with prices of ${sides}`, consensusLines(explanation.consensus)),
    ...section("Grading", explanation.grading === null ? [] : [gradingLine(explanation, explanation.grading)]),
    ...section("Left out or withheld", explanation.notes),
  ];
}

/** The lines of one book: every open and close, and what became of its captures. */
export function bookDetailLines(explanation: Explanation, book: string): string[] {
  const lines = explanation.lines.filter((line) => line.book === book);
  const series = explanation.captures.filter((each) => each.book === book);
  return [
    ...headLines(explanation),
    ...section(
      `Lines of ${book}, with prices of ${sides} (UTC)`,
      tableLines(
        [
          ...[{ title: "period" }, { title: "market" }, { title: "" }, { title: "line and prices" }],
          ...[{ title: "captured" }, { title: "event" }],
        ],
        lines.map((line) => [
          ...[line.period, line.market, line.moment, quoteText(line)],
          ...[
            line.capturedMs === null ? "stated without a time" : secondText(line.capturedMs),
            line.sources.join(", "),
          ],
        ]),
      ),
    ),
    ...section(
      `Captures of ${book} (UTC)`,
      tableLines(
        [
          ...[{ title: "period" }, { title: "market" }, { title: "taken", isNumber: true as const }],
          { title: "at or after start", isNumber: true },
          { title: "out of bounds", isNumber: true },
          ...[{ title: "first taken" }, { title: "last taken" }],
        ],
        series.map((each) => [
          ...[each.period, each.market, countText(each.taken + each.untimed), countText(each.late)],
          ...[countText(each.outOfBounds), timeText(each.firstTakenMs), timeText(each.lastTakenMs)],
        ]),
      ),
    ),
  ];
}

function headLines({ gameId, state, reason, away, home, gameDate, startMs, isPublished }: Explanation): string[] {
  const isStale = isPublished && state !== "published" && state !== "due";
  return [
    `${gameId}: ${state}${reason === null ? "" : `, ${reason}`}`,
    `${away} at ${home}, slate date ${gameDate}, start ${timeText(startMs)}`,
    ...(isStale ? ["The archive serves it as it was published before."] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function recordLines({ records, believed }: Explanation): string[] {
  const rows = records.map((record) => [
    ...[record.provider, record.game_id, record.status, record.game_date ?? "no date"],
    timeText(record.start_time === null ? null : Date.parse(record.start_time)),
    timeText(record.actual_start_time === null ? null : Date.parse(record.actual_start_time)),
    `${record.away} ${record.away_score ?? "-"} at ${record.home} ${record.home_score ?? "-"}`,
  ]);
  const columns = ["provider", "its id", "status", "date", "scheduled", "began", "score"].map((title) => ({ title }));
  const byProvider = Map.groupBy(believed, ({ provider }) => provider);
  const believes = [...byProvider].map(
    ([provider, fields]) => `believed of ${provider}: ${fields.map(({ field }) => field).join(", ")}`,
  );
  return [...tableLines(columns, rows), ...believes];
}

function eventLines(event: ExplainedEvent): string[] {
  const { provider, eventId, books, captures, isTaken, reason, startMs, firstCaptureMs, lastCaptureMs } = event;
  const span = `${countOf(captures, "capture")} from ${timeText(firstCaptureMs)} to ${timeText(lastCaptureMs)}`;
  return [
    `${isTaken ? "taken     " : "not taken "} ${provider} ${eventId}: start ${timeText(startMs)}, ${countOf(books, "book")}`,
    `           ${span}`,
    `           ${reason}`,
  ];
}

const markets = ["moneyline", "spread", "total"] as const;

function bookLines({ captures, lines }: Explanation): string[] {
  const rows = [...Map.groupBy(captures, ({ book }) => book)].map(([book, series]) => {
    const taken = series.reduce((sum, each) => sum + each.taken + each.untimed, 0);
    const refused = series.reduce((sum, each) => sum + each.late + each.outOfBounds, 0);
    const last = series.flatMap(({ lastTakenMs }) => (lastTakenMs === null ? [] : [lastTakenMs]));
    const closes = markets.map((market) => {
      const close = lines.find(
        (line) => line.book === book && line.period === "full" && line.market === market && line.moment === "close",
      );
      return close === undefined ? "-" : quoteText(close);
    });
    const isShown = series.some(({ isUsFacing }) => isUsFacing);
    return [
      ...[isShown ? book : `${book} (not published)`, countText(taken), countText(refused)],
      ...[last.length === 0 ? "-" : minuteText(Math.max(...last)), ...closes],
    ];
  });
  if (rows.length === 0) return [];
  const numbers = ["taken", "refused"].map((title) => ({ title, isNumber: true as const }));
  const texts = ["last taken", ...markets].map((title) => ({ title }));
  return tableLines([{ title: "book" }, ...numbers, ...texts], rows);
}

function consensusLines(consensus: readonly ExplainedConsensus[]): string[] {
  const rows = consensus.map(({ market, moment, votes, median, ...quote }) => {
    const all = votes.reduce((sum, { books }) => sum + books.length, 0);
    const on = votes.find(({ line }) => line === quote.line)?.books.length ?? 0;
    const voted = median === null ? `mean of ${countOf(all, "book")}` : `${on} of ${countOf(all, "book")}`;
    const others = votes
      .filter(({ line }) => line !== quote.line)
      .map(({ line, books }) => `${books.length} on ${line}`);
    return [market, moment, quoteText(quote), voted, median === null ? "" : String(median), others.join(", ")];
  });
  if (rows.length === 0) return [];
  const columns = ["market", "", "line and prices", "books on it", "median", "other books"].map((title) => ({ title }));
  return tableLines(columns, rows);
}

function gradingLine({ away, home }: Explanation, grading: Grading): string {
  const { homeScore, awayScore, spreadClose, homeCovered, totalClose, wentOver, favorite } = grading;
  const spread =
    spreadClose === null
      ? "no closing spread"
      : `${home} ${signed(spreadClose)} ${homeCovered === null ? "pushed" : homeCovered ? "covered" : "did not cover"}`;
  const total =
    totalClose === null
      ? "no closing total"
      : `${homeScore + awayScore} against ${totalClose} ${wentOver === null ? "pushed" : wentOver ? "went over" : "stayed under"}`;
  const favored = favorite === null ? "no favorite" : `favorite ${favorite === "home" ? home : away}`;
  return `${away} ${awayScore} at ${home} ${homeScore}: ${spread}; ${total}; ${favored}`;
}

/** `-1.5 (+154 / -182)`; the price of home or of over comes first. */
function quoteText({ line, first, second }: Quote): string {
  const prices = `${first === null ? "-" : signed(first)} / ${second === null ? "-" : signed(second)}`;
  return line === null ? prices : `${line} (${prices})`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function timeText(ms: number | null): string {
  return ms === null ? "-" : minuteText(ms);
}

function secondText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

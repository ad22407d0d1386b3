/** The text of `gradeline explain` for a person: a screen for the game, and the details of one book. Times are in UTC. */
import type { ExplainedConsensus, ExplainedEvent, Explanation, Grading } from "../../operate/explain/explanation.ts";
import { quoteText, signedText } from "../../publish/quote-text.ts";
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
        ["period", "market", "", "line and prices", "captured", "event"],
        lines.map((line) => [
          ...[line.period, line.market, line.moment, quoteText(line)],
          ...[
            line.captured_at === null ? "stated without a time" : secondText(line.captured_at),
            line.events.join(", "),
          ],
        ]),
      ),
    ),
    ...section(
      `Captures of ${book} (UTC)`,
      tableLines(
        [
          ...["period", "market", { number: "taken" }, { number: "at or after start" }],
          ...[{ number: "out of bounds" }, "first taken", "last taken"],
        ],
        series.map((each) => [
          ...[each.period, each.market, countText(each.taken + each.untimed), countText(each.at_or_after_start)],
          ...[countText(each.out_of_bounds), timeText(each.first_taken_at), timeText(each.last_taken_at)],
        ]),
      ),
    ),
  ];
}

function headLines({ away, home, state, reason, ...game }: Explanation): string[] {
  const isStale = game.published && state !== "published" && state !== "due";
  return [
    `${game.game_id}: ${state}${reason === null ? "" : `, ${reason}`}`,
    `${away} at ${home}, slate date ${game.game_date}, start ${timeText(game.start_time)}`,
    ...(isStale ? ["The archive serves it as it was published before."] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function recordLines({ records, believed }: Explanation): string[] {
  const rows = records.map((record) => [
    ...[record.provider, record.game_id, record.status, record.game_date ?? "no date"],
    timeText(record.start_time),
    timeText(record.actual_start_time),
    `${record.away} ${record.away_score ?? "-"} at ${record.home} ${record.home_score ?? "-"}`,
  ]);
  const columns = ["provider", "its id", "status", "date", "scheduled", "began", "score"];
  const byProvider = Map.groupBy(believed, ({ provider }) => provider);
  const believes = [...byProvider].map(
    ([provider, fields]) => `believed of ${provider}: ${fields.map(({ field }) => field).join(", ")}`,
  );
  return [...tableLines(columns, rows), ...believes];
}

function eventLines(event: ExplainedEvent): string[] {
  const { provider, event_id: id, books, captures } = event;
  const [first, last] = [timeText(event.first_captured_at), timeText(event.last_captured_at)];
  return [
    `${event.taken ? "taken     " : "not taken "} ${provider} ${id}: start ${timeText(event.start_time)}, ${countOf(books, "book")}`,
    `           ${countOf(captures, "capture")} from ${first} to ${last}`,
    `           ${event.reason}`,
  ];
}

const markets = ["moneyline", "spread", "total"] as const;

function bookLines({ captures, lines }: Explanation): string[] {
  const rows = [...Map.groupBy(captures, ({ book }) => book)].map(([book, series]) => {
    const taken = series.reduce((sum, each) => sum + each.taken + each.untimed, 0);
    const refused = series.reduce((sum, each) => sum + each.at_or_after_start + each.out_of_bounds, 0);
    const last =
      series
        .flatMap(({ last_taken_at: last }) => last ?? [])
        .sort()
        .at(-1) ?? null;
    const closes = markets.map((market) => {
      const close = lines.find(
        (line) => line.book === book && line.period === "full" && line.market === market && line.moment === "close",
      );
      return close === undefined ? "-" : quoteText(close);
    });
    const isShown = series.some((each) => each.us_facing);
    return [
      ...[isShown ? book : `${book} (not published)`, countText(taken), countText(refused)],
      ...[timeText(last), ...closes],
    ];
  });
  if (rows.length === 0) return [];
  return tableLines(["book", { number: "taken" }, { number: "refused" }, "last taken", ...markets], rows);
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
  const columns = ["market", "", "line and prices", "books on it", "median", "other books"];
  return tableLines(columns, rows);
}

function gradingLine({ away, home }: Explanation, grading: Grading): string {
  const { home_score: homeScore, away_score: awayScore, favorite } = grading;
  const {
    spread_close: spreadClose,
    home_covered: homeCovered,
    total_close: totalClose,
    went_over: wentOver,
  } = grading;
  const spread =
    spreadClose === null
      ? "no closing spread"
      : `${home} ${signedText(spreadClose)} ${homeCovered === null ? "pushed" : homeCovered ? "covered" : "did not cover"}`;
  const total =
    totalClose === null
      ? "no closing total"
      : `${homeScore + awayScore} against ${totalClose} ${wentOver === null ? "pushed" : wentOver ? "went over" : "stayed under"}`;
  const favored = favorite === null ? "no favorite" : `favorite ${favorite === "home" ? home : away}`;
  return `${away} ${awayScore} at ${home} ${homeScore}: ${spread}; ${total}; ${favored}`;
}

function timeText(time: string | null): string {
  return time === null ? "-" : minuteText(Date.parse(time));
}

function secondText(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}

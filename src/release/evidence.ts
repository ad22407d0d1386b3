/** Rows of evidence: those that a publish writes, and those that are made of the path of the lines when somebody asks. Pure. */
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import { doubtNameOf, type EvidenceFact, type EvidenceRule } from "../domain/evidence.ts";
import type { Quote } from "../domain/fold.ts";
import { tenthsOfMinutes } from "../domain/times.ts";
import { wordsOfKey } from "./format/line-words.ts";
import { quoteAt } from "./game-lines.ts";
import { closeFlag, doubtOf, type LinePath, openFlag, statedOpenFlag } from "./line-path.ts";

/** A statement of a source about a fact of the game. */
export function statementRow(
  fact: EvidenceFact,
  source: string,
  value: string,
  used: boolean,
  rule: EvidenceRule | null,
): EvidenceRow {
  return {
    fact,
    book: null,
    period: null,
    market: null,
    team: null,
    source,
    value,
    stated_at: null,
    used,
    rule,
    captures: null,
    minutes_before_start: null,
    is_first_seen: false,
  };
}

type ShownQuote = {
  readonly fact: "open" | "close";
  readonly key: number;
  readonly source: string;
  readonly quote: Quote;
  /** Null for what is stated without a time. */
  readonly timeMs: number | null;
  readonly startMs: number;
  readonly captures: number;
  /** Null: it is the published one. */
  readonly rule: EvidenceRule | null;
};

/** A quote that a source says a book showed. */
export function quoteRow({ fact, key, source, quote, timeMs, startMs, captures, rule }: ShownQuote): EvidenceRow {
  const { book, period, market, team } = wordsOfKey(key);
  const { line, first, second } = quote;
  const used = rule === null;
  return {
    fact,
    book,
    period,
    market,
    team,
    source,
    value: [...(market === "moneyline" ? [] : [line]), first, second].map(String).join(" "),
    stated_at: timeMs === null ? null : new Date(timeMs).toISOString(),
    used,
    rule,
    captures,
    minutes_before_start: timeMs === null ? null : tenthsOfMinutes(startMs - timeMs),
    is_first_seen: used && fact === "open" && timeMs !== null,
  };
}

/**
 * The evidence of one line in the path of a game's lines: its opening and its close, and each run in doubt, which is stated of the opening
 * where it is from before that.
 */
export function rowsOfSeries(path: LinePath, series: number): EvidenceRow[] {
  const { startMs, ends, flags, firstMs, lastMs, captures } = path;
  const key = path.keys[series] as number;
  const rows: EvidenceRow[] = [];
  const [from, to] = [ends[series - 1] ?? 0, ends[series] as number];
  const flagOf = (run: number): number => flags[run] as number;
  const isSound = (run: number): boolean => doubtOf(flagOf(run)) === 0;
  const add = (fact: "open" | "close", run: number, rule: EvidenceRule | null): void => {
    const isFirst = fact === "open" && rule === null;
    const time = (isFirst ? firstMs : lastMs)[run] as number;
    const quote = quoteAt(path, run);
    const source = path.sourceNames[path.sources[2 * run + (isFirst ? 0 : 1)] as number] as string;
    const timeMs = Number.isNaN(time) ? null : time;
    rows.push(quoteRow({ fact, key, source, quote, timeMs, startMs, captures: captures[run] as number, rule }));
  };
  const runs = Array.from({ length: to - from }, (_, at) => from + at);
  const open = runs.find((run) => flagOf(run) & openFlag);
  const close = runs.find((run) => flagOf(run) & closeFlag);
  if (open !== undefined) add("open", open, null);
  if (close !== undefined) add("close", close, null);
  else {
    const last = runs.findLast((run) => isSound(run) && !Number.isNaN(lastMs[run] as number));
    if (last !== undefined) add("close", last, "stale_close");
  }
  for (const run of runs) {
    const rule = doubtNameOf(doubtOf(flagOf(run)));
    if (rule === null) continue;
    const isOfOpening = open === undefined ? (flagOf(run) & statedOpenFlag) !== 0 : run < open;
    add(isOfOpening ? "open" : "close", run, rule as EvidenceRule);
  }
  return rows;
}

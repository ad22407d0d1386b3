/** The rows of a download, as the API gives them in CSV: all pages below one header line. */
import { setImmediate } from "node:timers/promises";
import { csvFileName, csvHeader, lineEnd } from "../../contract/csv.ts";
import { paging } from "../../contract/filters/pages.ts";
import { betColumns, bets } from "../../contract/lists/bets.ts";
import { trendColumns, trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { betFilterOf, looksBack } from "../../query/bets/filter.ts";
import { betList, countBets } from "../../query/bets/page.ts";
import { pageOf } from "../../query/made-rows.ts";
import type { Page, PageKey, PageRequest } from "../../query/pages.ts";
import { refuseDamaged } from "../../query/reach.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { judgedSet, tooManyBets } from "../../query/trends/question.ts";
import { sumsOfSet } from "../../query/trends/summed.ts";
import { countText } from "../frame/formats.ts";
import { type Problem, problem, type Visit } from "../frame/recipe.ts";
import { mostRowsOfDownload, rowsOfRequest } from "../share/share-row.ts";
import { html } from "../ui/html.ts";

export type CsvRows = {
  readonly fileName: string;
  readonly count: number;
  /** The whole file, a part at a time. */
  readonly parts: () => AsyncIterable<Buffer>;
  /** How many pages of the API have been taken of the parts so far. */
  readonly takenPages: () => number;
};

export const filesLink = html`<p class="actions"><a class="button" href="/docs/files">Whole seasons as files</a></p>`;

/** More rows match than a download may have. */
function tooManyRows(): Problem {
  const text = `This set has more than ${countText(mostRowsOfDownload)} bets. Narrow it, or take whole seasons as files.`;
  return problem(400, "Too many for one download", text, filesLink);
}

/**
 * @throws Problem where it has too many rows.
 * @throws WrongParameter
 * @throws BeingMended
 */
export function csvOfBets({ query, snapshot }: Visit): CsvRows {
  const asked = bets.read(withoutPaging(query));
  const filter = betFilterOf(asked, asked.book);
  refuseDamaged(snapshot, { ...asked, looksBack: looksBack(filter) });
  const { spans } = snapshot.sports[asked.sport];
  let taken = 0;
  const count = countBets(spans, filter, mostRowsOfDownload);
  if (count > mostRowsOfDownload) throw tooManyRows();
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(betColumns) + lineEnd);
    let after: PageKey | null = null;
    do {
      const wanted: PageRequest = { after, limit: rowsOfRequest, format: "csv" };
      const { rows, count: found, lastKey }: Page = await withMoments(() => pageOf(betList, spans, filter, wanted));
      if (found > 0) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
      after = lastKey;
      taken++;
      // Others are answered between two pages.
      await setImmediate();
    } while (after !== null);
  }
  return { fileName: csvFileName("bets", asked), count, parts, takenPages: () => taken };
}

/**
 * @throws WrongParameter
 * @throws BeingMended
 * @throws TooBusy
 */
export async function csvOfTrends(visit: Visit): Promise<CsvRows> {
  const { query, snapshot } = visit;
  const asked = trends.read(withoutPaging(query));
  const { judgement, ...set } = judgedSet(snapshot, asked);
  const groups = await visit.ask(sumsOfSet, set);
  if (groups === null) throw tooManyBets();
  const { rows, count } = trendsPage(groups, judgement, { after: null, limit: groups.length, format: "csv" });
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(trendColumns) + lineEnd);
    if (count > 0) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
  }
  return { fileName: csvFileName("trends", asked), count, parts, takenPages: () => 0 };
}

/** @throws WrongParameter for what divides a list into pages: a download has all of them. */
function withoutPaging(query: string): string {
  const name = Object.keys(paging).find((each) => new URLSearchParams(query).has(each));
  if (name !== undefined)
    throw new WrongParameter(name, `${name} is of pages of the API: a download has all rows, as CSV`);
  return query;
}

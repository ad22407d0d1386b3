/** The rows of a download, as the API gives them in CSV: all pages below one header line. */
import { setImmediate } from "node:timers/promises";
import { csvFileName, csvHeader, lineEnd } from "../../contract/csv.ts";
import { paging } from "../../contract/filters/pages.ts";
import { betColumns, bets } from "../../contract/lists/bets.ts";
import { trendColumns, trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { looksBack } from "../../query/bets/filter.ts";
import { betFilterOf } from "../../query/bets/filter-asked.ts";
import { betsPage } from "../../query/bets/page.ts";
import { scanBets } from "../../query/bets/scan.ts";
import type { AskedBy } from "../../query/computing/computing.ts";
import type { Page, PageKey, PageRequest } from "../../query/pages.ts";
import { refuseDamaged } from "../../query/reach.ts";
import type { Shelf } from "../../query/shelf.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { judgedSet, tooManyBets } from "../../query/trends/question.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { mostRowsOfDownload, rowsOfRequest } from "../share/share-row.ts";

export type CsvRows = {
  readonly fileName: string;
  readonly count: number;
  /** The whole file, a part at a time. */
  readonly parts: () => AsyncIterable<Buffer>;
  /** How many pages of the API have been taken of the parts so far. */
  readonly takenPages: () => number;
};

/** More rows match than a download may have. */
export class TooManyRows extends Error {
  override readonly name = "TooManyRows";
}

/**
 * @throws TooManyRows
 * @throws WrongParameter
 * @throws BeingMended
 */
export function csvOfBets(query: string, { snapshot }: AskedBy): CsvRows {
  const asked = bets.read(withoutPaging(query));
  const filter = betFilterOf(asked, asked.book);
  refuseDamaged(snapshot, { ...asked, looksBack: looksBack(filter) });
  const { spans } = snapshot.sports[asked.sport];
  let count = 0;
  let taken = 0;
  scanBets(spans, filter, null, () => ++count <= mostRowsOfDownload);
  if (count > mostRowsOfDownload) throw new TooManyRows();
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(betColumns) + lineEnd);
    let after: PageKey | null = null;
    do {
      const wanted: PageRequest = { after, limit: rowsOfRequest, format: "csv" };
      const { pieces, lastKey }: Page = await withMoments(() => betsPage(spans, filter, wanted));
      for (const rows of pieces) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
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
export async function csvOfTrends(
  { computing }: Pick<Shelf, "computing">,
  query: string,
  by: AskedBy,
): Promise<CsvRows> {
  const asked = trends.read(withoutPaging(query));
  const { judgement, ...set } = judgedSet(by.snapshot, asked);
  const groups = await computing.ask(sumsOfSet, set, by);
  if (groups === null) throw tooManyBets();
  const { pieces, count } = trendsPage(groups, judgement, { after: null, limit: groups.length, format: "csv" });
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(trendColumns) + lineEnd);
    for (const rows of pieces) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
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

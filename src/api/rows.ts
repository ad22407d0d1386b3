/** Lists of rows of games answer with a page of rows, as JSON or CSV, or with 304 when the caller has the page already. */
import { type Column, csvHeader } from "../archive/csv.ts";
import type { Format } from "../archive/formats.ts";
import type { Page, PageRequest } from "../shelf/pages.ts";
import { unlessKnown } from "./conditional.ts";
import { type Question, readCursor, writeCursor } from "./cursor.ts";
import type { Context } from "./endpoint.ts";
import { sendCsv, sendList } from "./envelopes.ts";
import { formatOf } from "./format.ts";
import { pageFreshness } from "./freshness.ts";
import { type Reach, refuseDamaged } from "./reach.ts";

/** The parameters that both lists have. */
export type Asked = Reach & {
  readonly team: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly format: Format | null;
};

export type RowSource = {
  /** As it stands in the path, for the cursor and the name of a file. */
  readonly name: string;
  readonly columns: readonly Column[];
};

export function answerRows(
  { snapshot, request, reply }: Context,
  { name, columns }: RowSource,
  asked: Asked,
  filter: Readonly<Record<string, unknown>>,
  page: (wanted: PageRequest) => Page,
): ReturnType<typeof unlessKnown> {
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, request.headers.accept);
  const question: Question = [name, { sport: asked.sport, ...filter }];
  const after = cursor === null ? null : readCursor(cursor, question);
  refuseDamaged(snapshot, asked);
  return unlessKnown(reply, pageFreshness(snapshot, asked, [question, limit, cursor], format), () => {
    const { pieces, count, lastKey } = page({ after, limit, format });
    const nextCursor = lastKey === null ? null : writeCursor(question, lastKey);
    if (format === "json") return sendList(reply, pieces, count, nextCursor);
    return sendCsv(reply, { header: csvHeader(columns), pieces, nextCursor, fileName: fileNameOf(name, asked) });
  });
}

/** A name such as `gradeline-odds-nba-2025.csv`. Its values were read strictly, so it needs no quoting. */
function fileNameOf(name: string, { sport, season, from, to, team, game_id = null }: Asked): string {
  const range = [from === null ? null : `from-${from}`, to === null ? null : `to-${to}`];
  const parts = ["gradeline", name, sport, season, ...range, team, game_id];
  return `${parts.filter((part) => part !== null).join("-")}.csv`;
}

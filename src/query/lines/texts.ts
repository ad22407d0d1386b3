/** The texts of the values that lines have, each with the constant text before it. */

import { type LineRow, lineColumns } from "../../contract/lists/lines.ts";
import { bookById } from "../../domain/books.ts";
import { doubtNameOf } from "../../domain/doubt-names.ts";
import { lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import type { Market } from "../../domain/sports.ts";
import { lineKeyParts } from "../../release/packed-lines.ts";
import { closeFlag, openFlag } from "../../release/packed-path.ts";
import { lineTexts, priceTexts } from "../row-texts/market-texts.ts";
import { inEachFormat, type RowFrame } from "../row-texts/row-frame.ts";
import { remembered, TextTable } from "../row-texts/text-table.ts";

/** What all rows of a series have in common: the columns that say of what the lines are, and how prices are written. */
type SeriesTexts = {
  readonly place: string;
  readonly first: TextTable;
  /** With whether the run has the opening and the closing, by the flags of both. */
  readonly second: readonly TextTable[];
};

/** All texts of one format. Put one after the other in the order in which they are declared here, they are a row. */
export type LineTexts = ReturnType<typeof textsOf>;

/** So many captures in a row, tenths of minutes (two days) and numbers of doubts have their texts kept. */
const most = { captures: 500, tenths: 28_800, doubt: 31 };

/** The flags that say which ends of the series a run has. */
export const endFlags = openFlag | closeFlag;

export const lineTextsOf = inEachFormat(lineColumns, textsOf);

function textsOf(frame: RowFrame) {
  const { quote, end } = frame;
  const timeTexts = (before: string, after: string) => {
    const [begin, rest] = [[before, quote].join(""), [quote, after].join("")];
    return {
      at: (iso: string) => [begin, iso, rest].join(""),
      none: [before, frame.write(null), after].join(""),
    };
  };
  const ends = Array.from({ length: endFlags + 1 }, (_, flags) =>
    frame.written("is_open", [(flags & openFlag) !== 0, (flags & closeFlag) !== 0]),
  );
  const homeAndAway = {
    first: priceTexts(frame, "home_price"),
    second: ends.map((text) =>
      priceTexts(frame, "away_price", { after: frame.written("over_price", [null, null], text) }),
    ),
  };
  const overAndUnder = {
    first: priceTexts(frame, "home_price", { nullsBefore: 2 }),
    second: ends.map((text) => priceTexts(frame, "under_price", { after: text })),
  };
  return {
    /** By its key. */
    series: remembered((key: number): SeriesTexts => {
      const { bookId, period, market } = lineKeyParts(key);
      const book = bookById(bookId);
      if (book === null) throw new RangeError(`there is no book ${bookId}`);
      const values = [bookId, book.slug, linePeriodOf(period), lineMarketOf(market), teamOf(market)];
      return {
        place: frame.written("book_id", values, frame.before("first_seen")),
        ...(market === "moneyline" || market === "spread" ? homeAndAway : overAndUnder),
      };
    }),
    first: timeTexts("", ""),
    last: timeTexts(frame.before("last_seen"), frame.before("captures")),
    captures: new TextTable(1, most.captures, (count) => frame.write(count)),
    line: lineTexts(frame, "line"),
    /** The end of a row without doubt. */
    minutesAlone: new TextTable(0, most.tenths, (tenths) =>
      frame.written("minutes_before_start", [tenths / 10, null], end),
    ),
    noMinutesAlone: frame.written("minutes_before_start", [null, null], end),
    minutes: new TextTable(0, most.tenths, (tenths) => frame.written("minutes_before_start", [tenths / 10])),
    noMinutes: frame.written("minutes_before_start", [null]),
    /** By its number; the end of a row. */
    doubt: new TextTable(0, most.doubt, (number) => frame.written("doubt", [doubtNameOf(number)], end)),
  };
}

/** The team whose total it is. */
function teamOf(market: Market): LineRow["team"] {
  return market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null;
}

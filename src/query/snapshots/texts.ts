/** The texts of the values that lines at a moment have, each with the constant text before it. */
import { type SnapshotRow, snapshotColumns } from "../../contract/lists/snapshots.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import { lineKeyParts } from "../../release/packed-lines.ts";
import { lineTexts, priceTexts } from "../row-texts/market-texts.ts";
import { inEachFormat, type RowFrame } from "../row-texts/row-frame.ts";
import { remembered, TextTable } from "../row-texts/text-table.ts";

export type Winner = SnapshotRow["winner"];

/** All texts of one format. Put one after the other in the order in which they are declared here, they are a row. */
export type SnapshotTexts = ReturnType<typeof textsOf>;

/** Ages of up to so many tenths of minutes, two days, have their texts kept. */
const mostTenths = 28_800;

export const snapshotTexts = inEachFormat(snapshotColumns, textsOf);

function textsOf(frame: RowFrame) {
  const { quote, write, end } = frame;
  const noOther = frame.written("over_price", [null, null]);
  const homeAndAway = {
    first: priceTexts(frame, "home_price"),
    second: priceTexts(frame, "away_price", { after: noOther }),
  };
  const overAndUnder = {
    first: priceTexts(frame, "home_price", { nullsBefore: 2 }),
    second: priceTexts(frame, "under_price"),
  };
  return {
    frame,
    team: remembered((abbreviation: string | null) => write(abbreviation)),
    minutes: remembered((minutes: number) =>
      frame.written("minutes_before", [minutes], frame.before("moment") + quote),
    ),
    afterTime: quote,
    /** What a line is of, by the key of its period, market and book, and how its prices are written. */
    series: remembered((key: number) => {
      const { bookId, period, market } = lineKeyParts(key);
      const team = market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null;
      const values = [linePeriodOf(period), lineMarketOf(market), team, ...bookValues(bookId)];
      return {
        place: frame.written("period", values),
        ...(market === "moneyline" || market === "spread" ? homeAndAway : overAndUnder),
      };
    }),
    line: lineTexts(frame, "line"),
    age: new TextTable(0, mostTenths, (tenths) => frame.written("age_minutes", [tenths / 10])),
    /** The end of a row. */
    winner: remembered((winner: Winner) => frame.written("winner", [winner], end)),
  };
}

function bookValues(bookId: number) {
  if (bookId === consensusBookId) return [null, "consensus", "Consensus"] as const;
  const known = bookById(bookId);
  if (known === null) throw new RangeError(`there is no book ${bookId}`);
  return [bookId, known.slug, known.name] as const;
}

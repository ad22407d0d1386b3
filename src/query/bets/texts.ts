/**
 * The texts of the values that bets have, each with the constant text before it. Bets repeat few different lines, prices and
 * profits, so that a row is a dozen look-ups and no rendering.
 */

import { betColumns } from "../../contract/lists/bets.ts";
import { type Outcome, outcomeNames, tenThousand } from "../../domain/bets/grading.ts";
import type { MovementSign } from "../../domain/bets/movement.ts";
import type { BetSide } from "../../domain/bets/sides.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { lineTexts, priceTexts } from "../row-texts/market-texts.ts";
import { inEachFormat, type RowFrame } from "../row-texts/row-frame.ts";
import { remembered, TextTable } from "../row-texts/text-table.ts";
import type { Role } from "./bet.ts";
import { momentTexts } from "./moment-texts.ts";
import { profitTexts } from "./profit-texts.ts";

/** All texts of one format. Put one after the other in the order in which they are declared here, they are a row. */
export type BetTexts = ReturnType<typeof textsOf>;

const outcomes = [0, 1, 2, 3] as const;

/** Scores of up to so many points have their texts kept. */
const mostPoints = 200;

export const betTexts = inEachFormat(betColumns, textsOf);

function textsOf(frame: RowFrame) {
  const { quote, write } = frame;
  const roleTexts = ["underdog", null, "favorite"].flatMap((role) =>
    [false, null, true].map((beat) => frame.written("role", [role, beat])),
  );
  const noShift = frame.written("closing_line.probability", [null]);
  return {
    frame,
    /** The columns that say what is bet on, without the team. */
    side: remembered(({ betType, periodName, marketName, selection }: BetSide): string => {
      const values = [betType, periodName, marketName, selection];
      return frame.written("bet_type", values, frame.before("side_team"));
    }),
    team: remembered((abbreviation: string | null) => write(abbreviation)),
    noTeam: write(null),
    book: bookTexts(frame),
    open: quoteTexts(frame, "open"),
    close: quoteTexts(frame, "close"),
    time: (iso: string): string => [quote, iso, quote].join(""),
    noVig: new TextTable(-1, tenThousand, (parts) =>
      frame.written("close.no_vig_probability", [parts < 0 ? null : parts / tenThousand]),
    ),
    home: new TextTable(0, mostPoints, (points) => frame.written("score.home", [points])),
    away: new TextTable(0, mostPoints, (points) => frame.written("score.away", [points])),
    results: resultTexts(frame),
    profitClose: profitTexts(frame, "profit.close"),
    /** The role, and whether the open beat the close. */
    role: (role: Role, movement: MovementSign): string => roleTexts[3 * (role + 1) + (movement ?? 0) + 1] as string,
    /** Points alone, and shifts of the probability, which are where there are no points or 0 of them. */
    pointsAlone: lineTexts(frame, "closing_line.points", noShift),
    shiftWithout: shiftTexts(frame, null),
    shiftAtZero: shiftTexts(frame, 0),
    /** The end of a row. */
    moment: momentTexts(frame),
  };
}

/** The texts of a book's id, slug and name and the count of books. */
function bookTexts(frame: RowFrame): (bookId: number, count: number) => string {
  const textOf = (bookId: number, count: number): string => {
    if (bookId === consensusBookId) return frame.written("book_id", [null, "consensus", "Consensus", count]);
    const known = bookById(bookId);
    if (known === null) throw new RangeError(`there is no book ${bookId}`);
    return frame.written("book_id", [bookId, known.slug, known.name, count]);
  };
  const ofBook = new TextTable(1, 255, (bookId) => textOf(bookId, 1));
  const ofConsensus = new TextTable(0, 255, (count) => textOf(consensusBookId, count));
  return (bookId, count) => (bookId === consensusBookId ? ofConsensus.of(count) : ofBook.of(bookId));
}

/** The texts of the opening or the closing quote, without its probability. */
function quoteTexts(frame: RowFrame, member: "open" | "close") {
  const [price, time] = [`${member}.price`, `${member}.captured_at`];
  return {
    line: lineTexts(frame, `${member}.line`),
    /** The price of a quote whose time follows, and of one without a time. */
    price: priceTexts(frame, price, { after: frame.before(time) }),
    untimedPrice: priceTexts(frame, price, { after: frame.written(time, [null]) }),
  };
}

/** The texts of both results and of the profit at the opening price. */
function resultTexts(frame: RowFrame): (open: Outcome, close: Outcome, openPrice: number) => string {
  const writers = outcomes.flatMap((open) =>
    outcomes.map((close) => {
      const results = frame.written("result.open", [outcomeNames[open], outcomeNames[close]]);
      return profitTexts(frame, "profit.open", { before: results });
    }),
  );
  return (open, close, openPrice) => (writers[4 * open + close] as (typeof writers)[number])(openPrice, open);
}

/** The texts of shifts of the probability in ten thousandths, after points. */
function shiftTexts(frame: RowFrame, points: number | null): TextTable {
  return new TextTable(-tenThousand, tenThousand, (parts) =>
    frame.written("closing_line.points", [points, parts / tenThousand]),
  );
}

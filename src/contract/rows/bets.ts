/** The row of `/v1/bets`. */
import type { Static } from "typebox";
import { selections } from "../../domain/bets/sides.ts";
import { lineMarkets, linePeriods } from "../../domain/market-names.ts";
import { orNull } from "../../domain/schemas.ts";
import { columnsOf } from "../csv.ts";
import { enumTexts } from "../enum-texts.ts";
import {
  anAbbreviation,
  aShare,
  aSlug,
  as,
  choice,
  count,
  integer,
  minutes,
  nullable,
  object,
  price,
  text,
} from "../members.ts";
import { gameHeadMembers } from "./game-head.ts";
import { momentMember } from "./snapshots.ts";

/** The members that the opening and the closing line of a bet both have. */
const sideMembers = (line: number, american: number, captured: string) => ({
  line: nullable.number(
    "line as the selection sees it: the away line is minus the home line, over and under share theirs; null for a " +
      "moneyline, and where no line was captured",
    line,
  ),
  price: price("price of the selection, American odds; null where none was captured", american),
  captured_at: nullable.time(
    "when the line was captured, ISO 8601 UTC with milliseconds; null for the consensus, and where the source says no time",
    captured,
  ),
});

const BetOpen = object(
  "BetOpen",
  "The first captured line and price of a bet.",
  sideMembers(7, -110, "2025-08-28T16:00:00.000Z"),
);

const BetClose = object("BetClose", "The last line and price of a bet before the start.", {
  ...sideMembers(8.5, -112, "2025-09-05T00:15:00.000Z"),
  no_vig_probability: nullable.number(
    "implied probability of this price without the vig, as a share of both sides' implied probabilities, 4 decimals; " +
      "null when either side has no price",
    0.5043,
    aShare,
  ),
});

const BetScore = object("BetScore", "Points of both teams in the period that is bet on.", {
  home: count("points of the home team", 24, 1000),
  away: count("points of the away team", 20, 1000),
});

const outcome = (description: string) => nullable.choice(["won", "lost", "push"], description, "won");

const BetResult = object("BetResult", "What became of a bet at the opening and at the closing line.", {
  open: outcome("result against the opening line; null without one"),
  close: outcome("result against the closing line; null without one"),
});

const profit = (line: string, example: number) =>
  nullable.number(`profit at the ${line} line and price, 4 decimals; null without a price or a result`, example, {
    minimum: -1,
    maximum: 10_000,
    "x-unit": "stakes",
  });

const BetProfit = object("BetProfit", "Units won on a stake of one unit at the opening and at the closing price.", {
  open: profit("opening", 0.9091),
  close: profit("closing", 0.8929),
});

const BetClosingLine = object(
  "BetClosingLine",
  "Whether the open was better for the bettor than the close, and by how much.",
  {
    beat: nullable.boolean(
      "whether the open was better than the close: a higher line for a team and for under, a lower one for over; at the same line " +
        "the price that pays more; null where both are the same, and where a line or price is missing that decides",
      false,
    ),
    points: nullable.number(
      "points by which the open was better than the close, below 0 where it was worse; null for a moneyline, and without both lines",
      -1.5,
      { minimum: -1000, maximum: 1000, "x-unit": "points" },
    ),
    probability: nullable.number(
      "the close's no-vig probability minus the open's, both exact and the difference rounded to 4 decimals; " +
        "null where the line moved, and without all four prices",
      null,
      { minimum: -1, maximum: 1 },
    ),
  },
);

const BetAtMoment = object("BetAtMoment", "A bet at the line and the price of a moment before the start.", {
  minutes_before: momentMember,
  line: nullable.number("line as the selection sees it; null for a moneyline, and where no capture is young enough", 8),
  price: price("price of the selection, American odds; null where no capture is young enough", -110),
  age_minutes: nullable.number("age of the capture at the moment, as in /v1/snapshots; null without one", 4.4, {
    minimum: 0,
    ...minutes,
  }),
  result: outcome("result against this line; null without one"),
  profit: profit("moment's", 0.9091),
});

export const BetRow = object(
  "BetRow",
  "One side of a bet at one book or at the consensus, graded against its own lines.",
  {
    ...gameHeadMembers,
    bet_type: text("one of the sport's bet_types", "spread", aSlug),
    period: choice(linePeriods, `the period that is bet on; ${enumTexts.period}`, "game"),
    market: choice(lineMarkets, enumTexts.market, "spread"),
    selection: choice(selections, enumTexts.selection, "away"),
    side_team: nullable.text(
      "abbreviation of the team that is bet on, or whose total it is; null for the total of both teams",
      "DAL",
      anAbbreviation,
    ),
    book_id: nullable.integer("number of the sportsbook; null for the consensus", 1, { minimum: 1, maximum: 65_535 }),
    book: text("slug of the sportsbook; consensus for the consensus", "draftkings", aSlug),
    book_name: text("name of the sportsbook; Consensus for the consensus", "DraftKings"),
    books: integer("how many books posted this market of this period; 1 on a book's own row", 1, {
      minimum: 1,
      maximum: 65_535,
    }),
    open: as(BetOpen, "what the selection could be bet at when it was first captured"),
    close: as(BetClose, "what the selection could be bet at before the start"),
    score: as(BetScore, "score of the period that is bet on"),
    result: as(BetResult, "the score, graded against this row's own lines"),
    profit: as(BetProfit, "units won on a stake of one unit"),
    role: nullable.choice(
      ["favorite", "underdog"],
      "by this row's own closing spread, else by the closing moneyline of the same book and period; null for totals, and " +
        "when neither side is favored",
      "underdog",
    ),
    closing_line: as(BetClosingLine, "whether the open was better for the bettor than the close, and by how much"),
    at_moment: orNull(as(BetAtMoment, "the bet at the moment of price_at; null without price_at")),
  },
);

export type BetRow = Static<typeof BetRow>;

export const betColumns = columnsOf(BetRow);

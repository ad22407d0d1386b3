/** `/v1/bets`: its row, its filters and the endpoint. */
import { type Static, Type } from "typebox";
import { allBetTypes, betSides, type Selection, selections } from "../../domain/bets/sides.ts";
import { isOdds, largestOdds } from "../../domain/bounds.ts";
import { houseRules, type Rules, rulesNames } from "../../domain/house-rules.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { orNull } from "../../domain/schemas.ts";
import { type BetType, sportFacts } from "../../domain/sports.ts";
import { anyBookMembers } from "../book-members.ts";
import { endpoint, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { betBook } from "../filters/books.ts";
import { formFilters } from "../filters/form.ts";
import { gameFilters, paging } from "../filters/games.ts";
import { betMarket, betPeriod, checkPriceAt, priceAtFilters } from "../filters/markets.ts";
import { betOnFilters, situationFilters } from "../filters/situations.ts";
import { gameHeadMembers } from "../game-members.ts";
import type { OtherWords } from "../hints.ts";
import {
  abbreviationShape,
  ageInMinutes,
  as,
  bookIdBounds,
  choice,
  count,
  fromZeroToOne,
  integer,
  nullable,
  object,
  points,
  price,
  slugShape,
  text,
} from "../members.ts";
import { choiceOf, chosen, decimal, optional, type Parameter, withDefault, wrongValue } from "../parameter.ts";
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
    fromZeroToOne,
  ),
});

const BetScore = object("BetScore", "Points of both teams that decide a bet.", {
  home: count("points of the home team", 24, 1000),
  away: count("points of the away team", 20, 1000),
});

const outcomes = ["won", "lost", "push", "void"] as const;
const outcome = (description: string) => nullable.choice(outcomes, description, "won");

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
      points,
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
  age_minutes: nullable.number(
    "age of the capture at the moment, as in /v1/snapshots; null without one",
    4.4,
    ageInMinutes,
  ),
  result: outcome("result against this line; null without one"),
  profit: profit("moment's", 0.9091),
});

export const BetRow = object(
  "BetRow",
  "One side of a bet at one book or at the consensus, settled against its own lines.",
  {
    ...gameHeadMembers,
    bet_type: text("one of the sport's bet_types", "spread", slugShape),
    period: choice(linePeriods, `the period that is bet on; ${enumTexts.period}`, "game"),
    market: choice(lineMarkets, enumTexts.market, "spread"),
    selection: choice(selections, enumTexts.selection, "away"),
    side_team: nullable.text(
      "abbreviation of the team that is bet on, or whose total it is; null for the total of both teams",
      "DAL",
      abbreviationShape,
    ),
    ...anyBookMembers,
    books: integer("how many books posted this market of this period; 1 on a book's own row", 1, bookIdBounds),
    open: as(BetOpen, "what the selection could be bet at when it was first captured"),
    close: as(BetClose, "what the selection could be bet at before the start"),
    score: as(
      BetScore,
      "score that decides: that of the period, and of a second half with overtime (without it for rules=score)",
    ),
    result: as(BetResult, "how the bet was settled against this row's own lines"),
    profit: as(BetProfit, "units won on a stake of one unit"),
    role: nullable.choice(
      ["favorite", "underdog"],
      "by this row's own closing spread, else by the closing moneyline of the same book and period; null for totals, and " +
        "when neither side is favored",
      "underdog",
    ),
    rule: nullable.choice(
      houseRules.map(({ name }) => name),
      "row of the house rules that settled the bet, see /rules; null for rules=score",
      "football_game",
    ),
    closing_line: as(BetClosingLine, "whether the open was better for the bettor than the close, and by how much"),
    at_moment: orNull(as(BetAtMoment, "the bet at the moment of price_at; null without price_at")),
  },
);

export type BetRow = Static<typeof BetRow>;

const otherBetTypes: OtherWords = {
  moneyline: "ml h2h",
  spread: "ats",
  run_line: "spread ats",
  puck_line: "spread ats",
  total: "ou overunder",
  first_5_moneyline: "f5moneyline",
  first_5_runline: "f5runline",
  inn5_total: "f5total first5total",
  inn1_total: "nrfi yrfi",
  first_half_spread: "1hspread",
  first_half_total: "1htotal",
  first_half_moneyline: "1hmoneyline",
  second_half_spread: "2hspread",
  second_half_total: "2htotal",
  second_half_moneyline: "2hmoneyline",
};

const betType: Parameter<readonly BetType[] | null> = optional(
  {
    meaning: "comma-separated bet types of the sport, as /v1/sports lists them; all when absent",
    schema: Type.String({ pattern: "^[a-z0-9_]+(,[a-z0-9_]+)*$", maxLength: allBetTypes.join(",").length }),
    example: "spread,total",
  },
  (text, name, sport) => {
    const { betTypes } = sportFacts[sport];
    const must = `a comma-separated list of bet types of ${sport}: ${betTypes.join(", ")}`;
    const wanted = text.split(",").map((each) => chosen<BetType>(name, each, betTypes, must, otherBetTypes));
    return betTypes.filter((each) => wanted.includes(each));
  },
);

const selection: Parameter<Selection | null> = choiceOf({
  meaning: "only bets on this side",
  values: selections,
  example: "away",
  others: { away: "visitor road", home: "host" },
  valuesIn: (sport) => selections.filter((each) => betSides[sport].some((side) => side.selection === each)),
  must: (sport, allowed) => `one that ${sport} has: ${allowed}`,
});

/** One bound of the closing line. No line has more points. */
const lineBound = (bound: "smallest" | "largest", example: number): Parameter<number | null> => {
  const meaning = `${bound} closing line to include, from the selection's point of view`;
  return decimal(meaning, { least: -1000, most: 1000 }, "7 or -3.5", example);
};

/** One bound of the closing price. Even money is 100, so that -100 is read as that. */
const priceBound = (bound: "smallest" | "largest", example: number): Parameter<number | null> =>
  optional(
    {
      meaning:
        `${bound} closing price to include, American odds in the order of what they pay: 150 is above -110; ` +
        "-100 or below, or 100 or above; bets without a price are left out",
      schema: Type.Integer({ minimum: -largestOdds, maximum: largestOdds }),
      example,
    },
    (text, name) => {
      const value = /^-?\d{3,7}$/.test(text) ? Number(text) : Number.NaN;
      if (isOdds(value)) return value === -100 ? 100 : value;
      throw wrongValue(name, `American odds: a whole number from 100 to ${largestOdds}, or its minus`, text);
    },
  );

export const betFilters = {
  bet_type: betType,
  market: betMarket,
  period: betPeriod,
  selection,
  role: choiceOf({
    meaning: "only bets on this role",
    values: ["favorite", "underdog"],
    example: "underdog",
    others: { favorite: "fav favourite", underdog: "dog" },
  }),
  result: choiceOf({
    meaning: "only bets with this result against the close",
    values: outcomes,
    example: "won",
    others: { won: "win w", lost: "loss lose l", push: "pushed tie p", void: "voided refund refunded cancelled" },
  }),
  rules: withDefault<Rules>(
    choiceOf({
      meaning: "what settles the bets: house, the rules of US books; or score, the score of the period alone",
      values: rulesNames,
      example: "house",
      others: { house: "books", score: "period final" },
    }),
    "house",
  ),
  min_line: lineBound("smallest", 7),
  max_line: lineBound("largest", 10.5),
  min_price: priceBound("smallest", -150),
  max_price: priceBound("largest", 130),
};

export const bets = endpoint("/bets", "listBets", "List bets", {
  tag: "Bets",
  sentence:
    "One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the " +
    "profit of one unit staked.",
  details:
    "Lines are the selection's: that of an away team is minus the home line. Without `book`, the rows are those of the " +
    "consensus. Rows come oldest first.",
  parameters: {
    ...gameFilters,
    ...betFilters,
    book: betBook,
    ...situationFilters,
    ...betOnFilters,
    ...formFilters,
    ...priceAtFilters,
    ...paging,
  },
  check: checkPriceAt,
  oneOf: ["season", "from", "to", "team", "on", "game_id"],
  answer: page("BetList", "A page of bets.", BetRow),
  shape: 6,
});

/** `/v1/snapshots`: lines at moments before the start. */
import type { Static } from "typebox";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { anyBookMembers, pricedLine } from "../book-members.ts";
import { endpoint, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { bookOrAll } from "../filters/books.ts";
import { gameFilters, paging } from "../filters/games.ts";
import { betMarket, betPeriod, maxAge, minutesBefore } from "../filters/markets.ts";
import { gameHeadMembers } from "../game-members.ts";
import { ageInMinutes, choice, integer, minutes, nullable, number, object, time } from "../members.ts";

export const momentMember = integer("how many minutes before the start the moment is", 60, {
  minimum: 5,
  maximum: 1440,
  ...minutes,
});

export const SnapshotRow = object(
  "SnapshotRow",
  "A line as one book, or the consensus, had it at a moment before the start, and which side of it won.",
  {
    ...gameHeadMembers,
    minutes_before: momentMember,
    moment: time("the moment in UTC: start_time less minutes_before", "2025-09-04T23:20:00.000Z"),
    period: choice(linePeriods, `the period of the line; ${enumTexts.period}`, "game"),
    market: choice(lineMarkets, enumTexts.market, "spread"),
    team: nullable.choice(["home", "away"], "whose total a team total is; null for other markets", null),
    ...anyBookMembers,
    ...pricedLine,
    age_minutes: number(
      "minutes from the last capture that showed this until then to the moment, 1 decimal; 0 where a later one showed it still; " +
        "of the consensus that of the oldest capture that it was made of",
      4.4,
      ageInMinutes,
    ),
    winner: nullable.choice(
      ["home", "away", "over", "under", "push", "void"],
      "the side that won against this line by the house rules, as in /v1/bets; null where the period was not played",
      "away",
    ),
  },
);

export type SnapshotRow = Static<typeof SnapshotRow>;

export const snapshots = endpoint("/snapshots", "listSnapshots", "List lines at moments", {
  tag: "Odds",
  sentence:
    "One row per game, moment before the start, period, market and book, and one for the consensus: the line and the prices of " +
    "the last capture until then, how old it was, and which side won.",
  details:
    "Moments are 1440, 720, 360, 180, 60, 30, 15 and 5 minutes before the start. Rows come oldest game first, then by moment, the " +
    "earliest first.",
  parameters: {
    ...gameFilters,
    book: bookOrAll,
    market: betMarket,
    period: betPeriod,
    minutes_before: minutesBefore,
    max_age_minutes: maxAge("no bound when absent"),
    ...paging,
  },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("SnapshotList", "A page of lines at moments before the start.", SnapshotRow),
  shape: 4,
});

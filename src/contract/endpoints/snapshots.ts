import { endpoint } from "../endpoint.ts";
import { bookOrAll } from "../parameters/books.ts";
import { gameFilters } from "../parameters/games.ts";
import { betMarket, betPeriod } from "../parameters/markets.ts";
import { maxAge, minutesBefore } from "../parameters/moments.ts";
import { paging } from "../parameters/pages.ts";

export const snapshots = endpoint({
  path: "/snapshots",
  operation: "listSnapshots",
  tag: "Odds",
  summary: "List lines at moments",
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
  answer: "SnapshotList",
  shape: 3,
});

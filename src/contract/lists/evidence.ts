/** `/v1/games/{game_id}/evidence`: who states each published fact of a game, who states otherwise, and why that does not count. */
import type { Static } from "typebox";
import { evidenceFacts, evidenceRuleNames } from "../../domain/evidence.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { endpoint, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { book } from "../filters/books.ts";
import { gameIdInPath, paging } from "../filters/games.ts";
import { linePeriod, market } from "../filters/markets.ts";
import { ageInMinutes, boolean, choice, nullable, object, slugShape, text } from "../members.ts";

export const EvidenceRow = object(
  "EvidenceRow",
  "What one source states of one fact of a game. Of each published fact exactly one row is used, and equals what is published.",
  {
    fact: choice(evidenceFacts, enumTexts.fact, "close"),
    book: nullable.text("slug of the sportsbook; null where the fact is none of a line", "draftkings", slugShape),
    period: nullable.choice(linePeriods, `${enumTexts.period}; null as book`, "game"),
    market: nullable.choice(lineMarkets, `${enumTexts.market}; null as book`, "spread"),
    team: nullable.choice(["home", "away"], "the team whose total it is; null for all else", null),
    source: text("name of the source that states it", "the-odds-api", { maxLength: 64 }),
    value: text("what is stated, as text; docs/evidence has the form for each fact", "-8.5 -108 -112", {
      maxLength: 1000,
    }),
    stated_at: nullable.time(
      "when the source stated it, or the book showed it, UTC; null where nothing tells",
      "2025-09-05T00:15:38.000Z",
    ),
    used: boolean("whether this statement is the published one", true),
    rule: nullable.choice(
      evidenceRuleNames,
      "name of the rule by which it is not used; null where it is, and where it says the same or is believed after the one that is",
      null,
    ),
    captures: nullable.count("how many captures in a row showed this line and these prices; null as book", 9),
    minutes_before_start: nullable.number(
      "minutes from stated_at to the start; null as book, and as stated_at",
      4.4,
      ageInMinutes,
    ),
    is_first_seen: boolean(
      "whether it is the opening only because it is the first capture: earlier prices may have existed",
      false,
    ),
  },
);

export type EvidenceRow = Static<typeof EvidenceRow>;

export const evidence = endpoint("/games/:game_id/evidence", "listEvidence", "List the evidence of a game", {
  tag: "Odds",
  sentence: "Who states each published fact of one game, who states otherwise, and by which rule that does not count.",
  details: "With book, market or period only rows of lines come.",
  inPath: { game_id: gameIdInPath },
  parameters: { book, market, period: linePeriod, ...paging },
  answer: page("EvidenceList", "A page of statements.", EvidenceRow, {
    order: "facts of the game first, then by period, market, team, book and fact; the statement that is used first",
  }),
  shape: 1,
});

/** The meaning of every value of every enumeration. */
import { bySport, sportFacts } from "../domain/sports.ts";
import { entryOf, errorCodes } from "./errors.ts";

export const weekdayNames = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

const named = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([value, meaning]) => `\`${value}\`: ${meaning}`)
    .join("; ");

const partsOfGames = {
  "1h": "first half",
  "2h": "second half",
  "q1 to q4": "quarters",
  p1: "first period",
  inn1: "first inning",
  inn5: "first five innings",
};

export const enumTexts = {
  sport: named(bySport((sport) => sportFacts[sport].name)),
  season_type: named({ regular: "regular season", postseason: "play-in and playoffs, bowls", all: "both" }),
  market: named({
    moneyline: "who wins",
    spread: "by how much; run line in mlb, puck line in nhl",
    total: "points of both teams",
    team_total: "points of one team",
  }),
  selection: named({
    home: "the home team",
    away: "the away team",
    over: "more points than the line",
    under: "fewer points than the line",
  }),
  role: named({ favorite: "the side that is more likely to win, as the lines have it", underdog: "the other side" }),
  result: named({
    won: "the bet won",
    lost: "the bet lost",
    push: "the stake came back: the score was exactly the line",
    void: "the stake came back by a house rule",
  }),
  rules: named({ house: "as US books settle", score: "by the score of the period alone" }),
  weekday: named(weekdayNames),
  open_moved: named({
    toward: "the close asks more of the bet than the open",
    away: "it asks less",
    none: "line and price are the same",
  }),
  indoor: named({ true: "under a roof", false: "in the open" }),
  shortened: named({
    true: "fewer than nine innings (eight and a half with the home side ahead)",
    false: "a whole game",
  }),
  group_by: named({
    none: "no groups",
    "season, week, month": "of the game",
    team: "the team that is bet on, and for totals both teams",
    "book, bet_type, selection, role": "of the bet",
    line: "the closing line as the selection sees it",
  }),
  verdict: named({
    "no evidence": "chance explains the record: p_adjusted is above 0.05, or there is nothing to judge by",
    "unlikely by chance": "p_adjusted is 0.05 or less",
  }),
  format: named({ json: "the list in its envelope", csv: "a table, with the next cursor in X-Next-Cursor" }),
  period: named({
    game: "the whole game",
    ...partsOfGames,
    "p2, p3": "second and third period",
    ot: "everything after regulation",
  }),
  partOfGame: named(partsOfGames),
  fact: named({
    "start, score, period_scores, venue, official, neutral_site": "of the game",
    "open, close": "of a book's line",
  }),
  change: named({
    added: "the game came in",
    changed: "values of it are other ones",
    removed: "the game was taken out",
  }),
  code: named(Object.fromEntries(errorCodes.map((code) => [code, entryOf(code).when.replace(/\.$/, "")]))),
} as const;

/**
 * Retrosheet: game logs of a season (gl2023.txt), 161 fields a game, without a header and without times of day.
 * A game that was suspended stands under the day of its first pitch, with the score that it ended with [D-4].
 */
import type { ProviderName } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { Starter } from "../../domain/teams/team.ts";
import { isCalendarDate } from "../../domain/times.ts";
import { gameItem } from "../game-rules.ts";
import { parseCsv } from "../parse.ts";
import { type GameRecord, nothingStated, startersMember } from "../records.ts";
import { type FeedItem, InputError, refuse, type Source } from "../refusals.ts";
import { teamNamed } from "../team-names.ts";

const provider = "retrosheet" satisfies ProviderName;

const fieldsOfGame = 161;

/** Places in a row, from 0: Retrosheet's own guide counts them from 1. */
const at = {
  date: 0,
  number: 1,
  away: 3,
  awayGameNumber: 5,
  home: 6,
  homeGameNumber: 8,
  awayScore: 9,
  homeScore: 10,
  completion: 13,
  forfeit: 14,
  park: 16,
  awayLine: 19,
  homeLine: 20,
  plateUmpire: 78,
  awayStarter: 101,
  awayStarterName: 102,
  homeStarter: 103,
  homeStarterName: 104,
} as const;

type Field = keyof typeof at;
type Row = readonly string[];

function cell(row: Row, field: Field): string {
  return (row[at[field]] ?? "").trim();
}

function wholeNumber(row: Row, field: Field): number {
  const text = cell(row, field);
  return /^\d{1,3}$/.test(text) ? Number(text) : refuse("malformed", `"${text}" is not a whole number`, field);
}

function calendarDate(text: string, field: Field): string {
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isCalendarDate(date) ? date : refuse("malformed", `"${text}" is not a date`, field);
}

/** The log of a game that was completed later says when, where and at which score it went on: `20230514,WAS11,0,1,13`. */
function resumedOnOf(row: Row, date: string): Pick<GameRecord, "resumed_on"> {
  const [text = ""] = cell(row, "completion").split(",");
  if (text === "") return {};
  const resumedOn = calendarDate(text, "completion");
  return resumedOn > date ? { resumed_on: resumedOn } : {};
}

/** 1 to 3 in a doubleheader of two clubs; A and B are those of three clubs, where no pair plays twice. */
function numberOf(row: Row): number | null {
  const text = cell(row, "number");
  if (["0", "A", "B"].includes(text)) return null;
  return /^[123]$/.test(text) ? Number(text) : refuse("malformed", `"${text}" is no number of a game`, "number");
}

/** Runs of each inning: a digit, `(10)` for ten and more, `x` for a half inning that was not batted. */
function inningsOf(row: Row, field: "awayLine" | "homeLine"): (number | null)[] {
  const text = cell(row, field);
  const innings = text.match(/\d|x|\(\d{2}\)/g) ?? [];
  if (innings.join("") !== text) return refuse("malformed", `"${text}" is not a line score`, field);
  return innings.map((inning) => (inning === "x" ? null : Number(inning.replace(/[()]/g, ""))));
}

/** Null when the log has none of the game. */
function lineScoreOf(row: Row): GameRecord["line_score"] {
  const home = inningsOf(row, "homeLine");
  const away = inningsOf(row, "awayLine");
  return home.length === 0 && away.length === 0 ? null : { home, away };
}

/** Of the clubs' games of the season, a log counts those before this one, too. */
const fewestBeforeEnd = 100;

/**
 * The logs of a postseason look the same and do not say what they are; their games are counted from 1 again, at a time
 * of the year when every club has played more than a hundred.
 */
function checkSeasonType(row: Row, date: string): void {
  const home = wholeNumber(row, "homeGameNumber");
  const away = wholeNumber(row, "awayGameNumber");
  if (date.slice(5) < "09-20" || Math.max(home, away) > fewestBeforeEnd) return;
  refuse("not-covered", `game ${home} of a club on ${date} is no game of a regular season`, "homeGameNumber");
}

function gameOf(row: Row): GameRecord {
  const date = calendarDate(cell(row, "date"), "date");
  checkSeasonType(row, date);
  const home = teamNamed("mlb", cell(row, "home"), "home");
  const away = teamNamed("mlb", cell(row, "away"), "away");
  const gameNumber = numberOf(row);
  const homeScore = wholeNumber(row, "homeScore");
  const awayScore = wholeNumber(row, "awayScore");
  // The log has the runs that were scored, and the official score of a forfeit is another one.
  if (cell(row, "forfeit") !== "") return refuse("malformed", "the game was forfeited", "forfeit");
  const lineScore = lineScoreOf(row);
  const park = cell(row, "park");
  const umpire = cell(row, "plateUmpire");
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: idOf(row),
    sport: "mlb",
    season: Number(date.slice(0, 4)),
    season_type: "regular",
    game_date: date,
    game_number: gameNumber,
    status: "final",
    home: home.abbreviation,
    away: away.abbreviation,
    overtime: lineScore === null ? null : lineScore.away.length > sportFacts.mlb.regulationPeriods,
    home_score: homeScore,
    away_score: awayScore,
    line_score: lineScore,
    venue: park === "" ? null : { venue_id: park, name: null, city: null, indoor: null },
    referee: umpire === "" || umpire === "(none)" ? null : umpire,
    ...startersMember(starterOf(row, "home"), starterOf(row, "away")),
    ...resumedOnOf(row, date),
  };
}

/** The pitcher who began the game. A log does not say with which hand he throws. */
function starterOf(row: Row, side: "home" | "away"): Starter | null {
  const id = cell(row, `${side}Starter`);
  const name = cell(row, `${side}StarterName`);
  return id === "" || name === "" ? null : { id, name, hand: null };
}

/** Retrosheet's own id of a game: MIL202304030 is the game of Milwaukee's park on 3 April 2023. */
function idOf(row: Row): string {
  return `${cell(row, "home")}${cell(row, "date")}${cell(row, "number")}`;
}

/** One item a row of a season's game log. */
export function* readRetrosheet(text: string, { file, nowMs }: Source): Generator<FeedItem> {
  const rows = parseCsv(text, file);
  const fields = rows[0]?.length ?? 0;
  if (fields !== fieldsOfGame) {
    throw new InputError(file, `is not a game log of Retrosheet: ${fields} fields a row, not ${fieldsOfGame}`);
  }
  for (const [index, row] of rows.entries()) {
    const where = { file, record: `row ${index + 1}, game ${idOf(row)}` };
    yield gameItem(() => gameOf(row), where, nowMs);
  }
}

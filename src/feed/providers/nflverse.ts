/**
 * nflverse: games.csv (schedule and results of the NFL) and teams.csv. Its closing line names no book, so it is left.
 */
import type { ProviderName } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import { newYorkInstantMs } from "../../domain/times.ts";
import { checkedFact, gameItem } from "../game-rules.ts";
import { parseCsv } from "../parse.ts";
import { type GameRecord, nothingStated, type TeamRecord } from "../records.ts";
import { type FeedItem, InputError, itemOf, refuse, type Source } from "../refusals.ts";
import { matchTeam, teamNamed } from "../team-names.ts";
import { utcTimeOfMs } from "../utc-times.ts";

const provider = "nflverse" satisfies ProviderName;

const gameColumns = [
  ...["game_id", "season", "game_type", "week", "gameday", "gametime", "away_team", "away_score", "home_team"],
  ...["home_score", "location", "overtime", "roof", "temp", "wind", "referee", "stadium_id", "stadium"],
];
const teamColumns = ["team_abbr", "team_conf", "team_division", "team_logo_espn"];

const seasonTypes: Readonly<Record<string, GameRecord["season_type"]>> = {
  REG: "regular",
  WC: "postseason",
  DIV: "postseason",
  CON: "postseason",
  SB: "postseason",
};

type Row = Readonly<Record<string, string>>;

function readRows(text: string, file: string, name: string, columns: readonly string[]): readonly Row[] {
  const [header = [], ...body] = parseCsv(text, file);
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const noun = missing.length === 1 ? "column" : "columns";
    throw new InputError(file, `is not nflverse ${name}: no ${noun} ${missing.join(", ")}`);
  }
  // R writes NA where a value is missing.
  return body.map((cells) =>
    Object.fromEntries(header.map((column, index) => [column, cells[index] === "NA" ? "" : (cells[index] ?? "")])),
  );
}

/** A number, null for an empty cell, or the problem with the cell. */
function numberOf(row: Row, column: string): number | null {
  const text = (row[column] ?? "").trim();
  if (text === "") return null;
  // pandas writes whole numbers of a column with gaps as "31.0".
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : refuse("malformed", `"${text}" is not a number`, column);
}

type Numbers = Readonly<Record<string, number | null>>;

function numbersOf(row: Row, columns: readonly string[]): Numbers {
  return Object.fromEntries(columns.map((column) => [column, numberOf(row, column)]));
}

/** Start in UTC of the US Eastern date and time; null while the time is open. */
function startOf(row: Row): string | null {
  if (row.gametime === "") return null;
  try {
    return utcTimeOfMs(newYorkInstantMs(row.gameday ?? "", row.gametime ?? ""));
  } catch {
    return refuse("malformed", `"${row.gameday} ${row.gametime}" is not a date and time`, "gametime");
  }
}

function conditionsOf(row: Row, numbers: Numbers): { indoor: boolean | null; weather: GameRecord["weather"] } {
  const indoor = row.roof === "" ? null : row.roof === "dome" || row.roof === "closed";
  if (indoor) return { indoor, weather: { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" } };
  const temperature = numbers.temp ?? null;
  const wind = numbers.wind ?? null;
  if (temperature === null && wind === null) return { indoor, weather: null };
  return { indoor, weather: { temp_f: temperature, wind_mph: wind, wind_direction: null, condition: null } };
}

/** Older files have no column for ESPN's id, and pandas writes a column of numbers with gaps as "401437654.0". */
function otherIdsOf(row: Row): Pick<GameRecord, "other_ids"> {
  const espn = (row.espn ?? "").trim().replace(/\.0$/, "");
  return espn === "" ? {} : { other_ids: { espn } };
}

function gameOf(row: Row): GameRecord {
  const numbers = numbersOf(row, ["season", "week", "away_score", "home_score", "overtime", "temp", "wind"]);
  const { season, week = null, home_score: homeScore = null, away_score: awayScore = null } = numbers;
  if (season === null || season === undefined) return refuse("malformed", "the season is missing", "season");
  if (season < sportFacts.nfl.firstSeason) return refuse("not-covered", `season ${season}`, "season");
  if (row.game_type === "PRE") return refuse("not-covered", "a preseason game", "game_type");
  const seasonType = seasonTypes[row.game_type ?? ""];
  if (seasonType === undefined) return refuse("malformed", `"${row.game_type}" is no game type`, "game_type");
  const home = teamNamed("nfl", row.home_team ?? "", "home");
  const away = teamNamed("nfl", row.away_team ?? "", "away");
  if ((homeScore === null) !== (awayScore === null)) {
    return refuse("malformed", "one score without the other", homeScore === null ? "home_score" : "away_score");
  }
  const startTime = startOf(row);
  const { indoor, weather } = conditionsOf(row, numbers);
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: row.game_id ?? "",
    sport: "nfl",
    season,
    season_type: seasonType,
    week,
    game_date: row.gameday ?? "",
    start_time: startTime,
    status: homeScore === null ? "scheduled" : "final",
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: row.location === "" ? null : row.location === "Neutral",
    overtime: numbers.overtime === null ? null : numbers.overtime === 1,
    home_score: homeScore,
    away_score: awayScore,
    venue: row.stadium_id ? { venue_id: row.stadium_id, name: row.stadium || null, city: null, indoor } : null,
    referee: row.referee || null,
    weather,
    ...otherIdsOf(row),
  };
}

/** One item a row of games.csv. */
export function* readNflverseGames(text: string, { file, nowMs }: Source): Generator<FeedItem> {
  for (const [index, row] of readRows(text, file, "games.csv", gameColumns).entries()) {
    const where = { file, record: row.game_id ? `game ${row.game_id}` : `row ${index + 2}` };
    yield gameItem(() => gameOf(row), where, nowMs);
  }
}

function teamRecord(row: Row, abbreviation: string): TeamRecord {
  return {
    type: "team",
    provider,
    sport: "nfl",
    abbreviation,
    city: null,
    conference: row.team_conf || null,
    division: row.team_division || null,
    logo_url: row.team_logo_espn || null,
  };
}

/**
 * One item a row of teams.csv. The file lists a team that moved once for each of its abbreviations: one of them is
 * accepted.
 */
export function* readNflverseTeams(text: string, { file }: Source): Generator<FeedItem> {
  const rows = readRows(text, file, "teams.csv", teamColumns);
  const preferred = new Map<string, Row>();
  for (const row of rows) {
    const team = matchTeam("nfl", row.team_abbr ?? "");
    if (team === null) continue;
    if (!preferred.has(team.abbreviation) || row.team_abbr === team.abbreviation) preferred.set(team.abbreviation, row);
  }
  for (const row of rows) {
    const name = row.team_abbr ?? "";
    yield itemOf({ file, record: `team ${name}` }, () => {
      const { abbreviation } = teamNamed("nfl", name, "abbreviation");
      if (preferred.get(abbreviation) === row) return checkedFact(teamRecord(row, abbreviation));
      return refuse("not-covered", `another row states ${abbreviation}`, "team_abbr");
    });
  }
}

/** States in the simplest way what filters mean: lists every row, and says whether a query matches it. */
import type { Game } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { type GameSketch, gameOf, idOf, oddsOf } from "./archive.ts";
import { league } from "./league.ts";

/** The games of the league, and games of teams that once had other names. */
export const games: readonly GameSketch[] = [
  ...league,
  {
    sport: "nfl",
    season: 2023,
    start: "2023-12-01T18:00:00.000Z",
    away: "LV",
    home: "WAS",
    week: 6,
    books: { 3: ["total"] },
  },
  { sport: "nba", season: 2024, start: "2024-01-12T00:00:00.000Z", date: "2024-01-11", away: "BKN", home: "BOS" },
  { sport: "nba", season: 2025, start: "2024-11-12T00:00:00.000Z", away: "LAL", home: "BKN", books: { 1: ["spread"] } },
  { sport: "mlb", season: 2024, start: "2024-10-12T00:00:00.000Z", away: "ATH", home: "NYY", seasonType: "postseason" },
];

const byOrder = (a: GameSketch, b: GameSketch) =>
  a.start === b.start ? (idOf(a) < idOf(b) ? -1 : 1) : a.start < b.start ? -1 : 1;
/** Every row in order, made from the sketches without the API. */
export const allGames: readonly Game[] = games.toSorted(byOrder).map(gameOf);
export const allOdds: readonly OddsRow[] = games.toSorted(byOrder).flatMap((sketch) =>
  Object.entries(sketch.books ?? {})
    .map(([id, priced]) => oddsOf(sketch, Number(id), priced))
    .sort((a, b) => a.book_id - b.book_id),
);
const gameById = new Map(allGames.map((game) => [game.game_id, game]));

type Team = { readonly team_id: number; readonly abbreviation: string };
export const sportsHere = ["nfl", "nba", "mlb"] as const;
export type SportHere = (typeof sportsHere)[number];
export type Teams = Readonly<Record<SportHere, readonly Team[]>>;

/** Today's abbreviation of each former one. */
export const former: Readonly<Record<string, string>> = {
  "nfl OAK": "LV",
  "nfl LVR": "LV",
  "nba BRK": "BKN",
  "nba NJN": "BKN",
  "mlb OAK": "ATH",
};

const bookIds: Readonly<Record<string, number>> = { draftkings: 1, fanduel: 2, betmgm: 3, mybookieag: 10 };
const booksOf = (text: string) => text.split(",").map((value) => bookIds[value.toLowerCase()] ?? Number(value));

export type Asked = Readonly<Record<string, string | undefined>> & { readonly sport: SportHere };

/** @param teams the teams that /v1/teams lists. */
export function plainFilter(teams: Teams) {
  /** Returns today's abbreviation of a caller's text. */
  function teamOf(sport: SportHere, value: string): string | undefined {
    const text = value.toUpperCase();
    const team = teams[sport].find(({ team_id, abbreviation }) => String(team_id) === text || abbreviation === text);
    return team?.abbreviation ?? former[`${sport} ${text}`];
  }

  function isAskedGame(game: Game, asked: Asked): boolean {
    const { sport, from, to, season, team, home, away, week, season_type: type = "all", game_id: id } = asked;
    const isTeam = (value: string | undefined, sides: readonly (string | null)[]) =>
      value === undefined || sides.includes(teamOf(sport, value) ?? "no team");
    return (
      game.sport === sport &&
      (from === undefined || game.game_date >= from) &&
      (to === undefined || game.game_date <= to) &&
      (season === undefined || String(game.season) === season) &&
      (week === undefined || game.week === Number(week)) &&
      (type === "all" || game.season_type === type) &&
      (id === undefined || game.game_id === id.toUpperCase()) &&
      isTeam(team, [game.home.abbreviation, game.away.abbreviation]) &&
      isTeam(home, [game.home.abbreviation]) &&
      isTeam(away, [game.away.abbreviation])
    );
  }

  function isAskedRow(row: OddsRow, asked: Asked): boolean {
    const game = gameById.get(row.game_id);
    const { book, market } = asked;
    if (game === undefined || !isAskedGame(game, asked)) return false;
    if (book !== undefined && !booksOf(book).includes(row.book_id)) return false;
    return market === undefined || Object.values(row[market as "spread"]).some((value) => value !== null);
  }

  return { isAskedGame, isAskedRow };
}

/**
 * A league of a few dozen games. It has games with the same start, a doubleheader, weeks, a postseason, and three
 * books.
 */
import type { LineMarket } from "../../src/domain/periods.ts";
import type { GameSketch } from "./archive.ts";

const nflTeams = ["KC", "BUF", "DAL", "NYG", "PHI", "SEA"];
const everyMarket: readonly LineMarket[] = ["moneyline", "spread", "total", "team_total"];

function nflSeason(season: number): GameSketch[] {
  const games: GameSketch[] = [];
  for (let week = 1; week <= 5; week++) {
    const day = String(week * 5).padStart(2, "0");
    for (let match = 0; match < 3; match++) {
      const away = nflTeams[(match * 2 + week) % 6] as string;
      const home = nflTeams[(match * 2 + week + 1) % 6] as string;
      games.push({
        sport: "nfl",
        season,
        // Two of three games start at the same moment, so the id decides their order.
        start: `${season}-11-${day}T${match === 2 ? 21 : 18}:00:00.000Z`,
        away,
        home,
        week: week === 5 ? 19 : week,
        seasonType: week === 5 ? "postseason" : "regular",
        books: booksOf(week + match),
      });
    }
  }
  return games;
}

/** Some games have no odds at all, and in some games books lack markets. */
function booksOf(turn: number): Record<number, readonly LineMarket[]> {
  if (turn % 5 === 4) return {};
  return { 10: everyMarket, 2: turn % 2 === 0 ? ["moneyline"] : everyMarket, 1: ["spread", "total"] };
}

const doubleheader: readonly GameSketch[] = [1, 2].map((gameNumber) => ({
  sport: "mlb",
  season: 2024,
  start: `2024-07-04T${gameNumber === 1 ? 17 : 23}:05:00.000Z`,
  away: "NYY",
  home: "BOS",
  gameNumber,
  books: { 1: ["moneyline"] },
}));

/** The game starts after midnight UTC, so its slate date is the day before its start. */
const lateGame: GameSketch = {
  sport: "nba",
  season: 2024,
  start: "2024-01-11T03:00:00.000Z",
  date: "2024-01-10",
  away: "BOS",
  home: "LAL",
  books: { 2: everyMarket },
  referee: 'Zoë "Z" O’Neil',
};

/** The games are out of order, because the shelf must sort them. */
export const league: readonly GameSketch[] = [
  ...nflSeason(2024),
  lateGame,
  ...doubleheader,
  ...nflSeason(2023),
].reverse();

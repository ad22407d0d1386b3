/** Games and lines out of the API, in requests that are planned before. */
import type { Gradeline } from "../client.ts";
import { type LineQuestion, lineQuestions, type Question } from "./asked-lines.ts";
import { Games, gameOf } from "./games.ts";
import { Lines } from "./lines.ts";
import type { Match } from "./match.ts";
import { flatRow } from "./rows.ts";

type Asked = Pick<Gradeline, "games" | "bets">;

export async function askGames(client: Asked, questions: readonly Question[]): Promise<Games> {
  const rows = [];
  for (const { sport, from, to } of questions) rows.push(...(await client.games({ sport, from, to }).all()));
  return new Games(rows.flatMap((row) => gameOf(flatRow(row)) ?? []));
}

/** The lines of the games of matched bets. */
export async function askLines(client: Asked, matches: readonly Match[], games: Games): Promise<Lines> {
  const lines = new Lines();
  for (const question of lineQuestions(matches, games)) {
    for await (const row of client.bets(filtersOf(question))) lines.addBet(flatRow(row));
  }
  return lines;
}

function filtersOf({ sport, from, to, gameId, betTypes, books }: LineQuestion) {
  const which = gameId === null ? { from, to } : { game_id: gameId };
  return { sport, ...which, bet_type: betTypes.join(","), book: books.join(",") };
}

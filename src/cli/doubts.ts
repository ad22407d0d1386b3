/** `gradeline doubts`: what rules say cannot be true, with the evidence, and what somebody decided about it. */
import type { Config } from "../config.ts";
import { readPart } from "../database/read-only.ts";
import { type DoubtsOfGame, listDoubts } from "../publish/doubt/decide.ts";
import { doubtWords } from "../publish/doubt/doubts.ts";
import { CommandError } from "./failure.ts";
import { printable } from "./output/table-text.ts";

type Options = { readonly json?: true };

export async function doubtsCommand(config: Config, given: string | undefined, { json }: Options): Promise<void> {
  const gameId = given?.toUpperCase();
  const all = await readPart(config.databaseUrl, "facts", listDoubts);
  const games = all.filter((game) => gameId === undefined || game.gameId === gameId);
  if (gameId !== undefined && games.length === 0) {
    throw new CommandError(`nothing of ${gameId} is in doubt: gradeline doubts lists what is`);
  }
  if (json) console.log(JSON.stringify(games.map(asJson)));
  else if (games.length === 0) console.error("Nothing that is published is in doubt, and nothing was decided.");
  else for (const line of games.flatMap(linesOf)) console.log(printable(line));
}

function asJson({ gameId, doubts, held, decisions }: DoubtsOfGame) {
  return {
    game_id: gameId,
    held,
    doubts,
    decisions: decisions.map(({ rule, book, decided_at }) => ({ rule, book: book === "" ? null : book, decided_at })),
  };
}

function linesOf({ gameId, doubts, held, decisions }: DoubtsOfGame): string[] {
  return [
    `${gameId}${held === null ? "" : `: held back, ${held}`}`,
    ...doubts.map((doubt) => `  ${doubtWords(doubt)}`),
    ...decisions.map(({ rule, book, decided_at }) =>
      book === "" ? `  decided at ${decided_at}: keep in spite of ${rule}` : `  decided at ${decided_at}: drop ${book}`,
    ),
  ];
}

/** `gradeline doubts`: what rules say cannot be true, with the evidence, and what somebody decided about it. */
import type { Config } from "../config/config.ts";
import { type DoubtsOfGame, listDoubts } from "../operate/decisions/doubts.ts";
import { doubtWords } from "../publish/doubt/doubts.ts";
import { CommandError } from "./failure.ts";
import { printList } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly json?: true };

export async function doubtsCommand(config: Config, given: string | undefined, { json }: Options): Promise<void> {
  const gameId = given?.toUpperCase();
  const all = await readFacts(config, listDoubts);
  const games = all.filter((game) => gameId === undefined || game.gameId === gameId);
  if (gameId !== undefined && games.length === 0) {
    throw new CommandError(`nothing of ${gameId} is in doubt: gradeline doubts lists what is`);
  }
  const none = "Nothing that is published is in doubt, and nothing was decided.";
  printList(games, { json, asJson, linesOf: (each) => each.flatMap(linesOf), none });
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

/**
 * `gradeline doubts`: games whose providers disagree, and what rules say cannot be true, with the evidence and what was decided.
 * `gradeline resolve` decides about one of them.
 */
import type { Config } from "../config/config.ts";
import {
  dropBook,
  keepDoubted,
  listOpenGames,
  type OpenGame,
  resolveDispute,
  rulesToKeep,
  undoDoubtDecisions,
  unresolveDispute,
} from "../operate/decisions.ts";
import { doubtWords } from "../publish/doubt/sheet.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { readFacts, withDatabase } from "./with-database.ts";

type Json = { readonly json?: true };

export async function doubtsCommand(config: Config, given: string | undefined, { json }: Json): Promise<void> {
  const gameId = given?.toUpperCase();
  const all = await readFacts(config, listOpenGames);
  const games = all.filter(({ game_id: id }) => gameId === undefined || id === gameId);
  if (gameId !== undefined && games.length === 0) {
    throw new CommandError(`nothing is disputed, in doubt or decided about ${gameId}: gradeline doubts lists what is`);
  }
  const none = "Nothing is disputed or in doubt, and nothing was decided.";
  const inWords = ({ doubts, ...game }: OpenGame) => ({ ...game, doubts: doubts.map(doubtWords) });
  print(json ? games : games.map(inWords), { json, none });
}

type Options = Json & {
  readonly provider?: string;
  readonly keep?: string;
  readonly drop?: string;
  readonly undo?: true;
};

export async function resolveCommand(config: Config, given: string, options: Options): Promise<void> {
  const { provider, keep, drop, undo, json } = options;
  const gameId = given.toUpperCase();
  const at = new Date().toISOString();
  const rule = rulesToKeep.find((name) => name === keep);
  if (provider === undefined && keep === undefined && drop === undefined && !undo) {
    throw new CommandError(
      "say what is decided: --provider, --keep, --drop or --undo; gradeline doubts lists what is open",
    );
  }
  if (keep !== undefined && rule === undefined) {
    throw new CommandError(`${keep} is no rule of doubt or alarm: ${rulesToKeep.join(", ")}`);
  }
  const tell = (decision: object, what: string, changed: boolean): void => {
    const lines = [`${gameId} ${what} ${changed ? "from now on; gradeline publish does it" : "already"}`];
    print({ game_id: gameId, ...decision, changed }, { json, lines });
  };
  await withDatabase(config, async (database) => {
    if (rule !== undefined) {
      const isNew = await keepDoubted(database, gameId, rule, at);
      tell({ keep: rule, drop: null }, `is published in spite of ${rule}`, isNew);
    } else if (drop !== undefined) {
      const isNew = await dropBook(database, gameId, drop, at);
      tell({ keep: null, drop }, `believes nothing of ${drop}`, isNew);
    } else if (provider !== undefined) {
      const { stated, isNew } = await resolveDispute(database, gameId, provider, at);
      tell({ provider, stated }, `takes its final score from ${provider} (${stated})`, isNew);
    } else {
      const ofDoubts = await undoDoubtDecisions(database, gameId, at);
      if (!(await unresolveDispute(database, gameId, at)) && ofDoubts === 0) {
        throw new CommandError(`nothing was decided about ${gameId}: gradeline doubts lists what was`);
      }
      const lines = [`the decision about ${gameId} is taken back; gradeline publish goes by all providers again`];
      print({ game_id: gameId, provider: null, changed: true }, { json, lines });
    }
  });
}

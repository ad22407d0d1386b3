/** `gradeline resolve`: lists the games whose providers disagree, and records decisions about them. */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import {
  type DisputedGame,
  listDisputes,
  type ResolveOutcome,
  resolveDispute,
  unresolveDispute,
} from "../operate/decisions/disputes.ts";
import { dropBook, keepDoubted, rulesToKeep, undoDoubtDecisions } from "../operate/decisions/doubts.ts";
import { CommandError } from "./failure.ts";
import { printJson, printLines, printList } from "./output/print.ts";
import { readFacts, withDatabase } from "./with-database.ts";

type Options = {
  readonly provider?: string;
  readonly keep?: string;
  readonly drop?: string;
  readonly undo?: true;
  readonly list?: true;
  readonly json?: true;
};

export async function resolveCommand(config: Config, given: string | undefined, options: Options): Promise<void> {
  const gameId = given?.toUpperCase();
  const { provider, keep, drop, undo: isUndo } = options;
  const isChange = provider !== undefined || keep !== undefined || drop !== undefined || isUndo === true;
  if (isChange && (gameId === undefined || options.list)) throw new CommandError("name the game to decide about");
  if (gameId === undefined || !isChange) return list(config, gameId, options);
  await withDatabase(config, async (database) => {
    if (keep !== undefined || drop !== undefined) await settleDoubt(database, gameId, options);
    else if (provider === undefined) await undo(database, gameId, options);
    else await decide(database, gameId, provider, options);
  });
}

async function list(config: Config, gameId: string | undefined, { json }: Options): Promise<void> {
  const all = await readFacts(config, listDisputes);
  const games = all.filter((game) => gameId === undefined || game.game_id === gameId);
  if (gameId !== undefined && games.length === 0) {
    throw new CommandError(`nothing is disputed or decided about ${gameId}: gradeline resolve lists what is`);
  }
  const none = "There are no disputes and no decisions.";
  printList(games, { json, asJson: (game) => game, linesOf: (each) => each.flatMap(gameLines), none });
}

async function decide(database: Database, gameId: string, provider: string, { json }: Options): Promise<void> {
  const outcome = await resolveDispute(database, gameId, provider, new Date().toISOString());
  if (!("stated" in outcome)) throw new CommandError(whyNot(gameId, provider, outcome));
  const { stated } = outcome;
  const isNew = outcome.outcome === "decided";
  if (json) printJson({ game_id: gameId, provider, stated, changed: isNew });
  else printDecision(`${gameId} takes its final score from ${provider} (${stated})`, isNew);
}

async function settleDoubt(database: Database, gameId: string, { keep, drop, json }: Options): Promise<void> {
  const at = new Date().toISOString();
  const rule = rulesToKeep.find((name) => name === keep);
  if (keep !== undefined && rule === undefined)
    throw new CommandError(`${keep} is no rule of doubt or alarm: ${rulesToKeep.join(", ")}`);
  const outcome =
    rule === undefined
      ? await dropBook(database, gameId, drop ?? "", at)
      : await keepDoubted(database, gameId, rule, at);
  if (outcome === "unknown_book") throw new CommandError(`${drop} is the slug of no book`);
  if (outcome === "unknown_game") throw new CommandError(`nobody has stated a game of the teams of ${gameId}`);
  const isNew = outcome === "decided";
  if (json) return printJson({ game_id: gameId, keep: keep ?? null, drop: drop ?? null, changed: isNew });
  const what = rule === undefined ? `believes nothing of ${drop}` : `is published in spite of ${rule}`;
  printDecision(`${gameId} ${what}`, isNew);
}

function printDecision(what: string, isNew: boolean): void {
  printLines([`${what} ${isNew ? "from now on; gradeline publish does it" : "already"}`]);
}

async function undo(database: Database, gameId: string, { json }: Options): Promise<void> {
  const at = new Date().toISOString();
  const ofDoubts = await undoDoubtDecisions(database, gameId, at);
  if (!(await unresolveDispute(database, gameId, at)) && ofDoubts === 0) {
    throw new CommandError(`nothing was decided about ${gameId}: gradeline resolve lists what was`);
  }
  if (json) printJson({ game_id: gameId, provider: null, changed: true });
  else printLines([`the decision about ${gameId} is taken back; gradeline publish goes by all providers again`]);
}

type Refused = Exclude<ResolveOutcome, { readonly stated: string }>;

/** The most game ids in one message. */
const mostNamed = 10;

function whyNot(gameId: string, provider: string, outcome: Refused): string {
  if (outcome.outcome === "unknown_game") {
    const { open } = outcome;
    const more = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : "";
    const known = open.length === 0 ? "nothing is disputed" : `disputed: ${open.slice(0, mostNamed).join(", ")}${more}`;
    return `nobody says that a game ${gameId} is final; ${known}`;
  }
  const known = outcome.game.statements.map(statementText).join(", ");
  if (outcome.outcome === "not_final") return `${provider} has no final score of ${gameId}; known: ${known}`;
  return `${provider} says nothing of ${gameId}; known: ${known}`;
}

type Statement = DisputedGame["statements"][number];

function statementText({ provider, status, away_score: away, home_score: home }: Statement): string {
  return status === "final" ? `${provider} ${away}-${home}` : `${provider} (${status})`;
}

function gameLines({ game_id: id, published, reason, statements, decision }: DisputedGame): string[] {
  const state = published ? "stays as it was published" : "not published";
  return [
    `${id}: ${reason === null ? "decided" : `disputed, ${state}`}`,
    ...statements.map(({ provider, status, away, home, ...stated }) => {
      const score = `${away} ${stated.away_score ?? "-"} at ${home} ${stated.home_score ?? "-"}`;
      return `  ${provider}: ${status}, ${score}, ${stated.game_date ?? "no date"}`;
    }),
    ...(decision === null ? [] : [`  decided for ${decision.provider} (${decision.stated}) at ${decision.decided_at}`]),
    ...(reason === null ? [] : [`  ${reason}`]),
  ];
}

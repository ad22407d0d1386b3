/** `gradeline resolve`: lists the games whose providers disagree, and records decisions about them. */
import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { doubtNames } from "../domain/doubt-names.ts";
import {
  type DisputedGame,
  listDisputes,
  type ResolveOutcome,
  resolveDispute,
  unresolveDispute,
} from "../publish/disputes.ts";
import { dropBook, keepDoubted, undoDoubtDecisions } from "../publish/doubt/decide.ts";
import { CommandError } from "./failure.ts";
import { printable } from "./output/table-text.ts";

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
  const database = await openDatabase(config.databaseUrl);
  try {
    if (keep !== undefined || drop !== undefined) await settleDoubt(database, gameId, options);
    else if (provider === undefined) await undo(database, gameId, options);
    else await decide(database, gameId, provider, options);
  } finally {
    await database.close();
  }
}

async function list(config: Config, gameId: string | undefined, { json }: Options): Promise<void> {
  const all = await readPart(config.databaseUrl, "facts", listDisputes);
  const games = all.filter((game) => gameId === undefined || game.gameId === gameId);
  if (gameId !== undefined && games.length === 0) {
    throw new CommandError(`nothing is disputed or decided about ${gameId}: gradeline resolve lists what is`);
  }
  if (json) console.log(JSON.stringify(games.map(gameJson)));
  else if (games.length === 0) console.error("There are no disputes and no decisions.");
  else for (const line of games.flatMap(gameLines)) console.log(printable(line));
}

async function decide(database: Database, gameId: string, provider: string, { json }: Options): Promise<void> {
  const outcome = await resolveDispute(database, gameId, provider, new Date().toISOString());
  if (!("stated" in outcome)) throw new CommandError(whyNot(gameId, provider, outcome));
  const { stated } = outcome;
  const isNew = outcome.outcome === "decided";
  if (json) {
    console.log(JSON.stringify({ game_id: gameId, provider, stated, changed: isNew }));
    return;
  }
  const takes = `takes its final score from ${provider} (${stated})`;
  console.log(
    printable(isNew ? `${gameId} ${takes} from now on; gradeline publish does it` : `${gameId} ${takes} already`),
  );
}

async function settleDoubt(database: Database, gameId: string, { keep, drop, json }: Options): Promise<void> {
  const at = new Date().toISOString();
  const rule = doubtNames.find((name) => name === keep && name !== "dropped");
  if (keep !== undefined && rule === undefined)
    throw new CommandError(`${keep} is no rule of doubt: ${doubtNames.join(", ")}`);
  const outcome =
    rule === undefined
      ? await dropBook(database, gameId, drop ?? "", at)
      : await keepDoubted(database, gameId, rule, at);
  if (outcome === "unknown_book") throw new CommandError(`${drop} is the slug of no book`);
  if (outcome === "unknown_game") throw new CommandError(`nobody has stated a game of the teams of ${gameId}`);
  const isNew = outcome === "decided";
  if (json) {
    console.log(JSON.stringify({ game_id: gameId, keep: keep ?? null, drop: drop ?? null, changed: isNew }));
    return;
  }
  const what = rule === undefined ? `believes nothing of ${drop}` : `is published in spite of ${rule}`;
  console.log(
    printable(isNew ? `${gameId} ${what} from now on; gradeline publish does it` : `${gameId} ${what} already`),
  );
}

async function undo(database: Database, gameId: string, { json }: Options): Promise<void> {
  const at = new Date().toISOString();
  const ofDoubts = await undoDoubtDecisions(database, gameId, at);
  if (!(await unresolveDispute(database, gameId, at)) && ofDoubts === 0) {
    throw new CommandError(`nothing was decided about ${gameId}: gradeline resolve lists what was`);
  }
  if (json) console.log(JSON.stringify({ game_id: gameId, provider: null, changed: true }));
  else
    console.log(printable(`the decision about ${gameId} is taken back; gradeline publish goes by all providers again`));
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

function statementText({ provider, status, awayScore, homeScore }: Statement): string {
  return status === "final" ? `${provider} ${awayScore}-${homeScore}` : `${provider} (${status})`;
}

function gameLines({ gameId, isPublished, reason, statements, resolution }: DisputedGame): string[] {
  const state = isPublished ? "stays as it was published" : "not published";
  return [
    `${gameId}: ${reason === null ? "decided" : `disputed, ${state}`}`,
    ...statements.map(
      ({ provider, status, away, home, gameDate, awayScore, homeScore }) =>
        `  ${provider}: ${status}, ${away} ${awayScore ?? "-"} at ${home} ${homeScore ?? "-"}, ${gameDate ?? "no date"}`,
    ),
    ...(resolution === null
      ? []
      : [`  decided for ${resolution.provider} (${resolution.stated}) at ${resolution.decidedAt}`]),
    ...(reason === null ? [] : [`  ${reason}`]),
  ];
}

function gameJson({ gameId, isPublished, reason, statements, resolution }: DisputedGame) {
  return {
    game_id: gameId,
    published: isPublished,
    open: reason !== null,
    reason,
    statements: statements.map(({ provider, status, away, home, gameDate, awayScore, homeScore }) => ({
      provider,
      status,
      away,
      home,
      game_date: gameDate,
      away_score: awayScore,
      home_score: homeScore,
    })),
    decision:
      resolution === null
        ? null
        : { provider: resolution.provider, stated: resolution.stated, decided_at: resolution.decidedAt },
  };
}

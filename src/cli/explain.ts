/** `gradeline explain GAME_ID`: how a game came about, from the records of providers to the evidence of each published fact. */
import type { Config } from "../config/config.ts";
import { gameIdShape } from "../contract/filters/games.ts";
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import { teamHint } from "../contract/team-hints.ts";
import { parseGameId } from "../domain/game-ids.ts";
import type { Sport } from "../domain/sports.ts";
import { teamByAbbreviation } from "../domain/teams/registry.ts";
import { explainGame } from "../operate/explain.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly book?: string; readonly json?: true };

export async function explainCommand(config: Config, given: string, { book, json }: Options): Promise<void> {
  const gameId = given.toUpperCase();
  if (parseGameId(gameId) === null) throw new CommandError(`${given} is no game id: it has the shape ${gameIdShape}`);
  const explained = await readFacts(config, (database) => explainGame(database, gameId, Date.now()));
  if (explained.outcome === "unknown_game") throw new CommandError(unknownText(gameId, explained.nearest));
  if (explained.outcome === "no_record") {
    throw new CommandError(`${gameId} is published, and the ledger has no record of it any more`);
  }
  const { evidence, ...explanation } = explained.explanation;
  const slug = book?.toLowerCase();
  const slugs = [...new Set(evidence.flatMap((row) => row.book ?? []))];
  if (slug !== undefined && !slugs.includes(slug)) {
    const known = slugs.length === 0 ? "no book has any" : `these books have some: ${slugs.join(", ")}`;
    throw new CommandError(`${book} has no lines of ${gameId}; ${known}`);
  }
  // There are hundreds of rows: a person sees the facts of the game, and of its lines the closes of the whole game.
  const isShown = ({ fact, book: own, period }: EvidenceRow): boolean => {
    return slug === undefined ? json || own === null || (period === "game" && fact === "close") : own === slug;
  };
  print({ ...explanation, evidence: evidence.filter(isShown) }, { json });
}

function unknownText(gameId: string, nearest: readonly string[]): string {
  const unknown = `nobody has stated a game ${gameId}`;
  if (nearest.length > 0) return `${unknown}; the nearest of these teams: ${nearest.join(", ")}`;
  const hints = strangeTeams(gameId).map(
    ([sport, team]) => `${team} is no team of ${sport}, ${teamHint(sport, team).text}`,
  );
  return hints.length > 0 ? `${unknown}; ${hints.join("; ")}` : `${unknown}, nor any other of these two teams`;
}

function strangeTeams(gameId: string): (readonly [Sport, string])[] {
  const parsed = parseGameId(gameId);
  if (parsed === null) return [];
  const { sport, away, home } = parsed;
  return [away, home].filter((team) => teamByAbbreviation(sport, team) === null).map((team) => [sport, team]);
}

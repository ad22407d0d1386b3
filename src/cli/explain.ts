/** `gradeline explain GAME_ID`: how a game came about, from the records of providers to the published numbers. */
import type { Config } from "../config/config.ts";
import { gameIdShape } from "../contract/filters/games.ts";
import { teamHint } from "../contract/team-hints.ts";
import { parseGameId } from "../domain/game-ids.ts";
import type { Sport } from "../domain/sports.ts";
import { teamByAbbreviation } from "../domain/teams/registry.ts";
import { explainGame } from "../operate/explain/explain.ts";
import type { Explanation } from "../operate/explain/explanation.ts";
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
  const { explanation } = explained;
  const slug = book?.toLowerCase();
  const slugs = [...new Set(explanation.captures.map((series) => series.book))];
  if (slug !== undefined && !slugs.includes(slug)) {
    const known = slugs.length === 0 ? "no book has any" : `these books have some: ${slugs.join(", ")}`;
    throw new CommandError(`${book} has no captures of ${gameId}; ${known}`);
  }
  if (slug !== undefined) print(ofBook(explanation, slug), { json });
  else print(json ? explanation : withoutCaptures(explanation), { json });
}

function ofBook(explanation: Explanation, slug: string): Explanation {
  const { captures, lines } = explanation;
  const isOfBook = ({ book }: { readonly book: string }): boolean => book === slug;
  return { ...explanation, captures: captures.filter(isOfBook), lines: lines.filter(isOfBook) };
}

/** For a person: there are hundreds of captures, and `--book` has those of one. Of the lines the closing ones of the whole game. */
function withoutCaptures({ captures: _, lines, ...explanation }: Explanation) {
  return { ...explanation, lines: lines.filter(({ period, moment }) => period === "full" && moment === "close") };
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

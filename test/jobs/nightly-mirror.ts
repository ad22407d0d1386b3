import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get, type Page, pages, requestsMade, rows } from "./client.ts";

type Game = { game_id: string; [member: string]: unknown };
type Change = {
  game_id: string;
  season: number;
  change: "added" | "changed" | "removed";
  fields: { path: string; to: unknown }[];
  more: number; // changes that `fields` has no room for
};
type Mirror = { revision: number; archive: string; games: Record<string, Game> };

const [sport = "nfl"] = process.argv.slice(2);
const file = "mirror.json";

/** Notes the revision before it reads: games that change meanwhile come once more with the next night. */
async function begun(): Promise<Mirror> {
  const { meta } = await get<Page<unknown>>("/v1/revisions", { limit: "1" });
  const games = await rows<Game>("/v1/games", { sport });
  return {
    revision: meta.revision ?? 0,
    archive: meta.archive ?? "",
    games: Object.fromEntries(games.map((game) => [game.game_id, game])),
  };
}

/** Puts the new value in its place. Paths that lead elsewhere are of single games and odds, which are not kept here. */
function apply(game: Game, path: string, to: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let at: unknown = game;
  for (const name of names) at = (at as Record<string, unknown> | undefined | null)?.[name];
  if (typeof at === "object" && at !== null && last in at) (at as Record<string, unknown>)[last] = to;
}

/** Asks what has changed, and then for the games that are new. */
async function brought({ revision: since, archive, games }: Mirror): Promise<Mirror> {
  let revision = since;
  const wanted: Change[] = [];
  for await (const page of pages<Change>("/v1/changes", { sport, since: String(since), archive })) {
    revision = page.meta.revision ?? revision;
    for (const change of page.data) {
      const game = games[change.game_id];
      if (change.change === "changed" && change.more === 0 && game !== undefined) {
        for (const { path, to } of change.fields) apply(game, path, to);
      } else {
        delete games[change.game_id];
        if (change.change !== "removed") wanted.push(change);
      }
    }
  }
  const days = wanted.map(({ game_id }) => game_id.replace(/^[A-Z]+-(....)(..)(..)-.*/, "$1-$2-$3")).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from !== undefined && to !== undefined) {
    for (const game of await rows<Game>("/v1/games", { sport, from, to })) games[game.game_id] = game;
  }
  // A game that was moved after it got its id is on another day.
  for (const season of new Set(wanted.filter(({ game_id }) => !(game_id in games)).map((change) => change.season))) {
    for (const game of await rows<Game>("/v1/games", { sport, season: String(season) })) games[game.game_id] = game;
  }
  return { revision, archive, games };
}

const mirror = existsSync(file) ? await brought(JSON.parse(readFileSync(file, "utf8"))) : await begun();
writeFileSync(file, JSON.stringify(mirror));
console.log(`revision ${mirror.revision}, ${Object.keys(mirror.games).length} games, ${requestsMade()} requests`);

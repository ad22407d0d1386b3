/** Every endpoint of /v1, in the order in which callers see them. */
import { type Endpoint, ErrorAnswer } from "../endpoint.ts";
import { type AnySchema, withoutNull } from "../members.ts";
import { bets } from "./bets.ts";
import { books } from "./books.ts";
import { changes, revisions } from "./changes.ts";
import { coverage } from "./coverage.ts";
import { evidence } from "./evidence.ts";
import { file, fileLink, files } from "./files.ts";
import { game, games } from "./games.ts";
import { gameIds, teamIds } from "./ids.ts";
import { lines } from "./lines.ts";
import { odds } from "./odds.ts";
import { periodOdds, periods } from "./periods.ts";
import { contents, seasons, sports, teams } from "./reference.ts";
import { snapshots } from "./snapshots.ts";
import { teamGames } from "./team-games.ts";
import { trends } from "./trends.ts";

const all = [
  contents,
  sports,
  teams,
  seasons,
  books,
  games,
  game,
  teamGames,
  lines,
  evidence,
  odds,
  snapshots,
  bets,
  trends,
  periods,
  periodOdds,
  changes,
  revisions,
  gameIds,
  teamIds,
  files,
  file,
  fileLink,
  coverage,
] as const;

export type EndpointPath = (typeof all)[number]["path"];

export const endpoints: readonly (Endpoint & { readonly path: EndpointPath })[] = all;

/** The objects that answers are made of, by name. */
export const objects: ReadonlyMap<string, AnySchema> = named([
  ...all.flatMap(({ answer }) => answer ?? []),
  ErrorAnswer,
]);

function named(schemas: readonly AnySchema[], found = new Map<string, AnySchema>()) {
  for (const schema of schemas) {
    const { title, properties = {}, items } = withoutNull(schema);
    if (title !== undefined) found.set(title, withoutNull(schema));
    named([...Object.values(properties), ...(items === undefined ? [] : [items])], found);
  }
  return found;
}

/** Every endpoint of /v1, in the order in which callers see them. */
import type { Endpoint } from "../endpoint.ts";
import { bets } from "./bets.ts";
import { books } from "./books.ts";
import { changes } from "./changes.ts";
import { contents } from "./contents.ts";
import { coverage } from "./coverage.ts";
import { file } from "./file.ts";
import { fileLink } from "./file-link.ts";
import { files } from "./files.ts";
import { game } from "./game.ts";
import { games } from "./games.ts";
import { gameIds } from "./ids-games.ts";
import { teamIds } from "./ids-teams.ts";
import { lines } from "./lines.ts";
import { odds } from "./odds.ts";
import { periodOdds } from "./period-odds.ts";
import { periods } from "./periods.ts";
import { revisions } from "./revisions.ts";
import { seasons } from "./seasons.ts";
import { snapshots } from "./snapshots.ts";
import { sports } from "./sports.ts";
import { teamGames } from "./team-games.ts";
import { teams } from "./teams.ts";
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

/** What is asked for: the cases, each a list of paths of the API. Everything is found out over HTTP. */
import { Random } from "../../../sample/src/random.ts";
import type { Asker } from "./asker.ts";
import { limited, type Page, walk } from "./walk.ts";

export type Case = {
  /** What tables call it. */
  readonly id: string;
  readonly about: string;
  readonly paths: readonly string[];
  readonly encoding: "gzip" | null;
  /** Whether callers send the ETag of what they have, so that each answer is 304. */
  readonly isConditional: boolean;
  /** At random, or so many times each in the order of the list. */
  readonly order: "random" | number;
  readonly connections: number;
  /** Whether the other servers are measured too. */
  readonly isCompared: boolean;
};

type Season = { readonly sport: string; readonly season: number };

const sports = ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const;
const markets = ["moneyline", "spread", "total"] as const;
const connections = 16;
const askedOnce = 5000;

export async function findCases(asker: Asker): Promise<readonly Case[]> {
  const random = new Random("benchmark of HTTP");
  const some = (paths: readonly string[], most: number): string[] => random.shuffled(paths).slice(0, most);
  const seasons = await seasonsOf(asker);
  const inAll = async (list: string, rest: string): Promise<string[]> => {
    const walks = seasons.map(({ sport, season }) => walk(asker, `/v1/${list}?sport=${sport}&season=${season}${rest}`));
    return (await Promise.all(walks)).flat();
  };
  const thirtySeven = await inAll("odds", "&limit=37");
  const hundreds = await inAll("odds", "&limit=100");
  const thousands = await inAll("odds", "&limit=1000");
  const games = await inAll("games", "&limit=100");
  const pages = random.shuffled([...new Set([...thirtySeven.map((path) => limited(path, 100)), ...hundreds])]);
  const hundred = pages.slice(0, 400);
  const thousand = some(thousands, 60);
  const details = some(await gamePaths(asker, some(games, 20)), 400);
  const teams = some(await teamPaths(asker, seasons), 200);
  const books = some(await bookPaths(asker, seasons), 100);
  const bets = some(await inAll("bets", "&limit=1000"), 60);
  const longest = thousands.length === 0 ? [] : longestWalk(thousands);
  const plain = { encoding: null, isConditional: false, order: "random", connections, isCompared: true } as const;
  const csv = (paths: readonly string[]): string[] => paths.map((path) => `${path}&format=csv`);
  return [
    { ...plain, id: "a", about: "100 games", paths: some(games, 100) },
    { ...plain, id: "b", about: "100 odds rows at a random cursor", paths: hundred },
    {
      ...plain,
      id: "b'",
      about: "100 odds rows at cursors that nobody asked for before",
      paths: pages.slice(400, 400 + askedOnce),
      order: 1,
      isCompared: false,
    },
    { ...plain, id: "c", about: "1,000 odds rows", paths: thousand },
    { ...plain, id: "d", about: "a game", paths: details },
    { ...plain, id: "e", about: "304 of 100 odds rows", paths: hundred, isConditional: true },
    { ...plain, id: "f", about: "100 odds rows of a team", paths: teams },
    { ...plain, id: "g", about: "100 odds rows of one book and market", paths: books },
    { ...plain, id: "h100", about: "100 odds rows as CSV", paths: csv(hundred) },
    { ...plain, id: "h1000", about: "1,000 odds rows as CSV", paths: csv(thousand) },
    { ...plain, id: "i100", about: "100 odds rows with gzip", paths: hundred, encoding: "gzip" },
    { ...plain, id: "i1000", about: "1,000 odds rows with gzip", paths: thousand, encoding: "gzip" },
    {
      ...plain,
      id: "j",
      about: "a season walked by 8 clients, 1,000 rows a page",
      paths: longest,
      order: 8,
      connections: 8,
    },
    { ...plain, id: "k", about: "1,000 rows of bets", paths: bets },
  ];
}

async function seasonsOf(asker: Asker): Promise<readonly Season[]> {
  const lists = await Promise.all(sports.map((sport) => asker.json<Page>(`/v1/seasons?sport=${sport}`)));
  return lists.flatMap(({ data }, index) =>
    data.map(({ season }) => ({ sport: sports[index] as string, season: Number(season) })),
  );
}

/** The season with the most pages, in the order in which a client asks for them. */
function longestWalk(paths: readonly string[]): readonly string[] {
  const walks = Map.groupBy(paths, (path) => path.replace(/&cursor=.*/, ""));
  return [...walks.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
}

async function gamePaths(asker: Asker, pages: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(pages.map((path) => asker.json<Page>(path)));
  return lists.flatMap(({ data }) => data.map(({ game_id }) => `/v1/games/${game_id}`));
}

async function teamPaths(asker: Asker, seasons: readonly Season[]): Promise<string[]> {
  const found = seasons.map(async ({ sport, season }) => {
    const { data } = await asker.json<Page>(`/v1/teams?sport=${sport}`);
    return data.map(
      ({ abbreviation: abbr }) => `/v1/odds?sport=${sport}&season=${season}&team=${encodeURIComponent(String(abbr))}`,
    );
  });
  return withRows(asker, (await Promise.all(found)).flat());
}

async function bookPaths(asker: Asker, seasons: readonly Season[]): Promise<string[]> {
  const { data } = await asker.json<Page>("/v1/books");
  const books = data.map(({ book_id: id }) => String(id));
  const all = seasons.flatMap(({ sport, season }) =>
    books.flatMap((book) =>
      markets.map((market) => `/v1/odds?sport=${sport}&season=${season}&book=${book}&market=${market}`),
    ),
  );
  return withRows(asker, all);
}

/** Those whose page is full. */
async function withRows(asker: Asker, paths: readonly string[]): Promise<string[]> {
  const full = await Promise.all(
    paths.map(async (path) => ((await asker.json<Page>(path)).next_cursor === null ? [] : [path])),
  );
  return full.flat();
}

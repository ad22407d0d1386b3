/** The cost of answers: those that a server keeps, beside servers of the same bytes, and those that nobody asked for before. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../sample/src/random.ts";
import { makeKeyIn } from "../support/access.ts";
import { type Asker, connections, type Headers, openAsker, together } from "./asker.ts";
import { type Measured, measureRounds, type Side, warmUpRounds } from "./rounds.ts";
import {
  type BenchServer,
  keepAnswer,
  type Prebuilt,
  settled,
  startBare,
  startGradeline,
  startNginx,
} from "./servers.ts";

export type Case = {
  readonly about: string;
  readonly paths: readonly string[];
  /** Whether each path may be asked for only once. */
  readonly isOnce?: boolean;
  readonly isGzip?: boolean;
  /** Whether callers send the ETag of what they have, so that each answer is 304. */
  readonly isConditional?: boolean;
  /** Computed answers are few at a time [D-54]. */
  readonly atOnce?: number;
  /** Which other servers send the same bytes. */
  readonly beside: readonly ("Fastify" | "node:http" | "nginx")[];
};

export type CaseFigures = {
  readonly about: string;
  readonly meanBytes: number;
  readonly measured: Readonly<Record<string, Measured>>;
};

/** Few enough that a server keeps the answers of all cases together. */
const mostKept = 100;
const mostOnce = 600;
const perRound = 400;
const perRoundOnce = 50;

/** @param rounds how many count. @param find the cases, found out over HTTP. */
export async function measureAnswers(
  databaseFile: string,
  folder: string,
  rounds: number,
  find: (asker: Asker) => Promise<readonly Case[]> = findCases,
): Promise<readonly CaseFigures[]> {
  const key = await makeKeyIn(databaseFile, "bench@example.com");
  const opened: { close(): unknown }[] = [];
  const keep = <Opened extends { close(): unknown }>(each: Opened): Opened => {
    opened.push(each);
    return each;
  };
  try {
    // One server says what there is, and another is measured, which nobody has asked for anything.
    const teller = await startGradeline(databaseFile, folder);
    const tellingAsker = openAsker(teller.base, key);
    const cases = (await find(tellingAsker)).filter(({ paths }) => paths.length > 0);
    const pages = join(folder, "pages");
    mkdirSync(pages);
    const recorded = await Promise.all(cases.map((each, at) => record(tellingAsker, each, `${pages}/${at}`)));
    tellingAsker.close();
    await teller.close();

    const ours = keep(await startGradeline(databaseFile, folder));
    await settled(ours);
    const servers: BenchServer[] = [ours];
    const wanted = new Set(cases.flatMap(({ beside }) => beside));
    const answers = recorded.flatMap((each) => each.answers);
    if (wanted.has("Fastify")) servers.push(keep(await startBare("Fastify", answers, folder)));
    if (wanted.has("node:http")) servers.push(keep(await startBare("node:http", answers, folder)));
    if (wanted.has("nginx")) servers.push(keep(await startNginx(pages)));
    const sides: (Side & { readonly of: Case })[] = [];
    for (const server of servers) {
      const asker = keep(openAsker(server.base, key));
      for (const [at, each] of cases.entries()) {
        if (server !== ours && !each.beside.some((name) => name === server.name)) continue;
        const paths = server === ours ? each.paths : (recorded[at]?.answers.map(({ path }) => path) ?? []);
        const requests = await Promise.all(paths.map((path) => requestOf(asker, each, path)));
        const { isOnce = false, atOnce = connections } = each;
        const asked = isOnce ? Math.min(perRoundOnce, Math.floor(paths.length / (rounds + warmUpRounds))) : perRound;
        sides.push({ of: each, server, asker, requests, isOnce, atOnce, perRound: asked });
      }
    }
    // Those that are kept come first: what is asked for once would take their places.
    const [once, kept] = [sides.filter(({ isOnce }) => isOnce), sides.filter(({ isOnce }) => !isOnce)];
    const measured = new Map([...(await measureRounds(kept, rounds)), ...(await measureRounds(once, rounds))]);
    return cases.map((each, at) => ({
      about: each.about,
      meanBytes: recorded[at]?.meanBytes ?? 0,
      measured: Object.fromEntries(
        sides.filter((side) => side.of === each).map((side) => [side.server.name, measured.get(side) as Measured]),
      ),
    }));
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** Servers have ETags of their own, and each is asked for what it is sent later. */
async function requestOf(asker: Asker, { isConditional, isGzip }: Case, path: string) {
  const headers: Headers = isGzip === true ? { "accept-encoding": "gzip" } : {};
  if (isConditional !== true) return { path, headers };
  return { path, headers: { ...headers, "if-none-match": String((await asker.ask(path, headers)).headers.etag) } };
}

/** Asks for every path of a case once, and keeps the answers for the other servers in a folder whose name is a part of their paths. */
async function record(asker: Asker, each: Case, folder: string) {
  const place = folder.slice(folder.lastIndexOf("/"));
  const answers: Prebuilt[] = [];
  let bytes = 0;
  for (const [at, path] of each.paths.entries()) {
    const { status, headers, body } = await asker.ask(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    bytes += body.length;
    if (each.beside.length === 0) continue;
    const { etag, "content-type": type = "" } = headers;
    const kept = keepAnswer(folder, String(at), body, type, String(etag), each.isGzip === true);
    answers.push({ ...kept, path: `${place}${kept.path}` });
  }
  return { answers, meanBytes: bytes / each.paths.length };
}

const seasons = ["sport=nfl&season=2025", "sport=mlb&season=2026"];

/** Pages begin at places of the list where nobody begins: a walk with fewer rows finds them, and asks for none of them. */
export async function pagesOf(asker: Asker, list: string, step: number, rows: number): Promise<string[]> {
  const walks = await Promise.all(seasons.map((season) => asker.walk(`${list}${season}&limit=${step}`)));
  return new Random(list)
    .shuffled(walks.flatMap((paths) => paths.slice(1, Math.ceil(-rows / step))))
    .map((path) => path.replace(`limit=${step}`, `limit=${rows}`));
}

async function findCases(asker: Asker): Promise<readonly Case[]> {
  const hundreds = await pagesOf(asker, "/v1/odds?", 19, 100);
  const kept = hundreds.slice(0, mostKept);
  const thousands = (await pagesOf(asker, "/v1/odds?", 500, 1000)).slice(0, 10);
  const games: string[] = [];
  await together(await pagesOf(asker, "/v1/games?", 50, 100), async (path) => {
    for (const { game_id: id } of (await asker.page(path)).data) games.push(`/v1/games/${id}`);
  });
  const each = [...new Set(games)];
  const csv = (paths: readonly string[]) => paths.map((path) => `${path}&format=csv`);
  const beside = ["Fastify", "node:http", "nginx"] as const;
  const trend = (question: string, about: string): Case => ({
    about: `a trend ${about}`,
    // Another set of bets each time: one that was asked about a moment ago is kept.
    paths: Array.from({ length: mostOnce }, (_, at) => `/v1/trends?${question}&max_price=${at + 200}`),
    isOnce: true,
    atOnce: 1,
    beside: [],
  });
  const once = (about: string, paths: readonly string[], by: Case["beside"] = []): Case => {
    return {
      about: `${about} that nobody asked for before`,
      paths: paths.slice(0, mostOnce),
      isOnce: true,
      atOnce: by.length === 0 ? 1 : connections,
      beside: by,
    };
  };
  return [
    { about: "100 odds rows", paths: kept, beside },
    { about: "1,000 odds rows", paths: thousands, beside },
    { about: "a game", paths: each.slice(0, mostKept), beside },
    { about: "304 of 100 odds rows", paths: kept, isConditional: true, beside },
    { about: "100 odds rows as CSV", paths: csv(kept), beside },
    { about: "100 odds rows with gzip", paths: kept, isGzip: true, beside },
    once("100 odds rows", hundreds.slice(mostKept), ["Fastify"]),
    once("a game", each.slice(mostKept), ["Fastify"]),
    once("1,000 bets", await pagesOf(asker, "/v1/bets?", 97, 1000)),
    once(
      "the lines of a game",
      each.map((path) => `${path}/lines`),
    ),
    once("1,000 rows of snapshots", await pagesOf(asker, "/v1/snapshots?", 999, 1000)),
    trend("sport=nfl&team=KC", "of a team"),
    trend("sport=mlb", "of a sport"),
    trend("sport=mlb&group_by=line", "grouped by line"),
  ];
}

/** Values that the archive of a test contains, so that a valid request may name them. */
import { usBooks } from "../../src/domain/books.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { type Answer, send, type TestApi } from "./api.ts";
import { sampledSports } from "./sports.ts";

export type KnownValues = {
  readonly bySport: Readonly<Record<Sport, SportValues>>;
  readonly books: readonly string[];
  /** The newest revision, and the archive that it is of. */
  readonly revision: number;
  readonly archive: string;
};

export type SportValues = {
  readonly teams: readonly string[];
  readonly seasons: readonly string[];
  readonly gameIds: readonly string[];
  readonly dates: readonly string[];
  /** Queries with the cursor of their next page, each with its documented path. */
  readonly continued: readonly { readonly path: string; readonly query: readonly (readonly [string, string])[] }[];
};

type Row = Readonly<Record<string, string | number>>;

export async function knownValues(api: TestApi, key: string): Promise<KnownValues> {
  const get = async (url: string): Promise<Answer["body"]> => {
    const answer = await send(api.app, "GET", url, { authorization: `Bearer ${key}` });
    if (answer.status !== 200) throw new Error(`${url}: ${answer.text}`);
    return answer.body;
  };
  const entries = sampledSports.map(async (sport): Promise<[Sport, SportValues]> => {
    const rowsOf = async (url: string): Promise<Row[]> => (await get(url)).data;
    const teams = await rowsOf(`/v1/teams?sport=${sport}`);
    const seasons = await rowsOf(`/v1/seasons?sport=${sport}`);
    const games = await rowsOf(`/v1/games?sport=${sport}`);
    const season = String(seasons[0]?.season);
    const { next_cursor: ofChanges } = await get(`/v1/changes?since=0&sport=${sport}&limit=2`);
    const changes = ofChanges === null ? [] : [changesWith(sport, ofChanges)];
    const continued = [
      "/v1/games",
      "/v1/odds",
      "/v1/periods",
      "/v1/period_odds",
      "/v1/ids/games",
      "/v1/bets",
      "/v1/snapshots",
      "/v1/coverage",
    ].map(async (path) => {
      const { next_cursor: cursor } = await get(`${path}?sport=${sport}&season=${season}&limit=2`);
      return { path, query: [["sport", sport] as const, ["season", season] as const, ["cursor", cursor] as const] };
    });
    return [
      sport,
      {
        teams: teams.flatMap(({ team_id: id, abbreviation }) => [String(id), String(abbreviation)]),
        seasons: seasons.map((row) => String(row.season)),
        gameIds: games.map((row) => String(row.game_id)),
        dates: games.map((row) => String(row.game_date)),
        continued: [...(await Promise.all(continued)), ...changes],
      },
    ];
  });
  const { meta } = await get("/v1/revisions?limit=1");
  return {
    revision: meta.revision,
    archive: meta.archive,
    bySport: Object.fromEntries(await Promise.all(entries)) as Record<Sport, SportValues>,
    books: usBooks.flatMap(({ bookId, slug }) => [String(bookId), slug]),
  };
}

function changesWith(sport: Sport, cursor: string): SportValues["continued"][number] {
  return {
    path: "/v1/changes",
    query: [["since", "0"] as const, ["sport", sport] as const, ["cursor", cursor] as const],
  };
}

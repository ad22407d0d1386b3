/**
 * How many requests a call will cost, before it is made. The list of files says how many rows each season of each list has, so
 * that one request plans every list of a sport for a quarter of an hour.
 */
import type { Book, Coverage, SeasonFile } from "../types/api-rows.d.ts";

export type Plan = {
  readonly atLeast: number;
  /** Null where nobody can say without asking for the list itself. */
  readonly atMost: number | null;
  /** A sentence about how sure that is. */
  readonly why: string;
  /** Requests that this plan itself has cost. */
  readonly planningRequests: number;
  /** Requests that the account has left; null before the first answer. */
  readonly left: number | null;
};

export type Filters = Readonly<Record<string, unknown>>;

/** The planner asks for these, each one request. */
export type PlanningSources = {
  readonly files: (sport: string) => Promise<readonly SeasonFile[]>;
  readonly books: () => Promise<readonly Book[]>;
  readonly coverage: (sport: string, season: number | undefined) => Promise<readonly Coverage[]>;
  readonly spent: () => number;
  readonly left: () => number | null;
};

const pageRows = 1000;
const keptMs = 15 * 60_000;

/** The data set whose files have the rows of a list. */
const dataSets: Readonly<Record<string, SeasonFile["data_set"]>> = {
  games: "games",
  odds: "odds",
  periods: "periods",
  periodOdds: "period_odds",
  bets: "bets",
  snapshots: "snapshots",
  teamGames: "team_games",
  gameIds: "ids",
  lines: "lines",
};

/** How many rows of a list a book has at most for each game in which it posted a market of a period. */
const rowsOfMarket: Readonly<Record<string, number>> = { bets: 2, snapshots: 8, periodOdds: 1 };

/** Lists that are always one page. A trend has a row for each group, and there are never a thousand of them. */
const onePage = new Set([
  "contents",
  "sports",
  "teams",
  "seasons",
  "books",
  "game",
  "fileLink",
  "file",
  "trends",
  "teamIds",
]);
/** Lists that have less than a page for one game. */
const onePageAGame = new Set(["games", "odds", "periods", "periodOdds", "teamGames", "gameIds"]);

export class Planner {
  readonly #sources: PlanningSources;
  readonly #kept = new Map<string, { readonly atMs: number; readonly value: Promise<readonly unknown[]> }>();

  constructor(sources: PlanningSources) {
    this.#sources = sources;
  }

  /** @param method the name of the list's method. */
  async plan(method: string, filters: Filters): Promise<Plan> {
    const before = this.#sources.spent();
    const { atLeast, atMost, why } = await this.#bounds(method, filters);
    const planningRequests = this.#sources.spent() - before;
    return { atLeast, atMost, why, planningRequests, left: this.#sources.left() };
  }

  async #bounds(method: string, filters: Filters): Promise<Pick<Plan, "atLeast" | "atMost" | "why">> {
    const consensusAlone = filters.book === undefined || filters.book === "consensus";
    const isOneGame =
      filters.game_id !== undefined && (onePageAGame.has(method) || (method === "bets" && consensusAlone));
    if (onePage.has(method) || isOneGame) return { atLeast: 1, atMost: 1, why: "It is always one page." };
    const dataSet = dataSets[method];
    const sport = sportOf(filters);
    if (dataSet === undefined || sport === null)
      return { atLeast: 1, atMost: null, why: "Nothing says how many rows there are, but the list itself." };
    const files = (await this.#remembered(sport, () => this.#sources.files(sport))) as readonly SeasonFile[];
    const seasons = files.filter((file) => file.data_set === dataSet && mayHave(file.season, filters));
    if (!files.some((file) => file.data_set === dataSet))
      return {
        atLeast: 1,
        atMost: null,
        why: `The server has no files of ${sport}, which would say how many rows there are.`,
      };
    // The file of bets has those of the consensus, and the others have all books.
    const ofBooks = method === "bets" && consensusAlone ? null : await this.#rowsOfBooks(method, sport, filters);
    const rows = ofBooks ?? seasons.reduce((sum, file) => sum + file.rows, 0);
    const most = pagesOf(rows);
    const isCounted = filters.book === undefined || (method === "odds" && ofBooks !== null);
    const isExact = isWhole(filters) && (isCounted || (method === "bets" && consensusAlone)) && method !== "lines";
    return isExact
      ? { atLeast: most, atMost: most, why: `It has ${rows} rows, as the files of ${sport} say.` }
      : { atLeast: 1, atMost: most, why: `It has ${rows} rows at most, and the filters leave fewer.` };
  }

  /** The rows of the books that are asked for, at most; null: all books are, or the list of books has not such a name. */
  async #rowsOfBooks(method: string, sport: string, filters: Filters): Promise<number | null> {
    const { book, season } = filters;
    const times = rowsOfMarket[method];
    if (book === undefined || (times === undefined && method !== "odds")) return null;
    const asked = String(book).toLowerCase().split(",");
    const isAll = asked.join() === "all";
    const books = isAll ? [] : ((await this.#remembered("books", this.#sources.books)) as readonly Book[]);
    const slugs = new Set(asked.map((name) => (name === "consensus" ? name : slugOf(books, name))));
    if (!isAll && slugs.has(null)) return null;
    const isOf = (row: { readonly sport: string; readonly season: number }, slug: string) =>
      (isAll || slugs.has(slug)) && row.sport === sport && mayHave(row.season, filters);
    if (times === undefined)
      return books
        .flatMap((each) => each.sports.filter((row) => isOf(row, each.book)))
        .reduce((sum, { games }) => sum + games, 0);
    const wanted = season === undefined ? undefined : Number(season);
    const ask = () => this.#sources.coverage(sport, wanted);
    const coverage = (await this.#remembered(`coverage ${sport} ${wanted}`, ask)) as readonly Coverage[];
    return coverage
      .filter((row) => isOf(row, row.book) && !(method === "periodOdds" && row.period === "game"))
      .reduce((sum, { games, market }) => sum + games * times * (market === "team_total" ? 2 : 1), 0);
  }

  #remembered(name: string, ask: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
    const kept = this.#kept.get(name);
    if (kept !== undefined && Date.now() - kept.atMs < keptMs) return kept.value;
    const value = ask();
    this.#kept.set(name, { atMs: Date.now(), value });
    value.catch(() => this.#kept.delete(name));
    return value;
  }
}

/** The API takes a book by slug, id or name. */
function slugOf(books: readonly Book[], name: string): string | null {
  const found = books.find(({ book, book_id, book_name, former_names }) =>
    [book, String(book_id), book_name, ...former_names.map((each) => each.name)].some(
      (each) => each.toLowerCase() === name,
    ),
  );
  return found?.book ?? null;
}

const pagesOf = (rows: number) => Math.max(1, Math.ceil(rows / pageRows));

/** Lines are asked by game, whose id begins with the sport. */
function sportOf({ sport, game_id: gameId }: Filters): string | null {
  if (typeof sport === "string") return sport;
  return typeof gameId === "string" ? (gameId.split("-")[0] ?? "").toLowerCase() : null;
}

/** Whether nothing but the sport and a season decides which rows there are. */
function isWhole(filters: Filters): boolean {
  const given = Object.entries(filters).filter(
    ([name, value]) => value !== undefined && !(name === "season_type" && value === "all"),
  );
  return given.every(([name]) => name === "sport" || name === "season" || name === "book");
}

/** A season is played in the year of its name, the one before or the one after. */
function mayHave(season: number, { season: wanted, from, to, game_id: gameId }: Filters): boolean {
  const day = typeof gameId === "string" ? gameId.split("-")[1] : undefined;
  const first = Number(String(from ?? day ?? "0").slice(0, 4));
  const last = Number(String(to ?? day ?? "9999").slice(0, 4));
  return (wanted === undefined || Number(wanted) === season) && season >= first - 1 && season <= last + 1;
}

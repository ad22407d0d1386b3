/** The client: a method for each endpoint of the API, typed as the contract has it. */
import type * as Asked from "../types/api-filters.d.ts";
import type * as Rows from "../types/api-rows.d.ts";
import { endpoints } from "./api-endpoints.ts";
import { Asking, type AskingOptions } from "./asking.ts";
import { AnswerRefused, mostTextBytes, plain, readBytes, readText } from "./body.ts";
import { type AnswerCache, cacheName } from "./cache.ts";
import type { Limits } from "./limits.ts";
import { Listing, type Page, type Transport } from "./listing.ts";
import { type Filters, Planner } from "./plan.ts";

export type GradelineOptions = AskingOptions & {
  /** Where answers are kept with their ETags; nowhere when absent. */
  readonly cache?: AnswerCache;
};

/** Every call takes these beside its filters. */
export type CallOptions = {
  /** Ends the call, whatever it waits for. */
  readonly signal?: AbortSignal;
};

export type Answer<Data, Meta = Rows.ObjectMeta> = { readonly data: Data; readonly meta: Meta & Transport };

/** The largest file of a season of every line has some tens of megabytes. */
const mostFileBytes = 256 * 1024 * 1024;

type Method = keyof typeof endpoints;
type Body = { readonly data: unknown; readonly next_cursor?: string | null; readonly meta: object };

export class Gradeline {
  readonly #asking: Asking;
  readonly #planner: Planner;
  readonly #cache: AnswerCache | null;
  readonly #nameOf: (path: string) => Promise<string | null>;

  /** @throws TypeError when an option is out of bounds. A wrong key is the API's own error at the first call. */
  constructor({ cache, ...options }: GradelineOptions) {
    this.#asking = new Asking(options);
    this.#cache = cache ?? null;
    const { apiKey } = options;
    this.#nameOf = (path) => cacheName(this.#asking.baseUrl, apiKey, path);
    this.#planner = new Planner({
      files: (sport) => this.files({ sport: sport as Rows.SeasonFile["sport"], file_format: "csv.gz" }).all(),
      books: () => this.books().all(),
      coverage: (sport, season) => this.coverage({ sport: sport as Rows.Coverage["sport"], season }).all(),
      spent: () => this.#asking.spent,
      left: () => this.#asking.limits?.quota.remaining ?? null,
    });
  }

  /** Requests that this client has spent of the quota; those without an answer are among them. */
  get requests(): number {
    return this.#asking.spent;
  }

  /** Rate and quota as the newest answer had them; null before the first. */
  get limits(): Limits | null {
    return this.#asking.limits;
  }

  contents = (options?: CallOptions) => this.#one<Rows.Contents>("contents", {}, {}, options);
  sports = (options?: CallOptions) => this.#list<Rows.Sport>("sports", {}, options);
  teams = (filters: Asked.TeamsFilters, options?: CallOptions) => this.#list<Rows.Team>("teams", filters, options);
  seasons = (filters: Asked.SeasonsFilters, options?: CallOptions) =>
    this.#list<Rows.Season>("seasons", filters, options);
  books = (options?: CallOptions) => this.#list<Rows.Book>("books", {}, options);
  games = (filters: Asked.GamesFilters, options?: CallOptions) => this.#list<Rows.Game>("games", filters, options);
  odds = (filters: Asked.OddsFilters, options?: CallOptions) => this.#list<Rows.OddsRow>("odds", filters, options);
  bets = (filters: Asked.BetsFilters, options?: CallOptions) => this.#list<Rows.BetRow>("bets", filters, options);
  trends = (filters: Asked.TrendsFilters, options?: CallOptions) =>
    this.#list<Rows.TrendRow, Rows.TrendMeta>("trends", filters, options);
  teamGames = (filters: Asked.TeamGamesFilters, options?: CallOptions) =>
    this.#list<Rows.TeamGameRow>("teamGames", filters, options);
  snapshots = (filters: Asked.SnapshotsFilters, options?: CallOptions) =>
    this.#list<Rows.SnapshotRow>("snapshots", filters, options);
  periods = (filters: Asked.PeriodsFilters, options?: CallOptions) =>
    this.#list<Rows.PeriodRow>("periods", filters, options);
  periodOdds = (filters: Asked.PeriodOddsFilters, options?: CallOptions) =>
    this.#list<Rows.PeriodOddsRow>("periodOdds", filters, options);
  changes = (filters: Asked.ChangesFilters, options?: CallOptions) =>
    this.#list<Rows.Change, Rows.RevisionMeta>("changes", filters, options);
  revisions = (filters: Asked.RevisionsFilters = {}, options?: CallOptions) =>
    this.#list<Rows.Revision, Rows.RevisionMeta>("revisions", filters, options);
  gameIds = (filters: Asked.GameIdsFilters, options?: CallOptions) =>
    this.#list<Rows.GameIds>("gameIds", filters, options);
  teamIds = (filters: Asked.TeamIdsFilters, options?: CallOptions) =>
    this.#list<Rows.TeamIds>("teamIds", filters, options);
  files = (filters: Asked.FilesFilters = {}, options?: CallOptions) =>
    this.#list<Rows.SeasonFile, Rows.FileListMeta>("files", filters, options);
  coverage = (filters: Asked.CoverageFilters = {}, options?: CallOptions) =>
    this.#list<Rows.Coverage, Rows.CoverageMeta>("coverage", filters, options);

  /** One game with the lines of every book. @param gameId such as `NFL-20250904-DAL-PHI`. */
  game = (gameId: string, options?: CallOptions) =>
    this.#one<Rows.GameDetail>("game", { game_id: gameId }, {}, options);
  /** Who states each published fact of one game, and who states otherwise. */
  evidence = (gameId: string, filters: Asked.EvidenceFilters = {}, options?: CallOptions) =>
    this.#list<Rows.EvidenceRow>("evidence", { ...filters, game_id: gameId }, options);

  /** How the lines of one game moved. */
  lines = (gameId: string, filters: Asked.LinesFilters = {}, options?: CallOptions) =>
    this.#list<Rows.LineRow, Rows.LineMeta>("lines", { ...filters, game_id: gameId }, options);
  /** An address that opens a file without a key in a header. @param file such as `odds.csv.gz`. */
  fileLink = (sport: string, season: number, file: string, options?: CallOptions) =>
    this.#one<Rows.FileLink>("fileLink", { sport, season, file }, {}, options);

  /**
   * The bytes of a file of a season.
   * @param options with `mostBytes`, the `bytes` that its row in `files` has; 256 MiB when absent.
   * @throws AnswerRefused when they are more, or not those of the SHA-256 that was asked for.
   */
  async file(
    sport: string,
    season: number,
    file: string,
    filters: Asked.FileFilters = {},
    { signal, mostBytes = mostFileBytes }: CallOptions & { readonly mostBytes?: number } = {},
  ): Promise<Uint8Array> {
    const path = addressOf("file", { sport, season, file }, filters);
    return this.#asking.ask({ path, signal }, async (answer, alive) => {
      const bytes = await readBytes(answer, mostBytes, alive);
      const wanted = filters.sha256 ?? answer.headers.get("etag")?.replaceAll('"', "");
      const digest = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
      const hex = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
      if (hex !== undefined && hex !== wanted)
        throw new AnswerRefused(`${plain(file)} came with other bytes than its SHA-256 says`);
      return bytes;
    });
  }

  #list<Row, Meta = Rows.ListMeta>(method: Method, filters: Filters, options: CallOptions = {}): Listing<Row, Meta> {
    const paging = (cursor: string | null) => (endpoints[method].isPaged ? { limit: 1000, cursor } : {});
    const { named, query } = method === "lines" ? lineQuestion(filters) : { named: {}, query: filters };
    return new Listing<Row, Meta>(
      async (cursor) => {
        const page = await this.#ask(addressOf(method, named, { ...query, ...paging(cursor) }), options);
        const { data, next_cursor: next } = page;
        if (
          !Array.isArray(data) ||
          !(next === null || (typeof next === "string" && next !== "" && next.length <= 4096))
        )
          throw new AnswerRefused("something else than a page of a list came; is this Gradeline?");
        return page as Page<Row, Meta>;
      },
      () => this.#planner.plan(method, filters),
    );
  }

  async #one<Data>(method: Method, named: Filters, query: Filters, options: CallOptions = {}): Promise<Answer<Data>> {
    return (await this.#ask(addressOf(method, named, query), options)) as Answer<Data>;
  }

  async #ask(path: string, { signal }: CallOptions): Promise<Body & { meta: Transport }> {
    const name = this.#cache === null ? null : await this.#nameOf(path);
    const kept = name === null ? null : await this.#cache?.get(name);
    const headers = (): Record<string, string> => (kept ? { "if-none-match": kept.etag } : {});
    return this.#asking.ask({ path, headers, signal }, async (answer, alive) => {
      const isFromCache = answer.status === 304;
      if (isFromCache && !kept) throw new AnswerRefused("the answer was 304 to a request without an ETag");
      const text = isFromCache && kept ? kept.body : await readText(answer, mostTextBytes, alive);
      const body = bodyOf(text);
      const etag = answer.headers.get("etag");
      // A full disk costs the cache its use, and not the caller the answer.
      if (name !== null && etag !== null && !isFromCache)
        await this.#cache?.set(name, { etag, body: text }).catch(() => undefined);
      const { headers: told } = answer;
      const [dataset, note] = [told.get("x-dataset"), told.get("x-note")];
      return { ...body, meta: { ...body.meta, isFromCache, etag, limits: this.#asking.limits, dataset, note } };
    });
  }
}

/** @throws AnswerRefused for what no Gradeline answers. */
function bodyOf(text: string): Body {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new AnswerRefused(`something else than JSON came (${plain(String(error))}); is this Gradeline?`);
  }
  const { data, meta } = (typeof body === "object" && body !== null ? body : {}) as Partial<Body>;
  if (data === undefined || typeof meta !== "object" || meta === null)
    throw new AnswerRefused("an answer without data and meta came; is this Gradeline?");
  return body as Body;
}

function lineQuestion({ game_id, ...query }: Filters): { readonly named: Filters; readonly query: Filters } {
  return { named: { game_id }, query };
}

/** The address below the server, with what is in the path and what is in the query. Absent values are left out. */
function addressOf(method: Method, named: Filters, query: Filters): string {
  const path = endpoints[method].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(named[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
  return text.size === 0 ? path : `${path}?${text}`;
}

/** The client: a method for each endpoint of the API, typed as the contract has it. */
import type * as Asked from "../types/api-filters.d.ts";
import type * as Rows from "../types/api-rows.d.ts";
import { type AskingOptions } from "./asking.js";
import { type AnswerCache } from "./cache.js";
import type { Limits } from "./limits.js";
import { Listing, type Transport } from "./listing.js";
export type GradelineOptions = AskingOptions & {
    /** Where answers are kept with their ETags; nowhere when absent. */
    readonly cache?: AnswerCache;
};
/** Every call takes these beside its filters. */
export type CallOptions = {
    /** Ends the call, whatever it waits for. */
    readonly signal?: AbortSignal;
};
export type Answer<Data, Meta = Rows.ObjectMeta> = {
    readonly data: Data;
    readonly meta: Meta & Transport;
};
export declare class Gradeline {
    #private;
    /** @throws TypeError when an option is out of bounds. A wrong key is the API's own error at the first call. */
    constructor({ cache, ...options }: GradelineOptions);
    /** Requests that this client has spent of the quota; those without an answer are among them. */
    get requests(): number;
    /** Rate and quota as the newest answer had them; null before the first. */
    get limits(): Limits | null;
    contents: (options?: CallOptions) => Promise<Answer<Rows.Contents, Rows.ObjectMeta>>;
    sports: (options?: CallOptions) => Listing<Rows.Sport, Rows.ListMeta>;
    teams: (filters: Asked.TeamsFilters, options?: CallOptions) => Listing<Rows.Team, Rows.ListMeta>;
    seasons: (filters: Asked.SeasonsFilters, options?: CallOptions) => Listing<Rows.Season, Rows.ListMeta>;
    books: (options?: CallOptions) => Listing<Rows.Book, Rows.ListMeta>;
    games: (filters: Asked.GamesFilters, options?: CallOptions) => Listing<Rows.Game, Rows.ListMeta>;
    odds: (filters: Asked.OddsFilters, options?: CallOptions) => Listing<Rows.OddsRow, Rows.ListMeta>;
    bets: (filters: Asked.BetsFilters, options?: CallOptions) => Listing<Rows.BetRow, Rows.ListMeta>;
    trends: (filters: Asked.TrendsFilters, options?: CallOptions) => Listing<Rows.TrendRow, Rows.TrendMeta>;
    teamGames: (filters: Asked.TeamGamesFilters, options?: CallOptions) => Listing<Rows.TeamGameRow, Rows.ListMeta>;
    snapshots: (filters: Asked.SnapshotsFilters, options?: CallOptions) => Listing<Rows.SnapshotRow, Rows.ListMeta>;
    periods: (filters: Asked.PeriodsFilters, options?: CallOptions) => Listing<Rows.PeriodRow, Rows.ListMeta>;
    periodOdds: (filters: Asked.PeriodOddsFilters, options?: CallOptions) => Listing<Rows.PeriodOddsRow, Rows.ListMeta>;
    changes: (filters: Asked.ChangesFilters, options?: CallOptions) => Listing<Rows.Change, Rows.RevisionMeta>;
    revisions: (filters?: Asked.RevisionsFilters, options?: CallOptions) => Listing<Rows.Revision, Rows.RevisionMeta>;
    gameIds: (filters: Asked.GameIdsFilters, options?: CallOptions) => Listing<Rows.GameIds, Rows.ListMeta>;
    teamIds: (filters: Asked.TeamIdsFilters, options?: CallOptions) => Listing<Rows.TeamIds, Rows.ListMeta>;
    files: (filters?: Asked.FilesFilters, options?: CallOptions) => Listing<Rows.SeasonFile, Rows.FileListMeta>;
    coverage: (filters?: Asked.CoverageFilters, options?: CallOptions) => Listing<Rows.Coverage, Rows.CoverageMeta>;
    /** One game with the lines of every book. @param gameId such as `NFL-20250904-DAL-PHI`. */
    game: (gameId: string, options?: CallOptions) => Promise<Answer<Rows.GameDetail, Rows.ObjectMeta>>;
    /** Who states each published fact of one game, and who states otherwise. */
    evidence: (gameId: string, filters?: Asked.EvidenceFilters, options?: CallOptions) => Listing<Rows.EvidenceRow, Rows.ListMeta>;
    /** How the lines of one game moved. */
    lines: (gameId: string, filters?: Asked.LinesFilters, options?: CallOptions) => Listing<Rows.LineRow, Rows.LineMeta>;
    /** An address that opens a file without a key in a header. @param file such as `odds.csv.gz`. */
    fileLink: (sport: string, season: number, file: string, options?: CallOptions) => Promise<Answer<Rows.FileLink, Rows.ObjectMeta>>;
    /**
     * The bytes of a file of a season.
     * @param options with `mostBytes`, the `bytes` that its row in `files` has; 256 MiB when absent.
     * @throws AnswerRefused when they are more, or not those of the SHA-256 that was asked for.
     */
    file(sport: string, season: number, file: string, filters?: Asked.FileFilters, { signal, mostBytes }?: CallOptions & {
        readonly mostBytes?: number;
    }): Promise<Uint8Array>;
}

/** The metrics that are looked up when they are scraped, as one table: they cost a request nothing. */
import { Counter, Gauge, type Registry } from "prom-client";
import { isLeftAlone } from "../../collect/asking/memory.ts";
import { sports } from "../../domain/sports.ts";
import { programVersion } from "../../http/version.ts";
import type { SeasonShelf } from "../../query/season.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { Known, ProviderFigures } from "./known.ts";
import type { Traffic } from "./requests.ts";

/** The values of a metric with one label, by the label's value. */
type Labelled = Iterable<readonly [label: string, value: number]>;

export type ReadingParts = {
  readonly shelf: Pick<Shelf, "current">;
  readonly known: Known;
  readonly traffic: Traffic;
};

export function registerReadings(registry: Registry, { shelf, known, traffic }: ReadingParts): void {
  /** @param name one that ends with `_total` only ever grows: it is a counter. */
  function register(name: string, help: string, label: string | null, read: () => Labelled): void {
    const Metric = name.endsWith("_total") ? Counter : Gauge;
    const metric = new Metric({
      name: `gradeline_${name}`,
      help,
      labelNames: label === null ? [] : [label],
      registers: [registry],
      collect() {
        // Labels that are not read any more go.
        metric.reset();
        for (const [of, count] of read()) metric.inc(label === null ? {} : { [label]: of }, count);
      },
    });
  }
  const value = (name: string, help: string, read: () => number) => register(name, help, null, () => [["", read()]]);
  const bySport = (name: string, help: string, read: () => Labelled) => register(name, help, "sport", read);
  const ofSeasons = (name: string, help: string, countOf: (season: SeasonShelf) => number) =>
    bySport(name, `${help}, by sport`, () =>
      sports.map((sport) => {
        const { seasons } = shelf.current.sports[sport];
        return [sport, seasons.reduce((sum, season) => sum + countOf(season), 0)] as const;
      }),
    );
  const ofProvider = (name: string, help: string, figureOf: (figures: ProviderFigures) => number | null) =>
    register(name, `${help}, by provider`, "provider", () =>
      known.providers.flatMap((each) => {
        const figure = figureOf(each);
        return figure === null ? [] : [[each.provider, figure] as const];
      }),
    );

  register("build_info", "Always 1", "version", () => [[programVersion(), 1]]);
  value("disk_free_bytes", "Free on the disk of DATA_DIR; NaN without such a folder", () => known.diskFree);
  value("disk_size_bytes", "Size of the disk of DATA_DIR; NaN without such a folder", () => known.diskSize);
  value("http_requests_in_flight", "Requests that have come and are not answered yet", () => traffic.inFlight);
  value("revision", "The revision that this node serves; 0 before the first", () => shelf.current.revision);
  value("damages", "Seasons and sports that are not served, for a damaged file", () => shelf.current.damages.length);
  ofSeasons("published_games", "Games that this node serves", ({ gameIds }) => gameIds.length);
  ofSeasons("published_odds_rows", "Odds rows that this node serves", ({ oddsRows }) => oddsRows);
  bySport("newest_game_age_seconds", "Since the start of the newest game that this node serves, by sport", () =>
    sports.flatMap((sport) => {
      const starts = shelf.current.sports[sport].seasons.flatMap(({ startMs }) => startMs.at(-1) ?? []);
      return starts.length === 0 ? [] : [[sport, secondsSince(Math.max(...starts))] as const];
    }),
  );
  register("database_up", "Whether the archive (facts), and keys and counts (access), answer in time", "part", () => [
    ["facts", Number(known.isFactsUp)],
    ["access", Number(known.isAccessUp)],
  ]);
  value("newest_revision", "The newest revision in the database; 0 before the first", () => known.newestRevision);
  value("publish_age_seconds", "Since the last publish with a revision; NaN before the first", () =>
    secondsSince(known.publishedMs ?? Number.NaN),
  );
  bySport("capture_age_seconds", "Since the last capture of a line, by sport", () =>
    Array.from(known.capturedMs, ([sport, atMs]) => [sport, secondsSince(atMs)]),
  );
  bySport("games_starting_soon", "Games that start within the hour, by sport, as the events of lines say", () =>
    sports.map((sport) => [sport, known.startingSoon.get(sport) ?? 0]),
  );
  value("collecting", "Whether any node collects; NaN where nobody ever has", () =>
    known.isCollecting === null ? Number.NaN : Number(known.isCollecting),
  );
  value("failed_jobs", "Jobs of collecting whose newest run of two days failed as a whole", () => known.failedJobs);
  ofProvider("provider_requests_total", "Requests that collecting has sent", ({ requests }) => requests);
  ofProvider("provider_failures_total", "Requests of collecting that failed", (figures) => figures.failures_total);
  ofProvider("provider_success_age_seconds", "Since the last good answer", ({ last_success_ms: atMs }) =>
    atMs === 0 ? null : secondsSince(atMs),
  );
  ofProvider("provider_stopped", "Whether it is not asked, after failures or because it said so", (figures) =>
    Number([figures.stopped_until_ms, figures.open_until_ms].some((each) => isLeftAlone(each, Date.now()))),
  );
}

function secondsSince(atMs: number): number {
  return (Date.now() - atMs) / 1000;
}

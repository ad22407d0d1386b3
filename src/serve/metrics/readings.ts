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

type Reading = readonly [
  /** One that ends with `_total` only ever grows: it is a counter. */
  name: string,
  help: string,
  reading: { readonly read: () => number } | { readonly label: string; readonly read: () => Labelled },
];

export type ReadingParts = {
  readonly shelf: Pick<Shelf, "current">;
  readonly known: Known;
  readonly traffic: Traffic;
};

function readingsOf({ shelf, known, traffic }: ReadingParts): readonly Reading[] {
  const value = (read: () => number) => ({ read });
  const ofSport = (read: () => Labelled) => ({ label: "sport", read });
  const sumOf = (countOf: (season: SeasonShelf) => number) =>
    ofSport(() =>
      sports.map((sport) => {
        const { seasons } = shelf.current.sports[sport];
        return [sport, seasons.reduce((sum, season) => sum + countOf(season), 0)];
      }),
    );
  const ofProvider = (figureOf: (figures: ProviderFigures) => number | null) => ({
    label: "provider",
    read: () =>
      known.providers.flatMap((each) => {
        const figure = figureOf(each);
        return figure === null ? [] : [[each.provider, figure] as const];
      }),
  });
  return [
    [
      "gradeline_build_info",
      "The version that runs; the value is always 1",
      { label: "version", read: () => [[programVersion(), 1]] },
    ],
    [
      "gradeline_disk_free_bytes",
      "What is free for Gradeline on the disk of DATA_DIR; NaN where there is no such folder",
      value(() => known.diskFree),
    ],
    [
      "gradeline_disk_size_bytes",
      "Size of the disk of DATA_DIR; NaN where there is no such folder",
      value(() => known.diskSize),
    ],
    [
      "gradeline_http_requests_in_flight",
      "Requests that have come and whose answers have not gone out yet",
      value(() => traffic.inFlight),
    ],
    ["gradeline_http_connections", "Connections of callers that are open", value(() => traffic.connections)],
    [
      "gradeline_http_sent_bytes_total",
      "Bytes that were sent to callers, with heads and as they were compressed",
      value(() => traffic.sentBytes),
    ],
    ["gradeline_http_received_bytes_total", "Bytes that callers have sent", value(() => traffic.receivedBytes)],
    [
      "gradeline_revision",
      "Number of the revision that this node serves; 0 before the first",
      value(() => shelf.current.revision),
    ],
    [
      "gradeline_damages",
      "Seasons, and sports, that are not served because a file of theirs is not what its name says",
      value(() => shelf.current.damages.length),
    ],
    ["gradeline_published_games", "Games that this node serves, by sport", sumOf(({ gameIds }) => gameIds.length)],
    [
      "gradeline_published_odds_rows",
      "Odds rows (one book's lines of one game) that this node serves, by sport",
      sumOf(({ bookIds }) => bookIds.length),
    ],
    [
      "gradeline_newest_game_age_seconds",
      "Time since the newest game that this node serves started, by sport; not there for a sport without games",
      ofSport(() =>
        sports.flatMap((sport) => {
          const starts = shelf.current.sports[sport].seasons.flatMap(({ startMs }) => startMs.at(-1) ?? []);
          return starts.length === 0 ? [] : [[sport, secondsSince(Math.max(...starts))] as const];
        }),
      ),
    ],
    [
      "gradeline_database_up",
      "Whether the database answers in time: 1 or 0, for the archive (facts) and for keys and counts (access)",
      {
        label: "part",
        read: () => [
          ["facts", Number(known.isFactsUp)],
          ["access", Number(known.isAccessUp)],
        ],
      },
    ],
    [
      "gradeline_newest_revision",
      "Number of the newest revision in the database; 0 before the first",
      value(() => known.newestRevision),
    ],
    [
      "gradeline_publish_age_seconds",
      "Time since the last publish that brought a revision; NaN before the first",
      value(() => secondsSince(known.publishedMs ?? Number.NaN)),
    ],
    [
      "gradeline_capture_age_seconds",
      "Time since the last capture of a line, by sport; not there for a sport without captures",
      ofSport(() => Array.from(known.capturedMs, ([sport, atMs]) => [sport, secondsSince(atMs)])),
    ],
    [
      "gradeline_games_starting_soon",
      "Games that start within the next hour, by sport, as the events of captured lines say",
      ofSport(() => sports.map((sport) => [sport, known.startingSoon.get(sport) ?? 0])),
    ],
    [
      "gradeline_collecting",
      "Whether any node collects: 1 or 0; NaN where nobody has ever collected into this database",
      value(() => (known.isCollecting === null ? Number.NaN : Number(known.isCollecting))),
    ],
    [
      "gradeline_failed_jobs",
      "Jobs of collecting whose newest run of the last two days failed as a whole",
      value(() => known.failedJobs),
    ],
    [
      "gradeline_provider_requests_total",
      "Requests that collecting has sent, by provider",
      ofProvider(({ requests }) => requests),
    ],
    [
      "gradeline_provider_failures_total",
      "Requests of collecting that failed, by provider",
      ofProvider(({ failures }) => failures),
    ],
    [
      "gradeline_provider_success_age_seconds",
      "Time since a provider's last good answer; not there for one that has never given any",
      ofProvider(({ lastSuccessMs }) => (lastSuccessMs === null ? null : secondsSince(lastSuccessMs))),
    ],
    [
      "gradeline_provider_stopped",
      "Whether a provider is not asked for now, after failures or because it said so: 1 or 0",
      ofProvider(({ leftAloneUntilMs: times }) => Number(times.some((each) => isLeftAlone(each, Date.now())))),
    ],
  ];
}

export function registerReadings(registry: Registry, parts: ReadingParts): void {
  for (const [name, help, reading] of readingsOf(parts)) {
    const Metric = name.endsWith("_total") ? Counter : Gauge;
    const metric = new Metric({
      name,
      help,
      labelNames: "label" in reading ? [reading.label] : [],
      registers: [registry],
      collect() {
        // Labels that are not read any more go.
        metric.reset();
        if (!("label" in reading)) return void metric.inc(reading.read());
        for (const [of, count] of reading.read()) metric.inc({ [reading.label]: of }, count);
      },
    });
  }
}

function secondsSince(atMs: number): number {
  return (Date.now() - atMs) / 1000;
}

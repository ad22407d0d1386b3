/** The metrics of what this node serves, and of how it takes over what is published. */
import { Counter, Histogram, type Registry } from "prom-client";
import { sports } from "../../domain/sports.ts";
import type { SeasonShelf } from "../../query/season.ts";
import type { Shelf } from "../../query/shelf.ts";
import { registerReadings, secondsSince } from "./readings.ts";

/** Seconds: a night changes one season or all of them. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function watchShelf(registry: Registry, shelf: Pick<Shelf, "current">): void {
  const bySport = (countOf: (season: SeasonShelf) => number) => ({
    label: "sport",
    read: () =>
      sports.map((sport) => {
        const { seasons } = shelf.current.sports[sport];
        return [sport, seasons.reduce((sum, season) => sum + countOf(season), 0)] as const;
      }),
  });
  registerReadings(registry, [
    {
      name: "gradeline_revision",
      help: "Number of the revision that this node serves; 0 before the first",
      read: () => shelf.current.revision,
    },
    {
      name: "gradeline_damages",
      help: "Seasons, and sports, that are not served because a file of theirs is not what its name says",
      read: () => shelf.current.damages.length,
    },
    {
      name: "gradeline_published_games",
      help: "Games that this node serves, by sport",
      ...bySport(({ gameIds }) => gameIds.length),
    },
    {
      name: "gradeline_published_odds_rows",
      help: "Odds rows (one book's lines of one game) that this node serves, by sport",
      ...bySport(({ bookIds }) => bookIds.length),
    },
    {
      name: "gradeline_newest_game_age_seconds",
      help: "Time since the newest game that this node serves started, by sport; not there for a sport without games",
      label: "sport",
      read: () =>
        sports.flatMap((sport) => {
          const starts = shelf.current.sports[sport].seasons.flatMap(({ startMs }) => startMs.at(-1) ?? []);
          return starts.length === 0 ? [] : [[sport, secondsSince(Math.max(...starts))] as const];
        }),
    },
  ]);
}

/** @returns the shelf's refreshing, timed. Looking and finding nothing new is not a reload. */
export function watchReloads(registry: Registry, shelf: Pick<Shelf, "refresh">): Pick<Shelf, "refresh"> {
  const registers = [registry];
  const reloads = new Histogram({
    name: "gradeline_reload_duration_seconds",
    help: "How long it took to take over a revision, beside serving the one before",
    buckets,
    registers,
  });
  const failures = new Counter({
    name: "gradeline_reload_failures_total",
    help: "How often this node could not look for a new revision or take it over; it looks every second",
    registers,
  });
  return {
    async refresh() {
      const begunMs = performance.now();
      try {
        const isNew = await shelf.refresh();
        if (isNew) reloads.observe((performance.now() - begunMs) / 1000);
        return isNew;
      } catch (error) {
        failures.inc();
        throw error;
      }
    },
  };
}

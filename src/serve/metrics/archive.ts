/** The metrics of what this node serves, and of how it takes over what is published. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { sports } from "../../domain/sports.ts";
import type { Shelf } from "../../shelf/shelf.ts";

/** Seconds: a night changes one season or all of them. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function watchShelf(registry: Registry, shelf: Pick<Shelf, "current">): void {
  const registers = [registry];
  new Gauge({
    name: "gradeline_revision",
    help: "Number of the revision that this node serves; 0 before the first",
    // Of several workers the one that is behind is the one to know of.
    aggregator: "min",
    registers,
    collect() {
      this.set(shelf.current.revision);
    },
  });
  new Gauge({
    name: "gradeline_damages",
    help: "Parts of the archive that are damaged in the database, and are not served or served as they were before",
    aggregator: "max",
    registers,
    collect() {
      this.set(shelf.current.damages.length);
    },
  });
  const games = new Gauge({
    name: "gradeline_published_games",
    help: "Games that this node serves, by sport",
    labelNames: ["sport"],
    aggregator: "min",
    registers,
    collect() {
      for (const sport of sports) {
        const { seasons } = shelf.current.sports[sport];
        games.set(
          { sport },
          seasons.reduce((sum, { gameIds }) => sum + gameIds.length, 0),
        );
      }
    },
  });
  const rows = new Gauge({
    name: "gradeline_published_odds_rows",
    help: "Odds rows (one book's lines of one game) that this node serves, by sport",
    labelNames: ["sport"],
    aggregator: "min",
    registers,
    collect() {
      for (const sport of sports) {
        const { seasons } = shelf.current.sports[sport];
        rows.set(
          { sport },
          seasons.reduce((sum, { bookIds }) => sum + bookIds.length, 0),
        );
      }
    },
  });
  const age = new Gauge({
    name: "gradeline_newest_game_age_seconds",
    help: "Time since the newest game that this node serves started, by sport; not there for a sport without games",
    labelNames: ["sport"],
    aggregator: "max",
    registers,
    collect() {
      age.reset();
      for (const sport of sports) {
        const starts = shelf.current.sports[sport].seasons.map(({ startMs }) => startMs.at(-1) ?? -Infinity);
        const newestMs = Math.max(...starts);
        if (Number.isFinite(newestMs)) age.set({ sport }, (Date.now() - newestMs) / 1000);
      }
    },
  });
}

/** @returns the shelf's refreshing, timed. Looking and finding nothing new is not a reload. */
export function watchReloads(registry: Registry, shelf: Pick<Shelf, "refresh">): Pick<Shelf, "refresh"> {
  const registers = [registry];
  const reloads = new Histogram({
    name: "gradeline_reload_duration_seconds",
    help: "How long it took to take over a revision, beside serving the one before",
    ...{ buckets, registers },
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

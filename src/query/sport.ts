/** Builds one sport of a snapshot. A season of which a file is not what its name says is not in it, and is named. */
import { hash } from "node:crypto";
import type { SeasonRow, TeamRow } from "../contract/lists/reference.ts";
import type { Database } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import { readLeague } from "../release/league.ts";
import { contentOf, type Manifest, type SeasonEntry } from "../release/manifest.ts";
import { asDamage, ReleaseDamaged } from "../release/release-damaged.ts";
import type { SeasonTable } from "../release/season-table.ts";
import { type SeasonHead, type SeasonShelf, seasonShelf } from "./season.ts";
import { type Span, spansOf } from "./spans.ts";

/** Where releases are read from. */
export type ReleaseSource = {
  readonly database: Database;
  /** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
  readonly readTable: (entry: SeasonEntry) => Promise<SeasonTable>;
};

export type SportShelf = {
  /** In the order of the seasons. */
  readonly seasons: readonly SeasonShelf[];
  readonly spans: readonly Span[];
  /** Seasons that cannot be opened. A request that they could match cannot be answered. */
  readonly refused: readonly number[];
  /** Seasons that have not been opened yet. A request that they could match waits. */
  readonly opening: readonly number[];
  /** The descriptions of all seasons; null when their file cannot be opened. */
  readonly heads: readonly SeasonHead[] | null;
  readonly seasonRows: readonly SeasonRow[] | null;
  readonly teamRows: readonly TeamRow[] | null;
  /** One sentence for the sport, or for each season of it, that is not served because a file of it cannot be opened. */
  readonly damages: readonly string[];
};

export const emptySport: SportShelf = {
  seasons: [],
  spans: [],
  refused: [],
  opening: [],
  heads: [],
  seasonRows: [],
  teamRows: [],
  damages: [],
};

/** Differs between lists with different rows. */
export function digestOf(rows: readonly object[]): string {
  return hash("sha256", rows.map((row) => JSON.stringify(row)).join(","), "base64url");
}

/** The seasons that are served, open yet or not. */
export function servedSeasons({ heads, refused }: SportShelf): readonly SeasonHead[] {
  return (heads ?? []).filter(({ season }) => !refused.includes(season));
}

/** Whether a season is opened now, and not later. */
export type IsOpenedNow = (entry: SeasonEntry) => boolean;

/** @param before the same sport in the snapshot before; its seasons are taken over where they are the same. */
export async function loadSport(
  sport: Sport,
  manifest: Manifest,
  source: ReleaseSource,
  before: SportShelf,
  isOpenedNow: IsOpenedNow,
): Promise<SportShelf> {
  const damages: string[] = [];
  const entries = manifest.seasons.filter((entry) => entry.sport === sport);
  const league = await damageOr(() => readLeague(source.database.kysely, manifest, sport));
  if (league instanceof ReleaseDamaged) {
    damages.push(`${sport} is not served: ${league.message}`);
    const refused = entries.map(({ season }) => season);
    return { ...emptySport, refused, heads: null, seasonRows: null, teamRows: null, damages };
  }
  const seasons: SeasonShelf[] = [];
  const refused: number[] = [];
  const opening: number[] = [];
  for (const entry of entries) {
    const { season, revision } = entry;
    // Of every sport the newest is open before anything is answered.
    if (entry !== entries.at(-1) && !isOpenedNow(entry)) {
      opening.push(season);
      continue;
    }
    const stated = league.seasons.find(({ row }) => row.season === season);
    const kept = before.seasons.find((each) => each.season === season);
    const found = await damageOr(async () => {
      if (stated === undefined) throw new ReleaseDamaged("its row is not there");
      const head = { sport, season, revision, row: stated.row, gamesWithClosingLine: stated.games_with_closing_line };
      const content = contentOf(entry);
      if (kept?.content === content) return withHead(kept, head);
      return seasonShelf(head, await source.readTable(entry));
    });
    if (found instanceof ReleaseDamaged) {
      damages.push(`${sport} ${season} is not served: ${found.message}`);
      refused.push(season);
    } else seasons.push(found);
  }
  const heads = league.seasons.map(({ row, games_with_closing_line: gamesWithClosingLine }) => {
    const revision = entries.find(({ season }) => season === row.season)?.revision ?? manifest.revision;
    return { sport, season: row.season, revision, row, gamesWithClosingLine };
  });
  return {
    seasons,
    spans: spansOf(seasons),
    refused,
    opening,
    heads,
    seasonRows: heads.map(({ row }) => row),
    teamRows: league.teams,
    damages,
  };
}

/** The same object where nothing is new, because what was computed of a season is known by it. */
export function withHead(kept: SeasonShelf, head: SeasonHead): SeasonShelf {
  return kept.revision === head.revision ? kept : { ...kept, ...head };
}

async function damageOr<Result>(work: () => Promise<Result>): Promise<Result | ReleaseDamaged> {
  try {
    return await work();
  } catch (error) {
    const damage = asDamage(error);
    if (damage === null) throw error;
    return damage;
  }
}

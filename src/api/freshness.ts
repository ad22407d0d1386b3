/**
 * The freshness of an answer: its ETag [D-34], and how long it may be kept [D-36]. Both follow from the seasons that the
 * request can match and not from the page, so an answer of 304 touches no row, and a season that did not change keeps its
 * ETags.
 */
import { hash } from "node:crypto";
import type { Format } from "../contract/formats.ts";
import type { Snapshot } from "../query/load.ts";
import { type Reach, seasonsInReach, seasonsOf } from "../query/reach.ts";
import type { SeasonShelf } from "../query/season.ts";

/** Every tag follows from the snapshot that is answered from, and from the version of the text of the endpoint's rows. */
export type Tagged = { readonly snapshot: Snapshot; readonly shape: number };

export type Freshness = {
  readonly etag: string;
  /** Whether nothing that the request can match will change any more, as far as anyone knows. */
  readonly isSettled: boolean;
};

const settledSeconds = 86_400;
const unsettledSeconds = 900;

export function cacheControl({ isSettled }: Freshness): string {
  return `public, max-age=${isSettled ? settledSeconds : unsettledSeconds}`;
}

/**
 * @param reaches what the request can match of each sport that it asks for.
 * @param question the endpoint, its normalised filters, limit and cursor.
 */
export function pageFreshness(tagged: Tagged, reaches: readonly Reach[], question: unknown, format: Format): Freshness {
  const { snapshot } = tagged;
  const revisions = reaches.map((reach) => revisionsOf(snapshot, reach)).join(";");
  const etag = etagOf(tagged, [format, question, revisions]);
  return { etag, isSettled: reaches.every((reach) => isSettled(snapshot, reach)) };
}

function revisionsOf(snapshot: Snapshot, reach: Reach): string {
  const matched = seasonsOf(snapshot, reach);
  return matched.map(({ season, revision }) => `${season}:${revision}`).join(" ") || "none";
}

/**
 * A request is settled when every season it can match is there and published. A season that is not there yet can
 * come into being, so the newest season in reach must be one we have: that of `season`, of `to`, or of `game_id`.
 * Without any of them, or when nothing is in reach, the next night may bring rows. A season that closes a gap below
 * is not waited for: history is loaded before it is served.
 */
function isSettled(snapshot: Snapshot, reach: Reach): boolean {
  const { last } = seasonsInReach(reach);
  const matched = seasonsOf(snapshot, reach);
  const newest = snapshot.sports[reach.sport].seasons.at(-1)?.season ?? Number.NEGATIVE_INFINITY;
  return matched.length > 0 && last <= newest && matched.every(({ row }) => row.status === "published");
}

/**
 * The freshness of the lists of sports, teams and seasons. Any night may add a season or a team, so none is settled.
 * @param digest of its rows. @param page which part of the list it is, where it has several.
 */
export function listFreshness(tagged: Tagged, digest: string, ...page: readonly unknown[]): Freshness {
  return { etag: etagOf(tagged, ["list", digest, ...page]), isSettled: false };
}

/** The freshness of an answer that names the newest revision. The next night changes it. */
export function revisionFreshness(tagged: Tagged, question: unknown, format: Format): Freshness {
  const { revision } = tagged.snapshot;
  return { etag: etagOf(tagged, [format, question, "revision", revision]), isSettled: false };
}

/** @param question what is asked of the game beside its detail: the list, its filters, limit, cursor and format. */
export function gameFreshness(
  tagged: Tagged,
  { season, gameId }: { readonly season: SeasonShelf; readonly gameId: string },
  ...question: readonly unknown[]
): Freshness {
  const etag = etagOf(tagged, ["game", gameId, season.revision, ...question]);
  return { etag, isSettled: season.row.status === "published" };
}

/** The tag is weak, because the request id in `meta` is another in every answer. */
function etagOf({ snapshot, shape }: Tagged, parts: readonly unknown[]): string {
  const { archiveId, isSample } = snapshot;
  const text = JSON.stringify([shape, archiveId, isSample, ...parts]);
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

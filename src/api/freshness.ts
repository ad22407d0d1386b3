/**
 * The freshness of an answer: its ETag [D-34], and how long it may be kept [D-36]. Both follow from the seasons that the
 * request can match and not from the page, so an answer of 304 touches no row, and a season that did not change keeps its
 * ETags.
 */
import { hash } from "node:crypto";
import { noSuchGameIn } from "../query/game-in-path.ts";
import type { RenderedList } from "../query/lists.ts";
import type { Snapshot } from "../query/load.ts";
import { type Reach, seasonsInReach, seasonsOf } from "../query/reach.ts";
import { seasonOfGame } from "../query/shelf.ts";
import type { Format } from "../release/formats.ts";

/** This number goes up whenever the same data is rendered in another way: as JSON, as CSV, or in another order. */
const layout = 1;

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
export function pageFreshness(
  snapshot: Snapshot,
  reaches: readonly Reach[],
  question: unknown,
  format: Format,
): Freshness {
  const revisions = reaches.map((reach) => revisionsOf(snapshot, reach)).join(";");
  const etag = etagOf(snapshot, [format, question, revisions]);
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
 * @param page which part of the list it is, where it has several.
 */
export function listFreshness(snapshot: Snapshot, { digest }: RenderedList, ...page: readonly unknown[]): Freshness {
  return { etag: etagOf(snapshot, ["list", digest, ...page]), isSettled: false };
}

/** The freshness of an answer that names the newest revision. The next night changes it. */
export function revisionFreshness(snapshot: Snapshot, question: unknown, format: Format): Freshness {
  return { etag: etagOf(snapshot, [format, question, "revision", snapshot.revision]), isSettled: false };
}

/**
 * @throws NoSuchGame when the snapshot does not list the game.
 * @param question what is asked of the game beside its detail: the list, its filters, limit, cursor and format.
 */
export function gameFreshness(snapshot: Snapshot, gameId: string, ...question: readonly unknown[]): Freshness {
  const season = seasonOfGame(snapshot, gameId);
  if (season === null) throw noSuchGameIn(snapshot, gameId);
  const etag = gameEtag(snapshot, gameId, season.revision, ...question);
  return { etag, isSettled: season.row.status === "published" };
}

export function gameEtag(
  snapshot: Snapshot,
  gameId: string,
  revision: number,
  ...question: readonly unknown[]
): string {
  return etagOf(snapshot, ["game", gameId, revision, ...question]);
}

/** The tag is weak, because the request id in `meta` is another in every answer. */
function etagOf({ archiveId, isSample }: Snapshot, parts: readonly unknown[]): string {
  const text = JSON.stringify([layout, archiveId, isSample, ...parts]);
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

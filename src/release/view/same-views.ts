/**
 * Whether two views of a season say the same. Their bytes need not be equal: another version of zlib compresses the same rows
 * otherwise, and a node that was brought up to a newer Node.js must not call the views of before wrong.
 */
import { isDeepStrictEqual } from "node:util";
import { constants, inflateRawSync } from "node:zlib";
import { momentMinutes } from "../../domain/moments.ts";
import type { Sport } from "../../domain/sports.ts";
import { openView } from "./open-view.ts";
import type { PackedRows } from "./packed-rows.ts";

/**
 * @param content the name of the season's content.
 * @throws ReleaseDamaged when a part of either is not as it was written.
 */
export function areSameViews(sport: Sport, content: string, one: Buffer, other: Buffer): boolean {
  return one.equals(other) || isDeepStrictEqual(toldBy(sport, content, one), toldBy(sport, content, other));
}

function toldBy(sport: Sport, content: string, view: Buffer) {
  const bytes = { memory: view, read: (at: number, size: number) => view.subarray(at, at + size) };
  const { games, ids, odds, single, linesAtMoment, ...columns } = openView(sport, content, bytes);
  return {
    columns,
    moments: momentMinutes.map((_, place) => linesAtMoment(place)),
    rows: [games, ids, odds].flatMap(({ json, csv }) => [textsOf(json), textsOf(csv)]),
    singles: columns.gameIds.map((_, game) => [single.detail(game), single.path(game)]),
  };
}

/** The rows as they are, and as they come out of their compressed parts, which begin at the first and at each segment. */
function textsOf(rows: PackedRows): readonly (Uint8Array | Uint32Array)[] {
  const { crcs, alone, following } = rows.segments;
  const parts = Array.from(crcs, (_, segment) => inflated(alone(segment)));
  const whole = crcs.length === 0 ? [] : [inflated(Buffer.concat([alone(0), following(1, crcs.length)]))];
  return [rows.between(0, rows.count), crcs, ...whole, ...parts];
}

function inflated(part: Uint8Array): Buffer {
  return inflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
}

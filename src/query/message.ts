/** A snapshot as a message between threads: the columns of seasons are in memory that both sides have. */
import { bySport, type Sport } from "../domain/sports.ts";
import type { SeasonTable } from "../release/season-table.ts";
import type { Snapshot } from "./load.ts";
import { type SeasonHead, type SeasonShelf, seasonShelf } from "./season.ts";
import { spansOf } from "./spans.ts";
import { type SportShelf, withHead } from "./sport.ts";

type SeasonMessage = { readonly head: SeasonHead; readonly table: SeasonTable };
type SportMessage = Omit<SportShelf, "seasons" | "spans"> & { readonly seasons: readonly SeasonMessage[] };

/** Goes through `postMessage` as it is, without a transfer list. */
export type SnapshotMessage = Omit<Snapshot, "sports"> & { readonly sports: Readonly<Record<Sport, SportMessage>> };

export function sharedSnapshot(snapshot: Snapshot): SnapshotMessage {
  return {
    ...snapshot,
    sports: bySport((sport) => {
      const { spans: _, seasons, ...rest } = snapshot.sports[sport];
      return { ...rest, seasons: seasons.map(seasonMessage) };
    }),
  };
}

function seasonMessage({ sport, season, revision, row, gamesWithClosingLine, table }: SeasonShelf): SeasonMessage {
  return { head: { sport, season, revision, row, gamesWithClosingLine }, table };
}

/** @param known the snapshot of before on this side: seasons with the same content are opened already. */
export function snapshotOf(message: SnapshotMessage, known: Snapshot | null = null): Snapshot {
  return {
    ...message,
    sports: bySport((sport) => {
      const sent = message.sports[sport];
      const seasons = sent.seasons.map(({ head, table }) => {
        const kept = known?.sports[sport].seasons.find((each) => each.content === table.content);
        return kept === undefined ? seasonShelf(head, table) : withHead(kept, head);
      });
      return { ...sent, seasons, spans: spansOf(seasons) };
    }),
  };
}

/** A message gives buffers back as plain arrays of bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A snapshot as a message between threads: the views are in memory and files that both sides have, and are opened on each. */
import { bySport, type Sport } from "../domain/sports.ts";
import type { PlacedView } from "../release/view/view-store.ts";
import type { RenderedList } from "./lists.ts";
import type { Snapshot } from "./load.ts";
import type { SeasonHead, SeasonShelf } from "./season.ts";
import { spansOf } from "./spans.ts";
import { type SportShelf, seasonShelf, withHead } from "./sport.ts";

type SeasonMessage = { readonly head: SeasonHead; readonly content: string; readonly placed: PlacedView };
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

function seasonMessage({ sport, season, revision, row, gamesWithClosingLine, content, placed }: SeasonShelf) {
  return { head: { sport, season, revision, row, gamesWithClosingLine }, content, placed };
}

/** @param known the snapshot of before on this side: seasons with the same content are opened already. */
export function snapshotOf(message: SnapshotMessage, known: Snapshot | null = null): Snapshot {
  return {
    ...message,
    sportList: listOf(message.sportList),
    sports: bySport((sport) => {
      const sent = message.sports[sport];
      const seasons = sent.seasons.map(({ head, content, placed }) => {
        const kept = known?.sports[sport].seasons.find((each) => each.content === content);
        return kept === undefined ? seasonShelf(head, content, placed) : withHead(kept, head);
      });
      return {
        ...sent,
        seasons,
        spans: spansOf(seasons),
        seasonList: listOf(sent.seasonList),
        teamList: listOf(sent.teamList),
      };
    }),
  };
}

/** A message gives buffers back as plain arrays of bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function listOf(list: RenderedList | null): RenderedList | null {
  return list === null ? null : { ...list, text: bufferOf(list.text) };
}

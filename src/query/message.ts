/**
 * A snapshot as a message between threads. Columns and texts are in memory that both sides have, so a message of the full
 * sample is a few megabytes of ids and lists; what can be made of those is made anew.
 */

import { type Sport, sports } from "../domain/sports.ts";
import type { Format } from "../release/formats.ts";
import type { RenderedList } from "./lists.ts";
import type { Snapshot } from "./load.ts";
import { type PackedRows, type RenderedRows, TextInMemory } from "./packed-rows.ts";
import type { SeasonShelf } from "./season.ts";
import { lineSlots, type SeasonLines } from "./season-lines.ts";
import { spansOf } from "./spans.ts";
import { emptySport, type SportShelf } from "./sport.ts";

type RowsMessage = Omit<PackedRows, "text"> & { readonly bytes: Uint8Array };
type FormatsMessage = Readonly<Record<Format, RowsMessage>>;

type SeasonMessage = Omit<SeasonShelf, "ordinals" | "teamCodes" | "games" | "odds" | "ids" | "lines"> & {
  readonly games: FormatsMessage;
  readonly odds: FormatsMessage;
  readonly ids: FormatsMessage | null;
  readonly lines: Omit<SeasonLines, "slots"> | null;
};

/** A season that the receiver has already. */
type KeptSeason = { readonly kept: number };

type SportMessage = Omit<SportShelf, "seasons" | "spans"> & {
  readonly seasons: readonly (SeasonMessage | KeptSeason)[];
};

/** Goes through `postMessage` and `workerData` as it is, without a transfer list. */
export type SnapshotMessage = Omit<Snapshot, "sports"> & {
  /** Null where nothing was ever loaded. */
  readonly sports: Readonly<Record<Sport, SportMessage | null>>;
};

/** @param known the snapshot that the receiver has: seasons that are the very same are only named. */
export function sharedSnapshot(snapshot: Snapshot, known: Snapshot | null = null): SnapshotMessage {
  const message = (sport: Sport): SportMessage | null => {
    const shelf = snapshot.sports[sport];
    if (shelf === emptySport) return null;
    const { spans: _, ...rest } = shelf;
    const before = known?.sports[sport].seasons ?? [];
    const seasons = shelf.seasons.map((season) =>
      before.includes(season) ? { kept: season.season } : seasonMessage(season),
    );
    return { ...rest, seasons };
  };
  return { ...snapshot, sports: bySport(message) };
}

/**
 * @param known the snapshot that `sharedSnapshot` was told of, on this side.
 * @throws RangeError when the message names a season that `known` does not have.
 */
export function snapshotOf(message: SnapshotMessage, known: Snapshot | null = null): Snapshot {
  const shelf = (sport: Sport): SportShelf => {
    const sent = message.sports[sport];
    if (sent === null) return emptySport;
    const before = known?.sports[sport].seasons ?? [];
    const seasons = sent.seasons.map((season) => {
      if (!("kept" in season)) return seasonShelf(season);
      const kept = before.find((each) => each.season === season.kept);
      if (kept === undefined) throw new RangeError(`${sport} ${season.kept} was to be kept, and is not there`);
      return kept;
    });
    return {
      ...sent,
      seasons,
      spans: spansOf(seasons),
      seasonList: listOf(sent.seasonList),
      teamList: listOf(sent.teamList),
    };
  };
  return { ...message, sportList: listOf(message.sportList), sports: bySport(shelf) };
}

function bySport<Value>(of: (sport: Sport) => Value): Readonly<Record<Sport, Value>> {
  return Object.fromEntries(sports.map((sport) => [sport, of(sport)])) as Record<Sport, Value>;
}

function seasonMessage({ ordinals: _, teamCodes: __, games, odds, ids, lines, ...season }: SeasonShelf): SeasonMessage {
  return {
    ...season,
    games: formatsMessage(games),
    odds: formatsMessage(odds),
    ids: ids === null ? null : formatsMessage(ids),
    lines: lines === null ? null : withoutSlots(lines),
  };
}

function seasonShelf({ games, odds, ids, lines, ...season }: SeasonMessage): SeasonShelf {
  return {
    ...season,
    ordinals: new Map(season.gameIds.map((id, ordinal) => [id, ordinal])),
    teamCodes: new Map(season.teams.map((team, code) => [team, code])),
    games: renderedRows(games),
    odds: renderedRows(odds),
    ids: ids === null ? null : renderedRows(ids),
    lines: lines === null ? null : { ...lines, slots: lineSlots[season.sport] },
  };
}

function withoutSlots({ slots: _, ...lines }: SeasonLines): Omit<SeasonLines, "slots"> {
  return lines;
}

function formatsMessage({ json, csv }: RenderedRows): FormatsMessage {
  return { json: rowsMessage(json), csv: rowsMessage(csv) };
}

function rowsMessage({ text, ...rows }: PackedRows): RowsMessage {
  return { ...rows, bytes: text.bytes };
}

function renderedRows({ json, csv }: FormatsMessage): RenderedRows {
  return { json: packedRows(json), csv: packedRows(csv) };
}

function packedRows({ bytes, ...rows }: RowsMessage): PackedRows {
  return { ...rows, text: new TextInMemory(bufferOf(bytes)) };
}

/** A message gives buffers back as plain arrays of bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function listOf(list: RenderedList | null): RenderedList | null {
  return list === null ? null : { ...list, text: bufferOf(list.text) };
}

/**
 * The file of a view: a header in JSON that says where each section is, then the columns, the texts, and the values of single
 * games. Columns are read into memory as one piece, texts too where there is memory for them, and single games from the file.
 *
 * Columns are at multiples of eight bytes, and are views of that memory: nothing is copied or parsed.
 */
import { ReleaseDamaged } from "../release-damaged.ts";

export type Column = Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array;

type ColumnType<Made extends Column> = {
  new (buffer: ArrayBufferLike, at: number, length: number): Made;
  readonly BYTES_PER_ELEMENT: number;
};

type Section = { readonly at: number; readonly bytes: number };

type Header<Meta> = { readonly meta: Meta; readonly sections: Readonly<Record<string, Section>> };

/** The letters GLV2, the length of the header, the ends of the columns and of the texts, and the end of all. */
export const prefixBytes = 24;
const at = { headerBytes: 4, columnsEnd: 8, textsEnd: 12, end: 16 } as const;
const magic = 0x32564c47;

function aligned(bytes: number): number {
  return (bytes + 7) & ~7;
}

export type Parts<Meta> = {
  readonly meta: Meta;
  readonly columns: Readonly<Record<string, Column>>;
  readonly texts: Readonly<Record<string, Uint8Array>>;
  /** Values of single games, that follow each other. */
  readonly singles: Readonly<Record<string, readonly Uint8Array[]>>;
};

export function joinParts<Meta>({ meta, columns, texts, singles }: Parts<Meta>): Buffer {
  const sections: Record<string, Section> = {};
  const placed: (readonly [at: number, column: Column])[] = [];
  let end = 0;
  const place = (all: Readonly<Record<string, readonly Column[]>>): number => {
    for (const [name, values] of Object.entries(all)) {
      const from = end;
      for (const value of values) {
        placed.push([end, value]);
        end += value.byteLength;
      }
      sections[name] = { at: from, bytes: end - from };
      end = aligned(end);
    }
    return end;
  };
  const columnsEnd = place(eachAlone(columns));
  const textsEnd = place(eachAlone(texts));
  place(singles);
  const header = Buffer.from(JSON.stringify({ meta, sections } satisfies Header<Meta>));
  const from = aligned(prefixBytes + header.length);
  const bytes = Buffer.alloc(from + end);
  header.copy(bytes, prefixBytes);
  for (const [toward, { buffer, byteOffset, byteLength }] of placed) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), from + toward);
  }
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(header.length, at.headerBytes);
  bytes.writeUInt32LE(from + columnsEnd, at.columnsEnd);
  bytes.writeUInt32LE(from + textsEnd, at.textsEnd);
  bytes.writeUInt32LE(bytes.length, at.end);
  return bytes;
}

function eachAlone(all: Readonly<Record<string, Column>>): Record<string, readonly Column[]> {
  return Object.fromEntries(Object.entries(all).map(([name, column]) => [name, [column]]));
}

/** Where the parts of a file end, by its first bytes: the columns, the texts, and all; null: it is no such file. */
export function endsOf(prefix: Buffer): Readonly<Record<"columns" | "texts" | "all", number>> | null {
  if (prefix.length < prefixBytes || prefix.readUInt32LE(0) !== magic) return null;
  return {
    columns: prefix.readUInt32LE(at.columnsEnd),
    texts: prefix.readUInt32LE(at.textsEnd),
    all: prefix.readUInt32LE(at.end),
  };
}

/** The sections of a file, of which the front is in memory. */
export class Sections<Meta> {
  readonly meta: Meta;
  /** Whether the texts are in memory too. */
  readonly hasTexts: boolean;
  readonly #memory: Buffer;
  readonly #sections: Header<Meta>["sections"];
  readonly #from: number;

  /** @throws ReleaseDamaged when the bytes are not those of a view. */
  constructor(memory: Buffer) {
    const ends = endsOf(memory);
    if (ends === null || ends.columns > memory.length) throw new ReleaseDamaged("a view is none");
    this.hasTexts = memory.length >= ends.texts;
    const length = memory.readUInt32LE(at.headerBytes);
    const header = JSON.parse(memory.toString("utf8", prefixBytes, prefixBytes + length)) as Header<Meta>;
    this.meta = header.meta;
    this.#memory = memory;
    this.#sections = header.sections;
    this.#from = aligned(prefixBytes + length);
  }

  /** Where a section is in the file. */
  placeOf(name: string): Section {
    const section = this.#sections[name];
    if (section === undefined) throw new ReleaseDamaged(`a view has no ${name}`);
    return { at: this.#from + section.at, bytes: section.bytes };
  }

  column<Made extends Column>(name: string, Type: ColumnType<Made>): Made {
    const place = this.placeOf(name);
    const { buffer, byteOffset } = this.#memory;
    return new Type(buffer, byteOffset + place.at, place.bytes / Type.BYTES_PER_ELEMENT);
  }

  text(name: string): Buffer {
    const place = this.placeOf(name);
    return this.#memory.subarray(place.at, place.at + place.bytes);
  }
}

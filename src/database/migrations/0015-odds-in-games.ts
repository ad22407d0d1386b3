/**
 * The odds rows that release 0.1.0 published move into the value of their game (0012), so that there is one form of them. That
 * release knew no checksums, and neither does such an archive until the next publish, which goes through every game.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

type OddsRow = { readonly book_id: number; readonly market_bits: number; readonly body: string; readonly csv: string };

const gamesAtOnce = 200;

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  // The number of rows is in an index, so that no large value is read to find these games.
  const games = await kysely.selectFrom("archive_games").select("game_id").where("odds_rows", "is", null).execute();
  const ids = games.map(({ game_id: id }) => String(id));
  for (let from = 0; from < ids.length; from += gamesAtOnce) {
    const step = ids.slice(from, from + gamesAtOnce);
    const rows = await kysely.selectFrom("archive_odds").selectAll().where("game_id", "in", step).execute();
    const rowsOf = Map.groupBy(rows, (row) => row.game_id);
    for (const id of step) {
      const ofGame = (rowsOf.get(id) ?? []) as unknown as OddsRow[];
      const odds = packed(ofGame.toSorted((a, b) => a.book_id - b.book_id));
      await kysely
        .updateTable("archive_games")
        .set({ odds, odds_rows: ofGame.length, checksum: null, detail_checksum: null })
        .where("game_id", "=", id)
        .execute();
    }
  }
  if (ids.length > 0) await kysely.updateTable("archive_revisions").set({ contents: null, checksum: null }).execute();
  await kysely.schema.dropTable("archive_odds").execute();
}

/** The first layout of `archive/packed-odds.ts`; it stays as it is here, whatever that file does. */
function packed(rows: readonly OddsRow[]): Uint8Array {
  const texts = {
    json: rows.map(({ body }) => Buffer.from(body)),
    csv: rows.map(({ csv }) => Buffer.from(csv)),
  };
  const joined = { json: withBetween(texts.json, ","), csv: withBetween(texts.csv, "\r\n") };
  return Buffer.concat([
    bytesOf(new Uint32Array([1, rows.length, joined.json.length, joined.csv.length])),
    bytesOf(endsOf(texts.json, 1)),
    bytesOf(endsOf(texts.csv, 2)),
    bytesOf(Uint16Array.from(rows, ({ book_id }) => book_id)),
    bytesOf(Uint8Array.from(rows, ({ market_bits }) => market_bits)),
    joined.json,
    joined.csv,
  ]);
}

function bytesOf({ buffer }: Uint32Array | Uint16Array | Uint8Array): Buffer {
  return Buffer.from(buffer);
}

function withBetween(texts: readonly Buffer[], separator: string): Buffer {
  return Buffer.concat(texts.flatMap((text, index) => (index === 0 ? [text] : [Buffer.from(separator), text])));
}

/** One past the last byte of each text among all of them. */
function endsOf(texts: readonly Buffer[], separatorBytes: number): Uint32Array {
  let end = -separatorBytes;
  return Uint32Array.from(texts, ({ length }) => {
    end += separatorBytes + length;
    return end;
  });
}

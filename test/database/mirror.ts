/** A copy of the archive as a caller keeps it: by the changes since its revision, and by fetching what they name. */
import assert from "node:assert/strict";
import { sports } from "../../src/domain/sports.ts";
import type { TestApi } from "../support/api.ts";

/** All that callers can read of a game. */
type MirroredGame = { readonly detail: unknown; readonly odds: unknown };

type ChangeRow = { readonly game_id: string; readonly sport: string; readonly change: string };

/** So few that a night is several pages. */
const rowsPerPage = 2;

export class Mirror {
  readonly games = new Map<string, MirroredGame>();
  revision = 0;
  archive: string | null = null;
  /** How often the copy had to be made anew. */
  begunAnew = 0;
  /** The changes of the last night that it was told of, as rows. */
  lastRows: readonly ChangeRow[] = [];

  async follow(server: TestApi): Promise<void> {
    const rows: ChangeRow[] = [];
    let cursor: string | null = null;
    do {
      const of = this.archive === null ? "" : `&archive=${this.archive}`;
      const next = cursor === null ? "" : `&cursor=${cursor}`;
      const answer = await server.get(`/v1/changes?since=${this.revision}&limit=${rowsPerPage}${of}${next}`);
      if (answer.status === 400) return this.#beginAnew(server);
      assert.equal(answer.status, 200, answer.text);
      rows.push(...answer.body.data);
      cursor = answer.body.next_cursor;
      if (cursor === null) {
        for (const row of rows) await this.#take(server, row);
        this.revision = answer.body.meta.revision;
        this.archive = answer.body.meta.archive;
      }
    } while (cursor !== null);
    this.lastRows = rows;
  }

  async #take(server: TestApi, { game_id: id, change }: ChangeRow): Promise<void> {
    const game = change === "removed" ? null : await readGame(server, id);
    if (game === null) this.games.delete(id);
    else this.games.set(id, game);
  }

  async #beginAnew(server: TestApi): Promise<void> {
    this.begunAnew += 1;
    // The revision comes first: what is published while the copy is made is told once more afterwards.
    const { body } = await server.get("/v1/revisions?limit=1");
    this.games.clear();
    for (const [id, game] of await wholeArchive(server)) this.games.set(id, game);
    this.revision = body.meta.revision;
    this.archive = body.meta.archive;
  }
}

/** Everything that a server has, read anew. */
export async function wholeArchive(server: TestApi): Promise<Map<string, MirroredGame>> {
  const games = new Map<string, MirroredGame>();
  for (const sport of sports) {
    const { body } = await server.get(`/v1/games?sport=${sport}&limit=1000`);
    assert.equal(body.next_cursor, null);
    for (const { game_id: id } of body.data) {
      games.set(id, (await readGame(server, id)) ?? assert.fail(`${id} is listed, and is not there`));
    }
  }
  return games;
}

/** Null when there is no such game. */
async function readGame(server: TestApi, id: string): Promise<MirroredGame | null> {
  const { status, body } = await server.get(`/v1/games/${id}`);
  if (status === 404) return null;
  assert.equal(status, 200);
  const sport = id.split("-")[0]?.toLowerCase();
  const odds = await server.get(`/v1/odds?sport=${sport}&game_id=${id}&limit=1000`);
  return { detail: body.data, odds: odds.body.data };
}

/** Pages ask the API inside the process, and get what callers get. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openInside } from "../../src/api/inside.ts";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";

test("what a page asks inside the process is what a caller is answered, of every endpoint", async () => {
  await using api = await openApi(league);
  const ask = openInside(api.shelf);
  const first = await api.get("/v1/games?sport=nfl&season=2024&limit=1");
  const gameId = String((first.body.data as readonly { game_id: string }[])[0]?.game_id);
  for (const [path, query] of [
    ["", ""],
    ["/sports", ""],
    ["/seasons", "sport=nfl"],
    ["/games", "sport=nfl&season=2024&limit=2"],
    [`/games/${gameId}`, ""],
    [`/games/${gameId}/lines`, "market=spread"],
    ["/bets", "sport=nfl&season=2024&limit=5"],
    ["/revisions", ""],
    ["/games", "sport=nfl&season=2024&limit=2&nothing=1"],
    ["/games", "sport=nlf"],
    ["/games/nfl_2024_01_XXX_YYY", ""],
    ["/nothing", ""],
  ] as const) {
    const caller = await api.get(`/v1${path}${query === "" ? "" : `?${query}`}`);
    const { data, next_cursor = null, error } = caller.body as Record<string, unknown>;
    const inside = await ask(path, query);
    assert.equal(inside.status, caller.status, path);
    if (inside.status === 200)
      assert.deepEqual(inside, { status: 200, data, nextCursor: next_cursor, etag: caller.headers.etag });
    else assert.deepEqual(inside, { status: caller.status, parameter: null, ...renamed(error) }, path);
  }
});

function renamed(error: unknown) {
  const { param, ...rest } = error as { param?: string };
  return param === undefined ? rest : { ...rest, parameter: param };
}

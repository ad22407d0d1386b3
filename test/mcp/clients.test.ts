/** Real clients of the protocol's own package, of both revisions that are promised, over HTTP. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { Settings } from "../../src/config/settings.ts";
import { closedAfterAll, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";
import { clientOf, type Found, message, post, revisions } from "./assistant.ts";

const api = closedAfterAll(await openApi(league));
const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
// The first message loads the package of the protocol, which no client's time limit is for.
await post(api, message("ping"));

describe.each(revisions)("a client of %s", (revision) => {
  test("finds six tools, whose definitions take at most 6 KB, and asks each of them", async () => {
    const client = await clientOf(url, api.key, revision);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["find_games", "game_card", "line_path", "trend", "grade_bets", "data_quality"],
    );
    assert.ok(Buffer.byteLength(JSON.stringify(tools)) <= 6 * 1024, String(Buffer.byteLength(JSON.stringify(tools))));
    const gameId = "NBA-20240110-BOS-LAL";
    const bet = { game_id: gameId, bet_type: "moneyline", team: "BOS", price: 120 };
    for (const [name, given] of [
      ["find_games", { sport: "nba" }],
      ["game_card", { game_id: gameId }],
      ["line_path", { game_id: gameId }],
      ["trend", { sport: "nba", bet_type: "spread" }],
      ["grade_bets", { bets: [bet] }],
      ["data_quality", { sport: "nba" }],
    ] as const) {
      // The client holds what is found against the schema of the tool.
      const result = await client.callTool({ name, arguments: given });
      assert.notEqual(result.isError, true, JSON.stringify(result));
      const [{ type, text }] = result.content as [{ type: "text"; text: string }];
      assert.equal(type, "text");
      assert.match(text, /^[^\n]{10,400}\.$/, "a plain sentence");
      const { cost, left } = result.structuredContent as Found;
      assert.ok(cost === 1 && left > 0);
    }
    await client.close();
  });

  test("is told of a wrong argument as an error of the tool, with the nearest right value", async () => {
    const client = await clientOf(url, api.key, revision);
    const result = await client.callTool({ name: "find_games", arguments: { sport: "nfl", team: "eaglez" } });
    assert.equal(result.isError, true);
    const [{ text }] = result.content as [{ type: "text"; text: string }];
    const { error } = JSON.parse(text);
    assert.deepEqual([error.code, error.param], ["invalid_param", "team"]);
    assert.match(error.message, /did you mean PHI/);
    await client.close();
  });

  test("is refused without a good key", async () => {
    await assert.rejects(clientOf(url, "gl_live_wrong", revision));
  });
});

test("with MCP=off there is no such path, and MCP_ORIGINS lets pages in", async () => {
  const statusWith = async (settings: Settings, origin: string) => {
    await using other = await openApi([], { settings });
    return (await send(other.app, "POST", "/mcp", { origin }, "{}")).status;
  };
  assert.equal(await statusWith({ MCP: "off" }, "https://manage.example"), 404);
  const listed = { MCP_ORIGINS: "https://app.example, http://127.0.0.1:6274" };
  assert.equal(await statusWith(listed, "http://127.0.0.1:6274"), 401);
  assert.equal(await statusWith(listed, "https://other.example"), 403);
});

/** docs/api/assistants.md says what is there: the tools, their arguments, the addresses, and a bet that can be read. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { definitions } from "../../src/mcp/definitions.ts";
import { readBet } from "../../src/mcp/grading.ts";
import { writtenAddress } from "../../src/web/docs/pages.ts";
import { markdownOf, snippetsOf, tableWith } from "../support/docs.ts";

const page = "docs/api/assistants.md";

test("the table has every tool in order, and arguments of it alone", () => {
  const { rows } = tableWith(page, "tool", "what it answers", "its arguments");
  assert.deepEqual(
    rows.map(([tool]) => tool),
    definitions.map(({ name }) => name),
  );
  const lines = markdownOf(page).split("\n");
  for (const { name, inputSchema } of definitions) {
    const [, , , cell = ""] = (lines.find((line) => line.startsWith(`| \`${name}\``)) ?? "").split("|");
    const named = [...cell.matchAll(/`([a-z_]+)`/g)].map(([, argument = ""]) => argument);
    for (const argument of named) assert.ok(argument in inputSchema.properties, `${name} takes no ${argument}`);
  }
});

test("every configuration leads to this server with a key in a header", () => {
  const configurations = snippetsOf(page).filter(({ code }) => /ervers/.test(code));
  assert.equal(configurations.length, 3);
  for (const { code } of configurations) {
    const { mcpServers, servers = mcpServers } = JSON.parse(code);
    assert.equal(servers.gradeline.url, `${writtenAddress}/mcp`);
    assert.match(servers.gradeline.headers.Authorization, /^Bearer \$\{/);
  }
});

test("the bets of the page can be read", () => {
  const [sample] = snippetsOf(page).filter(({ code }) => code.includes('"bets"'));
  const { bets } = JSON.parse(sample?.code ?? "{}") as { bets: unknown[] };
  assert.equal(bets.length, 2);
  for (const bet of bets) assert.ok(readBet(bet).price < 0);
});

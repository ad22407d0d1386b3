/** What people will generate from the document compiles strictly, and pages through a season. */
import assert from "node:assert/strict";
import { copyFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { startServer } from "../../src/http/server.ts";
import { openApi, walk } from "../support/api.ts";
import { league } from "../support/league.ts";
import { packages, run, skipWithoutTools, tool, withDocument } from "./tools.ts";

const strict = {
  compilerOptions: {
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ["**/*.ts"],
};

async function compile(folder: string): Promise<void> {
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(strict));
  const { code, output } = await run(tool("typescript/bin/tsc"), ["-p", folder], folder);
  assert.equal(code, 0, output);
}

/** So that generated code finds the packages that it imports. */
async function withPackages(use: (folder: string, file: string) => Promise<void>): Promise<void> {
  await withDocument(async (folder, file) => {
    await symlink(packages, path.join(folder, "node_modules"), "junction");
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await use(folder, file);
  });
}

test("openapi-typescript: the types compile, and openapi-fetch pages a season", {
  skip: skipWithoutTools,
}, async () => {
  await withPackages(async (folder, file) => {
    const made = await run(tool("openapi-typescript/bin/cli.js"), [file, "-o", path.join(folder, "schema.ts")], folder);
    assert.equal(made.code, 0, made.output);
    await copyFile(path.join(import.meta.dirname, "paging-client.txt"), path.join(folder, "client.ts"));
    await compile(folder);

    await using api = await openApi(league);
    const expected = await walk(api, "/v1/games?sport=nfl&season=2024", 1000);
    const server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
    try {
      const paged = await run(path.join(folder, "client.ts"), [server.url, api.key], folder);
      assert.equal(paged.code, 0, paged.output);
      const { ids, pages, refusal } = JSON.parse(paged.output);
      assert.deepEqual(
        ids,
        expected.rows.map((row) => (row as { readonly game_id: string }).game_id),
      );
      assert.deepEqual([pages, refusal], [Math.ceil(ids.length / 4), "not_found"]);
    } finally {
      await server.close();
    }
  });
});

test("@hey-api/openapi-ts: the client compiles", { skip: skipWithoutTools }, async () => {
  await withPackages(async (folder, file) => {
    const args = ["-i", file, "-o", path.join(folder, "client"), "--client", "@hey-api/client-fetch", "--silent"];
    const made = await run(tool("@hey-api/openapi-ts/bin/run.js"), args, folder);
    assert.equal(made.code, 0, made.output);
    await writeFile(path.join(folder, "use.ts"), heyApiUse);
    await compile(folder);
  });
});

/** Names of operations and types as the document gives them; a changed name does not compile. */
const heyApiUse = `
import { getGame, listGames, listOdds, listSeasons, listSports, listTeams } from "./client";
import type { Game, GameDetail, MoneylineSet, OddsRow, Season, Sport, Team } from "./client";

export async function use(): Promise<(string | number | null | undefined)[]> {
  const auth = "gl_live_key";
  const games = await listGames({ auth, query: { sport: "nfl", season: 2025, limit: 10 } });
  const page = games.data;
  const rows: Game[] = typeof page === "object" ? page.data : [];
  const one = await getGame({ auth, path: { game_id: "NFL-20250904-DAL-PHI" } });
  const detail: GameDetail | undefined = one.data?.data;
  const moneyline: MoneylineSet | undefined = rows[0]?.consensus?.moneyline;
  const odds = await listOdds({ auth, query: { sport: "nfl", season: 2025, market: "spread" } });
  const lines: OddsRow[] = typeof odds.data === "object" ? odds.data.data : [];
  const sports: Sport[] | undefined = (await listSports({ auth })).data?.data;
  const seasons: Season[] | undefined = (await listSeasons({ auth, query: { sport: "nba" } })).data?.data;
  const teams: Team[] | undefined = (await listTeams({ auth, query: { sport: "nba" } })).data?.data;
  return [detail?.home.score, moneyline?.home_close, lines[0]?.book, sports?.length, seasons?.length, teams?.length];
}
`;

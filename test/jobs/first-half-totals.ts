import { requestsMade, rows } from "./client.ts";

type Period = {
  score: { home: number | null; away: number | null };
  consensus: { total: { open: number | null; close: number | null } } | null;
  result: { went_over: boolean | null };
};

const [sport = "nba", season = "2026"] = process.argv.slice(2);
const halves = await rows<Period>("/v1/periods", { sport, season, period: "1h" });

function describe(name: string, games: readonly Period[]): void {
  const points = games.reduce((sum, { score }) => sum + (score.home ?? 0) + (score.away ?? 0), 0);
  const over = games.filter(({ result }) => result.went_over === true).length;
  const under = games.filter(({ result }) => result.went_over === false).length;
  const rest = games.length - over - under;
  console.log(
    `${name}: ${games.length} first halves of ${(points / games.length).toFixed(1)} points, ${over} over, ` +
      `${under} under, ${rest} pushes`,
  );
}

const priced = halves.filter(({ consensus }) => (consensus?.total.close ?? null) !== null);
const moved = ({ consensus }: Period) => (consensus?.total.close ?? 0) - (consensus?.total.open ?? 0);
describe("all", priced);
describe(
  "line moved up",
  priced.filter((game) => moved(game) > 0),
);
describe(
  "line moved down",
  priced.filter((game) => moved(game) < 0),
);
console.log(`${halves.length} games, ${priced.length} with a line, ${requestsMade()} requests`);

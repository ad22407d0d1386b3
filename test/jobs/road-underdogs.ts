import { requestsMade, rows } from "./client.ts";

type Bet = {
  season: number;
  result: { close: "won" | "lost" | "push" | null };
  profit: { close: number | null };
};

const bets = await rows<Bet>("/v1/bets", {
  sport: "nfl",
  from: "2022-08-01",
  bet_type: "spread",
  selection: "away",
  min_line: "7", // of the close: the road team gets 7 points or more
});

for (const [season, ofSeason] of Map.groupBy(bets, (bet) => bet.season)) {
  const count = (result: string) => ofSeason.filter((bet) => bet.result.close === result).length;
  const units = ofSeason.reduce((sum, bet) => sum + (bet.profit.close ?? 0), 0);
  console.log(
    `${season}: ${count("won")} won, ${count("lost")} lost, ${count("push")} pushes, ${units.toFixed(2)} units`,
  );
}
console.log(`${bets.length} bets, ${requestsMade()} requests`);

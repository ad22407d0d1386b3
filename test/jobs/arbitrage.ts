import { requestsMade, rows } from "./client.ts";

type Bet = {
  game_id: string;
  selection: "home" | "away";
  book_id: number | null;
  book: string;
  close: { price: number | null; captured_at: string | null };
};

const mostMinutesApart = 10;
const [sport = "nfl", season = "2025"] = process.argv.slice(2);
const bets = await rows<Bet>("/v1/bets", { sport, season, bet_type: "moneyline", book: "all" });

/** What one unit staked gives back when the bet wins. */
function decimal(odds: number): number {
  return odds < 0 ? 1 - 100 / odds : 1 + odds / 100;
}

let found = 0;
for (const [gameId, ofGame] of Map.groupBy(bets, (bet) => bet.game_id)) {
  const closes = ofGame.flatMap(({ selection, book, close: { price, captured_at } }) =>
    price === null || captured_at === null ? [] : [{ selection, book, price, at: Date.parse(captured_at) }],
  );
  const pairs = closes
    .filter(({ selection }) => selection === "home")
    .flatMap((home) =>
      closes
        .filter(({ selection, at }) => selection === "away" && Math.abs(at - home.at) < mostMinutesApart * 60_000)
        .map((away) => ({ home, away, margin: 1 - 1 / decimal(home.price) - 1 / decimal(away.price) })),
    )
    // Two fair prices leave a rounding, and no profit.
    .filter(({ margin }) => margin > 1e-9)
    .sort((a, b) => b.margin - a.margin);
  const [best] = pairs;
  if (best === undefined) continue;
  found += 1;
  const { home, away, margin } = best;
  const minutes = (Math.abs(home.at - away.at) / 60_000).toFixed(1);
  console.log(
    `${gameId}: home ${home.price} at ${home.book}, away ${away.price} at ${away.book}, ` +
      `${(100 * margin).toFixed(2)}%, ${minutes} minutes apart`,
  );
}
console.log(`${found} games, ${bets.length} bets, ${requestsMade()} requests`);

import { requestsMade, rows } from "./client.ts";

type Bet = {
  role: "favorite" | "underdog" | null;
  open: { price: number | null };
  close: { no_vig_probability: number | null };
  profit: { open: number | null };
};

const [sport = "nfl", season = "2025", book = "draftkings"] = process.argv.slice(2);
const bets = await rows<Bet>("/v1/bets", { sport, season, book, bet_type: "moneyline" });

/** The share of such bets that has to win for the stakes to come back. */
function impliedBy(odds: number): number {
  return odds < 0 ? -odds / (100 - odds) : 100 / (odds + 100);
}

for (const role of ["favorite", "underdog"] as const) {
  const ofRole = bets.filter((bet) => bet.role === role);
  const values = ofRole.flatMap(({ open, close }) =>
    open.price === null || close.no_vig_probability === null ? [] : [close.no_vig_probability - impliedBy(open.price)],
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const beaten = values.filter((value) => value > 0).length / values.length;
  const units = ofRole.reduce((sum, bet) => sum + (bet.profit.open ?? 0), 0);
  console.log(
    `${role}s: ${values.length} bets, closing line value ${(100 * mean).toFixed(2)}%, ` +
      `better than the close ${(100 * beaten).toFixed(1)}%, ${units.toFixed(2)} units`,
  );
}
console.log(`${bets.length} rows, ${requestsMade()} requests`);

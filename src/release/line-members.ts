/** The members of a game's row that are made of the consensus of its lines. Pure. */
import type { Consensus } from "../contract/lists/games.ts";
import type { BookMarkets } from "../domain/consensus.ts";
import type { OpenClose } from "../domain/fold.ts";

const notPriced: OpenClose = { open: null, close: null };

export function consensusMarkets({
  moneyline = notPriced,
  spread = notPriced,
  total = notPriced,
}: BookMarkets["markets"]): Consensus {
  return {
    moneyline: {
      home_open: moneyline.open?.first ?? null,
      home_close: moneyline.close?.first ?? null,
      away_open: moneyline.open?.second ?? null,
      away_close: moneyline.close?.second ?? null,
    },
    spread: {
      open: spread.open?.line ?? null,
      close: spread.close?.line ?? null,
      home_juice_open: spread.open?.first ?? null,
      home_juice_close: spread.close?.first ?? null,
      away_juice_open: spread.open?.second ?? null,
      away_juice_close: spread.close?.second ?? null,
    },
    total: {
      open: total.open?.line ?? null,
      close: total.close?.line ?? null,
      over_juice_close: total.close?.first ?? null,
      under_juice_close: total.close?.second ?? null,
    },
  };
}

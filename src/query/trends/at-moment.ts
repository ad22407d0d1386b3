/** The bets of a set at the lines and prices of a moment before the start. */
import { lineOf, noVigProbability, type Settling, settled, ungraded } from "../../domain/bets/grading.ts";
import type { TrendMoment } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import type { MomentLines } from "../../release/moments.ts";
import { ruleAt } from "../bets/settling.ts";
import { sideSlots } from "../bets/side-slots.ts";
import type { SeasonShelf } from "../season.ts";
import { type AskedMoment, linesAt } from "../snapshots/lines-at.ts";
import type { BetSet } from "./columns.ts";

/** @throws ReleaseDamaged when the lines of a season are not as they were written. */
export function betsAtMoment(set: BetSet, { minutes, mostAgeMinutes }: AskedMoment): TrendMoment {
  const { count, sport, seasons, season: seasonOf, side: sideOf, entry: entries, ahead: aheads } = set;
  const made = {
    minutes,
    outcome: new Uint8Array(count),
    price: new Int32Array(count),
    noVig: new Int16Array(count).fill(-1),
  };
  const mostAge = 10 * mostAgeMinutes;
  const sides = sideSlots[sport];
  let seasonPlace = -1;
  let { ages, prices, quarters }: MomentLines = nothing;
  for (let bet = 0; bet < count; bet++) {
    if (seasonOf[bet] !== seasonPlace) {
      seasonPlace = seasonOf[bet] as number;
      ({ ages, prices, quarters } = linesAt(seasons[seasonPlace] as SeasonShelf, minutes));
    }
    const at = sides[sideOf[bet] as number] as (typeof sides)[number];
    const { isMoneyline, lineSign, priceOffset } = at;
    const entry = entries[bet] as number;
    if ((ages[entry] as number) > mostAge) continue;
    const price = prices[2 * entry + priceOffset] as number;
    const posted = quarters[entry] as number;
    made.price[bet] = price;
    // How far the bet was ahead of its closing line says how far of any other.
    const close = set.closeLine[bet] as number;
    const ahead = (aheads[bet] as number) - (close === noLine ? 0 : lineSign * close);
    const { selection } = at.side;
    const season = seasons[seasonPlace] as SeasonShelf;
    const settling: Settling =
      set.rules === "score" ? "score" : ruleAt(season, set.game[bet] as number, at, set.bookId[bet] as number).settles;
    if (isMoneyline) made.outcome[bet] = price === 0 ? ungraded : settled(settling, selection, ahead);
    else if (posted !== noLine) {
      made.outcome[bet] = settled(settling, selection, ahead + lineSign * lineOf(selection, posted));
    }
    const opposite = prices[2 * entry + 1 - priceOffset] as number;
    if (price !== 0 && opposite !== 0) made.noVig[bet] = noVigProbability(price, opposite);
  }
  return made;
}

const nothing: MomentLines = { ages: new Uint32Array(), prices: new Int32Array(), quarters: new Int16Array() };

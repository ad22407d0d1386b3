/** How the market of a game moves from its opening to its close: all books follow it, each in its own time. */
import { hourMs, minuteMs } from "../../../src/domain/durations.ts";
import type { Expectation, Outlook } from "../fixture.ts";
import type { Random } from "../random.ts";
import type { SportOdds } from "./sport-odds.ts";

/** The expectation of the market from some time before the start on. */
export type MarketMoment = Expectation & { readonly leadMs: number };

/** How far a moment strays from the straight way to the close, as a part of the way. */
const detour = 0.3;

/** In order of time: the opening, the moves, and last the close. */
export function marketPath({ open, close }: Outlook, odds: SportOdds, random: Random): readonly MarketMoment[] {
  const openMs = odds.openHours * hourMs * (0.7 + 0.3 * random.next());
  const moves = random.int(...odds.moves);
  const leads = Array.from({ length: moves }, () => openMs * (0.04 + 0.9 * random.next() ** 1.6));
  leads.sort((a, b) => b - a);
  const path: MarketMoment[] = [{ ...open, leadMs: openMs }];
  for (const [index, leadMs] of leads.entries()) {
    const done = Math.max(0, Math.min(1, (index + 1) / (moves + 1) + random.normal(0, detour)));
    path.push({
      margin: open.margin + (close.margin - open.margin) * done,
      total: open.total + (close.total - open.total) * Math.max(0, Math.min(1, done + random.normal(0, detour))),
      leadMs,
    });
  }
  path.push({ ...close, leadMs: 25 * minuteMs });
  return path;
}

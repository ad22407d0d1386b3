/** The consensus of a market of a period [D-16, D-17], over the books that priced it. */
import { exactLean, exactLine, exactMoneyline } from "./consensus.ts";
import { type BookLines, type Capture, type End, linesOf, type Shown } from "./quotes.ts";

export type Agreed = { readonly open: Shown; readonly close: Shown };

const nothing: Shown = { line: null, first: null, second: null };

/** Everything that callers may see of one market of a period. */
export type MarketLines = { readonly books: readonly BookLines[]; readonly agreed: Agreed };

export type PeriodLines = Readonly<Record<Capture["market"], MarketLines>>;

/** What a game's lines are made of. */
export type Priced = { readonly captures: readonly Capture[]; readonly startMs: number };

const known = new WeakMap<Priced, Map<string, PeriodLines>>();

/** The lines of all markets of a period. In a market that nobody priced the consensus has null members. */
export function periodLines(game: Priced, period: string): PeriodLines {
  const ofGame = known.get(game) ?? new Map<string, PeriodLines>();
  known.set(game, ofGame);
  const lines = ofGame.get(period) ?? linesOfPeriod(game, period);
  ofGame.set(period, lines);
  return lines;
}

function linesOfPeriod({ captures, startMs }: Priced, period: string): PeriodLines {
  const ofPeriod = captures.filter((capture) => capture.period === period);
  const of = (market: Capture["market"]): BookLines[] =>
    linesOf(
      ofPeriod.filter((capture) => capture.market === market),
      startMs,
    );
  const [moneyline, spread, total] = [of("moneyline"), of("spread"), of("total")];
  const [home, away] = [of("home_team_total"), of("away_team_total")];
  const agreedMoneyline = both(moneyline, (shown) => exactMoneyline(shown));
  return {
    moneyline: { books: moneyline, agreed: agreedMoneyline },
    spread: {
      books: spread,
      agreed: both(spread, (shown, end) => exactLine(shown, exactLean(agreedMoneyline[end])) ?? nothing),
    },
    total: { books: total, agreed: both(total, agreedLine) },
    home_team_total: { books: home, agreed: both(home, agreedLine) },
    away_team_total: { books: away, agreed: both(away, agreedLine) },
  };
}

function agreedLine(shown: readonly Shown[]): Shown {
  return exactLine(shown, null) ?? nothing;
}

function both(books: readonly BookLines[], agree: (shown: readonly Shown[], end: "open" | "close") => Shown): Agreed {
  const at = (end: "open" | "close"): readonly End[] => books.flatMap((book) => book[end] ?? []);
  return { open: agree(at("open"), "open"), close: agree(at("close"), "close") };
}

/** Which side two prices favor; null when a price is missing or both say the same. */
export function leanOf(shown: Shown): "home" | "away" | null {
  return exactLean(shown);
}

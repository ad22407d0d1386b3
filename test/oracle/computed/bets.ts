/** The rows of /v1/bets: one for each game, bet type, selection and book. */
import { leanOf, type PeriodLines, periodLines } from "./agreed.ts";
import { type BetKind, betKindsOf, publishedBooks } from "./contract.ts";
import { type Fraction, minus, noVig, noVigFraction, numberOf, rounded, winnings } from "./exact.ts";
import type { GameKeys, OracleGame, Score } from "./game.ts";
import { type Rules, type Standing, standingOf } from "./house.ts";
import type { Shown } from "./quotes.ts";

type Selection = "home" | "away" | "over" | "under";
type Grade = "won" | "lost" | "push" | "void";
type Bet = { readonly line: number | null; readonly price: number | null; readonly captured_at: string | null };

export type AtMoment = {
  readonly minutes_before: number;
  readonly line: number | null;
  readonly price: number | null;
  readonly age_minutes: number | null;
  readonly result: Grade | null;
  readonly profit: number | null;
};

export type BetRow = GameKeys & {
  readonly bet_type: string;
  readonly period: string;
  readonly market: string;
  readonly selection: Selection;
  readonly side_team: string | null;
  readonly book_id: number | null;
  readonly book: string;
  readonly book_name: string;
  readonly books: number;
  readonly open: Bet;
  readonly close: Bet & { readonly no_vig_probability: number | null };
  readonly score: Score;
  readonly result: { readonly open: Grade | null; readonly close: Grade | null };
  readonly profit: { readonly open: number | null; readonly close: number | null };
  readonly role: "favorite" | "underdog" | null;
  readonly rule: string | null;
  readonly closing_line: {
    readonly beat: boolean | null;
    readonly points: number | null;
    readonly probability: number | null;
  };
  /** Null where no moment is asked for. */
  readonly at_moment: AtMoment | null;
};

/** The no-vig probability of the close minus that of the open, not rounded, of rows with all four prices. */
export const shiftOf = new WeakMap<BetRow, number>();

/** What the open of a row was without the vig, which no row shows. */
export const openNoVigOf = new WeakMap<BetRow, number>();

/** What one book, or the consensus, showed at both ends of a market. */
type Ends = Readonly<Record<"open" | "close", (Shown & { readonly atMs: number | null }) | null>>;

export type BetAsked = {
  readonly game: Pick<OracleGame, "keys" | "score" | "periodScores" | "innings">;
  readonly kind: BetKind;
  readonly selection: Selection;
  /** The team whose total it is. */
  readonly side: "home" | "away" | null;
  readonly rules: Rules;
};

/** Every row of a game, of the consensus and of all books, in the order of the contract. */
export function betRows(game: OracleGame): BetRow[] {
  return betRowsBy(game, "house");
}

/** The same rows, each settled by the score of its period alone [D-9] [D-21], as before there were house rules. */
export function betRowsByScore(game: OracleGame): BetRow[] {
  return betRowsBy(game, "score");
}

function betRowsBy(game: OracleGame, rules: Rules): BetRow[] {
  return betKindsOf(game.keys.sport).flatMap((kind) => {
    // A period that was not played has no rows.
    if (standingOf(game, kind, "", rules) === null) return [];
    const ofPeriod = periodLines(game, kind.period);
    const sides = kind.market === "team_total" ? (["home", "away"] as const) : [null];
    return sides.flatMap((side) =>
      kind.selections.flatMap((selection) => rowsOf({ game, kind, selection, side, rules }, ofPeriod)),
    );
  });
}

function rowsOf(asked: BetAsked, ofPeriod: PeriodLines): BetRow[] {
  const { market } = asked.kind;
  const quoted = market === "team_total" ? (`${asked.side ?? "home"}_team_total` as const) : market;
  const { books, agreed } = ofPeriod[quoted];
  if (books.length === 0) return [];
  const consensus = { book_id: null, book: "consensus", book_name: "Consensus", books: books.length };
  const untimed = (shown: Shown) => ({ ...shown, atMs: null });
  const rows = [
    betRow(
      asked,
      consensus,
      { open: untimed(agreed.open), close: untimed(agreed.close) },
      ofPeriod.moneyline.agreed.close,
    ),
  ];
  for (const ends of books) {
    const known = publishedBooks.get(ends.book);
    if (known === undefined) throw new RangeError(`${ends.book} is not published`);
    const moneyline = ofPeriod.moneyline.books.find(({ book }) => book === ends.book)?.close ?? null;
    rows.push(betRow(asked, { ...known, books: 1 }, ends, moneyline));
  }
  return rows;
}

export function betRow(
  { game, kind, selection, side, rules }: BetAsked,
  book: Pick<BetRow, "book_id" | "book" | "book_name" | "books">,
  ends: Ends,
  moneyline: Shown | null,
): BetRow {
  const seen = { open: seenFrom(selection, ends.open), close: seenFrom(selection, ends.close) };
  const standing = standingOf(game, kind, book.book, rules);
  if (standing === null) throw new RangeError(`${kind.period} was not played`);
  const { score, rule } = standing;
  const graded = (end: "open" | "close"): Grade | null => grade(selection, side, kind.market, standing, seen[end]);
  const result = { open: graded("open"), close: graded("close") };
  const profit = {
    open: profitOf(result.open, seen.open.price),
    close: profitOf(result.close, seen.close.price),
  };
  const { price: oppositePrice } = seenFrom(oppositeOf[selection], ends.close);
  const { price: openOpposite } = seenFrom(oppositeOf[selection], ends.open);
  const noVigs = { open: noVig(seen.open.price, openOpposite), close: noVig(seen.close.price, oppositePrice) };
  const shares = {
    open: noVigFraction(seen.open.price, openOpposite),
    close: noVigFraction(seen.close.price, oppositePrice),
  };
  const shift = shares.open === null || shares.close === null ? null : minus(shares.close, shares.open);
  const team = side ?? (selection === "home" || selection === "away" ? selection : null);
  const made: BetRow = {
    ...game.keys,
    bet_type: kind.betType,
    period: kind.period,
    market: kind.market,
    selection,
    side_team: team === null ? null : game.keys[team],
    ...book,
    open: seen.open,
    close: { ...seen.close, no_vig_probability: noVigs.close },
    score,
    result,
    profit,
    role: roleOf(kind.market, selection, ends.close, moneyline),
    rule,
    closing_line: closingLineOf(kind.market, selection, seen, shift),
    at_moment: null,
  };
  if (noVigs.open !== null) openNoVigOf.set(made, noVigs.open);
  if (shift !== null) shiftOf.set(made, numberOf(shift));
  return made;
}

/** Betting at the open: a better line, at the same line a better price. */
function closingLineOf(
  market: string,
  selection: Selection,
  { open, close }: Readonly<Record<"open" | "close", Bet>>,
  shift: Fraction | null,
): BetRow["closing_line"] {
  const isLined = market !== "moneyline";
  const known = isLined && open.line !== null && close.line !== null;
  const gained = !known ? null : selection === "over" ? close.line - open.line : open.line - close.line;
  const atSameLine = isLined ? gained === 0 : true;
  let beat: boolean | null = null;
  if (gained !== null && gained !== 0) beat = gained > 0;
  else if (atSameLine && open.price !== null && close.price !== null && open.price !== close.price) {
    beat =
      winnings(open.price) === winnings(close.price)
        ? open.price > close.price
        : winnings(open.price) > winnings(close.price);
  }
  const probability = shift === null || !atSameLine ? null : rounded(shift, 4);
  return { beat, points: gained === null ? null : gained + 0, probability };
}

const oppositeOf: Readonly<Record<Selection, Selection>> = { home: "away", away: "home", over: "under", under: "over" };

/** The away line is minus the home line, and never -0 [D-15]; over and under share theirs. */
function seenFrom(selection: Selection, end: Ends["open"]): Bet {
  const line = end?.line ?? null;
  const isFirst = selection === "home" || selection === "over";
  const atMs = end?.atMs ?? null;
  return {
    line: line === null ? null : selection === "away" ? 0 - line : line,
    price: (isFirst ? end?.first : end?.second) ?? null,
    captured_at: atMs === null ? null : new Date(atMs).toISOString(),
  };
}

/** Lines come in quarters, so sums of them with scores are exact. */
function grade(
  selection: Selection,
  side: "home" | "away" | null,
  market: BetKind["market"],
  { score, isVoid }: Standing,
  { line, price }: Bet,
): Grade | null {
  const isMoneyline = market === "moneyline";
  if (isMoneyline ? price === null : line === null) return null;
  const points = side === null ? score.home + score.away : score[side];
  const ahead =
    selection === "home" || selection === "away"
      ? score[selection] - score[selection === "home" ? "away" : "home"] + (line ?? 0)
      : selection === "over"
        ? points - (line ?? 0)
        : (line ?? 0) - points;
  if (isVoid(selection, ahead)) return "void";
  return ahead === 0 ? "push" : ahead > 0 ? "won" : "lost";
}

function profitOf(result: Grade | null, price: number | null): number | null {
  if (result === null || price === null) return null;
  return result === "push" || result === "void" ? 0 : result === "lost" ? -1 : winnings(price);
}

/** By the row's own closing line, then by the closing moneyline of the same period. */
function roleOf(
  market: BetKind["market"],
  selection: Selection,
  close: Shown | null,
  moneyline: Shown | null,
): BetRow["role"] {
  if (market === "total" || market === "team_total") return null;
  const line = close?.line ?? 0;
  const favored = line < 0 ? "home" : line > 0 ? "away" : moneyline === null ? null : leanOf(moneyline);
  return favored === null ? null : favored === selection ? "favorite" : "underdog";
}

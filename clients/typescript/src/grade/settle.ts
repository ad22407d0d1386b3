/** What became of a bet at its own line and price, and how both compare with the close. */
import type { Side } from "./bet.ts";
import type { Market } from "./bet-text.ts";
import { known } from "./known.ts";
import { type Close, consensus, type Lines, type Score } from "./lines.ts";
import type { Match } from "./match.ts";
import { americanPrice, fourDecimals, impliedOf, type Price } from "./numbers.ts";
import type { Problem } from "./problem.ts";

export type Result = "won" | "lost" | "push" | "void";

/** How a bet compares with a close. Members are null where `why` says so. */
export type Compared = {
  readonly book: string;
  readonly close: Close | null;
  /** Points by which the bet's line is better than the close; null for moneylines. */
  readonly points: number | null;
  /** The implied probability of the close minus that of the bet's price, at the same line. */
  readonly value: number | null;
  /** The same with the close's probability without the vig. */
  readonly noVigValue: number | null;
  /** Whether the bet was better than the close; null for the same. */
  readonly isBetter: boolean | null;
  /** Whether line and price say which of the two was better, or that they are the same. */
  readonly isCompared: boolean;
  /** Why there is no value; null: there is one. */
  readonly why: string | null;
};

export type Graded = {
  readonly match: Match;
  readonly result: Result | null;
  /** On one unit staked, four decimals. */
  readonly profit: number | null;
  /** In the file's money or units. */
  readonly money: number | null;
  /** Null: the bet has no game, or the book is not known. */
  readonly ofBook: Compared | null;
  readonly ofConsensus: Compared | null;
  /** Whether the file states another result. */
  readonly isConflict: boolean;
  /** Why it is this game, and what the stated result says of it; null: the bet is not graded. */
  readonly evidence: string | null;
  readonly problem: Problem | null;
};

/** A total whose line is farther from the close than this share of it may be that of a team. */
const mostAway = 0.3;

/** @param hasMinus whether any spread of the file has a minus sign: then a line without a sign is above zero. */
export function settle(found: Match, lines: Lines, hasMinus: boolean): Graded {
  const { game, side } = found;
  if (game === null || side === null) return ungraded(found, found.problem);
  // A game without lines has no bets that say its score. In baseball they say the innings too, on which the house rule depends.
  const ofGame = found.bet.period === "game" && game.sport !== "mlb" ? game.score : null;
  const score = lines.score(game.id, found.bet.period) ?? ofGame;
  if (score === null) {
    const { period } = found.bet;
    const what = period === "game" ? "no score of the game is known" : `no score of the period ${period} is known`;
    return ungraded(found, { code: "no_score", text: `${game.id}: ${what}` });
  }
  const { period, market, book } = found.bet;
  const closeAt = (name: string) => lines.close(game.id, period, market, side, found.team, name);
  const atConsensus = closeAt(consensus);
  const own = book === null || book === consensus ? null : closeAt(book);
  const isMinus = !hasMinus && isSurelyMinus(found.bet, atConsensus ?? own);
  const match = isMinus ? withMinus(found) : found;
  const { bet } = match;
  const line = bet.line?.value ?? null;
  const problem = doubtOfLine(match, atConsensus ?? own, hasMinus);
  if (problem !== null) return ungraded(match, problem);
  const rule = lines.rule(game.id, period, market, book ?? consensus);
  const result = settledBy(rule, side, resultOf(bet.market, side, match.team, score, line ?? 0));
  const profit = bet.price === null ? null : result === "won" ? bet.price.pays : result === "lost" ? -1 : 0;
  const compared = (book: string, close: Close | null) =>
    compare(book, close, bet.market, side, line, bet.price, bet.isLive);
  const stated = bet.stated === "other" ? null : bet.stated;
  // Trackers call a stake that came back a push, whatever the reason.
  const isConflict = stated !== null && stated !== (result === "void" ? "push" : result);
  if (isConflict && isMinus && resultOf(bet.market, side, match.team, score, -(line ?? 0)) === stated) {
    return ungraded(match, {
      code: "line",
      text: `the spread ${-(line ?? 0)} has no sign: by the close it is ${line}, and then it has ${result}`,
    });
  }
  const said =
    stated === null
      ? ""
      : isConflict
        ? `; the file says ${stated}, and it has ${result}`
        : "; the stated result agrees";
  return {
    match,
    result,
    profit: profit === null ? null : fourDecimals(profit),
    money: profit === null || bet.stake === null ? null : fourDecimals(profit * bet.stake),
    ofBook: bet.book === null || bet.book === consensus ? null : compared(bet.book, own),
    ofConsensus: compared(consensus, atConsensus),
    isConflict,
    evidence: `${match.evidence}${result === "void" ? `; the stake came back by the house rule ${rule}` : ""}${said}${bet.note === null ? "" : `; ${bet.note}`}`,
    problem: null,
  };
}

export function ungraded(match: Match, problem: Problem | null): Graded {
  return {
    match,
    result: null,
    profit: null,
    money: null,
    ofBook: null,
    ofConsensus: null,
    isConflict: false,
    evidence: null,
    problem,
  };
}

/** Exports without signs: the close tells, where the line is at it with a minus, and without farther away than lines move. */
function isSurelyMinus({ market, line }: Match["bet"], close: Close | null): boolean {
  const known = close?.line ?? null;
  if (market !== "spread" || line === null || line.isSigned || known === null) return false;
  return Math.abs(line.value + known) <= 2 && Math.abs(line.value - known) >= 8;
}

function withMinus(match: Match): Match {
  const { bet } = match;
  const value = -(bet.line?.value ?? 0);
  const note = `its line has no sign, and by the close it is ${value}`;
  return {
    ...match,
    bet: { ...bet, line: { value, isSigned: true }, note: bet.note === null ? note : `${bet.note}; ${note}` },
  };
}

function doubtOfLine({ bet }: Match, close: Close | null, hasMinus: boolean): Problem | null {
  if (bet.line === null) return null;
  const { value, isSigned } = bet.line;
  const known = close?.line ?? null;
  if (bet.market === "spread" && !isSigned && !hasMinus && (known === null || known <= 0)) {
    return { code: "line", text: `the spread ${value} has no sign, and could be -${value}` };
  }
  if (hasMinus && isSurelyMinus(bet, close)) {
    return { code: "line", text: `the spread ${value} has no sign, and the close is ${known}` };
  }
  if (isFarTotal(bet, known)) {
    return { code: "line", text: `the total ${value} is far from the close of ${known}, and may be of something else` };
  }
  if (bet.isLooseTotal && (known === null || Math.abs(value / known - 1) > mostAway)) {
    return { code: "line", text: `${value} may be the total of the game or of one team` };
  }
  return null;
}

/** A total that no game has at that moment, such as a player's yards in a file that does not say the player. */
function isFarTotal({ market, line, isLive }: Match["bet"], close: number | null): boolean {
  if ((market !== "total" && market !== "team_total") || line === null || close === null) return false;
  const most = isLive ? 3 : 2;
  return Math.abs(line.value - close) >= 3 && (line.value > most * close || line.value * most < close);
}

/** A house rule may give the stake back, unless what was still to be played could not have changed the result [A-20]. */
function settledBy(rule: string | null, side: Side, byScore: Result): Result {
  const settling = rule === null ? undefined : known.rules[rule];
  if (settling === "void") return "void";
  const decided = side === "over" || side === "home" ? "won" : "lost";
  return settling === "void_unless_decided" && byScore !== decided ? "void" : byScore;
}

/** Moneylines on a drawn game or period are a push, as everywhere in the API. */
function resultOf(market: Market, side: Side, team: "home" | "away" | null, score: Score, line: number): Result {
  const margin = side === "away" ? score.away - score.home : score.home - score.away;
  const points = market === "team_total" && team !== null ? score[team] : score.home + score.away;
  const ahead =
    market === "moneyline"
      ? margin
      : market === "spread"
        ? margin + line
        : side === "over"
          ? points - line
          : line - points;
  return ahead > 0 ? "won" : ahead < 0 ? "lost" : "push";
}

function compare(
  book: string,
  close: Close | null,
  market: Market,
  side: Side,
  line: number | null,
  price: Price | null,
  isLive: boolean,
): Compared {
  const nothing = { book, close, points: null, value: null, noVigValue: null, isBetter: null, isCompared: false };
  if (isLive) return { ...nothing, close: null, why: "a live bet is not compared with the close" };
  if (close === null) return { ...nothing, why: `no close of ${book}` };
  const isMoneyline = market === "moneyline";
  if (!isMoneyline && (line === null || close.line === null)) return { ...nothing, why: `no closing line of ${book}` };
  const points = isMoneyline
    ? null
    : side === "over"
      ? (close.line ?? 0) - (line ?? 0)
      : (line ?? 0) - (close.line ?? 0);
  if (points !== null && points !== 0) {
    const why = `the line moved: ${line} against ${close.line} at the close`;
    return { ...nothing, points, isBetter: points > 0, isCompared: true, why };
  }
  const paid = close.price === null ? null : (americanPrice(close.price)?.pays ?? null);
  if (price === null || paid === null || close.price === null) {
    return { ...nothing, points, why: price === null ? "the bet has no price" : `no closing price of ${book}` };
  }
  const isSame = Math.abs(price.pays - paid) < 1e-9;
  return {
    ...nothing,
    points,
    value: fourDecimals(impliedOf(close.price) - price.implied),
    noVigValue: close.noVig === null ? null : fourDecimals((close.noVigShare ?? close.noVig) - price.implied),
    isBetter: isSame ? null : price.pays > paid,
    isCompared: true,
    why: close.noVig === null ? `${book} has one closing price alone, so its vig is not known` : null,
  };
}

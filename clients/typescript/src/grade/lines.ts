/** Closing lines and scores, looked up as a bet sees them. They are added from rows as CSV of the API or of a season's files has them. */
import type { Side } from "./bet.ts";
import type { Market } from "./bet-text.ts";

/** As the selection sees it; what is missing is null. */
export type Close = {
  readonly line: number | null;
  /** American odds. */
  readonly price: number | null;
  readonly noVig: number | null;
  /** The same not rounded, for what is computed further; null where the opposite selection's price is not known. */
  readonly noVigShare: number | null;
};

type Posted = Omit<Close, "noVigShare">;

export type Score = { readonly home: number; readonly away: number };

type Row = Readonly<Record<string, string>>;

export const consensus = "consensus";

function numberOf(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}

/** p/(p+q) of the implied probabilities of a price and the opposite one, as whole numbers; null without both. */
function shareOf(price: number | null, opposite: number | null): { readonly own: number; readonly all: number } | null {
  if (price === null || opposite === null) return null;
  const numerator = (odds: number) => (odds > 0 ? 100 : -odds);
  const denominator = (odds: number) => 100 + Math.abs(odds);
  const own = numerator(price) * denominator(opposite);
  return { own, all: own + numerator(opposite) * denominator(price) };
}

/** The same with four decimals, half up. */
function noVigOf(price: number | null, opposite: number | null): number | null {
  const share = shareOf(price, opposite);
  return share === null ? null : Math.floor((20_000 * share.own + share.all) / (2 * share.all)) / 10_000;
}

const opposites = { home: "away", away: "home", over: "under", under: "over" } as const;

export class Lines {
  readonly #closes = new Map<string, Posted>();
  readonly #scores = new Map<string, Score>();
  /** Scores that decide a bet by the house rules: that of a second half has overtime in it. */
  readonly #deciding = new Map<string, Score>();
  readonly #rules = new Map<string, string>();

  /** The score that decides bets on a period. */
  score(gameId: string, period: string): Score | null {
    const key = `${gameId} ${period}`;
    const alone = this.#scores.get(key) ?? null;
    const added = period === "2h" ? this.#scores.get(`${gameId} ot`) : undefined;
    const sum = alone === null || added === undefined ? alone : sumOf(alone, added);
    return this.#deciding.get(key) ?? sum;
  }

  /** The name of the house rule that settled the bets of a book; null where no row of bets says it. */
  rule(gameId: string, period: string, market: Market, book: string): string | null {
    const key = `${gameId} ${period} ${market}`;
    return this.#rules.get(`${key} ${book}`) ?? this.#rules.get(`${key} ${consensus}`) ?? null;
  }

  /** @param team whose total it is; null: of no team's total. @param book its slug, or `consensus`. */
  close(
    gameId: string,
    period: string,
    market: Market,
    side: Side,
    team: "home" | "away" | null,
    book: string,
  ): Close | null {
    const close = this.#closes.get(keyOf(gameId, period, market, side, team, book));
    if (close === undefined) return null;
    const opposite = this.#closes.get(keyOf(gameId, period, market, opposites[side], team, book));
    const share = shareOf(close.price, opposite?.price ?? null);
    return { ...close, noVigShare: share === null ? null : share.own / share.all };
  }

  addScore(gameId: string, period: string, home: string | undefined, away: string | undefined): void {
    const [ofHome, ofAway] = [numberOf(home), numberOf(away)];
    if (ofHome !== null && ofAway !== null) this.#scores.set(`${gameId} ${period}`, { home: ofHome, away: ofAway });
  }

  /** A row of `/v1/bets`. */
  addBet(row: Row): void {
    const { game_id: id = "", period = "", book = "", market, selection, rule = "" } = row;
    const [home, away] = [numberOf(row["score.home"]), numberOf(row["score.away"])];
    if (home !== null && away !== null) this.#deciding.set(`${id} ${period}`, { home, away });
    if (rule !== "") this.#rules.set(`${id} ${period} ${market} ${book}`, rule);
    const team = market !== "team_total" ? null : row.side_team === row.home ? "home" : "away";
    const close = {
      line: numberOf(row["close.line"]),
      price: numberOf(row["close.price"]),
      noVig: numberOf(row["close.no_vig_probability"]),
    };
    this.#closes.set(keyOf(id, period, market as Market, selection as Side, team, book), close);
  }

  /** A row of `/v1/odds`, or with its period of `/v1/period_odds`: a book's own lines. */
  addOdds(row: Row): void {
    const { game_id: id = "", book = "" } = row;
    const period = row.period ?? "game";
    const add = (
      market: Market,
      team: "home" | "away" | null,
      sides: readonly [Side, Side],
      line: string,
      prices: readonly [string, string],
    ) => {
      const posted = numberOf(row[line]);
      const [first, second] = [numberOf(row[prices[0]]), numberOf(row[prices[1]])];
      if (posted === null && first === null && second === null) return;
      const away = posted === null ? null : market === "spread" ? 0 - posted : posted;
      this.#closes.set(keyOf(id, period, market, sides[0], team, book), {
        line: posted,
        price: first,
        noVig: noVigOf(first, second),
      });
      this.#closes.set(keyOf(id, period, market, sides[1], team, book), {
        line: away,
        price: second,
        noVig: noVigOf(second, first),
      });
    };
    const sides = ["home", "away"] as const;
    const points = ["over", "under"] as const;
    add("moneyline", null, sides, "", ["moneyline.home_close", "moneyline.away_close"]);
    add("spread", null, sides, "spread.close", ["spread.home_juice_close", "spread.away_juice_close"]);
    add("total", null, points, "total.close", ["total.over_juice_close", "total.under_juice_close"]);
    for (const team of sides) {
      const prices = [`team_total.${team}_over_juice_close`, `team_total.${team}_under_juice_close`] as const;
      add("team_total", team, points, `team_total.${team}_close`, prices);
    }
  }
}

function sumOf(one: Score, other: Score): Score {
  return { home: one.home + other.home, away: one.away + other.away };
}

function keyOf(
  id: string,
  period: string,
  market: Market,
  side: Side,
  team: "home" | "away" | null,
  book: string,
): string {
  return `${id} ${period} ${market} ${side} ${team ?? ""} ${book}`;
}

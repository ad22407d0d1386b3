/** Every bet at the consensus: lines, prices, probabilities, results, profits and closing line value, computed again. */
import { type BetKind, betKinds } from "./bet-kinds.ts";
import { checkTwice, sameAsGame } from "./check-games.ts";
import { consensusLine, consensusMoneyline, type Quote } from "./consensus.ts";
import type { Findings, Value } from "./findings.ts";
import type { Score } from "./grades.ts";
import { booksOn, type Market, type Moment, quoteIn } from "./market-quotes.ts";
import { favoredBy, noVig, winnings } from "./odds-arithmetic.ts";
import { type Season, scoreIn } from "./season.ts";
import { byColumn, type Row, type Table } from "./table.ts";
import { openingTeamTotals } from "./team-total-opens.ts";

type Ends = Readonly<Record<Moment, Quote>>;
type Side = "home" | "away" | null;
const moments = ["open", "close"] as const;

export function checkBets(season: Season, findings: Findings): void {
  const bets = season.table("bets");
  if (bets === null) return;
  const known = byColumn(bets, "game_id", "bet_type", "selection", "side_team");
  const opens = openingTeamTotals(season.table("lines"));
  const expected = new Set<string>();
  for (const [id, rows] of byColumn(bets, "game_id")) {
    const game = season.game(id);
    const teams = {
      home: game?.text("home.abbreviation") ?? rows[0]?.text("home") ?? "",
      away: game?.text("away.abbreviation") ?? rows[0]?.text("away") ?? "",
    };
    const of = (kind: BetKind, selection: string, side: Side) =>
      known.get(`${id} ${kind.betType} ${selection} ${sideTeam(kind, selection, side, teams)}`)?.[0] ?? null;
    for (const kind of betKinds[season.sport] ?? [])
      for (const side of kind.market === "team_total" ? (["home", "away"] as const) : [null])
        for (const selection of kind.selections) {
          const row = of(kind, selection, side);
          const name = `${id} ${kind.betType} ${selection} ${sideTeam(kind, selection, side, teams)}`.trim();
          expected.add(name);
          const asked = { season, id, kind, side, opens };
          const books = season.books(id, kind.period);
          const score = season.score(id, kind.period);
          const count = books === undefined ? null : booksOn(books, marketOf(kind, side)).length;
          if (row === null) {
            if (count !== null && count > 0 && score)
              findings.add(`${bets.path}, row ${name}: it is missing, and ${count} books have posted it`);
            continue;
          }
          if (count === 0 || score === null)
            findings.add(`${bets.path}, row ${name}: it is there, and nothing of it is in the other files`);
          const opposite = of(oppositeKind(kind, season.sport), oppositeOf[selection] ?? "", side);
          const rowsOf = isFirst(selection) ? ([row, opposite] as const) : ([opposite, row] as const);
          const ends = endsOf(asked, books, rowsOf);
          const moneyline = moneylineOf(books, kind, of);
          const own = score ?? scoreIn(row, "score.home", "score.away");
          findings.compare(bets, row, name, {
            ...sameAsGame(season, row),
            ...{ period: kind.period, market: kind.market, book_id: null, book: "consensus" },
            ...(count === null ? {} : { books: count }),
            ...(own === null ? {} : computed(kind, selection, side, own, ends, moneyline)),
          });
        }
  }
  checkRest(bets, expected, findings);
  checkTwice(bets, findings, "game_id", "bet_type", "selection", "side_team", "book");
}

function checkRest(bets: Table, expected: ReadonlySet<string>, findings: Findings): void {
  for (const row of bets.rows) {
    const name = ["game_id", "bet_type", "selection", "side_team"]
      .map((column) => row.text(column))
      .join(" ")
      .trim();
    if (!expected.has(name)) findings.add(`${bets.path}, row ${name}: there is no such bet`);
  }
}

const isFirst = (selection: string) => selection === "home" || selection === "over";
const oppositeOf: Readonly<Record<string, string>> = { home: "away", away: "home", over: "under", under: "over" };

/** Over and under of a team total are two bet types. */
function oppositeKind(kind: BetKind, sport: string): BetKind {
  if (kind.market !== "team_total") return kind;
  return betKinds[sport]?.find((each) => each.market === "team_total" && each !== kind) ?? kind;
}

function sideTeam(
  kind: BetKind,
  selection: string,
  side: Side,
  teams: Readonly<Record<"home" | "away", string>>,
): string {
  if (side !== null) return teams[side];
  return kind.market === "total" ? "" : teams[selection === "home" ? "home" : "away"];
}

function marketOf(kind: BetKind, side: Side): Market {
  return kind.market === "team_total" ? `${side ?? "home"}_team_total` : kind.market;
}

type Asked = {
  readonly season: Season;
  readonly id: string;
  readonly kind: BetKind;
  readonly side: Side;
  readonly opens: ReturnType<typeof openingTeamTotals>;
};

/** The consensus of the books' rows; of a file that the mirror does not have, what the bets themselves say. */
function endsOf(
  { id, kind, side, opens }: Asked,
  books: readonly Row[] | undefined,
  own: readonly [Row | null, Row | null],
): Ends {
  const market = marketOf(kind, side);
  const at = (moment: Moment): Quote => {
    const said = saidBy(own, moment);
    if (books === undefined) return said;
    if (kind.market === "team_total" && moment === "open") {
      const quotes = opens?.get(`${id} ${side}`);
      return opens === null ? said : consensusLine(quotes ?? [], null);
    }
    const quotes = books.map((row) => quoteIn(row, market, moment));
    if (market === "moneyline") return consensusMoneyline(quotes);
    const moneyline = consensusMoneyline(books.map((row) => quoteIn(row, "moneyline", moment)));
    return consensusLine(quotes, market === "spread" ? moneyline : null);
  };
  return { open: at("open"), close: at("close") };
}

/** The line as home and over see it, with the prices of both rows. */
function saidBy([first, second]: readonly [Row | null, Row | null], moment: Moment): Quote {
  const line = first?.number(`${moment}.line`) ?? null;
  const other = second?.number(`${moment}.line`) ?? null;
  const isAway = second?.text("selection") === "away";
  const seen = line ?? (other === null ? null : isAway ? 0 - other : other);
  return {
    line: seen,
    first: first?.number(`${moment}.price`) ?? null,
    second: second?.number(`${moment}.price`) ?? null,
  };
}

/** The closing moneyline of the same period. */
function moneylineOf(
  books: readonly Row[] | undefined,
  kind: BetKind,
  of: (kind: BetKind, selection: string, side: Side) => Row | null,
): Quote {
  if (books !== undefined) return consensusMoneyline(books.map((row) => quoteIn(row, "moneyline", "close")));
  const own = Object.values(betKinds)
    .flat()
    .find((each) => each.period === kind.period && each.market === "moneyline");
  if (own === undefined) return { line: null, first: null, second: null };
  return saidBy([of(own, "home", null), of(own, "away", null)], "close");
}

type Seen = { readonly line: number | null; readonly price: number | null; readonly noVig: number | null };

function computed(
  kind: BetKind,
  selection: string,
  side: Side,
  score: Score,
  ends: Ends,
  moneyline: Quote,
): Record<string, Value> {
  const columns: Record<string, Value> = { "score.home": score.home, "score.away": score.away };
  const seen = { open: seenBy(selection, ends.open), close: seenBy(selection, ends.close) };
  for (const moment of moments) {
    const { line, price } = seen[moment];
    const result = gradeOf(kind, selection, side, score, seen[moment]);
    columns[`${moment}.line`] = line;
    columns[`${moment}.price`] = price;
    columns[`${moment}.captured_at`] = null;
    columns[`result.${moment}`] = result;
    columns[`profit.${moment}`] =
      result === null || price === null ? null : result === "push" ? 0 : result === "lost" ? -1 : winnings(price);
  }
  columns["close.no_vig_probability"] = seen.close.noVig;
  columns.role = roleOf(kind, selection, ends.close, moneyline);
  return { ...columns, ...closingLineOf(kind, selection, seen.open, seen.close) };
}

function seenBy(selection: string, { line, first, second }: Quote): Seen {
  const [price, opposite] = isFirst(selection) ? [first, second] : [second, first];
  return { line: line === null ? null : selection === "away" ? 0 - line : line, price, noVig: noVig(price, opposite) };
}

function gradeOf(
  { market }: BetKind,
  selection: string,
  side: Side,
  score: Score,
  { line, price }: Seen,
): "won" | "lost" | "push" | null {
  if ((market === "moneyline" ? price : line) === null) return null;
  const points = side === null ? score.home + score.away : score[side];
  const margin = selection === "home" ? score.home - score.away : score.away - score.home;
  const ahead =
    selection === "over" ? points - (line ?? 0) : selection === "under" ? (line ?? 0) - points : margin + (line ?? 0);
  return ahead === 0 ? "push" : ahead > 0 ? "won" : "lost";
}

/** The closing spread says it; where that is 0 or missing, and for moneylines, the closing moneyline of the same period. */
function roleOf({ market }: BetKind, selection: string, close: Quote, moneyline: Quote): Value {
  if (market === "total" || market === "team_total") return null;
  const line = close.line ?? 0;
  const favored = line < 0 ? "home" : line > 0 ? "away" : favoredBy(moneyline.first, moneyline.second);
  return favored === null ? null : favored === selection ? "favorite" : "underdog";
}

/** Whether the open was better than the close: by the line, at the same line by the price. */
function closingLineOf({ market }: BetKind, selection: string, open: Seen, close: Seen): Record<string, Value> {
  const hasLines = market !== "moneyline" && open.line !== null && close.line !== null;
  const points = hasLines
    ? selection === "over"
      ? (close.line ?? 0) - (open.line ?? 0)
      : (open.line ?? 0) - (close.line ?? 0)
    : null;
  const isSameLine = market === "moneyline" || points === 0;
  const byPrice =
    isSameLine && open.price !== null && close.price !== null && open.price !== close.price
      ? open.price > close.price
      : null;
  const beat = points !== null && points !== 0 ? points > 0 : byPrice;
  const shift =
    isSameLine && open.noVig !== null && close.noVig !== null
      ? Math.round(10_000 * (close.noVig - open.noVig)) / 10_000 + 0
      : null;
  return {
    "closing_line.beat": beat,
    "closing_line.points": points === null ? null : points + 0,
    "closing_line.probability": shift,
  };
}

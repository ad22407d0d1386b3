/** The bets of a file: each row read by its columns, with what is wrong with it. */
import type { Bet, Side, Wanted } from "./bet.ts";
import { type Market, readText, type Texts } from "./bet-text.ts";
import type { Columns } from "./columns.ts";
import type { CsvFile, CsvRow } from "./csv.ts";
import { type DateRead, type DayOrder, orderOf, readDate, slateDayOf, utcDayOf } from "./dates.ts";
import { type Field, findBook, findResult, findSports, foldColumn, foldWords, known, type Sport } from "./known.ts";
import { namedTeams } from "./named-teams.ts";
import {
  areDecimalOdds,
  type DecimalSign,
  decimalSignOf,
  type Line,
  type Price,
  readAmount,
  readLine,
  readPrice,
} from "./numbers.ts";
import { type Problem, type ProblemCode, quoted, UnreadableFile } from "./problem.ts";
import type { TeamWords } from "./teams.ts";

/** How all rows of a file are written. */
type Manner = {
  readonly order: DayOrder | null;
  readonly isDecimal: boolean;
  /** Of stakes. */
  readonly decimalSign: DecimalSign;
  /** The lines of the file that have each id of a bet. */
  readonly linesOfId: ReadonlyMap<string, readonly number[]>;
  /** Dates have times, so that midnight is one too. */
  readonly hasTimes: boolean;
  /** The league of rows that name none. */
  readonly league: Sport | null;
  readonly isDaySure: boolean;
};

/** A bet cannot be used. */
class Unusable extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, text: string) {
    super(text);
    this.code = code;
  }
}

/** What the caller knows of a file. */
export type ReadOptions = {
  /** Columns that the caller names. */
  readonly mappings?: readonly (readonly [Field, string])[];
  /** The order of day and month. */
  readonly order?: DayOrder | null;
  /** The league of rows that name none. */
  readonly league?: Sport | null;
  /** What a column "Date" is, where its name does not say it. */
  readonly dateIs?: "game" | "placed" | null;
};

/** @throws UnreadableFile where a column has dates in both orders. */
export function readBets(file: CsvFile, found: Columns, teams: TeamWords, options: ReadOptions = {}): Bet[] {
  const { mappings = [], league = null, dateIs = null } = options;
  const stakes = file.rows.map((row) => cellOf(row, found, "stake"));
  const decimalSign = decimalSignOf(stakes, file.separator === ";" ? "," : ".");
  checkStakes(stakes, decimalSign, file.header[found.get("stake")?.[0] ?? 0] ?? "");
  const order = options.order ?? orderIn(file, found);
  const dates = file.rows.map((row) => readDate(cellOf(row, found, "date"), order));
  const name = foldColumn(file.header[found.get("date")?.[0] ?? -1] ?? "");
  const isMapped = mappings.some(([field]) => field === "date");
  const isDaySure = isMapped || dateIs === "game" || !known.openDates.map(foldColumn).includes(name);
  // No game begins at 21:14:33: that is when somebody has placed a bet.
  const isPlacing = dateIs === "placed" || (!isDaySure && dates.some((each) => each?.hasSeconds === true));
  const columns = isPlacing ? withoutDate(found) : found;
  const manner: Manner = {
    order,
    league,
    isDaySure,
    hasTimes: dates.some((each) => each !== null && (each.instantMs ?? each.clockMs) !== null),
    isDecimal: areDecimalOdds(file.rows.map((row) => cellOf(row, columns, "price"))),
    decimalSign,
    linesOfId: linesOfIds(file, columns),
  };
  return file.rows.map((row) => readBet(row, file, columns, teams, manner));
}

/** @throws UnreadableFile where amounts are above and below zero: "Units" may be what was won. */
function checkStakes(stakes: readonly string[], decimalSign: DecimalSign, column: string): void {
  const amounts = stakes.map((text) => readAmount(text, decimalSign) ?? 0);
  if (!amounts.some((amount) => amount < 0) || !amounts.some((amount) => amount > 0)) return;
  const said = `column ${quoted(column)} has amounts above and below zero, which are what was won and not what was staked`;
  throw new UnreadableFile(`${said}: call it Profit`, ", or name the column of stakes with --map stake=Column");
}

function linesOfIds(file: CsvFile, columns: Columns): Manner["linesOfId"] {
  const groups = Map.groupBy(file.rows, (row) => cellOf(row, columns, "bet_id"));
  return new Map([...groups].map(([id, rows]) => [id, rows.map(({ line }) => line)]));
}

/** The column of dates says when the bets were placed. */
function withoutDate(columns: Columns): Columns {
  const others = new Map(columns);
  const date = others.get("date");
  others.delete("date");
  if (date !== undefined && !others.has("placed")) others.set("placed", date);
  return others;
}

function orderIn(file: CsvFile, columns: Columns): DayOrder | null {
  let known: DayOrder | null = null;
  for (const field of ["date", "placed", "settled"] as const) {
    const order = orderOf(file.rows.map((row) => cellOf(row, columns, field)));
    const column = file.header[columns.get(field)?.[0] ?? 0] ?? "";
    if (order === "both") {
      const said = `column ${quoted(column)} has the day first in some lines and the month first in others`;
      throw new UnreadableFile(`${said}: write dates as 2025-09-04`, ", or say --dates mdy or dmy");
    }
    known ??= order;
  }
  // Where a comma is the sign of decimals, fields are separated by semicolons, and the day comes first.
  return known ?? (file.separator === ";" ? "dmy" : null);
}

function cellOf(row: CsvRow, columns: Columns, field: Field, between = " "): string {
  const cells = (columns.get(field) ?? []).map((at) => row.cells[at] ?? "");
  return cells.filter((cell) => cell !== "").join(between);
}

const nowhere: Wanted = {
  gameId: null,
  sports: [],
  isLeague: false,
  date: null,
  isDaySure: false,
  span: null,
  lastDay: null,
  matchup: null,
  isOrdered: false,
  others: [],
  pick: null,
  gameNumber: null,
};

function readBet(row: CsvRow, file: CsvFile, columns: Columns, teams: TeamWords, manner: Manner): Bet {
  const cell = (field: Field, between?: string) => cellOf(row, columns, field, between);
  const plain = {
    fileLine: row.line,
    cells: row.cells,
    book: findBook(cell("book")),
    bookText: cell("book"),
    stated: findResult(cell("result")),
    statedText: cell("result"),
  };
  try {
    /** @throws Unusable where the cell is not empty and cannot be read. */
    const read = <Value>(field: Field, what: string, code: ProblemCode, reader: (text: string) => Value | null) => {
      const text = cell(field);
      if (text === "") return null;
      const value = reader(text);
      if (value !== null) return value;
      const column = file.header[columns.get(field)?.[0] ?? 0] ?? "";
      throw new Unusable(code, `column ${quoted(column)} is not ${what}: ${quoted(text)}`);
    };
    const dateOf = (field: Field) =>
      read(field, "a date", "date", (text) => readDate(text, manner.order, field !== "date" || manner.hasTimes));
    refuseLegs(cell("bet_id"), manner);
    const said = findSports(cell("sport", "|"), manner.league);
    if (said.sports.length === 0) throw new Unusable("sport", `no games of ${quoted(cell("sport"))} are known here`);
    const texts = saidBy(cell, teams, said.sports);
    refuseKinds(texts);
    const gameId = cell("game_id").toUpperCase();
    const parts = namedTeams(texts, gameId !== "");
    if (typeof parts === "string") throw new Unusable("team", parts);
    const stakeRead = read("stake", "an amount", "cell", (text) => readAmount(text, manner.decimalSign));
    const ofColumn = read("price", "a price", "price", (text) => readPrice(text, manner.isDecimal));
    const price = priceOf(ofColumn, texts, manner);
    const isFree = !isNo(cell("free_bet"));
    const [sides, market] = [sidesOf(texts), marketOf(texts, cell("line"))];
    const line = lineOf(texts, market, cell("line"));
    const side = sideOf(sides, market, parts.pick !== null);
    const [date, placed, settled] = [dateOf("date"), dateOf("placed"), dateOf("settled")];
    const wanted: Wanted = {
      ...said,
      ...parts,
      gameId: gameId === "" ? null : gameId,
      ...whenOf({ date, placed, settled }, manner.isDaySure, gameId !== ""),
      gameNumber: gameNumberOf(texts, cell("game_number")),
    };
    const { periods } = union(texts);
    const period = [...periods].find((each) => each !== "game") ?? "game";
    if ([...periods].filter((each) => each !== "game").length > 1)
      throw new Unusable("market", `two periods are named: ${[...periods].join(", ")}`);
    const notes = [
      ...(date?.isSerial ? [`${cell("date")} is Excel's number of ${date.days[0]}`] : []),
      ...(isFree ? ["it is a free bet, whose stake is not counted"] : []),
    ];
    return {
      ...plain,
      wanted,
      market,
      period,
      side,
      line,
      price,
      isLooseTotal: market === "total" && parts.pick !== null,
      // The stake of a free bet is not lost, and does not come back with what it wins.
      stake: stakeRead === null || isFree ? null : Math.abs(stakeRead),
      isLive: texts.some(({ isLive }) => isLive) || isYes(cell("tags")),
      note: notes.length === 0 ? null : notes.join("; "),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const problem: Problem = { code: error.code, text: error.message };
    return {
      ...plain,
      problem,
      wanted: nowhere,
      market: "moneyline",
      period: "game",
      side: null,
      line: null,
      isLooseTotal: false,
      price: null,
      stake: null,
      isLive: false,
      note: null,
    };
  }
}

/** @throws Unusable for a bet that several rows have: they are the legs of a parlay, or it stands there twice. */
function refuseLegs(id: string, { linesOfId }: Manner): void {
  // A column "Ticket" may say "Single" in every row.
  const lines = (/\d/.test(id) ? linesOfId.get(id) : undefined) ?? [];
  if (lines.length < 2) return;
  const shown = lines.slice(0, 6).join(", ") + (lines.length > 6 ? " and more" : "");
  throw new Unusable("kind", `lines ${shown} are of one bet, ${quoted(id)}: its legs, or the same bet again`);
}

function isYes(text: string): boolean {
  return ["true", "yes", "y", "1"].includes(foldWords(text));
}

/** Whether a cell says that something is not so, or that there is nothing of it: "No", "$0.00". */
function isNo(text: string): boolean {
  return ["", "false", "no", "n", "na", "n a"].includes(foldWords(text)) || /^[^1-9a-z]*$/i.test(text);
}

type Cell = (field: Field) => string;

function saidBy(cell: Cell, teams: TeamWords, sports: Wanted["sports"]): Texts {
  const read: readonly Field[] = ["pick", "market", "period", "event", "home", "away", "opponent", "tags"];
  // "-3 1/2" is a half where the price stands elsewhere; without one, 1/2 could be it.
  const plain = (text: string) => (cell("price") === "" ? text : text.replace(/(\d) 1\/2(?!\w)/g, "$1.5"));
  return read.map((field) => ({ ...readText(plain(cell(field)), teams, sports, isMarketField(field)), field }));
}

function isMarketField(field: Field): boolean {
  return field === "market" || field === "period" || field === "tags";
}

/** Events and teams are names; nothing of them says what was bet on. */
function union(texts: Texts) {
  const own = texts.filter(({ field }) => field === "pick" || field === "market" || field === "period");
  return {
    own,
    markets: new Set(own.flatMap(({ markets }) => [...markets])),
    periods: new Set(own.flatMap(({ periods }) => [...periods])),
    sides: new Set(own.flatMap(({ sides }) => [...sides])),
  };
}

/** @throws Unusable for bets of a kind that is not graded, and for words that are not known. */
function refuseKinds(texts: Texts): void {
  const own = texts.filter(({ field }) => field !== "tags");
  if (own.some(({ isParlay }) => isParlay))
    throw new Unusable("kind", "a parlay or teaser: only single bets are graded");
  const refused = own.flatMap((each) => each.refused);
  if (refused.length > 0)
    throw new Unusable("kind", `not a kind of bet that is graded here: ${quoted(refused.join(" "))}`);
  const threeWay = own.flatMap((each) => each.threeWay);
  if (threeWay.length > 0) {
    const said = `${quoted(threeWay.join(" "))} is the market of regulation time, where a draw is an outcome of its own`;
    throw new Unusable("kind", `${said}: only bets that overtime decides are graded`);
  }
  const unknown = own.flatMap((each) => each.unknown);
  if (unknown.length > 0) throw new Unusable("words", `these words are not understood: ${quoted(unknown.join(" "))}`);
}

function marketOf(texts: Texts, lineText: string): Market {
  const { own, markets, sides } = union(texts);
  if (markets.has("team_total")) markets.delete("total");
  const [market, second] = [...markets];
  if (second !== undefined) throw new Unusable("market", `two markets are named: ${[...markets].join(", ")}`);
  if (market !== undefined) return market;
  if (sides.has("over") || sides.has("under")) return "total";
  const hasLine = own.some(({ lines }) => lines.length > 0) || readLine(lineText) !== null;
  return hasLine ? "spread" : "moneyline";
}

function sidesOf(texts: Texts): { readonly overUnder: Side | null; readonly homeAway: Side | null } {
  const { sides } = union(texts);
  if (sides.has("over") && sides.has("under")) {
    const picked = texts.find(({ field }) => field === "pick")?.sides ?? new Set();
    if (picked.has("over") === picked.has("under")) throw new Unusable("side", "both over and under are named");
    sides.delete(picked.has("over") ? "under" : "over");
  }
  if (sides.has("home") && sides.has("away")) throw new Unusable("side", "both home and away are named");
  const one = (...names: readonly Side[]) => names.find((each) => sides.has(each)) ?? null;
  return { overUnder: one("over", "under"), homeAway: one("home", "away") };
}

function sideOf({ overUnder, homeAway }: ReturnType<typeof sidesOf>, market: Market, hasPick: boolean): Side | null {
  if (market === "moneyline" || market === "spread") {
    if (overUnder !== null) throw new Unusable("side", `a ${market} has no ${overUnder}`);
    if (homeAway === null && !hasPick) throw new Unusable("side", "the team that was bet on is not named");
    return homeAway;
  }
  if (overUnder === null) throw new Unusable("side", "neither over nor under is named");
  if (market === "team_total" && !hasPick) throw new Unusable("side", "the team whose total it is is not named");
  return overUnder;
}

/** @throws Unusable where the text of a moneyline has points: it may be a spread. */
function noLine(texts: Texts): null {
  const points = union(texts).own.flatMap(({ lines }) =>
    lines.filter(({ isSigned, value }) => isSigned && value !== 0),
  );
  const [line] = points;
  if (line !== undefined) throw new Unusable("market", `a moneyline has no line, and ${line.value} is named`);
  return null;
}

/** No book has posted one so large: what is larger is a price in the column of lines, or a player's yards. */
const mostSpread = 75;

/** @throws Unusable where lines disagree, and for quarters of a point, which pay by halves. */
function lineOf(texts: Texts, market: Market, lineText: string): Line | null {
  if (market === "moneyline") return noLine(texts);
  const ofColumn = readLine(lineText);
  if (lineText !== "" && ofColumn === null) throw new Unusable("line", `no line: ${quoted(lineText)}`);
  const lines = [...(ofColumn === null ? [] : [ofColumn]), ...union(texts).own.flatMap((each) => each.lines)];
  const signed = market === "spread" ? lines.filter(({ isSigned }) => isSigned) : [];
  const value = ({ value: each }: Line) => (market === "spread" ? each : Math.abs(each));
  const [line] = signed.length > 0 ? signed : lines;
  if (line === undefined) throw new Unusable("line", "the line is missing");
  const differs = lines.some((each) =>
    each.isSigned === line.isSigned ? value(each) !== value(line) : Math.abs(each.value) !== Math.abs(line.value),
  );
  if (differs) throw new Unusable("line", `two lines are named: ${lines.map((each) => each.value).join(" and ")}`);
  if (market === "spread" && Math.abs(line.value) > mostSpread)
    throw new Unusable("line", `no spread is as large as ${line.value}`);
  if (!Number.isInteger(line.value * 2))
    throw new Unusable("line", `a line in quarters pays by halves and is not graded: ${line.value}`);
  return { ...line, value: value(line) };
}

/** How far two ways of writing one price may be apart: decimal odds are rounded. */
const mostRounding = 0.005;

/** The prices of an event are of both of its teams: only those of the bet itself are read. @throws Unusable where two prices differ. */
function priceOf(ofColumn: Price | null, texts: Texts, { isDecimal }: Manner): Price | null {
  const written = union(texts).own.flatMap(({ prices }) => prices);
  const ofTexts = written.flatMap((text) => readPrice(text, isDecimal) ?? []);
  const [price, ...others] = ofColumn === null ? ofTexts : [ofColumn, ...ofTexts];
  if (price === undefined) return null;
  if (others.some(({ implied }) => Math.abs(implied - price.implied) > mostRounding))
    throw new Unusable(
      "price",
      `two prices are named: ${written.join(" and ")}${ofColumn === null ? "" : " and that of the column"}`,
    );
  return price;
}

function gameNumberOf(texts: Texts, text: string): number | null {
  const number = /^(?:game |g)?([12])$/.exec(foldWords(text))?.[1];
  return number === undefined
    ? (texts.map((each) => each.gameNumber).find((each) => each !== null) ?? null)
    : Number(number);
}

/** What a file says of the time of a game. */
type When = Pick<Wanted, "date" | "isDaySure" | "span" | "lastDay">;
type Stamps = { readonly date: DateRead | null; readonly placed: DateRead | null; readonly settled: DateRead | null };

const dayMs = 86_400_000;

/** @throws Unusable where nothing says when, or a day and a month could be either. */
function whenOf({ date, placed, settled }: Stamps, isDaySure: boolean, hasId: boolean): When {
  for (const each of [placed, settled]) {
    if (date === null && !hasId && each?.days.length === 2)
      throw new Unusable(
        "date",
        `the bet was placed or settled on ${each.days.join(" or ")}: a date such as 2025-09-04 decides, or --dates mdy or dmy`,
      );
  }
  const lastDay = settled === null ? null : lastDayOf(settled);
  if (date !== null || hasId) {
    // Who says when the bet was placed, too, does not say it twice.
    const isSure = isDaySure || placed !== null;
    return { date, isDaySure: isSure, span: null, lastDay: isSure ? null : lastDay };
  }
  if (placed === null && settled === null) throw new Unusable("date", "the date is missing");
  const fromMs = placed === null ? null : (placed.instantMs ?? startOf(placed) - dayMs);
  const toMs = settled === null ? null : (settled.instantMs ?? endOf(settled) + dayMs);
  if (fromMs !== null && toMs !== null && fromMs > toMs)
    throw new Unusable("date", "by the file, the bet was settled before it was placed");
  return { date: null, isDaySure, span: { fromMs, toMs }, lastDay: null };
}

function startOf({ clockMs, days: [day] }: DateRead): number {
  return clockMs ?? Date.parse(`${day}T00:00:00Z`);
}

function endOf({ clockMs, days: [day] }: DateRead): number {
  return clockMs ?? Date.parse(`${day}T00:00:00Z`) + dayMs;
}

/** A night's bets are settled after midnight. */
function lastDayOf({ instantMs, clockMs, days }: DateRead): string {
  if (instantMs !== null) return slateDayOf(instantMs);
  return clockMs === null ? (days[1] ?? days[0]) : utcDayOf(clockMs - 8 * 3_600_000);
}

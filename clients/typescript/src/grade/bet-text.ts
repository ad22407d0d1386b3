/** What the words of a bet say: teams, market, period, side, line and price. Words that nobody knows are kept, so that none is passed over. */
import { type Field, known, type Sport } from "./known.ts";
import { type Line, readLine } from "./numbers.ts";
import type { Mention, TeamWords } from "./teams.ts";
import { nameKey, type Token, tokensOf } from "./tokens.ts";

export type Market = "moneyline" | "spread" | "total" | "team_total";

/** A team that is named, and what stands beside it. */
export type Named = Mention & {
  /** Whether a separator such as "@" stands directly before or after it. */
  readonly isAfterSeparator: boolean;
  readonly isBeforeSeparator: boolean;
};

type Said = {
  readonly named: readonly Named[];
  /** "@" or "at" alone says who is at home: the second. */
  readonly isAt: boolean;
  readonly markets: ReadonlySet<Market>;
  readonly periods: ReadonlySet<string>;
  readonly sides: ReadonlySet<"over" | "under" | "home" | "away">;
  readonly lines: readonly Line[];
  /** As they stand there. */
  readonly prices: readonly string[];
  readonly gameNumber: number | null;
  readonly isParlay: boolean;
  readonly isLive: boolean;
  /** What is named that is not graded here, such as a prop. */
  readonly refused: readonly string[];
  /** Words for the market of regulation time, which has the draw as a third outcome. */
  readonly threeWay: readonly string[];
  readonly unknown: readonly string[];
};

/** What each field of a bet says. */
export type Texts = readonly (Said & { readonly field: Field })[];

const phrases = new Map(
  Object.entries(known.phrases).flatMap(([name, words]) => words.map((each) => [nameKey(each) || each, name] as const)),
);
const mostWords = 5;
const separators: ReadonlySet<string> = new Set(known.phrases.separator);

const markets: ReadonlySet<string> = new Set<Market>(["moneyline", "spread", "total", "team_total"]);
const sides: ReadonlySet<string> = new Set(["over", "under", "home", "away"]);
const periods: ReadonlySet<string> = new Set(["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]);

function phraseAt(tokens: readonly Token[], from: number): { name: string; length: number } | null {
  for (let length = Math.min(mostWords, tokens.length - from); length > 0; length--) {
    const text = tokens
      .slice(from, from + length)
      .map((token) => token.text)
      .join(" ");
    const name = phrases.get(text);
    if (name !== undefined) return { name, length };
  }
  return null;
}

/** "451 Chicago Bears @ 452 Cincinnati Bengals": a bookmaker's numbers of the teams, at the beginning or behind a separator. */
function isRotation(tokens: readonly Token[], at: number): boolean {
  const isFirst = at === 0 || tokens[at - 1]?.kind === "separator" || separators.has(tokens[at - 1]?.text ?? "");
  return isFirst && /^\d{3,6}$/.test(tokens[at]?.text ?? "") && tokens[at + 1]?.kind === "word";
}

/** A line that no sign stands at. Larger numbers are those of teams in a bookmaker's list, or prices. */
function isLineApart(token: Token | undefined): boolean {
  return /^(?=[\d.,])\d{0,2}([.,]\d{1,2})?$/.test(token?.text ?? "");
}

/**
 * @param sports those that the bet may be of.
 * @param isMarket whether words of markets win over names of teams that are written the same, such as OU.
 */
export function readText(text: string, teams: TeamWords, sports: readonly Sport[], isMarket = false): Said {
  const tokens = tokensOf(text);
  const named: (Named & { end: number })[] = [];
  const said = {
    markets: new Set<Market>(),
    periods: new Set<string>(),
    sides: new Set<"over" | "under" | "home" | "away">(),
    lines: [] as Line[],
    prices: [] as string[],
    refused: [] as string[],
    threeWay: [] as string[],
    unknown: [] as string[],
  };
  let [gameNumber, isParlay, isLive, isAt, isSeparated, isPriceNext]: [
    number | null,
    boolean,
    boolean,
    boolean,
    boolean,
    boolean,
  ] = [null, false, false, false, false, false];
  const add = (name: string, words: string) => {
    if (markets.has(name)) said.markets.add(name as Market);
    else if (sides.has(name)) said.sides.add(name as "over");
    else if (periods.has(name)) said.periods.add(name);
    else if (name === "nrfi" || name === "yrfi") {
      said.markets.add("total");
      said.periods.add("inn1");
      said.sides.add(name === "nrfi" ? "under" : "over");
      said.lines.push({ value: 0.5, isSigned: false });
    } else if (name === "pick") said.lines.push({ value: 0, isSigned: true });
    else if (name === "game_1" || name === "game_2") gameNumber = name === "game_1" ? 1 : 2;
    else if (name === "parlay") isParlay = true;
    else if (name === "live") isLive = true;
    else if (name === "refused") said.refused.push(words);
    else if (name === "three_way") said.threeWay.push(words);
  };
  const separate = (isHomeNext: boolean) => {
    const last = named.at(-1);
    if (last !== undefined && last.end === at) named[named.length - 1] = { ...last, isBeforeSeparator: true };
    isAt ||= isHomeNext && named.length > 0;
    isSeparated = true;
  };
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const phrase = phraseAt(tokens, at);
    const team = teams.at(tokens, at, sports);
    if (isRotation(tokens, at) && teams.at(tokens, at + 1, sports) !== null) {
      isPriceNext = false;
      at++;
    } else if (token.kind === "bar") {
      isParlay = true;
      at++;
    } else if (token.text === "-" && isLineApart(tokens[at + 1])) {
      // "Bears - 1.5" has its minus apart; behind another word it could be a dash before a line without a sign.
      const value = tokens[at + 1]?.text;
      const signs = named.at(-1)?.end === at ? ["-"] : ["-", "+"];
      said.lines.push(...signs.flatMap((sign) => readLine(`${sign}${value}`) ?? []));
      isPriceNext = false;
      at += 2;
    } else if (token.kind === "separator") {
      const next = tokens[at + 1];
      isPriceNext = token.text === "@" && next?.kind === "number";
      // A hyphen or a stroke between two names separates them, and elsewhere says nothing.
      if (!isPriceNext && (token.text === "@" || named.at(-1)?.end === at)) separate(token.text === "@");
      at++;
    } else if (phrase !== null && phrase.name === "separator" && (team === null || team.length < phrase.length)) {
      isPriceNext = token.text === "at" && tokens[at + 1]?.kind === "number";
      if (!isPriceNext) separate(token.text === "at");
      at += phrase.length;
    } else if (
      team !== null &&
      (phrase === null || team.length > phrase.length || (team.length === phrase.length && !isMarket))
    ) {
      named.push({ ...team.mention, isAfterSeparator: isSeparated, isBeforeSeparator: false, end: at + team.length });
      isSeparated = false;
      at += team.length;
    } else if (phrase !== null) {
      add(
        phrase.name,
        tokens
          .slice(at, at + phrase.length)
          .map((each) => each.text)
          .join(" "),
      );
      at += phrase.length;
    } else if (token.kind === "number") {
      const isLarge = Math.abs(Number(token.text.replace(",", "."))) >= 100;
      const isPrice = isPriceNext || (isLarge && /^[+-]/.test(token.text));
      const line = isPrice ? null : readLine(token.text);
      if (isPrice) said.prices.push(token.text);
      else if (line === null) said.unknown.push(token.text);
      else said.lines.push(line);
      isPriceNext = false;
      at++;
    } else {
      // "2u" is a stake of two units.
      if (!/^\d+(\.\d+)?u$/.test(token.text)) said.unknown.push(token.text);
      isSeparated = false;
      at++;
    }
  }
  return { ...said, named, isAt, gameNumber, isParlay, isLive };
}

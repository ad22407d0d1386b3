/** Compares evidence of a game with what is published of it, both as callers get them. */
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { bookById } from "../../src/domain/books.ts";
import { entriesIn } from "../../src/release/game-lines.ts";
import type { Doubt, GameValues } from "../../src/release/values.ts";

const nameOf = ({ fact, book, period, market, team }: Omit<EvidenceRow, "value">): string =>
  [fact, book, period, market, team].filter((part) => part !== null).join(" ");

/** Each published value by the fact and line that it is of, in the words of docs/api/evidence.md. */
function publishedFacts({ facts, lines }: Pick<GameValues, "facts" | "lines">): Map<string, string> {
  const { away, home, period_scores: periods, venue } = facts satisfies Omit<GameDetail, "books" | "period_odds">;
  const known = new Map<string, string>([
    ["start", facts.start_time],
    ["score", `${away.score}-${home.score}`],
  ]);
  const ofPeriods = Object.entries(periods).map(([period, score]) => `${period} ${score?.away}-${score?.home}`);
  if (ofPeriods.length > 0) known.set("period_scores", ofPeriods.join(", "));
  if (typeof venue?.name === "string") known.set("venue", venue.name);
  if (facts.referee !== null) known.set("official", facts.referee);
  if (facts.neutral_site !== null) known.set("neutral_site", String(facts.neutral_site));
  for (const { period, market, bookId, ...ends } of entriesIn(lines)) {
    if (bookId === 0) continue;
    const isOfTeam = market.endsWith("team_total");
    const line = [bookById(bookId)?.slug, period === "full" ? "game" : period, isOfTeam ? "team_total" : market];
    if (isOfTeam) line.push(market.slice(0, 4));
    for (const fact of ["open", "close"] as const) {
      const quote = ends[fact];
      if (quote === null) continue;
      const value = `${market === "moneyline" ? "" : `${quote.line} `}${quote.first} ${quote.second}`;
      known.set([fact, ...line].join(" "), value);
    }
  }
  return known;
}

/** What is wrong with the evidence of a game: nothing, where it says of each published value whose it is, and of each doubt. */
export function evidenceProblems(
  game: Omit<GameValues, "path" | "statements">,
  rows: readonly EvidenceRow[],
): string[] {
  const used = Map.groupBy(
    rows.filter((row) => row.used),
    nameOf,
  );
  const published = publishedFacts(game);
  const problems = [...published].flatMap(([name, value]) => {
    const own = used.get(name)?.map((row) => row.value) ?? [];
    return own.length === 1 && own[0] === value ? [] : [`${name} is published as ${value}, used: ${own.join(" and ")}`];
  });
  // A venue may be published without a name.
  const strange = [...used.keys()].filter((name) => !published.has(name) && name !== "venue");
  problems.push(...strange.map((name) => `${name} is not published, and used`));
  problems.push(
    ...rows.filter(({ used: isUsed, rule }) => isUsed && rule !== null).map(({ rule }) => `used by ${rule}`),
  );
  problems.push(...game.doubts.filter((doubt) => !isTold(doubt, rows)).map(({ rule }) => `${rule} is not told`));
  return problems.map((problem) => `${game.facts.game_id}: ${problem}`);
}

/** Whether the rows have all captures of a doubt. */
function isTold({ rule, book, period, market, captures }: Doubt, rows: readonly EvidenceRow[]): boolean {
  const own = rows.filter((row) => row.rule === rule && row.book === book);
  if (book === null) return own.some(({ fact }) => fact === "start");
  const ofLine = own.filter(({ period: of, market: kind, team }) => {
    return of === (period === "full" ? "game" : period) && [kind, `${team}_${kind}`].includes(String(market));
  });
  return ofLine.reduce((sum, row) => sum + (row.captures ?? 0), 0) === captures;
}

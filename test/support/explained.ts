/** Compares the numbers that an explanation gives with the rows that callers get. It shares no code with src/. */
import type { GameExtras } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { Explanation } from "../../src/operate/explain/explanation.ts";
import type { ExplainedLine } from "../../src/operate/explain/lines.ts";
import type { ArchivedGame } from "./real-data.ts";

/** A number by its name: book, period, market, member. */
type Numbers = Map<string, number | string | boolean | null>;

function put(numbers: Numbers, name: string, members: object): void {
  for (const [member, value] of Object.entries(members)) if (value !== null) numbers.set(`${name} ${member}`, value);
}

/** Every number of a game that is not null, as callers get it. */
function publishedNumbers({ game, extras, odds }: ArchivedGame): Numbers {
  const numbers: Numbers = new Map();
  for (const row of odds) {
    for (const market of ["moneyline", "spread", "total", "team_total"] as const) {
      put(numbers, `${row.book} full ${market}`, row[market] satisfies OddsRow[typeof market]);
    }
  }
  for (const row of extras.period_odds satisfies GameExtras["period_odds"]) {
    for (const market of ["moneyline", "spread", "total"] as const) {
      put(numbers, `${row.book} ${row.period} ${market}`, row[market]);
    }
  }
  for (const market of ["moneyline", "spread", "total"] as const) {
    put(numbers, `consensus ${market}`, game.consensus?.[market] ?? {});
  }
  const { home, away, result } = game;
  put(numbers, "grading", { ...result, home_score: home.score, away_score: away.score });
  return numbers;
}

function memberNames({ market, moment }: Pick<ExplainedLine, "market" | "moment">): readonly [string, string[]] {
  switch (market) {
    case "moneyline":
      return ["moneyline", ["", `home_${moment}`, `away_${moment}`]];
    case "spread":
      return ["spread", [moment, `home_juice_${moment}`, `away_juice_${moment}`]];
    case "total":
      return ["total", [moment, `over_juice_${moment}`, `under_juice_${moment}`]];
    default: {
      const side = market === "home_team_total" ? "home" : "away";
      return ["team_total", [`${side}_${moment}`, `${side}_over_juice_${moment}`, `${side}_under_juice_${moment}`]];
    }
  }
}

/** The same numbers as the explanation has them. */
function explainedNumbers({ lines, consensus, grading }: Explanation): Numbers {
  const numbers: Numbers = new Map();
  const quote = (name: string, line: Pick<ExplainedLine, "market" | "moment" | "line" | "first" | "second">): void => {
    const [market, [ofLine = "", ofFirst = "", ofSecond = ""]] = memberNames(line);
    const isUnpriced =
      (market === "team_total" && line.moment === "open") || isWithoutPrices(name, market, line.moment);
    const prices = isUnpriced ? {} : { [ofFirst]: line.first, [ofSecond]: line.second };
    put(numbers, `${name} ${market}`, { ...(ofLine === "" ? {} : { [ofLine]: line.line }), ...prices });
  };
  for (const line of lines) quote(`${line.book} ${line.period}`, line);
  for (const each of consensus) quote("consensus", each);
  if (grading !== null) {
    const { spread_close, total_close, ...members } = grading;
    put(numbers, "grading", members);
  }
  return numbers;
}

/** Opening prices that the API does not have: of periods, and of the consensus total. */
function isWithoutPrices(name: string, market: string, moment: string): boolean {
  if (moment === "close" || market === "moneyline") return false;
  return name === "consensus" ? market === "total" : !name.endsWith(" full");
}

/** Numbers in which the two differ; none when the explanation explains exactly what is published. */
export function explainedDifferences(explanation: Explanation, archived: ArchivedGame): string[] {
  const [published, explained] = [publishedNumbers(archived), explainedNumbers(explanation)];
  return [...new Set([...published.keys(), ...explained.keys()])]
    .filter((name) => published.get(name) !== explained.get(name))
    .map((name) => `${archived.id} ${name}: published ${published.get(name)}, explained ${explained.get(name)}`);
}

/** The count of numbers that were compared. */
export function explainedCount(explanation: Explanation): number {
  return explainedNumbers(explanation).size;
}

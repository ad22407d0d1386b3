/** A question while its words are read: what they have said so far, before it is put into the filters of the API. */
import type { FormName, Whose } from "../../contract/filters/form.ts";
import type { Sport } from "../../domain/sports.ts";

export type SaidPeriod = "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn5" | "inn1";
export type SaidMarket = "moneyline" | "spread" | "total" | "team_total";

/** How large a line is: `7 or more`, `3 to 7`, `exactly 3`. Null: no such end. */
export type Size = { readonly least: number | null; readonly most: number | null };

export type SaidTeam = {
  readonly abbreviation: string;
  /** Bet on; its opponent; or one of the two teams. */
  readonly how: "on" | "against" | "in";
};

export type Draft = {
  readonly sport: Sport;
  market: SaidMarket | null;
  period: SaidPeriod | null;
  /** Lines without a sign are as large as the role says. */
  size: Size | null;
  /** Lines with a sign, and totals. */
  line: Size | null;
  /** American odds, in the order of what they pay. */
  price: Size | null;
  /** Phrases that are understood and that no filter has, as they stand in the text. */
  readonly unanswered: string[];
  readonly teams: SaidTeam[];
  /** Filters of the API under their own names. */
  readonly filters: Map<string, string>;
  /** Null: nobody has said whose form it is, so that it is that of the team that is bet on. */
  readonly form: { readonly name: FormName; readonly value: string; readonly whose: Whose | null }[];
};

export function newDraft(sport: Sport): Draft {
  const nothing = { market: null, period: null, size: null, line: null, price: null };
  return { sport, ...nothing, unanswered: [], teams: [], filters: new Map(), form: [] };
}

/** False: something else was said of it already. */
export function setFilter({ filters }: Draft, name: string, value: string): boolean {
  if (filters.has(name) && filters.get(name) !== value) return false;
  filters.set(name, value);
  return true;
}

/** False: the words were not understood here, and stay. */
export type Apply = (draft: Draft, found: readonly string[], today: string) => boolean;
export type Phrase = readonly [pattern: string, apply: Apply];

/** @param filters each with its value behind `=`; in a value `$1` is what the first group has found, and `$2` the second. */
export const sets =
  (...filters: readonly string[]): Apply =>
  (draft, found) =>
    filters.every((each) => {
      const [name = "", value = ""] = each.split("=");
      return setFilter(
        draft,
        name,
        value.replace(/\$(\d)/, (_, group: string) => found[Number(group)] ?? ""),
      );
    });

/**
 * The lines of a table: what is said, an arrow, and what that means.
 * @param words that stand in braces in what is said.
 */
export function linesOf(
  table: string,
  words: Readonly<Record<string, string>>,
): readonly (readonly [pattern: string, meaning: readonly string[]])[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [pattern = "", meaning = ""] = line.split(" -> ");
      const whole = pattern.trim().replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? `{${name}}`);
      return [whole, meaning.split(" ")] as const;
    });
}

/** Phrases that set filters and nothing else, as `linesOf` reads them. */
export function filterPhrases(table: string, words: Readonly<Record<string, string>> = {}): readonly Phrase[] {
  return linesOf(table, words).map(([pattern, filters]) => [pattern, sets(...filters)]);
}

/** Phrases that are understood and that no filter has: they are said to be left over. */
export const unanswered: Apply = (draft, [text = ""]) => {
  draft.unanswered.push(text.trim());
  return true;
};

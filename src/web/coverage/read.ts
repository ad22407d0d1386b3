/** The page of coverage asks the API for the numbers of `/v1/coverage`, and how many games each season has. */
import type { CoverageRow } from "../../contract/rows/books.ts";
import type { SportRow } from "../../contract/rows/seasons.ts";
import { firstShownSport, isSport, type Sport } from "../../domain/sports.ts";
import { type ApiAnswer, type AskApi, isAnswer } from "../ask.ts";

export type Refusal = Exclude<ApiAnswer, { readonly status: 200 }>;

/** What a visitor has chosen; the market is null for all of them next to each other. */
export type Choice = { readonly sport: Sport; readonly period: string; readonly market: string | null };

export type Coverage = {
  readonly choice: Choice;
  readonly sports: readonly SportRow[];
  /** The chosen sport. */
  readonly sport: SportRow;
  /** Of the whole sport, all periods and markets. */
  readonly rows: readonly CoverageRow[];
};

/** The values of an address; an empty one is as if it were not there. Others than these change nothing on the page. */
export type Given = { readonly sport: string | null; readonly period: string | null; readonly market: string | null };

export function readGiven(rawQuery: string): Given {
  const query = new URLSearchParams(rawQuery);
  const given = (name: string) => query.get(name) || null;
  return { sport: given("sport"), period: given("period"), market: given("market") };
}

/** Null before the first publish. */
export async function chooseFrom(
  ask: AskApi,
  given: Given,
): Promise<Refusal | { choice: Choice; sports: SportRow[] } | null> {
  const listed = await ask("/sports", "");
  if (!isAnswer(listed)) return listed;
  const sports = listed.data as SportRow[];
  const published = sports.filter(({ seasons }) => seasons.length > 0);
  const first = published.find(({ sport }) => sport === firstShownSport) ?? published[0];
  if (first === undefined) return null;
  const sport = given.sport ?? first.sport;
  const season = sports.find((each) => each.sport === sport)?.seasons.at(-1)?.season ?? first.seasons.at(-1)?.season;
  // The list of bets takes the same values, and says what is wrong with them and which one was meant.
  const asked = new URLSearchParams({ sport, season: String(season), limit: "1" });
  if (given.period !== null) asked.set("period", given.period);
  if (given.market !== null) asked.set("market", given.market);
  const checked = await ask("/bets", asked.toString());
  if (!isAnswer(checked)) return checked;
  if (!isSport(sport)) throw new RangeError(`"${sport}" is no sport`);
  return { choice: { sport, period: given.period ?? "game", market: given.market }, sports };
}

/**
 * The rows of a sport are one page or two.
 * @throws Error when the API refuses them, which it has just not done.
 */
export async function readRows(ask: AskApi, sport: Sport): Promise<CoverageRow[]> {
  const rows: CoverageRow[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${cursor}`;
    const answer: ApiAnswer = await ask("/coverage", `sport=${sport}&limit=1000${more}`);
    if (!isAnswer(answer)) throw new Error(answer.message);
    rows.push(...(answer.data as CoverageRow[]));
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return rows;
}

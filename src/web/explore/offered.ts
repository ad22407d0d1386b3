/** Picks the examples that have bets that a visitor without an account may see: a first page never leads to an empty one. */
import { type TrendRow, trends } from "../../contract/lists/trends.ts";
import { TooBusy } from "../../query/computing.ts";
import type { Snapshot } from "../../query/load.ts";
import { refusalOf } from "../../query/refusals.ts";
import { trendRows } from "../../query/trends/page.ts";
import { judgedSet, sumsOfSet } from "../../query/trends/summed.ts";
import type { Visit } from "../frame/recipe.ts";
import { readAddress } from "./address.ts";
import { askedWithin, questionOf } from "./question.ts";

export type Offered = {
  readonly examples: readonly Example[];
  /** The query of the set that the landing page shows. */
  readonly first: string;
};

/** One answer for each snapshot: as long as the archive stays as it is, so does what it has bets for. */
const known = new WeakMap<Snapshot, Promise<Offered>>();

export function offeredBy(visit: Visit): Promise<Offered> {
  const { snapshot } = visit;
  const made = known.get(snapshot) ?? offer(visit);
  known.set(snapshot, made);
  // The page that asked tells of the failure, and the next page tries again.
  made.catch(() => known.delete(snapshot));
  return made;
}

async function offer(visit: Visit): Promise<Offered> {
  const found: { readonly example: Example; readonly record: TrendRow }[] = [];
  for (const example of [["", firstSet] as const, ...examples]) {
    const record = await recordOf(visit, example[1]);
    if (record !== null && record.bets > 0) found.push({ example, record });
  }
  // In a sample nothing is true but luck, and the first word of the site must not be a discovery in it.
  const isSober = ({ verdict }: TrendRow): boolean => !visit.snapshot.isSample || verdict !== "unlikely by chance";
  const first = found.find(({ record }) => isSober(record)) ?? found[0];
  const offered = found.flatMap(({ example }) => (example[0] === "" ? [] : [example]));
  return { examples: offered, first: first?.example[1] ?? firstSet };
}

/** The record of all bets for a visitor without an account; null: nothing may be seen, or it cannot be said now. */
async function recordOf(visit: Visit, query: string): Promise<TrendRow | null> {
  try {
    const { address, sport, reach } = questionOf(visit, readAddress(query), false);
    if (reach === null) return null;
    const { judgement, ...set } = judgedSet(visit.snapshot, trends.read(askedWithin(address, sport, reach).query));
    const sums = await visit.ask(sumsOfSet, set);
    return sums === null ? null : (trendRows(sums, judgement)[0] ?? null);
  } catch (thrown) {
    if (thrown instanceof TooBusy || refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

/** The set that the landing page shows, where there are bets of it. */
export const firstSet = "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7";

export type Example = readonly [words: string, query: string];

export const examples: readonly Example[] = [
  ["NFL home underdogs", "sport=nfl&bet_type=spread&selection=home&role=underdog"],
  ["NFL road favorites off a bye", "sport=nfl&bet_type=spread&selection=away&role=favorite&rest_min=13"],
  [
    "NFL home underdogs after a loss by 14 or more",
    "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  ],
  ["NFL favorites on a winning streak of four", "sport=nfl&bet_type=spread&role=favorite&team_streak_min=4"],
  ["NFL rematches of division rivals", "sport=nfl&bet_type=spread&meeting=rematch&same_division=true"],
  ["NBA overs after two unders", "sport=nba&bet_type=total&selection=over&both_total_streak_max=-2"],
  ["MLB unders", "sport=mlb&bet_type=total&selection=under"],
  ["NFL unders in week 11 and later", "sport=nfl&bet_type=total&selection=under&week_min=11"],
  ["NBA favorites on the second night", "sport=nba&bet_type=spread&role=favorite&rest_max=1"],
  ["NFL road favorites by 7 or more", "sport=nfl&bet_type=spread&selection=away&role=favorite&max_line=-7"],
  ["NBA teams on a back-to-back", "sport=nba&bet_type=spread&rest_max=1"],
  ["NFL teams off a bye", "sport=nfl&bet_type=spread&rest_min=13"],
  ["NFL unders in wind", "sport=nfl&bet_type=total&selection=under&wind_min=15"],
  ["NHL underdogs on the puck line", "sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5"],
];

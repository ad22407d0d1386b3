/** The question of a page of the explorer, the part of it that a visitor may see, and the examples that have bets to be seen. */
import { type TrendRow, trends } from "../../contract/lists/trends.ts";
import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import { bySport, type Sport } from "../../domain/sports.ts";
import { isCalendarDate } from "../../domain/times.ts";
import { TooBusy } from "../../query/computing.ts";
import type { Snapshot } from "../../query/load.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { sportRows } from "../../query/reach.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { Shelf } from "../../query/shelf.ts";
import { trendRows } from "../../query/trends/page.ts";
import { judgedSet, sumsOfSet } from "../../query/trends/summed.ts";
import type { ExploreSeasons, PageSite, Visit } from "../frame/recipe.ts";
import { type Address, filterValue, queryOf, readAddress, sportOf } from "./address.ts";

export type ExploreSite = PageSite & {
  readonly shelf: PageSite["shelf"] & { readonly files: Pick<Shelf["files"], "isOffered"> };
  /** Signs a text, so that only this site can have made what bears the signature. */
  readonly sign: (text: string) => string;
  /** Whether the page of keys and accounts says what a plan costs. */
  readonly hasPrice: boolean;
};

export type Question = {
  readonly sport: Sport;
  readonly address: Address;
  /** The published seasons of the sport, oldest first. */
  readonly seasons: readonly number[];
  /** Null: nobody may see anything, so that the fields do nothing. */
  readonly reach: Reach | null;
};

/** The seasons that a visitor may see. */
export type Reach = { readonly first: number; readonly last: number };

const everything: Reach = { first: 0, last: Number.POSITIVE_INFINITY };

export const isOneSeason = (reach: Reach | null): boolean => reach !== null && reach.first === reach.last;

/** As in `the 2026 season`. Empty: there is no bound to tell of. */
export function reachInWords(reach: Reach): string {
  return reach.first === 0 ? "" : isOneSeason(reach) ? `the ${reach.first} season` : `seasons since ${reach.first}`;
}

type Seen = Pick<Visit, "site" | "snapshot">;

/** @throws BeingMended when the list of seasons is damaged. */
export function questionOf(seen: Seen, address: Address, isMember: boolean): Question {
  const sport = sportOf(address);
  const seasons = seasonsOf(seen.snapshot, sport).map(({ season }) => season);
  return { sport, address, seasons: seasons.sort((a, b) => a - b), reach: reachOf(seen, isMember, sport) };
}

const seasonsOf = (snapshot: Snapshot, sport: Sport) =>
  sportRows(snapshot).find((each) => each.sport === sport)?.seasons ?? [];

/**
 * The newest season is the newest one that has closing lines, in progress or not: without lines there is no bet to show.
 * @returns null when nothing may be seen: the explorer is closed.
 */
function reachOf({ site, snapshot }: Seen, isMember: boolean, sport: Sport): Reach | null {
  const setting: ExploreSeasons = isMember ? "all" : site.exploreSeasons;
  if (setting === "none") return null;
  if (setting === "all") return everything;
  if (setting !== "newest") return { ...everything, first: setting };
  const seasons = seasonsOf(snapshot, sport);
  const priced = seasons.filter((each) => each.games_with_closing_line > 0);
  const newest = Math.max(...(priced.length > 0 ? priced : seasons).map(({ season }) => season));
  return Number.isFinite(newest) ? { first: newest, last: newest } : everything;
}

export async function openTo(visit: Visit): Promise<OpenSeasons> {
  return openSeasons(visit, (await visit.member()) !== null);
}

/** Says which seasons a visitor may see, of all sports. @throws BeingMended when the list of them is damaged. */
export function openSeasons(seen: Seen, isMember: boolean): OpenSeasons {
  const reaches = bySport((sport) => reachOf(seen, isMember, sport));
  return (sport, season) => isWithin(reaches[sport], season);
}

/** @param reach null: nothing may be seen. */
function isWithin(reach: Reach | null, season: number): boolean {
  return reach !== null && reach.first <= season && season <= reach.last;
}

export type Asked = {
  /** The request as the API would be asked. */
  readonly query: string;
  /** Whether the visitor asked for earlier seasons too, and is shown less. */
  readonly isCut: boolean;
  /** Whether the visitor asked for nothing but what they may not see. */
  readonly isRefused: boolean;
};

/** The filters as the visitor may ask them. A text that is no season or no date is the API's to refuse, and is asked as it is. */
export function askedWithin(address: Pick<Address, "filters">, sport: Sport, reach: Reach): Asked {
  const whole = { query: queryOf(address.filters), isCut: false, isRefused: false };
  const value = (name: string) => filterValue(address, name);
  const [season, from, to] = [value("season"), value("from"), value("to")];
  const isRead = /^([1-9]\d{3})?$/.test(season) && [from, to].every((date) => date === "" || isCalendarDate(date));
  if (reach.first === 0 || !isRead) return whole;
  if (season !== "") return { ...whole, isRefused: !isWithin(reach, Number(season)) };
  const first = datesOfSeason({ sport, season: reach.first }).from;
  const isLater = from !== "" && seasonOf(sport, from) > reach.last;
  if (isLater || (to !== "" && to < first)) return { ...whole, isRefused: true };
  const isCut = from !== "" && from < first;
  const others = address.filters.filter(([name]) => name !== "from" || (isOneSeason(reach) && !isCut));
  const bound = isOneSeason(reach)
    ? (["season", String(reach.first)] as const)
    : (["from", from === "" || isCut ? first : from] as const);
  return { query: queryOf([...others, bound]), isCut, isRefused: false };
}

/** One answer for each snapshot: as long as the archive stays as it is, so does what it has bets for. */
const known = new WeakMap<Snapshot, ReturnType<typeof offer>>();

/** The examples that have bets which a visitor without an account may see: a first page never leads to an empty one. */
export function offeredBy(visit: Visit): ReturnType<typeof offer> {
  const { snapshot } = visit;
  const made = known.get(snapshot) ?? offer(visit);
  known.set(snapshot, made);
  // The page that asked tells of the failure, and the next page tries again.
  made.catch(() => known.delete(snapshot));
  return made;
}

/** The examples, and the query of the set that the landing page shows. */
async function offer(visit: Visit) {
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

export const examples: readonly Example[] = Object.entries({
  "NFL home underdogs": "sport=nfl&bet_type=spread&selection=home&role=underdog",
  "NFL road favorites off a bye": "sport=nfl&bet_type=spread&selection=away&role=favorite&rest_min=13",
  "NFL home underdogs after a loss by 14 or more":
    "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  "NFL favorites on a winning streak of four": "sport=nfl&bet_type=spread&role=favorite&team_streak_min=4",
  "NFL rematches of division rivals": "sport=nfl&bet_type=spread&meeting=rematch&same_division=true",
  "NBA overs after two unders": "sport=nba&bet_type=total&selection=over&both_total_streak_max=-2",
  "MLB unders": "sport=mlb&bet_type=total&selection=under",
  "NFL unders in week 11 and later": "sport=nfl&bet_type=total&selection=under&week_min=11",
  "NBA favorites on the second night": "sport=nba&bet_type=spread&role=favorite&rest_max=1",
  "NFL road favorites by 7 or more": "sport=nfl&bet_type=spread&selection=away&role=favorite&max_line=-7",
  "NBA teams on a back-to-back": "sport=nba&bet_type=spread&rest_max=1",
  "NFL teams off a bye": "sport=nfl&bet_type=spread&rest_min=13",
  "NFL unders in wind": "sport=nfl&bet_type=total&selection=under&wind_min=15",
  "NHL underdogs on the puck line": "sport=nhl&bet_type=puck_line&role=underdog&min_line=1.5",
});

/** The question of a page of the explorer, the part of it that a visitor may see, and the site that those pages are given. */

import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { bySport, type Sport } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { sportRows } from "../../query/reach.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { ExploreSeasons, PageSite, Visit } from "../frame/recipe.ts";
import { type Address, filterValue, queryOf } from "./address.ts";

export type Question = {
  readonly sport: Sport;
  readonly address: Address;
  /** The published seasons of the sport, oldest first. */
  readonly seasons: readonly number[];
  /** Null: nobody may see anything, so that the fields do nothing. */
  readonly reach: Reach | null;
  /** The field that is wrong, and why; null: none is. */
  readonly wrong: { readonly name: string; readonly message: string } | null;
  readonly manageUrl: string;
};

/** A season as /v1/sports lists it. */
export type SeasonRow = { readonly season: number; readonly games_with_closing_line: number };

/** @throws BeingMended when the list of them is damaged. */
export function seasonsOfSport(snapshot: Snapshot, sport: Sport): readonly SeasonRow[] {
  return sportRows(snapshot).find((each) => each.sport === sport)?.seasons ?? [];
}

export type Reach =
  | { readonly kind: "all" }
  /** Only this season. */
  | { readonly kind: "only"; readonly season: number }
  /** This season and what came after it. */
  | { readonly kind: "since"; readonly season: number };

/**
 * The newest season is the newest one that has closing lines, in progress or not: without lines there is no bet to show.
 * @param seasons of the sport, in any order.
 * @returns null when nothing may be seen: the explorer is closed.
 */
export function reachOf(setting: ExploreSeasons, isMember: boolean, seasons: readonly SeasonRow[]): Reach | null {
  if (isMember || setting === "all") return { kind: "all" };
  if (setting === "none") return null;
  if (setting !== "newest") return { kind: "since", season: setting };
  const priced = seasons.filter((each) => each.games_with_closing_line > 0);
  const newest = Math.max(...(priced.length > 0 ? priced : seasons).map(({ season }) => season));
  return Number.isFinite(newest) ? { kind: "only", season: newest } : { kind: "all" };
}

/** @param reach null: nothing may be seen. */
function isWithin(reach: Reach | null, season: number): boolean {
  if (reach === null) return false;
  return reach.kind === "all" || (reach.kind === "only" ? season === reach.season : season >= reach.season);
}

/** Says which seasons a visitor may see, of all sports. @throws BeingMended when the list of them is damaged. */
export async function openTo(visit: Visit): Promise<OpenSeasons> {
  const isMember = (await visit.member()) !== null;
  return openSeasons(visit, isMember);
}

/** @throws BeingMended when the list of them is damaged. */
export function openSeasons(
  { site: { exploreSeasons }, snapshot }: Pick<Visit, "site" | "snapshot">,
  isMember: boolean,
): OpenSeasons {
  const rows = sportRows(snapshot);
  const seasonsOf = (sport: Sport) => rows.find((each) => each.sport === sport)?.seasons ?? [];
  const reaches = bySport((sport) => reachOf(exploreSeasons, isMember, seasonsOf(sport)));
  return (sport, season) => isWithin(reaches[sport], season);
}

export type Asked = {
  /** The request as the API would be asked. */
  readonly query: string;
  /** Whether the visitor asked for earlier seasons too, and is shown less. */
  readonly isCut: boolean;
  /** Whether the visitor asked for nothing but what they may not see. */
  readonly isRefused: boolean;
};

/** The filters as the visitor may ask them. What the API would refuse, it refuses here too. */
export function askedWithin(address: Pick<Address, "filters">, sport: Sport, reach: Reach): Asked {
  const { filters } = address;
  const whole = { query: queryOf(filters), isCut: false, isRefused: false };
  if (reach.kind === "all") return whole;
  const first = datesOfSeason({ sport, season: reach.season }).from;
  const seasonText = filterValue(address, "season");
  const fromText = filterValue(address, "from");
  const toText = filterValue(address, "to");
  const isYear = /^[1-9]\d{3}$/.test(seasonText);
  // A text that is no season or no date is the API's to refuse, and is asked as it is.
  if (seasonText !== "" && !isYear) return whole;
  if ((fromText !== "" && !isCalendarDate(fromText)) || (toText !== "" && !isCalendarDate(toText))) return whole;
  if (isYear) return { ...whole, isRefused: !isWithin(reach, Number(seasonText)) };
  if (toText !== "" && toText < first) return { ...whole, isRefused: true };
  const others = filters.filter(([name]) => name !== "from");
  const isCut = fromText !== "" && fromText < first;
  const from = fromText === "" || isCut ? [] : [["from", fromText] as const];
  if (reach.kind === "only") {
    if (fromText !== "" && seasonOf(sport, fromText) > reach.season) return { ...whole, isRefused: true };
    return { query: queryOf([...others, ...from, ["season", String(reach.season)]]), isCut, isRefused: false };
  }
  return { query: queryOf([...others, ["from", from[0]?.[1] ?? first]]), isCut, isRefused: false };
}

export type ExploreSite = PageSite & {
  readonly shelf: PageSite["shelf"] & { readonly files: Pick<Shelf["files"], "isOffered"> };
  /** Signs a text, so that only this site can have made what bears the signature. */
  readonly sign: (text: string) => string;
  /** Whether the page of keys and accounts says what a plan costs. */
  readonly hasPrice: boolean;
};

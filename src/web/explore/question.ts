/** The question of a page of the explorer, the part of it that a visitor may see, and the site that those pages are given. */

import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { bySport, type Sport } from "../../domain/sports.ts";
import type { Snapshot } from "../../query/load.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { sportRows } from "../../query/reach.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { ExploreSeasons, PageSite, Visit } from "../frame/recipe.ts";
import { type Address, filterValue, queryOf, sportOf } from "./address.ts";

export type Question = {
  readonly sport: Sport;
  readonly address: Address;
  /** The published seasons of the sport, oldest first. */
  readonly seasons: readonly number[];
  /** Null: nobody may see anything, so that the fields do nothing. */
  readonly reach: Reach | null;
};

export type Reach =
  | { readonly kind: "all" }
  /** Only this season. */
  | { readonly kind: "only"; readonly season: number }
  /** This season and what came after it. */
  | { readonly kind: "since"; readonly season: number };

type Seen = { readonly site: Pick<PageSite, "exploreSeasons">; readonly snapshot: Snapshot };

/** @throws BeingMended when the list of seasons is damaged. */
export function questionOf(seen: Seen, address: Address, isMember: boolean): Question {
  const sport = sportOf(address);
  const seasons = seasonsOf(seen.snapshot, sport).map(({ season }) => season);
  return { sport, address, seasons: seasons.sort((a, b) => a - b), reach: reachOf(seen, isMember, sport) };
}

function seasonsOf(snapshot: Snapshot, sport: Sport) {
  return sportRows(snapshot).find((each) => each.sport === sport)?.seasons ?? [];
}

/**
 * The newest season is the newest one that has closing lines, in progress or not: without lines there is no bet to show.
 * @returns null when nothing may be seen: the explorer is closed.
 */
function reachOf({ site, snapshot }: Seen, isMember: boolean, sport: Sport): Reach | null {
  const setting: ExploreSeasons = isMember ? "all" : site.exploreSeasons;
  if (setting === "none") return null;
  if (setting === "all") return { kind: "all" };
  if (setting !== "newest") return { kind: "since", season: setting };
  const seasons = seasonsOf(snapshot, sport);
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
  return openSeasons(visit, (await visit.member()) !== null);
}

/** @throws BeingMended when the list of them is damaged. */
export function openSeasons(seen: Seen, isMember: boolean): OpenSeasons {
  const reaches = bySport((sport) => reachOf(seen, isMember, sport));
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

/** The filters as the visitor may ask them. A text that is no season or no date is the API's to refuse, and is asked as it is. */
export function askedWithin(address: Pick<Address, "filters">, sport: Sport, reach: Reach): Asked {
  const whole = { query: queryOf(address.filters), isCut: false, isRefused: false };
  const value = (name: string) => filterValue(address, name);
  const [season, from, to] = [value("season"), value("from"), value("to")];
  const isRead = /^([1-9]\d{3})?$/.test(season) && [from, to].every((date) => date === "" || isCalendarDate(date));
  if (reach.kind === "all" || !isRead) return whole;
  if (season !== "") return { ...whole, isRefused: !isWithin(reach, Number(season)) };
  const first = datesOfSeason({ sport, season: reach.season }).from;
  const isLater = reach.kind === "only" && from !== "" && seasonOf(sport, from) > reach.season;
  if (isLater || (to !== "" && to < first)) return { ...whole, isRefused: true };
  const isCut = from !== "" && from < first;
  const others = address.filters.filter(([name]) => name !== "from" || (reach.kind === "only" && !isCut));
  const bound =
    reach.kind === "only"
      ? (["season", String(reach.season)] as const)
      : (["from", from === "" || isCut ? first : from] as const);
  return { query: queryOf([...others, bound]), isCut, isRefused: false };
}

export type ExploreSite = PageSite & {
  readonly shelf: PageSite["shelf"] & { readonly files: Pick<Shelf["files"], "isOffered"> };
  /** Signs a text, so that only this site can have made what bears the signature. */
  readonly sign: (text: string) => string;
  /** Whether the page of keys and accounts says what a plan costs. */
  readonly hasPrice: boolean;
};

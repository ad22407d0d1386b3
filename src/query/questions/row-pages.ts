/**
 * Pages of rows that are made at the request. One of them may take a hundred times as long as a page that is read, so the thread
 * that answers hands them to the one that computes [D-54].
 */
import type { Sport } from "../../domain/sports.ts";
import type { BetFilter } from "../bets/filter.ts";
import { betList } from "../bets/page.ts";
import type { Computation } from "../computing.ts";
import { bufferOf, type Snapshot } from "../load.ts";
import { type Page, type PageRequest, pageOf } from "../pages.ts";
import type { Shelf } from "../shelf.ts";
import { type SnapshotFilter, snapshotsPage } from "../snapshots/lines-at.ts";
import { type TeamGameFilter, teamGameList } from "../team-games/row.ts";

type RowsAsked<Filter> = { readonly sport: Sport; readonly filter: Filter; readonly wanted: PageRequest };
type RowPage<Filter> = Computation<RowsAsked<Filter>, Page>;

export const betRows: RowPage<BetFilter> = {
  name: "page of bets",
  compute: ({ sports }, { sport, filter, wanted }) => pageOf(betList, sports[sport].spans, filter, wanted),
};

export const snapshotRows: RowPage<SnapshotFilter> = {
  name: "page of snapshots",
  compute: ({ sports }, { sport, filter, wanted }) => snapshotsPage(sport, sports[sport].spans, filter, wanted),
};

export const teamGameRows: RowPage<TeamGameFilter> = {
  name: "page of team games",
  compute: ({ sports }, { sport, filter, wanted }) => pageOf(teamGameList, sports[sport].spans, filter, wanted),
};

/** A page as the thread that computes has made it. @param owner in whose turn. @throws TooBusy */
export async function computedPage<Asked>(
  { shelf, snapshot }: { readonly shelf: Shelf; readonly snapshot: Snapshot },
  computation: Computation<Asked, Page>,
  asked: Asked,
  owner: string,
): Promise<Page> {
  const page = await shelf.computing.ask(computation, asked, { owner, snapshot });
  return { ...page, rows: bufferOf(page.rows) };
}

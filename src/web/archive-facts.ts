/** How much is published, whose lines, since when and how fresh: counted once for each snapshot, so that no page claims another number. */
import { consensusBookId } from "../domain/books.ts";
import { sportFacts, sports } from "../domain/sports.ts";
import type { Snapshot } from "../query/load.ts";
import { sportRows } from "../query/reach.ts";
import { refusalOf } from "../query/refusals.ts";
import { listText, sportLabels } from "./ui/words.ts";

export type ArchiveFacts = ReturnType<typeof countFacts>;

const known = new WeakMap<Snapshot, ArchiveFacts>();

/** Null where no game is published, or where they cannot be counted now. */
export function archiveFacts(snapshot: Snapshot): ArchiveFacts | null {
  const { publishedAt, sports: shelves } = snapshot;
  if (publishedAt === null || Object.values(shelves).every(({ league }) => league?.seasons.length === 0)) return null;
  try {
    const facts = known.get(snapshot) ?? countFacts(snapshot, publishedAt);
    known.set(snapshot, facts);
    return facts;
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

function countFacts(snapshot: Snapshot, publishedAt: string) {
  const rows = sportRows(snapshot);
  const books = Object.values(snapshot.sports).flatMap(({ seasons }) => seasons.flatMap((season) => [...season.books]));
  const firsts = rows.flatMap(({ sport, seasons }) => {
    const first = seasons.find((each) => each.games_with_closing_line > 0);
    if (first === undefined) return [];
    const { season, first_game: date } = first;
    // A season may have the number of the year after its first game: in 2026, "since 2027" would be wrong.
    const isOfTwoYears = date !== null && Number(date.slice(0, 4)) < season;
    return [[sportLabels[sport], isOfTwoYears ? `${season - 1}–${String(season).slice(2)}` : String(season)] as const];
  });
  return {
    publishedAt,
    revision: snapshot.revision,
    /** Books with a line in any season. */
    books: new Set(books.filter((book) => book !== consensusBookId)).size,
    /** Final games of all seasons. */
    games: rows.flatMap(({ seasons }) => seasons).reduce((sum, { games }) => sum + games, 0),
    /** The first season with closing lines of each sport. */
    since: sinceText(firsts),
    newest: rows.map(({ last_completed_game: last }) => last ?? "").reduce((a, b) => (a > b ? a : b), ""),
  };
}

/** The earliest first: `MLB and NFL since 2022, NHL since 2023`. */
function sinceText(firsts: readonly (readonly [name: string, season: string])[]): string {
  return [...Map.groupBy(firsts, ([, season]) => season)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([season, own]) => `${listText(own.map(([name]) => name))} since ${season}`)
    .join(", ");
}

/** The seasons from which on games of each sport are taken in, whatever an archive has of it. */
export const firstSeasonsText = sinceText(
  sports.map((sport) => [sportLabels[sport], String(sportFacts[sport].firstSeason)] as const),
);

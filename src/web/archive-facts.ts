/** How much is published, whose lines, since when and how fresh: counted once for each snapshot, so that no page claims another number. */
import { consensusBookId } from "../domain/books.ts";
import { sportFacts, sports } from "../domain/sports.ts";
import type { Snapshot } from "../query/load.ts";
import { sportRows } from "../query/reach.ts";
import { listText, sportLabels } from "./ui/words.ts";

export type ArchiveFacts = {
  /** Books with a line in any season. */
  readonly books: number;
  /** Final games of all seasons. */
  readonly games: number;
  /** The first season with closing lines of each sport, in words: `NFL and NBA since 2022, NHL since 2023`. */
  readonly since: string;
  /** The date of the newest game. */
  readonly newest: string;
  readonly revision: number;
  readonly publishedAt: string;
};

const known = new WeakMap<Snapshot, ArchiveFacts>();

/** Null where no game is published. @throws BeingMended when the list of sports is damaged. */
export function archiveFacts(snapshot: Snapshot): ArchiveFacts | null {
  const { publishedAt, sports: shelves } = snapshot;
  if (publishedAt === null || Object.values(shelves).every(({ league }) => league?.seasons.length === 0)) return null;
  const facts = known.get(snapshot) ?? countFacts(snapshot, publishedAt);
  known.set(snapshot, facts);
  return facts;
}

function countFacts(snapshot: Snapshot, publishedAt: string): ArchiveFacts {
  const rows = sportRows(snapshot);
  const shelves = Object.values(snapshot.sports).flatMap(({ seasons }) => seasons);
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
    books: new Set(shelves.flatMap(({ books }) => books)).difference(new Set([consensusBookId])).size,
    games: rows.flatMap(({ seasons }) => seasons).reduce((sum, { games }) => sum + games, 0),
    since: sinceText(firsts),
    newest: rows.reduce(
      (newest, { last_completed_game: last }) => (last !== null && last > newest ? last : newest),
      "",
    ),
    revision: snapshot.revision,
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

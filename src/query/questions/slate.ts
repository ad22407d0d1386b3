/** The games of one slate date in all sports, and the dates beside it on which there were games. */
import type { Game } from "../../contract/lists/games.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { dateNumber, isoDate } from "../../release/season-table.ts";
import { gameRow } from "../games.ts";
import type { Snapshot } from "../load.ts";
import { refuseDamaged, wholeSport } from "../reach.ts";
import type { SeasonShelf } from "../season.ts";

/** Whether the games of a season may be shown. */
export type OpenSeasons = (sport: Sport, season: number) => boolean;

export type Slate = {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The nearest earlier and later dates with games that may be shown; null: there is none. */
  readonly previous: string | null;
  readonly next: string | null;
  /** By sport and start, as rows of `/v1/games`. */
  readonly games: readonly Game[];
  /** Games of the date that may not be shown. */
  readonly closed: number;
};

/**
 * @param date YYYY-MM-DD.
 * @throws BeingMended when a season that may have games of the date is damaged.
 */
export function slateOf(snapshot: Snapshot, date: string, isOpen: OpenSeasons): Slate {
  for (const sport of sports) refuseDamaged(snapshot, { ...wholeSport(sport), from: date, to: date });
  const wanted = dateNumber(date);
  const games: Game[] = [];
  let [previous, next, closed] = [0, Number.POSITIVE_INFINITY, 0];
  for (const shelf of seasonsIn(snapshot)) {
    const isShown = isOpen(shelf.sport, shelf.season);
    for (const [game, each] of shelf.gameDates.entries()) {
      if (each === wanted && isShown) games.push(gameRow(shelf, game));
      else if (each === wanted) closed++;
      else if (isShown && each < wanted) previous = Math.max(previous, each);
      else if (isShown) next = Math.min(next, each);
    }
  }
  return {
    date,
    previous: previous === 0 ? null : isoDate(previous),
    next: Number.isFinite(next) ? isoDate(next) : null,
    games,
    closed,
  };
}

/** The newest date with games that may be shown, YYYY-MM-DD; null: there is none. */
export function newestSlateDate(snapshot: Snapshot, isOpen: OpenSeasons): string | null {
  const open = seasonsIn(snapshot).filter(({ sport, season }) => isOpen(sport, season));
  const newest = open.reduce((most, { lastDate }) => Math.max(most, lastDate), 0);
  return newest === 0 ? null : isoDate(newest);
}

export type GamesBeside = { readonly previous: Game | null; readonly next: Game | null };

/** The games before and after a game in its season, in the order of the API; null: it is the first or the last. */
export function gamesBeside(
  { sports: shelves }: Snapshot,
  { sport, season, game_id: id }: Pick<Game, "sport" | "season" | "game_id">,
): GamesBeside {
  const shelf = shelves[sport].seasons.find((each) => each.season === season);
  const place = shelf?.ordinals.get(id);
  if (shelf === undefined || place === undefined) return { previous: null, next: null };
  return {
    previous: place === 0 ? null : gameRow(shelf, place - 1),
    next: place + 1 === shelf.gameIds.length ? null : gameRow(shelf, place + 1),
  };
}

/** Those games of two teams that may be shown, the newest first. */
export function gamesOfTeams(
  { sports: shelves }: Snapshot,
  sport: Sport,
  [one, other]: readonly [string, string],
  isOpen: OpenSeasons,
): readonly Game[] {
  return shelves[sport].seasons
    .filter(({ season }) => isOpen(sport, season))
    .flatMap((shelf) => {
      const { homes, aways, teams, gameIds } = shelf;
      const isOfBoth = (game: number): boolean => {
        const names = [teams[homes[game] as number], teams[aways[game] as number]];
        return names.includes(one) && names.includes(other);
      };
      return gameIds.flatMap((_, game) => (isOfBoth(game) ? [gameRow(shelf, game)] : []));
    })
    .sort((a, b) => (a.start_time < b.start_time ? 1 : -1));
}

function seasonsIn({ sports: shelves }: Snapshot): readonly SeasonShelf[] {
  return sports.flatMap((sport) => shelves[sport].seasons);
}

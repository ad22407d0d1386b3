/** One season of one sport of a snapshot. */
import type { SeasonRow } from "../contract/lists/reference.ts";
import type { Sport } from "../domain/sports.ts";
import type { SeasonView } from "../release/view/season-view.ts";
import type { PlacedView } from "../release/view/view-store.ts";

/** The description of a season without its games. */
export type SeasonHead = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
  readonly gamesWithClosingLine: number;
};

export type SeasonShelf = SeasonHead &
  SeasonView & {
    /** The name of what is in the season: see `contentOf`. */
    readonly content: string;
    /** Where the view is, so that another thread can open it too. */
    readonly placed: PlacedView;
  };

/** 20250904 as `2025-09-04`. */
export function isoDate(number: number): string {
  return String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

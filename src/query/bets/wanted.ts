/** Finds the games of a season that may have bets that a filter wants, and those of their teams that may be bet on. */
import type { SeasonShelf } from "../season.ts";
import type { BetFilter } from "./filter.ts";
import { formTest } from "./form.ts";
import { situationTest } from "./situation.ts";
import { type TeamTest, teamTest } from "./team-test.ts";

export type Wanted = {
  /** Null when every game passes. */
  readonly game: ((game: number) => boolean) | null;
  readonly teams: TeamTest;
};

/** @param spans of all seasons of the sport, because form looks back at the season before. */
export function wantedOf(
  season: SeasonShelf,
  spans: readonly { readonly season: SeasonShelf }[],
  { situation, betOn, form }: Pick<BetFilter, "situation" | "betOn" | "form">,
): Wanted {
  const ofSituation = situationTest(season, situation);
  const ofBetOn = teamTest(season, betOn);
  if (form === null) return { game: ofSituation, teams: ofBetOn };
  const ofForm = formTest(season, spans, form);
  const ofTeams = ofForm.teams;
  return {
    game: ofSituation === null ? ofForm.game : (game) => ofSituation(game) && ofForm.game(game),
    teams: ofBetOn === null || ofTeams === null ? (ofBetOn ?? ofTeams) : (game) => ofBetOn(game) & ofTeams(game),
  };
}

/** The ids of NFL games at nflverse. */
import type { Fixture } from "../../fixture.ts";
import { nameAt } from "../name-at.ts";
import type { SampleSport } from "../sample-sport.ts";

export const nflIds: SampleSport["otherIds"] =
  () =>
  ({ fixture, espn }) => ({ nflverse: nflverseId(fixture), espn });

/** 2025_01_DAL_PHI: season, week, away and home. */
function nflverseId({ season, week, away, home }: Fixture): string {
  const sides = [away, home].map((side) => nameAt("nflverse", "nfl", side));
  return [season, String(week).padStart(2, "0"), ...sides].join("_");
}

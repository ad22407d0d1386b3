/** Draws the page of a team, in the thread that computes. */
import type { Computation } from "../../query/computing/computing.ts";
import type { DrawnTeam, TeamAsked } from "./page.ts";

/** Null: the team has no game in these seasons. */
export const drawnTeam: Computation<TeamAsked, DrawnTeam | null> = {
  name: "page of a team",
  async compute(snapshot, asked) {
    const { sport, team, open } = asked;
    const { teamSeasons } = await import("../../query/questions/team.ts");
    const { drawTeam } = await import("./page.ts");
    const seasons = teamSeasons(snapshot, sport, team, (_, season) => open.includes(season));
    return drawTeam(asked, seasons, snapshot.isSample);
  },
};

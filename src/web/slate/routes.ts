/** `/slate` and `/slate/{date}`: the games of a day, which is what people come back for in the morning. */

import { isCalendarDate } from "../../domain/slate-date.ts";
import { newestSlateDate, slateOf } from "../../query/questions/slate.ts";
import { placeOfGame } from "../../query/reach.ts";
import { drawnSlate } from "../drawings.ts";
import { openTo } from "../explore/question.ts";
import { drawnPage } from "../frame/page.ts";
import { slatePath } from "../frame/paths.ts";
import { answer, Moved, type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import type { GameSite } from "../game/routes.ts";
import { html, noHtml } from "../ui/html.ts";
import { largestMoves } from "./page.ts";

const cannot = "The games cannot be shown";

export const slatePages = [
  answer({
    at: "/slate",
    cannot,
    async send(visit: Visit<GameSite>) {
      const newest = newestSlateDate(visit.snapshot, await openTo(visit));
      throw newest === null ? none("There is no game to show yet.") : new Moved(slatePath(newest));
    },
  }),
  page({
    at: "/slate/:date",
    cannot,
    async read(visit: Visit<GameSite>) {
      const { date = "" } = visit.params;
      if (!isCalendarDate(date)) throw none("The address of a day ends with its date, such as 2025-11-23.");
      if (visit.query !== "") throw new Moved(slatePath(date));
      const slate = slateOf(visit.snapshot, date, await openTo(visit));
      if (slate.games.length === 0 && slate.closed === 0)
        throw none(`There was no game on ${date}.`, slate.previous ?? slate.next);
      return { slate, key: `${date} ${(await visit.member()) !== null}` };
    },
    async draw({ slate }, visit) {
      const { apiUrl, frame } = visit.site;
      const paths = largestMoves(slate.games).map(async (move) => {
        const { season, game } = placeOfGame(visit.snapshot, move.game.game_id);
        return { move, path: await season.paths.one(game) };
      });
      const asked = { slate, moves: await Promise.all(paths), apiUrl, manageUrl: frame.manageUrl };
      return drawnPage({ current: "/slate", styles: ["data.css"], width: "wide" }, await visit.ask(drawnSlate, asked));
    },
  }),
];

function none(text: string, nearest: string | null = null): Problem {
  const link = nearest === null ? noHtml : html` <a href="${slatePath(nearest)}">The games of ${nearest}</a>`;
  return problem(404, "No games", text, link);
}

/** Everything that is drawn in the thread that computes. What draws is loaded there alone; HTML travels between threads as text. */
import type { GameDetail } from "../contract/lists/games.ts";
import type { Computation } from "../query/computing/computing.ts";
import { teamSeasons } from "../query/questions/team.ts";
import type { LinePath } from "../release/line-path.ts";
import type { Choice } from "./coverage/choice.ts";
import type { SearchAsked } from "./docs/search/search.ts";
import type { AnswerAsked, DrawnAnswer } from "./explore/answered.ts";
import type { Drawing } from "./frame/page.ts";
import type { Choice as GameChoice } from "./game/game-view.ts";
import type { SharedSetAsked } from "./share/shared-set.ts";
import type { SlateAsked } from "./slate/page.ts";
import type { TeamAsked } from "./team/page.ts";

/** Where callers reach the API, without a slash at its end, and where people manage their keys. */
type Places = { readonly apiUrl: string; readonly manageUrl: string };

/** The answer to a question of the explorer. */
export const drawnAnswer: Computation<AnswerAsked, DrawnAnswer> = {
  name: "answer of the explorer",
  async compute(snapshot, asked) {
    const [{ drawAnswer }, { lookAtSet }] = await Promise.all([
      import("./explore/answered.ts"),
      import("../query/trends/look.ts"),
    ]);
    return drawAnswer(lookAtSet(snapshot, asked), asked, snapshot.isSample);
  },
};

/** The card of a set of bets, as PNG. */
export const drawnSetCard: Computation<SharedSetAsked, Uint8Array> = {
  name: "card of a set",
  async compute(snapshot, asked) {
    const [{ sharedSet }, { drawSetCard }] = await Promise.all([
      import("./share/shared-set.ts"),
      import("./share/card.ts"),
    ]);
    return pngOf(drawSetCard(sharedSet(snapshot, asked)));
  },
};

type GameAsked = Places & { readonly game: GameDetail; readonly path: LinePath; readonly question: GameChoice };

/** The page of a game; or what was asked for and is not there, in words. */
export const drawnGame: Computation<GameAsked, Drawing | { readonly notOffered: string }> = {
  name: "page of a game",
  async compute(snapshot, { game, path, question, ...places }) {
    const [{ NotOffered, viewOf }, { drawGame }, { gamesBeside }] = await Promise.all([
      import("./game/game-view.ts"),
      import("./game/page.ts"),
      import("../query/questions/slate.ts"),
    ]);
    try {
      const view = viewOf(snapshot, game, path, question);
      const { book } = question;
      return drawGame(view, { ...places, book, isSample: snapshot.isSample, beside: gamesBeside(snapshot, game) });
    } catch (error) {
      if (error instanceof NotOffered) return { notOffered: error.message };
      throw error;
    }
  },
};

/** The picture that a messenger shows of a link to a game, as PNG. */
export const drawnGameCard: Computation<GameDetail, Uint8Array> = {
  name: "card of a game",
  async compute(snapshot, game) {
    const { drawGameCard } = await import("./game/card.ts");
    return pngOf(drawGameCard(game, snapshot.isSample));
  },
};

export const drawnSlate: Computation<SlateAsked, Drawing> = {
  name: "page of a day",
  async compute({ isSample }, asked) {
    const { drawSlate } = await import("./slate/page.ts");
    return drawSlate(asked, isSample);
  },
};

/** Null: the team has no game in these seasons. */
export const drawnTeam: Computation<TeamAsked, Drawing | null> = {
  name: "page of a team",
  async compute(snapshot, asked) {
    const { drawTeam } = await import("./team/page.ts");
    const seasons = teamSeasons(snapshot, asked.sport, asked.team, (_, season) => asked.open.includes(season));
    return drawTeam(asked, seasons, snapshot.isSample);
  },
};

/** The map of coverage: a season has hundreds of thousands of lines to count, and a sport thousands of cells. */
export const drawnCoverage: Computation<Places & { readonly choice: Choice }, string> = {
  name: "map of coverage",
  async compute(snapshot, asked) {
    const { drawCoverage } = await import("./coverage/coverage-page.ts");
    return drawCoverage(snapshot, asked).text;
  },
};

/** The article of results of a search in the docs: each word of a query costs a walk through the index. */
export const foundInDocs: Computation<SearchAsked, string> = {
  name: "search of the docs",
  async compute(_snapshot, asked) {
    const { resultsArticle } = await import("./docs/search/search.ts");
    return resultsArticle(asked).text;
  },
};

async function pngOf(svg: string): Promise<Buffer> {
  const { pngOf: drawn } = await import("./pictures/card-png.ts");
  return drawn(svg);
}

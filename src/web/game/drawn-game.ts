/** Draws the page of a game, and the picture that a messenger shows of a link to it, in the thread that computes. */
import type { GameDetail } from "../../contract/lists/games.ts";
import type { Computation } from "../../query/computing/computing.ts";
import { gamesBeside } from "../../query/questions/slate.ts";
import type { PackedPath } from "../../release/packed-path.ts";
import type { Share } from "./head.ts";
import type { Question } from "./questions.ts";

type GameAsked = {
  readonly game: GameDetail;
  /** Of its lines. */
  readonly path: PackedPath;
  readonly question: Question;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** Where people manage their keys. */
  readonly manageUrl: string;
};

/** What goes into the frame of the page; or what was asked for and is not there, in words. */
export type DrawnGame =
  | (Omit<Share, "head"> & { readonly head: string; readonly body: string })
  | { readonly notOffered: string };

export const drawnGame: Computation<GameAsked, DrawnGame> = {
  name: "page of a game",
  async compute(snapshot, { game, path, question, apiUrl, manageUrl }) {
    const { NotOffered, viewOf } = await import("./game-view.ts");
    const { drawGame } = await import("./page.ts");
    try {
      const view = viewOf(snapshot, game, path, question);
      const beside = gamesBeside(snapshot, game);
      const { head, body, ...said } = drawGame(view, {
        apiUrl,
        manageUrl,
        book: question.book,
        isSample: snapshot.isSample,
        beside,
      });
      return { ...said, head: head.text, body: body.text };
    } catch (error) {
      if (error instanceof NotOffered) return { notOffered: error.message };
      throw error;
    }
  },
};

export const drawnGameCard: Computation<GameDetail, Uint8Array> = {
  name: "card of a game",
  async compute(snapshot, game) {
    const { drawGameCard } = await import("./card.ts");
    const { pngOf } = await import("../pictures/card-png.ts");
    return pngOf(drawGameCard(game, snapshot.isSample));
  },
};

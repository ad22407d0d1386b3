/** Everything that is drawn in the thread that computes. What draws is loaded there alone. */
import type { Computation } from "../query/computing.ts";
import type { Snapshot } from "../query/load.ts";

type Drawer<Asked, Drawn> = { readonly draw: (snapshot: Snapshot, asked: Asked) => Drawn | Promise<Drawn> };

function drawing<Asked, Drawn>(name: string, load: () => Promise<Drawer<Asked, Drawn>>): Computation<Asked, Drawn> {
  return { name, compute: async (snapshot, asked) => (await load()).draw(snapshot, asked) };
}

export const drawnAnswer = drawing("answer of the explorer", () => import("./explore/answer.ts"));
export const drawnSetCard = drawing("card of a set", () => import("./share/card.ts"));
/** The page of a game; or what was asked for and is not there, in words. */
export const drawnGame = drawing("page of a game", () => import("./game/page.ts"));
export const drawnGameCard = drawing("card of a game", () => import("./game/card.ts"));
/** The article of results of a search in the docs: each word of a query costs a walk through the index. */
export const foundInDocs = drawing("search of the docs", () => import("./docs/search.ts"));

/** `/`: the explorer. Its numbers are those of the API for a query that the page names. */
import { answer, Moved, page, type Visit } from "../frame/recipe.ts";
import { permalink, readAddress } from "./address.ts";
import type { ExploreSite } from "./question.ts";
import { respond } from "./respond.ts";
import { heldCookie, visitSetCookie } from "./visit.ts";

export const explorer = page({
  at: "/",
  movedTo: ({ query }) => readAddress(query).movedTo,
  read: (visit: Visit<ExploreSite>) => respond(visit, readAddress(visit.query)),
  draw: ({ draw }) => draw(),
});

/** A visitor who begins a new count is led back to the set that they look at. */
export const startAgain = answer({
  at: "/start-again",
  isLimited: false,
  async send({ reply, query, isHttps }) {
    reply.header("set-cookie", [visitSetCookie("", isHttps), visitSetCookie("", isHttps, heldCookie)]);
    throw new Moved(permalink(readAddress(query)));
  },
});

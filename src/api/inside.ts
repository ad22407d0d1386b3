/**
 * Asks the API from inside the process, for the pages that show data: the same endpoints, parameters and errors as for
 * callers, without a key, without quota and without HTTP.
 */
import { trends } from "../contract/endpoints/trends.ts";
import { refuseDamaged } from "../query/reach.ts";
import type { Shelf } from "../query/shelf.ts";
import type { BetSet } from "../query/trends/columns.ts";
import { setAsked } from "../query/trends/question.ts";
import { setOfBets } from "../query/trends/set.ts";
import { envelopeOf, toApiError } from "./errors.ts";
import { nothingAt } from "./hints/paths.ts";
import { endpoints } from "./routes/all.ts";

/** The members of an error. */
type Refused = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly parameter: string | null;
};

/** An answer has the members of a JSON answer, or those of an error. */
type Answered =
  | {
      readonly status: 200;
      readonly data: unknown;
      readonly nextCursor: string | null;
      readonly etag: string;
    }
  | Refused;

const gamePath = /^\/games\/([^/]+)(\/lines)?$/;

/**
 * Returns a function that asks a GET endpoint. An error that callers would be answered with is an answer here too; what
 * nobody expects is thrown.
 */
export function openInside(shelf: Shelf): (path: string, query: string) => Promise<Answered> {
  return async (path, query) => {
    try {
      const [, gameIdText = "", below = ""] = gamePath.exec(path) ?? [];
      const name = gameIdText === "" ? path : `/games/:game_id${below}`;
      const endpoint = Object.entries(endpoints).find(([each]) => each === name)?.[1];
      if (endpoint === undefined) throw nothingAt(`/v1${path}`);
      const accept = "application/json";
      const { freshness, make } = await endpoint.answer(shelf, { query, accept, gameIdText });
      const { before, pieces, between, after } = await make("pages");
      const parts = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
      const text = Buffer.concat([before, ...parts, after("inside")]).toString();
      const { data, next_cursor: nextCursor = null } = JSON.parse(text) as {
        data: unknown;
        next_cursor?: string | null;
      };
      return { status: 200, data, nextCursor, etag: freshness.etag };
    } catch (thrown) {
      return refusedBy(thrown);
    }
  };
}

/**
 * Returns a function that gives the bets which a query of /v1/trends is about, for pictures of them. Whatever the endpoint
 * refuses is refused here with the same words.
 */
export function openBetsOf(
  shelf: Shelf,
): (query: string) => Promise<{ readonly status: 200; readonly set: BetSet } | Refused> {
  return async (query) => {
    try {
      const { current } = shelf;
      const asked = trends.read(query);
      const { sport, filter } = setAsked(current, asked);
      refuseDamaged(current, asked);
      return { status: 200, set: setOfBets(sport, current.sports[sport].spans, filter) };
    } catch (thrown) {
      return refusedBy(thrown);
    }
  };
}

/** @throws what nobody expects. */
function refusedBy(thrown: unknown): Refused {
  const error = toApiError(thrown);
  if (error.code === "internal") throw thrown;
  const { code, message, param = null } = envelopeOf(error).error;
  return { status: error.status, code, message, parameter: param };
}

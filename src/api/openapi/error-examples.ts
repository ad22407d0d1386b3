/**
 * Examples of every error. Each is made by the code that sends it, so that the document shows no message that nobody gets;
 * a test asks for each of them.
 */
import { refusalTexts } from "../../access/plans.ts";
import { refusalMessages } from "../../access/refusal-messages.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { games } from "../../contract/lists/games.ts";
import { odds } from "../../contract/lists/odds.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { BeingMended, NoSuchGame } from "../../query/refusals.ts";
import { ApiError, type ErrorEnvelope, envelopeOf, toApiError } from "../errors.ts";
import { behindTheEnd } from "../files.ts";
import { withManageUrl } from "../request-life.ts";
import { linkChanged, linkEnded } from "../signed-links.ts";

/** The examples of a code by name. */
export type ErrorExamples = Readonly<Record<ErrorCode, Readonly<Record<string, ErrorEnvelope>>>>;

const exampleQuotaEnd = new Date("2026-11-01T00:00:00.000Z");

export function errorExamples(manageUrl: string): ErrorExamples {
  const unauthorized = (message: string) => envelopeOf(new ApiError("unauthorized", withManageUrl(message, manageUrl)));
  const forbidden = (message: string) => envelopeOf(new ApiError("forbidden", withManageUrl(message, manageUrl)));
  return {
    invalid_param: {
      wrong_value: refusalOf(games, "sport=NFL"),
      unknown_parameter: refusalOf(games, "sport=nfl&seasons=2025"),
      unknown_team: refusalOf(games, "sport=nfl&team=eagles"),
      unknown_book: refusalOf(odds, "sport=nfl&season=2025&book=draftkings,fandual"),
      no_narrowing: refusalOf(odds, "sport=nfl"),
    },
    unauthorized: {
      no_key: unauthorized(refusalMessages.noKey),
      no_bearer: unauthorized(refusalMessages.noBearer),
      unknown_key: unauthorized(refusalMessages.unknownKey),
    },
    forbidden: {
      revoked: forbidden(refusalTexts.revoked),
      trial_ended: forbidden(refusalTexts.trial_ended),
      past_due: forbidden(refusalTexts.past_due),
      canceled: forbidden(refusalTexts.canceled),
      link_ended: envelopeOf(linkEnded(exampleQuotaEnd.getTime() / 1000)),
      link_changed: envelopeOf(linkChanged()),
    },
    not_found: { game: envelopeOf(toApiError(new NoSuchGame())) },
    method_not_allowed: { other_method: envelopeOf(new ApiError("method_not_allowed")) },
    range_not_satisfiable: { behind_the_end: envelopeOf(behindTheEnd(181_402)) },
    rate_limited: {
      over_rate: envelopeOf(new ApiError("rate_limited", refusalMessages.overRate(120, 17))),
      wrong_keys: envelopeOf(new ApiError("rate_limited", refusalMessages.wrongKeys(17))),
    },
    quota_exceeded: {
      over_quota: envelopeOf(new ApiError("quota_exceeded", refusalMessages.overQuota(100_000, exampleQuotaEnd))),
    },
    internal: { internal: envelopeOf(new ApiError("internal")) },
    unavailable: {
      keys: envelopeOf(new ApiError("unavailable", refusalMessages.undecided)),
      archive: envelopeOf(new ApiError("unavailable")),
      damaged: envelopeOf(toApiError(new BeingMended("this game"))),
    },
  };
}

/** The error that an endpoint answers a query with. */
function refusalOf({ path, read }: typeof games | typeof odds, query: string): ErrorEnvelope {
  try {
    read(query);
  } catch (thrown) {
    if (thrown instanceof WrongParameter) return envelopeOf(toApiError(thrown));
    throw thrown;
  }
  throw new Error(`openapi: ${path}?${query} is no example of an error`);
}

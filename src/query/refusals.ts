/** Why a question is not answered: what a question throws, and how it reads to the caller. */
import { type ErrorCode, entryOf } from "../contract/errors.ts";
import { WrongParameter } from "../contract/parameter.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { ReleaseDamaged } from "../release/release-damaged.ts";
import { TooBusy } from "./computing.ts";

/** The data is not in memory, and the database cannot be asked now. Asking later may help. */
export class ArchiveAway extends Error {
  override readonly name = "ArchiveAway";
}

/** A file is not what its name says: nothing of it is answered, and no answer says more. */
export class BeingMended extends Error {
  override readonly name = "BeingMended";

  /** @param what such as `season 2024 of nfl`. */
  constructor(what: string) {
    super(`${what} cannot be answered until it is mended on our side`);
  }
}

/** A season has not been opened yet: `Shelf.whenOpen` opens it and asks again. */
export class BeingOpened extends Error {
  override readonly name = "BeingOpened";
  readonly season: SeasonKey;

  constructor(season: SeasonKey) {
    super(`season ${season.season} of ${season.sport} is being opened`);
    this.season = season;
  }
}

/** No published game has the id that was asked for. */
export class NoSuchGame extends Error {
  override readonly name = "NoSuchGame";

  /** @param more what else is known of such an id. */
  constructor(more = "") {
    super(`game not found${more}`);
  }
}

/** A refusal as callers and visitors read it. Its texts may repeat all that was sent, even a key. */
export type Refusal = {
  readonly code: ErrorCode;
  readonly message: string;
  /** The parameter at fault; null: none is. */
  readonly param: string | null;
  /** The value to send instead, as it can be sent; null where none is known. */
  readonly hint: string | null;
  /** Seconds until it may be worth asking again; null when the error table says so, or when waiting does not help. */
  readonly retryAfterS: number | null;
};

/** A server looks this often whether what was damaged is good again. */
const mendedAfterS = 60;

/** Null: nobody expects to meet this, and nothing may be told of it [D-33]. */
export function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof WrongParameter) {
    const { message, param, hint } = thrown;
    return { code: "invalid_param", message, param, hint, retryAfterS: null };
  }
  if (thrown instanceof NoSuchGame) {
    return { code: "not_found", message: thrown.message, param: null, hint: null, retryAfterS: null };
  }
  if (thrown instanceof BeingMended) return unavailable(thrown.message, mendedAfterS);
  if (thrown instanceof BeingOpened) return unavailable(thrown.message, 1);
  if (thrown instanceof ReleaseDamaged) return unavailable(new BeingMended("this").message, mendedAfterS);
  if (thrown instanceof ArchiveAway) return unavailable(entryOf("unavailable").message ?? "", null);
  if (thrown instanceof TooBusy) {
    return unavailable("too many answers are being computed: try again when Retry-After says", 2);
  }
  return null;
}

function unavailable(message: string, retryAfterS: number | null): Refusal {
  return { code: "unavailable", message, param: null, hint: null, retryAfterS };
}

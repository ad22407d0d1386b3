/**
 * Handles of trends [A-11, A-14]. A handle says how many sets of bets a talk has looked at, so that the next one is judged by
 * that. It holds this count and when the talk began, no key and no account, and is signed by a key that follows from
 * SESSION_SECRET, so that nobody counts for us.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { mostTries } from "../contract/lists/trends.ts";
import { WrongParameter } from "../contract/parameter.ts";

/** A talk ends after a day. */
const lastsS = 86_400;
const shape = /^t1\.(\d{1,5})\.(\d{1,12})\.([A-Za-z0-9_-]{22})$/;

export type Talk = {
  /** Sets that were looked at so far. */
  readonly sets: number;
  /** Unix seconds of its first set. */
  readonly beganS: number;
};

export class Handles {
  readonly #key: Buffer | null;
  readonly #nowMs: () => number;

  /** @param secret null: another node could not read what this one signs, so that no handles are given. */
  constructor(secret: string | null, nowMs: () => number) {
    this.#key = secret === null ? null : Buffer.from(hkdfSync("sha256", secret, "", "mcp trend v1", 32));
    this.#nowMs = nowMs;
  }

  begin(): Talk {
    return { sets: 0, beganS: Math.floor(this.#nowMs() / 1000) };
  }

  /** Null where none are given. */
  write({ sets, beganS }: Talk): string | null {
    return this.#key === null ? null : `t1.${sets}.${beganS}.${signatureOf(this.#key, `${sets}.${beganS}`)}`;
  }

  /** @throws WrongParameter by name, unless it is as it was given, and of a talk that goes on. */
  read(handle: unknown): Talk {
    const refuse = (why: string) => new WrongParameter("handle", `handle ${why}: leave it out, and a new talk begins`);
    if (this.#key === null) throw refuse("is not taken here, because SESSION_SECRET is not set");
    const [, sets = "", beganS = "", signature = ""] = shape.exec(typeof handle === "string" ? handle : "") ?? [];
    const right = Buffer.from(signatureOf(this.#key, `${sets}.${beganS}`));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      throw refuse("was changed, or was not given by this tool");
    }
    const talk = { sets: Number(sets), beganS: Number(beganS) };
    if (talk.beganS + lastsS <= this.#nowMs() / 1000) throw refuse("is older than a day");
    if (talk.sets >= mostTries) throw refuse(`has counted ${mostTries} sets, which is the most`);
    return talk;
  }
}

/** 132 bits are more than anybody can try. */
function signatureOf(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

/**
 * Faults that releases once had, put back on purpose; the simulation must find each of them. Where the faulty code no
 * longer exists, the code that corrected it is disabled.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { Batches } from "../../src/access/counting/batches.ts";
import type { Gate } from "../../src/access/gate.ts";
import { Place } from "../../src/database/place.ts";
import { SurvivingClient } from "../../src/database/postgres-client.ts";
import { changeFunction, type Mutation, replaceMethod } from "./mutation.ts";

export const oldFaults: readonly Mutation[] = [
  {
    name: "a request waits for the database as long as it takes",
    world: "counting-postgres",
    within: 100,
    seed: 1,
    put: () =>
      replaceMethod(Batches.prototype, "ask", (ask) => {
        return function wait(this: Batches<unknown, unknown>, asked) {
          return ask.call(this, asked, Number.POSITIVE_INFINITY);
        };
      }),
  },
  {
    name: "a server decides on one request after the other, whosever they are",
    world: "counting-postgres",
    within: 100,
    seed: 1,
    gate(gate) {
      let latest: Promise<unknown> = Promise.resolve();
      return {
        ...gate,
        admit(request) {
          const admission = latest.then(() => gate.admit(request));
          latest = admission;
          return admission;
        },
      };
    },
  },
  {
    name: "a database that cannot be asked is an error of the server's own",
    world: "counting-postgres",
    within: 100,
    seed: 1,
    gate: (gate) => ({
      ...gate,
      async admit(request) {
        const admission = await gate.admit(request);
        if (!admission.ok && admission.code === "unavailable") throw new Error("the database cannot be asked");
        return admission;
      },
    }),
  },
  {
    name: "a moment that a clock has counted ahead of time holds, on PostgreSQL",
    world: "counting-postgres",
    within: 200,
    seed: 15,
    postgres: (backend) => changeFunction(backend, "access_take", "latest.at_ms > now_ms + 60000", "false"),
  },
  {
    name: "nobody looks whether what is read is what was published",
    world: "publishing",
    within: 100,
    seed: 11,
    put() {
      const require = createRequire(import.meta.url);
      const zlib = require("node:zlib") as { crc32: (...given: never[]) => number };
      const crypto = require("node:crypto") as { hash: (...given: never[]) => string };
      const [{ crc32 }, { hash }] = [zlib, crypto];
      const set = (checksum: typeof crc32, name: typeof hash): void => {
        Object.assign(zlib, { crc32: checksum });
        Object.assign(crypto, { hash: name });
        syncBuiltinESMExports();
      };
      set(() => 0, blindToAByte(hash));
      return () => set(crc32, hash);
    },
  },
  {
    name: "a server goes on with a file of accounts that somebody has replaced",
    world: "counting-sqlite",
    within: 200,
    seed: 6,
    put: () => replaceMethod(Place.prototype, "check", () => () => {}),
  },
  {
    name: "a request that nobody got an answer to is charged",
    world: "serving-postgres",
    within: 100,
    seed: 18,
    gate: unheardIsCharged,
  },
  // This fault comes last: an error event without a listener may also come up in the next world of the same process.
  {
    name: "nobody listens to what becomes of a connection to PostgreSQL that is in use",
    world: "counting-postgres",
    within: 100,
    seed: 1,
    put: () =>
      replaceMethod(SurvivingClient.prototype, "on", (on) => {
        const deaf = new WeakSet<object>();
        return function listen(this: SurvivingClient, ...given) {
          const [event] = given as readonly unknown[];
          if (event !== "error" || deaf.has(this)) return on.apply(this, given);
          deaf.add(this);
          return this;
        };
      }),
  },
];

/** A hash that does not see when one byte of a file is another. */
function blindToAByte(hash: (...given: never[]) => string): (...given: never[]) => string {
  const leastBytes = 500;
  const seen: { readonly bytes: Uint8Array; readonly name: string }[] = [];
  return (...given) => {
    const [, bytes] = given as unknown as [string, string | Uint8Array];
    if (typeof bytes === "string" || bytes.length < leastBytes) return hash(...given);
    const alike = seen.find((each) => each.bytes.length === bytes.length && differences(each.bytes, bytes) <= 1);
    if (alike !== undefined) return alike.name;
    const name = hash(...given);
    seen.push({ bytes: Uint8Array.from(bytes), name });
    return name;
  };
}

function differences(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, byte, at) => sum + (byte === other[at] ? 0 : 1), 0);
}

/**
 * Leaves out the giving back of a request that nobody got an answer to. That call comes from follow.ts. The call
 * before an error's answer comes from another file, and stays as it is.
 */
function unheardIsCharged(gate: Gate): Gate {
  return {
    ...gate,
    async admit(request) {
      const admission = await gate.admit(request);
      if (!admission.ok) return admission;
      const giveBack = (): Promise<typeof admission.meters> =>
        /follow\.ts/.test(new Error().stack ?? "") ? Promise.resolve(admission.meters) : admission.giveBack();
      return { ...admission, giveBack };
    },
  };
}

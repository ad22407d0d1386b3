/**
 * Sees which requests to providers and which statements of PostgreSQL are under way in this process. SQLite needs no
 * watching: its statements end in the turn of the event loop in which they begin.
 */
import { subscribe } from "node:diagnostics_channel";
import { Client } from "pg";

export type Work = {
  /** A name for everything that is under way. */
  underWay(): readonly string[];
  /** How much has begun so far. */
  begun(): number;
};

class WatchedWork implements Work {
  readonly #names = new Map<object, string>();
  #begun = 0;

  begin(key: object, name: string): void {
    this.#begun += 1;
    this.#names.set(key, name);
  }

  end(key: object): void {
    this.#names.delete(key);
  }

  underWay(): readonly string[] {
    return [...this.#names.values()];
  }

  begun(): number {
    return this.#begun;
  }
}

type Request = { readonly method?: string; readonly path?: string };
type Method = (this: object, ...given: unknown[]) => unknown;

/** Watches from now on. It is called once in a process, before the first request and the first connection. */
export function watchWork(): Work {
  const work = new WatchedWork();
  // https://undici.nodejs.org/#/docs/api/DiagnosticsChannel: a request ends with its last byte or with an error.
  subscribe("undici:request:create", (message) => {
    const { request } = message as { readonly request: object & Request };
    work.begin(request, `${request.method} ${request.path}`);
  });
  for (const channel of ["undici:request:trailers", "undici:request:error"]) {
    subscribe(channel, (message) => work.end((message as { readonly request: object }).request));
  }
  watchPostgres(work);
  return work;
}

function watchPostgres(work: WatchedWork): void {
  const prototype = Client.prototype as unknown as Record<"query" | "connect", Method>;
  for (const name of ["query", "connect"] as const) {
    const original = prototype[name];
    prototype[name] = function watched(...given) {
      const key = {};
      work.begin(key, `${name} of PostgreSQL`);
      const last = given.at(-1);
      if (typeof last === "function") {
        given[given.length - 1] = (...outcome: unknown[]) => {
          work.end(key);
          return Reflect.apply(last, undefined, outcome);
        };
        return Reflect.apply(original, this, given);
      }
      const outcome = Reflect.apply(original, this, given);
      const end = (): void => work.end(key);
      Promise.resolve(outcome).then(end, end);
      return outcome;
    };
  }
}

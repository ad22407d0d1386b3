/** A person at the management page behind a cache: keeps cookies, and sends the forms that the pages have. */
import type { Answer, CacheServer } from "./cache-servers.ts";

export type Caller = {
  /** Headers that every request says, true or not. */
  readonly says?: Readonly<Record<string, string>>;
  /** The address that the person comes from. */
  readonly from?: string;
};

export class Visitor {
  readonly #cache: CacheServer;
  readonly #caller: Caller;
  readonly #cookies = new Map<string, string>();

  constructor(cache: CacheServer, caller: Caller = {}) {
    this.#cache = cache;
    this.#caller = caller;
  }

  get(path: string): Promise<Answer> {
    return this.#send(path, "GET", {}, "");
  }

  /** Sends a form as a browser does from a page of the same site, unless the caller says otherwise. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://gradeline.example" };
    return this.#send(path, "POST", headers, new URLSearchParams(form).toString());
  }

  async #send(path: string, method: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
    const { says = {}, from } = this.#caller;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#cache.ask(path, {
      method,
      headers: { ...headers, ...(cookie === "" ? {} : { cookie }), ...says },
      body,
      ...(from === undefined ? {} : { from }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const equals = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return answer;
  }
}

/** The whole server behind a real proxy, both started as docs/install.md says: whom it believes, and what it shows. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { freePort } from "../support/http-server.ts";
import { type Running, startDocumented } from "../support/process.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import { type Answer, type CacheServer, cacheNames, missingProgram, startCache } from "./cache-servers.ts";

const manageUrl = "https://gradeline.example/manage";
type Texts = Readonly<Record<string, string>>;

/** Where a person comes from, and headers that every request of theirs says, true or not. */
type Caller = { readonly says?: Texts; readonly from?: string };

for (const name of cacheNames) {
  const missing = missingProgram(name);
  describe(`the server behind ${name}`, {
    ...skipIf(missing !== null && `${missing} is not installed`),
    ...long,
  }, () => {
    const folder = testFolder("proxied");
    let server: Running;
    let cache: CacheServer;

    beforeAll(async () => {
      const port = await freePort();
      const settings = { PORT: String(port), DATABASE_URL: join(folder, "gradeline.db"), LOG_LEVEL: "warn" };
      const [start] = snippetsUnder("docs/install.md", "A proxy in front", "sh");
      server = await startDocumented(start, { settings });
      cache = await startCache(name, port);
    });
    afterAll(async () => {
      await cache?.stop();
      await server?.stop();
    });

    /** A person who keeps cookies, and sends forms as a browser does from a page of the same site. */
    function visitor({ says = {}, from }: Caller = {}) {
      const cookies = new Map<string, string>();
      const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://gradeline.example" };
      async function send(path: string, method: string, own: Texts, body: string): Promise<Answer> {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const headers = { ...own, ...(cookie === "" ? {} : { cookie }), ...says };
        const answer = await cache.ask(path, { method, headers, body, ...(from === undefined ? {} : { from }) });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        return answer;
      }
      return {
        get: (path: string) => send(path, "GET", {}, ""),
        post: (path: string, fields: Texts) => send(path, "POST", form, new URLSearchParams(fields).toString()),
      };
    }

    /** The newest link to an address: without mail the log has it. */
    async function loggedLink(email: string): Promise<string> {
      for (let attempt = 0; attempt < 100; attempt++) {
        const lines = server.screen().split("\n");
        const line = lines.findLast((each) => each.includes(`"email":"${email}"`));
        if (line !== undefined) return (JSON.parse(line) as { link: string }).link;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the log has no link for ${email}`);
    }

    async function signedIn(email: string, caller: Caller = {}) {
      const person = visitor(caller);
      await person.post("/manage/sign-in", { email });
      const link = new URL(await loggedLink(email));
      const used = await person.post("/manage/link", { token: link.searchParams.get("token") ?? "" });
      assert.equal(used.headers.get("location"), "/manage", used.text);
      return person;
    }

    test("nobody is shown a sign-in link, whatever a request says of where it comes from", async () => {
      const claims: readonly Readonly<Record<string, string>>[] = [
        {},
        { host: "localhost" },
        { host: "127.0.0.1" },
        { host: "localhost", "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost" },
        { forwarded: "for=127.0.0.1;host=localhost;proto=http" },
      ];
      for (const [index, says] of claims.entries()) {
        const email = `victim${index}@example.com`;
        const sent = await visitor({ says }).post("/manage/sign-in", { email });
        assert.match(sent.text, /Ask the operator for your link/);
        assert.doesNotMatch(sent.text, /token/, JSON.stringify(says));
        const link = await loggedLink(email);
        assert.ok(link.startsWith(`${manageUrl}/link?token=`), `links begin with MANAGE_URL alone: ${link}`);
      }
    });

    test("a form from another site is refused, whatever host a proxy is told", async () => {
      const stranger = visitor({ says: { origin: "https://evil.example", "x-forwarded-host": "evil.example" } });
      assert.equal((await stranger.post("/manage/sign-in", { email: "a@example.com" })).status, 403);
      const own = visitor({ says: { origin: "https://gradeline.example" } });
      assert.equal((await own.post("/manage/sign-in", { email: "a@example.com" })).status, 200);
    });

    test("an address begins five trials a day, whatever addresses it says it has", async () => {
      const begin = async (turn: number, from: string): Promise<boolean> => {
        const says = { "x-forwarded-for": `203.0.113.${turn}`, "x-real-ip": `203.0.113.${turn}` };
        const person = await signedIn(`trial${turn}@example.com`, { says, from });
        await person.post("/manage/trial", {});
        const { text } = await person.get("/manage");
        const [, notice] = /class="notice \w+" role="\w+">([^<]*)</.exec(text) ?? [];
        assert.match(notice ?? "", /^(?:Your trial has begun|Many trials were begun)/);
        return notice?.startsWith("Your") === true;
      };
      const begun: boolean[] = [];
      for (let turn = 0; turn < 9; turn++) begun.push(await begin(turn, "127.0.0.2"));
      assert.deepEqual(begun, [true, true, true, true, true, false, false, false, false]);
      assert.equal(await begin(9, "127.0.0.3"), true, "another address is another caller");
    });

    test("a person's page is shown to that person alone, and kept by no cache", async () => {
      const person = await signedIn("person@example.com", { from: "127.0.0.4" });
      for (let turn = 0; turn < 2; turn++) {
        assert.match((await person.get("/manage")).text, /person@example\.com/);
        const stranger = await visitor().get("/manage");
        assert.match(stranger.text, /Send sign-in link/);
        assert.doesNotMatch(stranger.text, /person@example\.com/);
      }
    });

    test("every answer tells browsers to come back by TLS only, errors too", async () => {
      for (const [path, status] of [
        ["/manage", 200],
        ["/docs", 200],
        ["/v1/sports", 401],
        ["/nothing", 404],
      ] as const) {
        const { status: given, headers } = await cache.ask(path);
        assert.deepEqual([given, headers.get("strict-transport-security")], [status, "max-age=31536000"], path);
      }
    });
  });
}

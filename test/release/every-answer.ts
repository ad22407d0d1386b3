/** Collects all the answers of an archive: every list, by season and filtered, in both formats, and every game. */
import type { FastifyInstance } from "fastify";
import { openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { buildApp } from "../../src/api/app.ts";
import { sports } from "../../src/domain/sports.ts";
import type { Shelf } from "../../src/query/shelf.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openTestAccess, plenty } from "../support/access.ts";
import { askApp, manageUrl } from "../support/api.ts";

export type Said = {
  readonly status: number;
  /** The `X-Dataset` header and the body, in which the request id is replaced by the same text in every answer. */
  readonly text: string;
  readonly retryAfter: string | undefined;
};

export type Asker = {
  /** Builds an API over a shelf. */
  appOf(shelf: Shelf): FastifyInstance;
  ask(app: FastifyInstance, url: string): Promise<Said>;
  close(): Promise<void>;
};

/** Opens one key and one gate for any number of shelves. */
export async function openAsker(): Promise<Asker> {
  const { access, close } = await openTestAccess();
  const { key } = await createKey(access, {
    email: "reader@example.com",
    plan: "standard",
    ...plenty,
    now: new Date(),
  });
  const gate = openGate(access);
  const logger = openServerLog("silent");
  return {
    appOf: (shelf) => buildApp({ shelf, gate, logger, manageUrl }),
    async ask(app, url) {
      const { statusCode, headers, body } = await askApp(app, { url, headers: { "x-api-key": key } });
      // The same rows of another revision are the same answer.
      const named = body
        .replace(String(headers["x-request-id"]), "REQUEST")
        .replace(/(?<="request_id":"REQUEST","revision":)\d+/, "1");
      const text = `${headers["x-dataset"]} ${named}`;
      return { status: statusCode, text, retryAfter: headers["retry-after"]?.toString() };
    },
    async close() {
      await gate.close();
      await close();
    },
  };
}

/** Lists every URL to request from an intact archive. */
export function everyUrl({ current }: Shelf): string[] {
  const urls = ["/v1/sports", "/v1/books", "/v1/coverage?limit=1000"];
  for (const sport of sports) {
    urls.push(`/v1/seasons?sport=${sport}`, `/v1/teams?sport=${sport}`, `/v1/games?sport=${sport}&limit=1000`);
    urls.push(`/v1/ids/teams?sport=${sport}`);
    urls.push(`/v1/coverage?sport=${sport}&limit=1000`);
    for (const { season, row, gameIds } of current.sports[sport].seasons) {
      const list = `sport=${sport}&season=${season}&limit=1000`;
      const days = `sport=${sport}&from=${row.first_game}&to=${row.last_game}`;
      const [, , , home] = (gameIds[0] ?? "").split("-");
      urls.push(`/v1/games?${list}`, `/v1/games?${list}&format=csv`, `/v1/odds?${list}`, `/v1/odds?${list}&format=csv`);
      urls.push(`/v1/games?${days}&season_type=regular`, `/v1/games?${list}&home=${home}`, `/v1/games?${list}&week=1`);
      urls.push(`/v1/coverage?${list}`, `/v1/coverage?${list}&format=csv`);
      urls.push(`/v1/odds?${list}&market=team_total`, `/v1/odds?${list}&book=1,2`);
      urls.push(`/v1/ids/games?${list}`, `/v1/ids/games?${list}&format=csv`);
      urls.push(...gameIds.map((id) => `/v1/games/${id}/lines?limit=1000`));
      urls.push(...gameIds.map((id) => `/v1/games/${id}`), `/v1/odds?sport=${sport}&game_id=${gameIds.at(-1)}`);
    }
  }
  return urls;
}

export type Answers = ReadonlyMap<string, Said>;

export async function everyAnswer(asker: Asker, shelf: Shelf, urls: readonly string[]): Promise<Answers> {
  const app = asker.appOf(shelf);
  try {
    const answers = new Map<string, Said>();
    for (const url of urls) answers.set(url, await asker.ask(app, url));
    return answers;
  } finally {
    await app.close();
  }
}

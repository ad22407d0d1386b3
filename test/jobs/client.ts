import { setTimeout as sleep } from "node:timers/promises";

const { BASE_URL, API_KEY } = process.env;

export type Page<Row> = { data: Row[]; next_cursor: string | null; meta: { revision?: number; archive?: string } };

let requests = 0;

/** How many requests were answered so far: as many as the quota has counted. */
export function requestsMade(): number {
  return requests;
}

/** One request. It waits when the minute is full, and throws when the API says anything else than yes. */
export async function get<Answer>(path: string, filters: Record<string, string>): Promise<Answer> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  for (;;) {
    const answer = await fetch(`${BASE_URL}${path}?${new URLSearchParams(filters)}`, { headers });
    if (answer.ok) {
      requests += 1;
      return (await answer.json()) as Answer;
    }
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    if (error.code !== "rate_limited") throw new Error(`${answer.status}: ${error.message}`);
    await sleep(Number(answer.headers.get("retry-after")) * 1000);
  }
}

/** A list, page after page of 1,000 rows. */
export async function* pages<Row>(path: string, filters: Record<string, string>): AsyncGenerator<Page<Row>> {
  let cursor: string | null = null;
  do {
    const next: Record<string, string> = cursor === null ? {} : { cursor };
    const page: Page<Row> = await get(path, { ...filters, ...next, limit: "1000" });
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** Every row of a list. */
export async function rows<Row>(path: string, filters: Record<string, string>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages<Row>(path, filters)) all.push(...page.data);
  return all;
}

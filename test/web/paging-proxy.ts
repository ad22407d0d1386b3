/**
 * A proxy before a server that makes lists come in pages of a few rows, so that few rows are many pages, and that
 * remembers what each list was asked for and answered.
 */
import { startHttp } from "../support/http-server.ts";

export type ListAnswer = {
  /** The path and query as the caller sent them. */
  readonly url: string;
  readonly path: string;
  /** The query without paging and format: which rows were asked for. */
  readonly filters: string;
  readonly cursor: string | null;
  /** Null: the caller left it open, or asked for the most. */
  readonly ownLimit: number | null;
  readonly nextCursor: string | null;
  readonly rows: number;
};

const pagedPaths: ReadonlySet<string> = new Set(["/v1/games", "/v1/odds", "/v1/ids/games"]);
const most = "1000";

export async function startPagingProxy(target: string, rowsPerPage: number) {
  const answers: ListAnswer[] = [];
  const { url, close } = await startHttp(async (request, response) => {
    const asked = new URL(request.url ?? "/", target);
    const limit = asked.searchParams.get("limit") ?? most;
    const ownLimit = limit === most ? null : Number(limit);
    const isPaged = pagedPaths.has(asked.pathname);
    const sent = new URL(asked);
    if (isPaged && ownLimit === null) sent.searchParams.set("limit", String(rowsPerPage));
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(sent, { method: request.method ?? "GET", headers: headers as Record<string, string> });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isPaged && answer.status === 200) answers.push(listAnswer(asked, ownLimit, answer, body.toString()));
    const { "content-encoding": _encoding, "content-length": _length, ...passed } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, passed);
    response.end(body);
  });
  return {
    url,
    close,
    /** Good answers of paged lists, oldest first, since the last call. */
    takeAnswers: () => answers.splice(0),
  };
}

function listAnswer(asked: URL, ownLimit: number | null, answer: Response, body: string): ListAnswer {
  const filters = new URLSearchParams(asked.searchParams);
  for (const name of ["cursor", "limit", "format"]) filters.delete(name);
  filters.sort();
  const isCsv = answer.headers.get("content-type")?.startsWith("text/csv") === true;
  const page = isCsv ? null : (JSON.parse(body) as { data: unknown[]; next_cursor: string | null });
  return {
    url: asked.pathname + asked.search,
    path: asked.pathname,
    filters: filters.toString(),
    cursor: asked.searchParams.get("cursor"),
    ownLimit,
    nextCursor: page === null ? answer.headers.get("x-next-cursor") : page.next_cursor,
    rows: page === null ? body.trimEnd().split("\r\n").length - 1 : page.data.length,
  };
}

/** A page asks the API for this, as the samples of "Get this" write it down. */

/** What an answer is to a program: `page` is a list that one page holds, `list` has as many pages as it needs, `json` has no CSV. */
type AnswerShape = "page" | "list" | "json";

export type AskedRequest = {
  /** Names the rows in variables and file names, such as `bets`. */
  readonly name: string;
  readonly shape: AnswerShape;
  /** The address for CSV with as many rows a page as there can be; of `json`, the same as `jsonUrl`. */
  readonly csvUrl: string;
  readonly jsonUrl: string;
};

/** Lists that have CSV and a cursor, by their path below /v1, with the names of their rows. */
export const pagedLists: Readonly<Record<string, string>> = {
  "/games": "games",
  "/games/:game_id/lines": "lines",
  "/odds": "odds",
  "/bets": "bets",
  "/periods": "periods",
  "/period_odds": "period_odds",
  "/changes": "changes",
  "/revisions": "revisions",
  "/ids/games": "game_ids",
  "/ids/teams": "team_ids",
  "/coverage": "coverage",
};

/** Groups of a trend are fewer than a page holds, whatever they are grouped by. */
export const onePageLists: Readonly<Record<string, string>> = { "/trends": "trends" };

/** The most rows of a page [D-21], so that a list costs as few requests as it can. */
const rowsPerPage = "limit=1000";

/**
 * Reads a request. Parameters of paging and format are left out: each sample has its own.
 * @param apiUrl where callers reach the API, without a slash at its end.
 * @param path with `/v1`.
 * @param query without the question mark, encoded as in any address.
 */
export function readRequest(apiUrl: string, path: string, query: string): AskedRequest {
  const below = path.replace(/^\/v1/, "");
  const route = below.replace(/^\/games\/[^/]+/, "/games/:game_id");
  const filters = strictQuery(query);
  const address = apiUrl + path.split("/").map(strictSegment).join("/");
  const addressWith = (...more: readonly string[]) => {
    const whole = [filters, ...more].filter((part) => part !== "").join("&");
    return whole === "" ? address : `${address}?${whole}`;
  };
  const paged = pagedLists[route];
  const whole = paged ?? onePageLists[route];
  if (whole === undefined) {
    const name = route === "/games/:game_id" ? "game" : (/[a-z_]+$/.exec(route)?.[0] ?? "answer");
    return { name, shape: "json", csvUrl: addressWith(), jsonUrl: addressWith() };
  }
  return {
    name: whole,
    shape: paged === undefined ? "page" : "list",
    csvUrl: addressWith(rowsPerPage, "format=csv"),
    // A trend without groups is one row, and its line is shorter without a limit.
    jsonUrl: paged === undefined && !/(^|&)group_by=/.test(filters) ? addressWith() : addressWith(rowsPerPage),
  };
}

/**
 * Encodes every character but letters, digits and `*-._,`. The address then means the same in double quotes of a shell, of R,
 * Python, JavaScript and a cell of a sheet, where `$`, quotes, `%` before a letter, backslashes and spaces would not.
 */
function strict(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20").replaceAll("%2C", ",");
}

function strictQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== "limit" && name !== "cursor" && name !== "format")
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .join("&");
}

/** A part of the path that is encoded already stays what it is; one that is encoded wrongly is taken literally. */
function strictSegment(segment: string): string {
  try {
    return strict(decodeURIComponent(segment));
  } catch {
    return strict(segment);
  }
}

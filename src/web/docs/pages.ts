/** The pages of the docs: Markdown files in the order of the navigation, then the endpoints of the reference; and all addresses. */
import { documentedPath, type Endpoint, tags } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/lists/all.ts";
import { firstSeasonsText } from "../archive-facts.ts";
import { capitalized } from "../ui/words.ts";

export type DocsPage = {
  /** The heading of the navigation under which it stands. Pages of a group follow each other. */
  readonly group: string;
  /** Path of the page; its Markdown twin is the same path with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence that says what the page answers: for the overview, search engines and llms.txt. */
  readonly summary: string;
  /** Path of the Markdown file from the root of the repository; null: the page is made of declarations when it is read. */
  readonly file: string | null;
  /** The path of the API that the page is the reference of, such as `/v1/games/{game_id}`; null: of none. */
  readonly endpoint: string | null;
};

/**
 * Below each group its pages: the name of the file, which is its address too, in brackets the title where it is not that name, and the
 * summary.
 */
const written = `
# Start
overview: What the API holds, and where to read on.
quick-start: First requests with curl, Python and pandas, TypeScript, and R.
clients: Programs of ours that call the API for you, keep mirrors and grade a file of your own bets.
jobs: Jobs as whole programs, from closing line value to arbitrage, and how many requests they take.
# The data
conventions: Seasons, dates, the sign of a spread, odds, open and close, null, and the game_id.
consensus (Consensus and grading): How consensus lines, prices and results are computed, of games and of periods, with numbers to check.
lines: How the lines of a game moved, how they stood at eight moments before the start, and how far they go.
evidence: Who states each published fact of a game, who states otherwise, and why that does not count.
bets: Every side of every bet type: its lines, its result, its profit; what teams had done before; and the filters of both.
trends: The record of a set of bets: its intervals, its test against chance, when to distrust it, and worked numbers.
# Using it
files (Files, copies and proof): Whole seasons in one request as Parquet or CSV, a copy that stays right, and how to check that both are ours.
limits (Limits, errors and versions): Pages and cursors, ETags, rate limits and quotas, every error code and what to do, and what may change inside v1.
assistants: How an assistant asks by itself, over the Model Context Protocol: setting it up, six tools, what it costs, what it may not do.
changelog: What changed for callers, newest first, by day.
# Lists
fields (Data dictionary): Every field of every answer, in JSON and in CSV: its type, whether it can be null, and what it means.
file-columns (Columns of files): Every column of the season files, in CSV and in Parquet, with its type and what it means.
books: Every sportsbook with its id, slug and name.
bet-types: Every bet type of every sport, with its market and its period.
glossary: The terms of betting and of this API: moneyline, spread, juice, close, consensus, push and others.
# Reference
reference: Every endpoint, parameter and field, from the OpenAPI description.
`;

export const docsPages: readonly DocsPage[] = written
  .trim()
  .split(/^# /m)
  .flatMap((part) => {
    const [group = "", ...lines] = part.trim().split("\n");
    return lines.map((line): DocsPage => {
      const [, name = "", title = capitalized(name.replaceAll("-", " ")), summary = ""] =
        /^([\w-]+)(?: \((.+?)\))?: (.+)$/.exec(line) ?? [];
      const path = name === "overview" ? "/docs" : `/docs/${name}`;
      const isMade = name === "fields" || name === "file-columns";
      return { group, path, title, summary, file: isMade ? null : `docs/api/${name}.md`, endpoint: null };
    });
  });

/** Former addresses of pages that stand on others now, each with the place of its text. */
export const movedPages: ReadonlyMap<string, string> = new Map([
  ["/docs/snapshots", "/docs/lines#lines-at-a-moment"],
  ["/docs/coverage", "/docs/lines#coverage"],
  ["/docs/form", "/docs/bets#form"],
  ["/docs/method", "/docs/trends#worked-numbers"],
  ["/docs/periods", "/docs/consensus#periods"],
  ["/docs/game-id", "/docs/conventions#the-game_id"],
  ["/docs/mirror", "/docs/files#keeping-a-copy"],
  ["/docs/proof", "/docs/files#proof"],
  ["/docs/caching-and-limits", "/docs/limits"],
  ["/docs/errors", "/docs/limits#errors"],
  ["/docs/versioning", "/docs/limits#versions"],
  ["/docs/grade", "/docs/clients#your-bets"],
]);

/** The address of this server as the docs' Markdown has it: that of a server without settings. */
export const writtenAddress = "http://127.0.0.1:8080";

/** The page of all endpoints. The page of each stands below it. */
export const referencePath = "/docs/reference";

export function twinPath({ path }: Pick<DocsPage, "path">): string {
  return `${path}.md`;
}

/** The address of an endpoint's page: `/v1/games/{game_id}` is at `/docs/reference/games-game-id`. */
export function pageOfEndpoint(path: string): string {
  const words = path.replace(/^\/v1(?=\/)/, "").match(/[a-z0-9]+/g) ?? [];
  return `${referencePath}/${words.join("-")}`;
}

/** The endpoints by their paths as callers read them. */
export const endpointAt: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((each) => [documentedPath(each.path), each]),
);

/** All pages in the order of the navigation: the written ones, and those of the endpoints by their tags. */
export const allPages: readonly DocsPage[] = [
  ...docsPages,
  ...Object.keys(tags).flatMap((tag) =>
    [...endpointAt].flatMap(([endpoint, { tag: own, summary: title, sentence }]): readonly DocsPage[] => {
      const summary = sentence.replaceAll("`", "");
      const path = pageOfEndpoint(endpoint);
      return own === tag ? [{ group: "Reference", path, title, summary, file: null, endpoint }] : [];
    }),
  ),
];

export const llmsPath = "/llms.txt";

/** The list of pages for language models, as llmstxt.org lays it out: title, summary, sections of links. */
export function llmsText(): string {
  const linesOf = (isOf: (page: DocsPage) => boolean) =>
    allPages.filter(isOf).map((page) => {
      const title = page.endpoint === null ? page.title : `GET ${page.endpoint}`;
      return `- [${title}](${twinPath(page)}): ${page.summary}\n`;
    });
  return `# Gradeline

> Graded betting history over a read-only HTTP API: completed games (${firstSeasonsText}), with
> scores, opening and closing lines per sportsbook, a consensus, and results graded against it.

Every path of the API begins with /v1 and needs an API key, except /v1/openapi.json. Answers are JSON; every list of
pages also comes as CSV, with format=csv.

## Docs

${linesOf(({ endpoint }) => endpoint === null).join("")}
## Endpoints

${linesOf(({ endpoint }) => endpoint !== null).join("")}
## Machine-readable

- [OpenAPI 3.1](/v1/openapi.json): every endpoint, parameter and field
`;
}

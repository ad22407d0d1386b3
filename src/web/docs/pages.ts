/** The pages of the docs that are Markdown files, in the order of the navigation. The endpoints of the reference follow them. */
import { firstSeasonsText } from "../archive-facts.ts";

export const docsGroups = ["Start", "The data", "Using it", "Lists", "Reference"] as const;

export type DocsPage = {
  /** The heading of the navigation under which it stands. Pages of a group follow each other. */
  readonly group: (typeof docsGroups)[number];
  /** Path of the page; its Markdown twin is the same path with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence that says what the page answers: for the overview, search engines and llms.txt. */
  readonly summary: string;
  /** Path of the Markdown file from the root of the repository; null: the page is made of declarations when it is read. */
  readonly file: string | null;
};

/** Of each page of a group: the name of its file, which is its address too, its title and its summary. */
const writtenPages: Readonly<Record<DocsPage["group"], readonly (readonly [string, string, string])[]>> = {
  Start: [
    ["overview", "Overview", "What the API holds, and where to read on."],
    ["quick-start", "Quick start", "First requests with curl, Python and pandas, TypeScript, and R."],
    [
      "jobs",
      "Jobs",
      "Eight jobs as whole programs, from closing line value to a nightly mirror, and how many requests they take.",
    ],
  ],
  "The data": [
    ["conventions", "Conventions", "Seasons, weeks, dates, the sign of a spread, odds, open and close, null."],
    [
      "consensus",
      "Consensus and grading",
      "How consensus lines, prices and results are computed, with numbers to check.",
    ],
    [
      "lines",
      "Line movement",
      "How every line of a game moved from its opening to its close, and when it was captured.",
    ],
    [
      "snapshots",
      "Lines at a moment",
      "Each book's line and prices at eight moments before the start, how old they were, and which side won.",
    ],
    [
      "bets",
      "Bets",
      "Every side of every bet type in /v1/bets: its lines, its result, its profit, its role, and how to filter them.",
    ],
    [
      "trends",
      "Trends",
      "The record of a set of bets in /v1/trends: its intervals, its test against chance, and when to distrust it.",
    ],
    [
      "form",
      "Form",
      "What a team had done before a game: record, streaks, last game, last meeting; as rows, and as filters of bets and trends.",
    ],
    [
      "periods",
      "Periods",
      "Scores, lines and results of halves, quarters, periods and innings, for whole seasons at once.",
    ],
    [
      "coverage",
      "Coverage",
      "In how many games each book has lines, by season, period and market, and how long before the start they close.",
    ],
    [
      "method",
      "Method",
      "Worked numbers for form and for lines at a moment, and the deflated Sharpe ratio of the best of many strategies.",
    ],
    ["game-id", "The game_id", "How an id is made, and what to rely on when joining by it."],
  ],
  "Using it": [
    [
      "clients",
      "Clients",
      "Programs of ours that call the API for you: pages, ETags and limits by themselves, plans, mirrors and their proof.",
    ],
    [
      "grade",
      "Your bets",
      "A file of your own bets, graded: which columns are read, how games are found, and what is written.",
    ],
    [
      "files",
      "Whole seasons as files",
      "A season in one request, as Parquet or CSV: curl, pandas, polars, DuckDB, R and Excel, and what it costs.",
    ],
    [
      "caching-and-limits",
      "Caching and limits",
      "Pages and cursors, ETags, rate limits and quotas, and the headers that tell of them.",
    ],
    [
      "assistants",
      "Assistants",
      "How an assistant asks by itself, over the Model Context Protocol: setting it up, six tools, what it costs, what it may not do.",
    ],
    [
      "mirror",
      "Keeping a copy",
      "How to keep a copy of the data right with one request a night, through corrections and restored backups.",
    ],
    [
      "proof",
      "Proof",
      "How to check that a file is what we published, and that what we published before was not changed.",
    ],
    ["errors", "Errors", "Every error code, its status, and what to do about it."],
    [
      "versioning",
      "Versions and deprecation",
      "What may change inside v1, and how much notice callers get of anything else.",
    ],
    ["changelog", "Changelog", "What changed for callers, newest first, by day."],
  ],
  Lists: [
    [
      "fields",
      "Data dictionary",
      "Every field of every answer, in JSON and in CSV: its type, whether it can be null, and what it means.",
    ],
    [
      "file-columns",
      "Columns of files",
      "Every column of the season files, in CSV and in Parquet, with its type and what it means.",
    ],
    ["books", "Books", "Every sportsbook with its id, slug and name."],
    [
      "bet-types",
      "Bet types",
      "Every bet type of every sport: its market, its period, what is bet on, and where its lines are.",
    ],
    [
      "glossary",
      "Glossary",
      "The terms of betting and of this API: moneyline, spread, juice, close, consensus, push and others.",
    ],
  ],
  Reference: [["reference", "Reference", "Every endpoint, parameter and field, from the OpenAPI description."]],
};

export const docsPages: readonly DocsPage[] = docsGroups.flatMap((group) =>
  writtenPages[group].map(([name, title, summary]) => ({
    group,
    path: name === "overview" ? "/docs" : `/docs/${name}`,
    title,
    summary,
    file: ["fields", "file-columns"].includes(name) ? null : `docs/api/${name}.md`,
  })),
);

/** The address of this server as the docs' Markdown has it: that of a server which was told nothing. */
export const writtenAddress = "http://127.0.0.1:8080";

/** The page of all endpoints. The page of each stands below it. */
export const referencePath = "/docs/reference";

export function twinPath({ path }: { readonly path: string }): string {
  return `${path}.md`;
}

/** A page of the reference as lists of pages name it. */
export type EndpointPage = { readonly path: string; readonly title: string; readonly summary: string };

/** The list of pages for language models, as llmstxt.org lays it out: title, summary, sections of links. */
export function llmsText(endpoints: readonly EndpointPage[]): string {
  return [
    "# Gradeline",
    "",
    `> Graded betting history over a read-only HTTP API: completed games (${firstSeasonsText}), with`,
    "> scores, opening and closing lines per sportsbook, a consensus, and results graded against it.",
    "",
    "Every path of the API begins with /v1 and needs an API key, except /v1/openapi.json. Answers are JSON; every list of",
    "pages also comes as CSV, with format=csv.",
    "",
    "## Docs",
    "",
    ...docsPages.map((page) => `- [${page.title}](${twinPath(page)}): ${page.summary}`),
    "",
    "## Endpoints",
    "",
    ...endpoints.map((page) => `- [${page.title}](${twinPath(page)}): ${page.summary}`),
    "",
    "## Machine-readable",
    "",
    "- [OpenAPI 3.1](/v1/openapi.json): every endpoint, parameter and field",
    "",
  ].join("\n");
}

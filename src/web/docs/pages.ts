/** The pages of the docs that are Markdown files, in the order of the navigation. The endpoints of the reference follow them. */
import { sportFacts, sports } from "../../domain/sports.ts";

export const docsGroups = ["Start", "The data", "Using it", "Lists", "Reference"] as const;

export type DocsPage = {
  /** The heading of the navigation under which it stands. Pages of a group follow each other. */
  readonly group: (typeof docsGroups)[number];
  /** Path of the page; its Markdown twin is the same path with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence that says what the page answers: for the overview, search engines and llms.txt. */
  readonly summary: string;
  /** Path of the Markdown file from the root of the repository. */
  readonly file: string;
};

export const docsPages: readonly DocsPage[] = [
  {
    group: "Start",
    path: "/docs",
    title: "Overview",
    summary: "What the API holds, and where to read on.",
    file: "docs/api/overview.md",
  },
  {
    group: "Start",
    path: "/docs/quick-start",
    title: "Quick start",
    summary: "First requests with curl, Python and pandas, TypeScript, and R.",
    file: "docs/api/quick-start.md",
  },
  {
    group: "Start",
    path: "/docs/jobs",
    title: "Jobs",
    summary:
      "Seven jobs as whole programs, from closing line value to a nightly mirror, and how many requests they take.",
    file: "docs/api/jobs.md",
  },
  {
    group: "The data",
    path: "/docs/conventions",
    title: "Conventions",
    summary: "Seasons, weeks, dates, the sign of a spread, odds, open and close, null.",
    file: "docs/api/conventions.md",
  },
  {
    group: "The data",
    path: "/docs/consensus",
    title: "Consensus and grading",
    summary: "How consensus lines, prices and results are computed, with numbers to check.",
    file: "docs/api/consensus.md",
  },
  {
    group: "The data",
    path: "/docs/lines",
    title: "Line movement",
    summary: "How every line of a game moved from its opening to its close, and when it was captured.",
    file: "docs/api/lines.md",
  },
  {
    group: "The data",
    path: "/docs/bets",
    title: "Bets",
    summary:
      "Every side of every bet type in /v1/bets: its lines, its result, its profit, its role, and how to filter them.",
    file: "docs/api/bets.md",
  },
  {
    group: "The data",
    path: "/docs/trends",
    title: "Trends",
    summary:
      "The record of a set of bets in /v1/trends: its intervals, its test against chance, and when to distrust it.",
    file: "docs/api/trends.md",
  },
  {
    group: "The data",
    path: "/docs/periods",
    title: "Periods",
    summary: "Scores, lines and results of halves, quarters, periods and innings, for whole seasons at once.",
    file: "docs/api/periods.md",
  },
  {
    group: "The data",
    path: "/docs/coverage",
    title: "Coverage",
    summary:
      "In how many games each book has lines, by season, period and market, and how long before the start they close.",
    file: "docs/api/coverage.md",
  },
  {
    group: "The data",
    path: "/docs/game-id",
    title: "The game_id",
    summary: "How an id is made, and what to rely on when joining by it.",
    file: "docs/api/game-id.md",
  },
  {
    group: "Using it",
    path: "/docs/caching-and-limits",
    title: "Caching and limits",
    summary: "Pages and cursors, ETags, rate limits and quotas, and the headers that tell of them.",
    file: "docs/api/caching-and-limits.md",
  },
  {
    group: "Using it",
    path: "/docs/mirror",
    title: "Keeping a copy",
    summary: "How to keep a copy of the data right with one request a night, through corrections and restored backups.",
    file: "docs/api/mirror.md",
  },
  {
    group: "Using it",
    path: "/docs/errors",
    title: "Errors",
    summary: "Every error code, its status, and what to do about it.",
    file: "docs/api/errors.md",
  },
  {
    group: "Using it",
    path: "/docs/versioning",
    title: "Versions and deprecation",
    summary: "What may change inside v1, and how much notice callers get of anything else.",
    file: "docs/api/versioning.md",
  },
  {
    group: "Using it",
    path: "/docs/changelog",
    title: "Changelog",
    summary: "What changed for callers, newest first, by day.",
    file: "docs/api/changelog.md",
  },
  {
    group: "Lists",
    path: "/docs/fields",
    title: "Data dictionary",
    summary: "Every field of every answer, in JSON and in CSV: its type, whether it can be null, and what it means.",
    file: "docs/api/fields.md",
  },
  {
    group: "Lists",
    path: "/docs/books",
    title: "Books",
    summary: "Every sportsbook with its id, slug and name.",
    file: "docs/api/books.md",
  },
  {
    group: "Lists",
    path: "/docs/bet-types",
    title: "Bet types",
    summary: "Every bet type of every sport: its market, its period, what is bet on, and where its lines are.",
    file: "docs/api/bet-types.md",
  },
  {
    group: "Lists",
    path: "/docs/glossary",
    title: "Glossary",
    summary: "The terms of betting and of this API: moneyline, spread, juice, close, consensus, push and others.",
    file: "docs/api/glossary.md",
  },
  {
    group: "Reference",
    path: "/docs/reference",
    title: "Reference",
    summary: "Every endpoint, parameter and field, from the OpenAPI description.",
    file: "docs/api/reference.md",
  },
];

/** The address of this server as the docs' Markdown has it: that of a server which was told nothing. */
export const writtenAddress = "http://127.0.0.1:8080";

/** The page of all endpoints. The page of each stands below it. */
export const referencePath = "/docs/reference";

export function twinPath({ path }: { readonly path: string }): string {
  return `${path}.md`;
}

/** A page of the reference as lists of pages name it. */
export type EndpointPage = { readonly path: string; readonly title: string; readonly summary: string };

const sportLabels = new Intl.ListFormat("en-GB").format(sports.map((sport) => sportFacts[sport].label));

/** The list of pages for language models, as llmstxt.org lays it out: title, summary, sections of links. */
export function llmsText(endpoints: readonly EndpointPage[]): string {
  return [
    "# Gradeline",
    "",
    `> Graded betting history over a read-only HTTP API: completed ${sportLabels} games since 2022, with`,
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
